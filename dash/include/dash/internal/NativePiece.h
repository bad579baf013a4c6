/**
 * \file dash/internal/NativePiece.h
 * Copies of elements that lie on other hosts, for as long as a step works on them.
 */
#ifndef DASH__INTERNAL__NATIVE_PIECE_H__INCLUDED
#define DASH__INTERNAL__NATIVE_PIECE_H__INCLUDED

#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/internal/Access.h>
#include <dash/internal/LocalParts.h>
#include <dash/internal/Scratch.h>

#include <cstddef>
#include <iterator>
#include <tuple>
#include <type_traits>

namespace dash::internal {

/** Iterators whose elements are copied at once where steps do not reach them in place. */
template <class It>
concept CopiedElements =
    GlobalIterator<It> && std::is_trivially_copyable_v<std::iter_value_t<It>> &&
    !is_atomic<std::iter_value_t<It>>::value;

/** A piece as steps get it: native pointers and other iterators stay as they are. */
template <class It, Access access>
class NativePiece {
 public:
  explicit NativePiece(const Piece<It, access>& piece) : _piece(piece) {}

  const Piece<It, access>& piece() const noexcept { return _piece; }
  void finish() {}

 private:
  Piece<It, access> _piece;
};

/** Elements of a container, on whichever units: a step works on a copy in host memory. */
template <CopiedElements It, Access access>
class NativePiece<It, access> {
  using T = std::iter_value_t<It>;
  using Pointer = std::conditional_t<access == Access::read, const T*, T*>;

 public:
  explicit NativePiece(const Piece<It, access>& piece)
    : _original(piece.elements)
    , _copy(Memory::host, static_cast<std::size_t>(_original.size()) * sizeof(T))
  {
    if (access != Access::write) copy_blocking<Read>(_original.first, _original.size(), begin());
  }

  Piece<Pointer, access> piece() const noexcept
  {
    return {{begin(), begin() + _original.size()}};
  }

  /** Results go where they belong. */
  void finish()
  {
    if constexpr (access != Access::read) {
      copy_blocking<Write>(_original.first, _original.size(), begin());
    }
  }

 private:
  T* begin() const noexcept { return static_cast<T*>(_copy.address()); }

  Elements<It> _original;
  Scratch _copy;
};

/** Calls \c run with the pieces, those of CopiedElements copied. */
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

}  // namespace dash::internal

#endif  // DASH__INTERNAL__NATIVE_PIECE_H__INCLUDED
