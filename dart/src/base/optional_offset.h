#pragma once

/// \file
/// The offset of a block, or none.

#include <cstdint>
#include <optional>

namespace dart {

/// Used like std::optional<std::uint64_t>, but one register holds it. An optional's value and flag
/// are stored with their own sizes and then loaded as two whole words, for which the processor
/// waits until the stores are complete: that took a third of the time of an allocation.
class OptionalOffset {
 public:
  constexpr OptionalOffset() = default;
  constexpr explicit(false) OptionalOffset(std::nullopt_t) {}
  /// \param offset  any but the largest number
  constexpr explicit(false) OptionalOffset(std::uint64_t offset) : offset_(offset) {}

  constexpr explicit operator bool() const { return offset_ != none; }
  constexpr std::uint64_t operator*() const { return offset_; }
  constexpr std::uint64_t value_or(std::uint64_t other) const { return *this ? offset_ : other; }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t(0);
  std::uint64_t offset_ = none;
};

}  // namespace dart
