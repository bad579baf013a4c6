#pragma once

/// \file
/// The addresses of a box of the calling unit's elements.

#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/pattern/Box.h>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace dash::detail {

/// Distance between elements. It is a type of its own: assignments to elements of an integer type
/// do not change distances, which the compiler can therefore keep in registers.
template <class Index>
struct ElementStride {
  enum class Value : Index {};
};

/// The address of the first element of a box and the distances between elements, so that access
/// costs what it costs by a native pointer. If memory is stored tile by tile, only boxes inside a
/// tile have such distances.
///
/// Functions are always inlined, and loops over dimensions are unrolled: a part of a matrix that
/// exists only until its element is accessed, as in m.local[i][j], then vanishes from the program.
///
/// \tparam K  number of dimensions that remain
template <class T, std::size_t K, class Pattern>
class LocalElements {
  static constexpr std::size_t N = static_cast<std::size_t>(Pattern::ndim());
  using Index = typename Pattern::index_type;
  using Stride = typename ElementStride<Index>::Value;
  using Dimensions = std::make_index_sequence<K>;

  static constexpr std::size_t fastest = dimension_at_pace<Pattern::memory_order(), N>(N - 1);

 public:
  /// Whether all boxes have such distances.
  static constexpr bool always_strided = N == 1 || Pattern::layout_properties::canonical;

  /// These are elements of no matrix.
  LocalElements() = default;

  /// The elements of a box.
  /// \param memory      the calling unit's memory
  /// \param dimensions  those that remain
  template <class View, class DimensionNumbers>
  LocalElements(
      T* memory, const Pattern& pattern, const View& box, const DimensionNumbers& dimensions)
      : first_(memory)
  {
    if (box.size() == 0) return;
    const auto patch = pattern.local_patch_at(box.offsets());
    if (!always_strided && intersection(box, patch.box) != box) {
      is_strided_ = false;
      return;
    }
    first_ += patch.local(box.offsets());
    for (std::size_t k = 0; k < K; ++k) {
      strides_[k] = Stride{patch.strides[static_cast<std::size_t>(dimensions[k])]};
    }
  }

  /// The same elements as constants.
  [[gnu::always_inline]] operator LocalElements<const T, K, Pattern>() const
    requires(!std::is_const_v<T>)
  {
    return {first_, strides_, is_strided_};
  }

  /// Whether the elements have constant distances.
  [[gnu::always_inline]] bool is_strided() const { return always_strided || is_strided_; }

  /// The address of the first element, if the elements have constant distances.
  T* first() const { return first_; }

  /// Distance between adjacent elements in the k-th of the dimensions that remain.
  template <std::size_t k>
  [[gnu::always_inline]] Index stride() const
  {
    // Only in a view with all dimensions it is known which one this is.
    if constexpr (K == N && k == fastest) return 1;
    return static_cast<Index>(strides_[k]);
  }

  /// The element at coordinates relative to the first one.
  [[gnu::always_inline]] T& operator()(const std::array<Index, K>& coords) const
  {
    return *address_of(coords, Dimensions());
  }

  /// The elements with coordinate \c n in the first of the dimensions.
  [[gnu::always_inline]] LocalElements<T, K - 1, Pattern> first_fixed(Index n) const
    requires(K > 1)
  {
    return without_first(n, std::make_index_sequence<K - 1>());
  }

  /// The elements with coordinate \c n in the k-th of the dimensions.
  LocalElements<T, K - 1, Pattern> fixed(std::size_t k, Index n) const
    requires(K > 1)
  {
    LocalElements<T, K - 1, Pattern> others;
    others.first_ = first_ + n * static_cast<Index>(strides_[k]);
    others.is_strided_ = is_strided_;
    for (std::size_t i = 0; i + 1 < K; ++i) others.strides_[i] = strides_[i < k ? i : i + 1];
    return others;
  }

 private:
  template <class, std::size_t, class>
  friend class LocalElements;

  [[gnu::always_inline]] LocalElements(
      T* first, const std::array<Stride, K>& strides, bool is_strided)
      : first_(first),
        strides_(strides),
        is_strided_(is_strided)
  {}

  template <std::size_t... k>
  [[gnu::always_inline]] T* address_of(
      const std::array<Index, K>& coords, std::index_sequence<k...>) const
  {
    T* address = first_;
    ((address += coords[k] * stride<k>()), ...);
    return address;
  }

  template <std::size_t... k>
  [[gnu::always_inline]] LocalElements<T, K - 1, Pattern> without_first(
      Index n, std::index_sequence<k...>) const
  {
    return {
        first_ + n * stride<0>(), std::array<Stride, K - 1>{{Stride{stride<k + 1>()}...}},
        is_strided_};
  }

  T* first_ = nullptr;
  std::array<Stride, K> strides_{};
  bool is_strided_ = true;
};

/// Takes the place of LocalElements in views of global elements, which the pattern finds.
class NoLocalElements {
 public:
  NoLocalElements() = default;
  template <class... Args>
  constexpr explicit NoLocalElements(const Args&...) noexcept
  {}

  template <class Index>
  [[gnu::always_inline]] constexpr NoLocalElements first_fixed(Index) const noexcept
  {
    return {};
  }
  template <class Index>
  constexpr NoLocalElements fixed(std::size_t, Index) const noexcept
  {
    return {};
  }
};

}  // namespace dash::detail
