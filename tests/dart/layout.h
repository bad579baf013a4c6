#pragma once

/// \file
/// Model of transfers with derived types.

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

#include "support.h"

namespace dart::test {

/// Model of a data type in a transfer: element n is in slot(n), counted in elements from the
/// origin. Instances of an indexed layout follow each other at the end of the highest block, unless
/// it is resized.
class Layout {
 public:
  static Layout contiguous(dart_datatype_t base)
  {
    Layout layout(base, {0}, 1);
    return layout;
  }
  static Layout strided(dart_datatype_t base, size_t stride, size_t blocklen)
  {
    std::vector<size_t> slots(blocklen);
    std::iota(slots.begin(), slots.end(), size_t{0});
    Layout layout(base, std::move(slots), stride);
    layout.derived_ = DerivedType::strided(base, stride, blocklen);
    return layout;
  }
  static Layout indexed(
      dart_datatype_t base, const std::vector<size_t>& blocklen, const std::vector<size_t>& offset)
  {
    std::vector<size_t> slots;
    size_t end = 0;
    for (size_t block = 0; block < blocklen.size(); ++block) {
      for (size_t i = 0; i < blocklen[block]; ++i) {
        slots.push_back(offset[block] + i);
      }
      end = std::max(end, offset[block] + blocklen[block]);
    }
    Layout layout(base, std::move(slots), end);
    layout.derived_ = DerivedType::indexed(base, blocklen, offset);
    return layout;
  }

  /// The same elements, with instances at another distance.
  Layout resized(size_t extent) const
  {
    Layout layout(base_, slots_, extent);
    layout.derived_ = DerivedType::resized(type(), extent);
    return layout;
  }

  dart_datatype_t type() const { return derived_ != DART_TYPE_UNDEFINED ? derived_ : base_; }
  /// Number of elements of one instance, of which the transfer's count is a multiple.
  size_t block() const { return slots_.size(); }
  size_t slot(size_t n) const { return n / block() * period_ + slots_[n % block()]; }
  /// Number of slots from the origin to the end of the last of \c n elements.
  size_t extent(size_t n) const
  {
    size_t end = 0;
    for (size_t i = 0; i < n; ++i) {
      end = std::max(end, slot(i) + 1);
    }
    return end;
  }

 private:
  Layout(dart_datatype_t base, std::vector<size_t> slots, size_t period)
      : base_(base),
        slots_(std::move(slots)),
        period_(period)
  {}

  dart_datatype_t base_;
  DerivedType derived_;
  std::vector<size_t> slots_;
  size_t period_;
};

/// A transfer between two layouts, and its expected effect.
class ModelledTransfer {
 public:
  static constexpr unsigned char gap = 0xFF;

  ModelledTransfer(const Layout& src, const Layout& dst, size_t nelem, size_t elem_bytes)
      : src(src),
        dst(dst),
        nelem(nelem),
        elem_bytes_(elem_bytes),
        src_slots_(src.extent(nelem) + tail),
        dst_slots_(dst.extent(nelem) + tail)
  {}

  size_t src_bytes() const { return src_slots_ * elem_bytes_; }
  size_t dst_bytes() const { return dst_slots_ * elem_bytes_; }

  /// All bytes from which \c unit reads; none equals the value of gaps, and elements close to each
  /// other differ.
  std::vector<unsigned char> source(size_t unit) const
  {
    std::vector<unsigned char> bytes(src_bytes());
    for (size_t at = 0; at < bytes.size(); ++at) {
      const size_t slot = at / elem_bytes_;
      const size_t i = at % elem_bytes_;
      bytes[at] = static_cast<unsigned char>((slot * 37 + slot / 256 + unit * 101 + i * 11) % gap);
    }
    return bytes;
  }

  /// All bytes of the destination, gaps included, after a transfer of the source of \c unit.
  std::vector<unsigned char> result(size_t unit) const
  {
    const std::vector<unsigned char> from = source(unit);
    std::vector<unsigned char> to(dst_bytes(), gap);
    for (size_t n = 0; n < nelem; ++n) {
      std::memcpy(&to[dst.slot(n) * elem_bytes_], &from[src.slot(n) * elem_bytes_], elem_bytes_);
    }
    return to;
  }

  const Layout& src;
  const Layout& dst;
  const size_t nelem;

 private:
  /// Number of slots behind the last element, which no transfer may change.
  static constexpr size_t tail = 3;

  size_t elem_bytes_;
  size_t src_slots_;
  size_t dst_slots_;
};

/// Fixture of tests that compare transfers with the model.
class LayoutTest : public DartTest {
 protected:
  /// Puts and gets of each unit, to itself and to the next one. Collective.
  void check(
      const Layout& src, const Layout& dst, size_t nelem, size_t elem_bytes = sizeof(int),
      Completion how = Completion::blocking) const
  {
    const ModelledTransfer transfer(src, dst, nelem, elem_bytes);
    check_put(transfer, how, me(), me());
    check_put(transfer, how, next(), previous());
    check_get(transfer, how, me());
    check_get(transfer, how, next());
  }

  static Layout contiguous() { return Layout::contiguous(DART_TYPE_INT); }
  static Layout strided(size_t stride, size_t blocklen)
  {
    return Layout::strided(DART_TYPE_INT, stride, blocklen);
  }
  static Layout indexed(const std::vector<size_t>& blocklen, const std::vector<size_t>& offset)
  {
    return Layout::indexed(DART_TYPE_INT, blocklen, offset);
  }

 private:
  void check_put(
      const ModelledTransfer& transfer, Completion how, size_t target, size_t source) const
  {
    Segment<unsigned char> segment(transfer.dst_bytes());
    segment.fill(ModelledTransfer::gap);
    const std::vector<unsigned char> mine = transfer.source(me());
    EXPECT_OK(
        put(how, segment.at(target), mine.data(), transfer.nelem, transfer.src.type(),
            transfer.dst.type()));
    EXPECT_OK(dart_flush(segment.at(target)));
    barrier();
    EXPECT_TRUE(same(transfer.result(source), segment.values())) << "put";
  }

  void check_get(const ModelledTransfer& transfer, Completion how, size_t target) const
  {
    Segment<unsigned char> segment(transfer.src_bytes());
    segment.set(transfer.source(me()));
    barrier();
    std::vector<unsigned char> result(transfer.dst_bytes(), ModelledTransfer::gap);
    EXPECT_OK(
        get(how, result.data(), segment.at(target), transfer.nelem, transfer.src.type(),
            transfer.dst.type()));
    EXPECT_TRUE(same(transfer.result(target), result)) << "get";
  }
};

}  // namespace dart::test
