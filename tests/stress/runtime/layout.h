#pragma once

/// \file
/// Random data types of transfers, and which elements they name.

#include <dash/dart/if/dart_types.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "runtime/group.h"

namespace dash::stress {

/// Where the elements of a transfer lie: element n is in slot(n), counted from the origin.
class Layout {
 public:
  static Layout contiguous(dart_datatype_t base) { return {base, {0}, 1, false}; }

  static Layout any(Random& random, dart_datatype_t base)
  {
    switch (random.below(4)) {
      case 0: {
        const std::size_t block = random.between(1, 6);
        const std::size_t stride = block + random.below(7);
        std::vector<std::size_t> slots(block);
        std::iota(slots.begin(), slots.end(), std::size_t{0});
        Layout layout(base, slots, stride, true);
        STRESS_OK(dart_type_create_strided(base, stride, block, &layout.type_));
        return layout;
      }
      case 1: {
        std::vector<std::size_t> lengths, offsets, slots;
        std::size_t end = 0;
        const std::size_t blocks = random.between(1, 4);
        for (std::size_t k = 0; k < blocks; ++k) {
          offsets.push_back(end + random.below(4));
          lengths.push_back(random.between(1, 4));
          end = offsets.back() + lengths.back();
          for (std::size_t i = 0; i < lengths.back(); ++i) slots.push_back(offsets.back() + i);
        }
        Layout layout(base, slots, end, true);
        STRESS_OK(
            dart_type_create_indexed(base, blocks, lengths.data(), offsets.data(), &layout.type_));
        return layout;
      }
      default:
        return contiguous(base);
    }
  }

  Layout(Layout&& other) noexcept
      : type_(other.type_),
        slots_(std::move(other.slots_)),
        period_(other.period_),
        is_derived_(std::exchange(other.is_derived_, false))
  {}
  Layout& operator=(Layout&&) = delete;
  ~Layout()
  {
    if (is_derived_) dart_type_destroy(&type_);
  }

  dart_datatype_t type() const { return type_; }
  /// Number of elements of one instance, of which the transfer's number is a multiple.
  std::size_t block() const { return slots_.size(); }
  std::size_t slot(std::size_t n) const { return n / block() * period_ + slots_[n % block()]; }
  /// Number of slots of n elements, which are whole instances.
  std::size_t extent(std::size_t n) const { return n / block() * period_; }

 private:
  Layout(dart_datatype_t base, std::vector<std::size_t> slots, std::size_t period, bool is_derived)
      : type_(base),
        slots_(std::move(slots)),
        period_(period),
        is_derived_(is_derived)
  {}

  dart_datatype_t type_;
  std::vector<std::size_t> slots_;
  std::size_t period_;
  bool is_derived_;
};

/// A transfer between \c count slots of global memory and a buffer.
struct TransferShape {
  Layout global, local;
  std::size_t elements;

  /// The largest one, or a smaller one, that fits.
  static TransferShape within(Random& random, dart_datatype_t type, std::size_t count)
  {
    Layout global = Layout::any(random, type);
    Layout local = Layout::any(random, type);
    const std::size_t step = std::lcm(global.block(), local.block());
    const std::size_t most = count / global.extent(step);
    const std::size_t steps = random.one_in(2) ? most : random.below(most + 1);
    return {std::move(global), std::move(local), steps * step};
  }
};

}  // namespace dash::stress
