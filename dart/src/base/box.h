#pragma once

/// \file
/// Boxes of elements at constant strides in two memories.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "base/copy_bytes.h"
#include "dash/dart/if/dart_gpu.h"

namespace dart {

/// The elements of a copy, with their strides in the target and in the source, in bytes.
class Box {
 public:
  using Dimension = dart_box_dimension_t;

  Box(std::size_t element_bytes, std::vector<Dimension> dimensions)
      : element_bytes_(element_bytes),
        dimensions_(std::move(dimensions))
  {}
  static Box rows(std::size_t row_bytes, Dimension rows) { return {row_bytes, {rows}}; }

  std::size_t element_bytes() const { return element_bytes_; }
  const std::vector<Dimension>& dimensions() const { return dimensions_; }

  bool is_empty() const
  {
    return element_bytes_ == 0 ||
           std::any_of(dimensions_.begin(), dimensions_.end(), [](const Dimension& dimension) {
             return dimension.extent == 0;
           });
  }
  std::size_t bytes() const
  {
    std::size_t product = element_bytes_;
    for (const Dimension& dimension : dimensions_) product *= dimension.extent;
    return product;
  }
  /// Number of bytes from the first element to the end of the last one; the box must not be empty.
  std::size_t span(std::size_t Dimension::* stride) const
  {
    std::size_t sum = element_bytes_;
    for (const Dimension& dimension : dimensions_)
      sum += (dimension.extent - 1) * dimension.*stride;
    return sum;
  }
  std::size_t to_span() const { return span(&Dimension::to_stride); }
  std::size_t from_span() const { return span(&Dimension::from_stride); }

  /// Whether the source can be read as a whole, with its gaps: at least a quarter of it are
  /// elements, and each of its pages has some, so it is all memory.
  bool can_read_gaps() const
  {
    constexpr std::size_t least_page = 4096, most_span = 4;
    std::vector<Dimension> outwards = dimensions_;
    std::sort(outwards.begin(), outwards.end(), [](const Dimension& a, const Dimension& b) {
      return a.from_stride < b.from_stride;
    });
    std::size_t inside = element_bytes_;
    for (const Dimension& next : outwards) {
      if (next.extent > 1 && next.from_stride > inside + (least_page - 1)) return false;
      inside += (next.extent - 1) * next.from_stride;
    }
    return inside <= most_span * bytes();
  }

  /// The same elements without gaps at one end.
  Box gapless(std::size_t Dimension::* stride) const
  {
    Box box = *this;
    std::size_t inside = element_bytes_;
    for (auto next = box.dimensions_.rbegin(); next != box.dimensions_.rend(); ++next) {
      (*next).*stride = inside;
      inside *= next->extent;
    }
    return box;
  }

  /// A box of the same bytes with elements that are as few and as large as possible. The dimension
  /// with the smallest strides in the target is the last one.
  Box simplified() const
  {
    Box box(element_bytes_, {});
    std::vector<Dimension> rest;
    for (const Dimension& dimension : dimensions_) {
      if (dimension.extent != 1) rest.push_back(dimension);
    }
    std::stable_sort(rest.begin(), rest.end(), [](const Dimension& a, const Dimension& b) {
      return a.to_stride < b.to_stride;
    });
    for (const Dimension& next : rest) {
      const auto continues = [&next](std::size_t to, std::size_t from) {
        return next.to_stride == to && next.from_stride == from;
      };
      if (box.dimensions_.empty() && continues(box.element_bytes_, box.element_bytes_)) {
        box.element_bytes_ *= next.extent;
        continue;
      }
      if (!box.dimensions_.empty()) {
        Dimension& last = box.dimensions_.back();
        if (continues(last.extent * last.to_stride, last.extent * last.from_stride)) {
          last.extent *= next.extent;
          continue;
        }
      }
      box.dimensions_.push_back(next);
    }
    std::reverse(box.dimensions_.begin(), box.dimensions_.end());
    return box;
  }

  /// Calls \c f(to, from, box of the other dimensions) for each index of the first dimension.
  template <class F>
  void for_each_slice(std::byte* to, const std::byte* from, F f) const
  {
    const Box slice(element_bytes_, {dimensions_.begin() + 1, dimensions_.end()});
    const Dimension& first = dimensions_.front();
    for (std::size_t i = 0; i < first.extent; ++i) {
      f(to + i * first.to_stride, from + i * first.from_stride, slice);
    }
  }

  /// Calls \c f(to, from, part) for parts of at most \c most bytes, or an element each.
  template <class F>
  void for_each_part(std::byte* to, const std::byte* from, std::size_t most, F f) const
  {
    if (dimensions_.empty() || bytes() <= most) return f(to, from, *this);
    const Dimension& first = dimensions_.front();
    const std::size_t each = bytes() / first.extent;
    if (each > most) {
      return for_each_slice(to, from, [&](std::byte* target, const std::byte* source, Box slice) {
        slice.for_each_part(target, source, most, f);
      });
    }
    const std::size_t together = most / each;
    Box part = *this;
    for (std::size_t done = 0; done < first.extent; done += together) {
      part.dimensions_.front().extent = std::min(together, first.extent - done);
      f(to + done * first.to_stride, from + done * first.from_stride, std::as_const(part));
    }
  }

 private:
  std::size_t element_bytes_;
  std::vector<Dimension> dimensions_;
};

/// Rows of bytes at constant distances, which may repeat as a whole, in two host memories.
struct RowsCopy {
  /// Distances from row to row, and from one time to the next.
  struct Strides {
    std::size_t row, repeat = 0;
  };

  std::byte* to;
  const std::byte* from;
  std::size_t bytes;  ///< number of bytes of a row
  std::size_t count;
  Strides to_strides, from_strides;
  std::size_t repeats = 1;

  /// A copy between rows and bytes in which they have no gaps.
  static RowsCopy packing(
      std::byte* rows, Strides strides, std::size_t bytes, std::size_t count, std::size_t repeats,
      std::byte* packed, bool unpacks)
  {
    const Strides gapless{bytes, count * bytes};
    return unpacks ? RowsCopy{rows, packed, bytes, count, strides, gapless, repeats}
                   : RowsCopy{packed, rows, bytes, count, gapless, strides, repeats};
  }

  Box box() const
  {
    return {
        bytes,
        {{repeats, to_strides.repeat, from_strides.repeat},
         {count, to_strides.row, from_strides.row}}};
  }
};

/// Calls \c copy(to, from) for the first row of each time.
/// \param rows  by value, since bytes that are stored might be those of anything else
template <class Copy>
void for_each_time(const RowsCopy rows, Copy copy)
{
  std::byte* to = rows.to;
  const std::byte* from = rows.from;
  for (std::size_t time = 0; time < rows.repeats; ++time) {
    copy(to, from);
    to += rows.to_strides.repeat;
    from += rows.from_strides.repeat;
  }
}

/// Copies rows, each by \c copy_row(to, from).
template <class CopyRow>
void copy_rows_by(const RowsCopy& rows, CopyRow copy_row)
{
  const std::size_t to_stride = rows.to_strides.row, from_stride = rows.from_strides.row;
  for_each_time(rows, [=, count = rows.count](std::byte* to, const std::byte* from) {
    for (std::size_t row = 0; row < count; ++row) {
      copy_row(to, from);
      to += to_stride;
      from += from_stride;
    }
  });
}

/// Copies rows of \c Bytes bytes each, four together: the next places would take longer to compute
/// than a row to copy.
template <std::size_t Bytes>
void copy_rows_of(const RowsCopy& rows)
{
  using Word [[gnu::vector_size(Bytes)]] = unsigned char;
  constexpr std::size_t together = 4;
  const std::size_t to_stride = rows.to_strides.row, from_stride = rows.from_strides.row;
  for_each_time(rows, [=, count = rows.count](std::byte* to, const std::byte* from) {
    std::size_t rest = count;
    for (; rest >= together; rest -= together) {
      Word words[together];
      for (std::size_t i = 0; i < together; ++i)
        std::memcpy(&words[i], from + i * from_stride, Bytes);
      for (std::size_t i = 0; i < together; ++i) std::memcpy(to + i * to_stride, &words[i], Bytes);
      to += together * to_stride;
      from += together * from_stride;
    }
    for (; rest > 0; --rest) {
      std::memmove(to, from, Bytes);
      to += to_stride;
      from += from_stride;
    }
  });
}

/// Copies rows of one to two times \c Half bytes each, which may overlap.
template <std::size_t Half>
void copy_rows_by_halves(const RowsCopy& rows)
{
  // Compilers would keep arrays on the stack, too.
  constexpr std::size_t words = Half > 16 ? Half / 16 : 1;
  using Word [[gnu::vector_size(Half / words)]] = unsigned char;
  const std::size_t second = rows.bytes - Half;
  copy_rows_by(rows, [second](std::byte* to, const std::byte* from) {
    Word a[words], b[words];
    std::memcpy(a, from, Half);
    std::memcpy(b, from + second, Half);
    std::memcpy(to, a, Half);
    std::memcpy(to + second, b, Half);
  });
}

inline void copy_long_rows(const RowsCopy& rows)
{
  copy_rows_by(rows, [bytes = rows.bytes](std::byte* to, const std::byte* from) {
    copy_bytes(to, from, bytes);
  });
}

/// Copies rows. Short ones need no call each, nor do rows without gaps.
inline void copy_rows(RowsCopy rows)
{
  if (rows.bytes == 0 || rows.count == 0 || rows.repeats == 0) return;
  // Distances that lead to no row may be anything.
  if (rows.count == 1) rows.to_strides.row = rows.from_strides.row = 0;
  if (rows.repeats == 1) rows.to_strides.repeat = rows.from_strides.repeat = 0;
  const std::size_t row = rows.bytes;
  if (rows.to_strides.row == row && rows.from_strides.row == row) {
    rows.bytes *= std::exchange(rows.count, 1);
  }
  const std::size_t bytes = rows.bytes;
  const auto copy = bytes == 1    ? &copy_rows_of<1>
                    : bytes == 2  ? &copy_rows_of<2>
                    : bytes == 4  ? &copy_rows_of<4>
                    : bytes == 8  ? &copy_rows_of<8>
                    : bytes < 4   ? &copy_rows_by_halves<2>
                    : bytes <= 8  ? &copy_rows_by_halves<4>
                    : bytes <= 16 ? &copy_rows_by_halves<8>
                    : bytes <= 32 ? &copy_rows_by_halves<16>
                    : bytes <= 64 ? &copy_rows_by_halves<32>
                                  : &copy_long_rows;
  copy(rows);
}

/// Copies a box between host memories.
inline void copy_box(const Box& box, std::byte* to, const std::byte* from)
{
  const std::size_t dimensions = box.dimensions().size();
  if (dimensions == 0) {
    copy_bytes(to, from, box.element_bytes());
  } else if (dimensions <= 2) {
    const Box::Dimension& rows = box.dimensions().back();
    const Box::Dimension once{1, 0, 0};
    const Box::Dimension& times = dimensions == 2 ? box.dimensions().front() : once;
    copy_rows(
        {to,
         from,
         box.element_bytes(),
         rows.extent,
         {rows.to_stride, times.to_stride},
         {rows.from_stride, times.from_stride},
         times.extent});
  } else {
    box.for_each_slice(to, from, [](std::byte* target, const std::byte* source, const Box& slice) {
      copy_box(slice, target, source);
    });
  }
}

}  // namespace dart
