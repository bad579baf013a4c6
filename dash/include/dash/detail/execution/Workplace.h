#pragma once

/// \file
/// An operand in memory that host code or kernels can access, while a step runs.

#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/execution/Operand.h>
#include <dash/detail/memory/Reach.h>
#include <dash/detail/memory/Scratch.h>

#include <cstddef>
#include <type_traits>

namespace dash::detail {

/// An operand in memory that host code or kernels can access: in place if possible, otherwise as a
/// copy. Iterators that are not native pointers are not changed.
template <class It, Access access>
class Workplace {
 public:
  Workplace(MemoryKind memory, const Operand<It, access>& operand)
      : original_(operand.elements),
        elements_(operand.elements)
  {
    if constexpr (Operand<It, access>::is_native) {
      if (original_.size() > 0) place(memory);
    }
  }

  const Elements<It>& elements() const noexcept { return elements_; }

  /// Writes the results back.
  void finish()
  {
    if constexpr (Operand<It, access>::is_native && access != Access::read) {
      if (copy_.address() != nullptr) {
        copy_bytes_between(original_.first, elements_.first, nbytes());
      }
    }
  }

 private:
  void place(MemoryKind memory)
  {
    using T = std::remove_pointer_t<It>;
    void* address = reach_from(memory, original_.first, nbytes());
    if (address == nullptr) {
      copy_ = Scratch(memory, nbytes());
      address = reach_from(memory, copy_.address(), nbytes());
      if (access != Access::write) copy_bytes_between(address, original_.first, nbytes());
    }
    elements_.first = static_cast<T*>(address);
    elements_.last = elements_.first + original_.size();
  }

  std::size_t nbytes() const
  {
    return static_cast<std::size_t>(original_.size()) * sizeof(*original_.first);
  }

  Elements<It> original_;
  Elements<It> elements_;
  Scratch copy_;
};

}  // namespace dash::detail
