#pragma once

/// \file
/// Where the elements of a data type lie.

#include <algorithm>
#include <cstddef>

#include "types/datatype.h"

namespace dart {

/// Walks through the elements of a layout by runs without gaps.
class LayoutCursor {
 public:
  explicit LayoutCursor(const Datatype& type) : type_(type) {}

  std::size_t offset() const { return base_ + block().offset + inside_; }
  /// Elements up to the end of the run; all there are for contiguous types.
  std::size_t run(std::size_t remaining) const
  {
    return type_.blocks.empty() ? remaining : std::min(remaining, block().length - inside_);
  }
  void advance(std::size_t elements)
  {
    inside_ += elements;
    if (type_.blocks.empty() || inside_ < block().length) return;
    inside_ = 0;
    if (++index_ < type_.blocks.size()) return;
    index_ = 0;
    base_ += type_.extent;
  }

 private:
  Datatype::Block block() const
  {
    return type_.blocks.empty() ? Datatype::Block{} : type_.blocks[index_];
  }

  const Datatype& type_;
  std::size_t base_ = 0, index_ = 0, inside_ = 0;
};

/// Bytes from a layout's origin to the end of the last of \c elements elements.
/// \return false if they are more than there are addresses
bool span_bytes(const Datatype& type, std::size_t elements, std::size_t* bytes);

}  // namespace dart
