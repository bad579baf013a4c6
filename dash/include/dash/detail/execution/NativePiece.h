#pragma once

/// \file
/// Copies of elements that lie on other hosts, for as long as a step works on them.

#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/detail/memory/Access.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/LocalParts.h>

#include <cstddef>
#include <iterator>
#include <tuple>
#include <type_traits>

namespace dash::detail {

/// Iterators whose elements are copied at once where steps do not reach them in place.
template <class It>
concept CopiedElements =
    GlobalIterator<It> && std::is_trivially_copyable_v<std::iter_value_t<It>> &&
    !is_atomic<std::iter_value_t<It>>::value;

/// A piece as steps get it: native pointers and other iterators stay as they are.
template <class It, Access access>
class NativePiece {
 public:
  explicit NativePiece(const Piece<It, access>& piece) : piece_(piece) {}

  const Piece<It, access>& piece() const noexcept { return piece_; }
  void finish() {}

 private:
  Piece<It, access> piece_;
};

/// Elements of a container, on whichever units: a step works on a copy in host memory.
template <CopiedElements It, Access access>
class NativePiece<It, access> {
  using T = std::iter_value_t<It>;
  using Pointer = std::conditional_t<access == Access::read, const T*, T*>;

 public:
  explicit NativePiece(const Piece<It, access>& piece)
      : original_(piece.elements),
        copy_(Memory::host, static_cast<std::size_t>(original_.size()) * sizeof(T))
  {
    if (access != Access::write) copy_blocking<Read>(original_.first, original_.size(), begin());
  }

  Piece<Pointer, access> piece() const noexcept { return {{begin(), begin() + original_.size()}}; }

  /// Results go where they belong.
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

/// Calls \c run with the pieces, those of CopiedElements copied.
template <class Run, class... It, Access... access>
[[gnu::noinline]] auto run_on_copies(Run run, const Piece<It, access>&... pieces)
{
  std::tuple<NativePiece<It, access>...> copies{NativePiece<It, access>(pieces)...};
  return std::apply(
      [&](auto&... copy) {
        if constexpr (std::is_void_v<decltype(run(copy.piece()...))>) {
          run(copy.piece()...);
          (copy.finish(), ...);
        } else {
          const auto result = run(copy.piece()...);
          (copy.finish(), ...);
          return result;
        }
      },
      copies);
}

}  // namespace dash::detail
