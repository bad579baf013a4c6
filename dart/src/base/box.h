#pragma once

/// \file
/// Boxes of elements at constant strides in two memories.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

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

 private:
  std::size_t element_bytes_;
  std::vector<Dimension> dimensions_;
};

/// Rows of \c Bytes bytes each; 0: of \c bytes.
template <std::size_t Bytes>
void copy_rows_of(
    std::byte* to, std::size_t to_stride, const std::byte* from, std::size_t from_stride,
    std::size_t rows, std::size_t bytes)
{
  for (std::size_t row = 0; row < rows; ++row) {
    std::memmove(to + row * to_stride, from + row * from_stride, Bytes == 0 ? bytes : Bytes);
  }
}

/// Copies rows at constant strides between host memories. Elements of the usual sizes need no call
/// each.
inline void copy_rows(
    std::byte* to, std::size_t to_stride, const std::byte* from, std::size_t from_stride,
    std::size_t rows, std::size_t bytes)
{
  const auto copy = bytes == 4   ? &copy_rows_of<4>
                    : bytes == 8 ? &copy_rows_of<8>
                    : bytes == 1 ? &copy_rows_of<1>
                    : bytes == 2 ? &copy_rows_of<2>
                                 : &copy_rows_of<0>;
  copy(to, to_stride, from, from_stride, rows, bytes);
}

/// Copies a box between host memories.
inline void copy_box(const Box& box, std::byte* to, const std::byte* from)
{
  if (box.dimensions().empty()) {
    std::memmove(to, from, box.element_bytes());
  } else if (box.dimensions().size() == 1) {
    const Box::Dimension& rows = box.dimensions().front();
    copy_rows(to, rows.to_stride, from, rows.from_stride, rows.extent, box.element_bytes());
  } else {
    box.for_each_slice(to, from, [](std::byte* target, const std::byte* source, const Box& slice) {
      copy_box(slice, target, source);
    });
  }
}

}  // namespace dart
