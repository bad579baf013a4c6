#pragma once

/// \file
/// Copies of elements between memories, for as long as a step works on them.

#include <dash/detail/memory/Access.h>
#include <dash/detail/memory/GlobalAccess.h>
#include <dash/detail/memory/Scratch.h>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace dash::detail {

/// Copies elements between any two memories of this process; the ranges do not overlap.
template <class T>
void copy_elements_between(T* to, const T* from, std::ptrdiff_t n)
{
  if constexpr (std::is_trivially_copyable_v<T>) {
    if (is_device_memory(to) || is_device_memory(from)) {
      copy_bytes_between(to, from, static_cast<std::size_t>(n) * sizeof(T));
      return;
    }
  }
  std::copy(from, from + n, to);
}

/// Native address of global memory that is not mapped for host code: for steps and copies. nullptr
/// where this unit's kernels, and copies, do not reach it.
DASH_API void* address_for_steps(dart_gptr_t gptr, std::size_t nbytes);

/// Address by which code that runs where \c memory is (host: this process, device: kernels of this
/// GPU unit) reaches \c nbytes bytes; nullptr where it does not.
DASH_API void* reach_from(Memory memory, const void* address, std::size_t nbytes);

/// A piece where code of the host, or kernels, can work on it: in place where they reach it,
/// otherwise copied. Iterators, which are no native pointers, stay as they are.
template <class It, Access access>
class Workplace {
 public:
  Workplace(Memory memory, const Piece<It, access>& piece)
      : original_(piece.elements),
        elements_(piece.elements)
  {
    if constexpr (Piece<It, access>::is_native) {
      if (original_.size() > 0) place(memory);
    }
  }

  const Elements<It>& elements() const noexcept { return elements_; }

  /// Results go where they belong.
  void finish()
  {
    if constexpr (Piece<It, access>::is_native && access != Access::read) {
      if (copy_.address() != nullptr) {
        copy_bytes_between(original_.first, elements_.first, nbytes());
      }
    }
  }

 private:
  void place(Memory memory)
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
