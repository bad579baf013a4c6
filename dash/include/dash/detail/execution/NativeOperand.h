#pragma once

/// \file
/// Copies of elements that steps cannot access, or of many short runs, which exist while a step
/// works on them.

#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/execution/Operand.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/Backwards.h>
#include <dash/detail/range/ShortRuns.h>
#include <dash/detail/range/Transfer.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace dash::detail {

/// An operand in the form that steps get: native pointers and other iterators are not changed.
template <class It, Access access>
class NativeOperand {
 public:
  using iterator = It;

  NativeOperand(MemoryKind, const Operand<It, access>& operand) : operand_(operand) {}

  const Operand<It, access>& operand() const noexcept { return operand_; }
  void finish() {}

 private:
  Operand<It, access> operand_;
};

/// Elements of a container on any units: the step works on a copy.
template <CopiedElements It, Access access>
class NativeOperand<It, access> {
  using T = std::iter_value_t<It>;

 public:
  using iterator = std::conditional_t<access == Access::read, const T*, T*>;

  NativeOperand(MemoryKind memory, const Operand<It, access>& operand)
      : original_(operand.elements),
        copy_(memory, static_cast<std::size_t>(original_.size()) * sizeof(T))
  {
    if (access != Access::write) copy_blocking<Read>(original_.first, original_.size(), begin());
  }

  Operand<iterator, access> operand() const noexcept
  {
    return {{begin(), begin() + original_.size()}};
  }

  /// Writes the results back.
  void finish()
  {
    if constexpr (access != Access::read) {
      copy_blocking<Write>(original_.first, original_.size(), begin());
    }
  }

 private:
  T* begin() const noexcept { return static_cast<T*>(copy_.address()); }

  Elements<It> original_;
  Scratch copy_;
};

/// Elements in reverse order: the step works on a copy in host memory that runs forwards.
template <CopiedBackwards It, Access access>
class NativeOperand<It, access> {
  using T = std::iter_value_t<It>;

 public:
  using iterator = std::conditional_t<access == Access::read, const T*, T*>;

  NativeOperand(MemoryKind, const Operand<It, access>& operand)
      : original_(operand.elements.last.base()),
        size_(operand.elements.size()),
        copy_(MemoryKind::host, static_cast<std::size_t>(size_) * sizeof(T))
  {
    if (access == Access::write || size_ == 0) return;
    if constexpr (std::is_pointer_v<Original>) {
      copy_bytes(begin(), original_, static_cast<std::size_t>(size_) * sizeof(T));
    } else {
      copy_blocking<Read>(original_, size_, begin());
    }
    std::reverse(begin(), begin() + size_);
  }

  Operand<iterator, access> operand() const noexcept { return {{begin(), begin() + size_}}; }

  /// Writes the results back.
  void finish()
  {
    if constexpr (access != Access::read) {
      if (size_ == 0) return;
      std::reverse(begin(), begin() + size_);
      if constexpr (std::is_pointer_v<Original>) {
        copy_bytes(original_, begin(), static_cast<std::size_t>(size_) * sizeof(T));
      } else {
        copy_blocking<Write>(original_, size_, begin());
      }
    }
  }

 private:
  using Original = reversed_iterator<It>;

  T* begin() const noexcept { return static_cast<T*>(copy_.address()); }

  Original original_;  // the element that comes last
  std::ptrdiff_t size_;
  Scratch copy_;
};

/// Calls \c run with operands, which it finishes.
template <class Run, class... Copy>
auto run_on_operands(Run& run, Copy&&... copy)
{
  if constexpr (std::is_void_v<decltype(run(copy.operand()...))>) {
    run(copy.operand()...);
    (copy.finish(), ...);
  } else {
    const auto result = run(copy.operand()...);
    (copy.finish(), ...);
    return result;
  }
}

/// Calls \c run with the operands; those of CopiedOperand are copied to memory of the given kind.
template <class Run, class... It, Access... access>
[[gnu::noinline]] auto run_on_copies(
    MemoryKind memory, Run run, const Operand<It, access>&... operands)
{
  return run_on_operands(run, NativeOperand<It, access>(memory, operands)...);
}

}  // namespace dash::detail
