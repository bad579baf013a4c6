#pragma once

/// \file
/// Copies of elements on other hosts, which exist while a step works on them.

#include <dash/Types.h>
#include <dash/detail/execution/Operand.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/Transfer.h>

#include <cstddef>
#include <iterator>
#include <tuple>
#include <type_traits>

namespace dash::detail {

/// Iterators whose elements are copied as a whole if steps cannot access them in place.
template <class It>
concept CopiedElements = GlobalIterator<It> && is_bytewise_copyable_v<std::iter_value_t<It>> &&
                         !is_atomic<std::iter_value_t<It>>::value;

/// An operand in the form that steps get: native pointers and other iterators are not changed.
template <class It, Access access>
class NativeOperand {
 public:
  explicit NativeOperand(const Operand<It, access>& operand) : operand_(operand) {}

  const Operand<It, access>& operand() const noexcept { return operand_; }
  void finish() {}

 private:
  Operand<It, access> operand_;
};

/// Elements of a container on any units: the step works on a copy in host memory.
template <CopiedElements It, Access access>
class NativeOperand<It, access> {
  using T = std::iter_value_t<It>;
  using Pointer = std::conditional_t<access == Access::read, const T*, T*>;

 public:
  explicit NativeOperand(const Operand<It, access>& operand)
      : original_(operand.elements),
        copy_(MemoryKind::host, static_cast<std::size_t>(original_.size()) * sizeof(T))
  {
    if (access != Access::write) copy_blocking<Read>(original_.first, original_.size(), begin());
  }

  Operand<Pointer, access> operand() const noexcept
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

/// Calls \c run with the operands; those of CopiedElements are copied.
template <class Run, class... It, Access... access>
[[gnu::noinline]] auto run_on_copies(Run run, const Operand<It, access>&... operands)
{
  std::tuple<NativeOperand<It, access>...> copies{NativeOperand<It, access>(operands)...};
  return std::apply(
      [&](auto&... copy) {
        if constexpr (std::is_void_v<decltype(run(copy.operand()...))>) {
          run(copy.operand()...);
          (copy.finish(), ...);
        } else {
          const auto result = run(copy.operand()...);
          (copy.finish(), ...);
          return result;
        }
      },
      copies);
}

}  // namespace dash::detail
