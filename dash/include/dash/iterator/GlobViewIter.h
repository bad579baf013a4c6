#pragma once

/// \file
/// Iterators over a box of a container's elements, in canonical order.

#include <dash/GlobPtr.h>
#include <dash/GlobRef.h>
#include <dash/Types.h>
#include <dash/iterator/ContainerIterator.h>
#include <dash/iterator/GlobIter.h>
#include <dash/pattern/Section.h>

#include <ostream>
#include <type_traits>

namespace dash {

namespace detail {

template <class Reference>
struct ConstReference {
  using type = typename Reference::const_type;
};
template <class T>
struct ConstReference<T&> {
  using type = const T&;
};

}  // namespace detail

/// Reference to an element of a section; native if all elements belong to the calling unit.
template <class T, IndexSpace Space>
using SectionReference = std::conditional_t<Space == IndexSpace::local, T&, GlobRef<T>>;

/// Random access iterator over a section (a view) of a container's elements in canonical order:
/// row- or column-major according to the pattern, independent of its blocks.
///
/// Lifetime, cost and completion are those of \c GlobIter. In the local index space it iterates
/// over the calling unit's memory with native references, which on GPU units are for kernels and
/// transfers only.
template <
    class T, class Pattern, class GlobMem, class Pointer = GlobPtr<T, GlobMem>,
    class Reference = GlobRef<T>, IndexSpace Space = IndexSpace::global>
class GlobViewIter : public ContainerIterator<
                         GlobViewIter<T, Pattern, GlobMem, Pointer, Reference, Space>, T, GlobMem,
                         Section<Pattern, Space>, Pointer, Reference> {
  using Base =
      ContainerIterator<GlobViewIter, T, GlobMem, Section<Pattern, Space>, Pointer, Reference>;

 public:
  using typename Base::index_type;
  using const_reference = typename detail::ConstReference<Reference>::type;
  using viewspec_type = typename Pattern::viewspec_type;
  using section_type = Section<Pattern, Space>;
  using has_view = std::integral_constant<bool, true>;
  /// Whether all elements belong to the calling unit.
  using is_local_view = std::bool_constant<section_type::is_local>;

  GlobViewIter() = default;
  /// Iterates over the whole domain of \c pattern.
  GlobViewIter(const GlobMem* globmem, const Pattern& pattern, index_type rpos = 0)
      : Base(globmem, section_type(pattern), rpos)
  {}
  /// \param view  a box of the domain; in the local index space in local coordinates
  GlobViewIter(
      const GlobMem* globmem, const Pattern& pattern, const viewspec_type& view,
      index_type rpos = 0)
      : Base(globmem, section_type(pattern, view), rpos)
  {}
  GlobViewIter(const GlobMem* globmem, const section_type& section, index_type rpos = 0)
      : Base(globmem, section, rpos)
  {}

  template <class U, class P, class R>
    requires(std::is_const_v<T> && std::is_same_v<const U, T> && !std::is_const_v<U>)
  GlobViewIter(const GlobViewIter<U, Pattern, GlobMem, P, R, Space>& other)
      : Base(other.elements().globmem, other.section(), other.rpos())
  {}

  /// The elements of the view.
  const section_type& section() const noexcept { return this->domain(); }
  /// The view; for a box of local memory, its extents with the global coordinates of its first
  /// element.
  viewspec_type viewspec() const { return section().global_box(); }
  /// Whether the view is a part of the container.
  bool is_relative() const { return section() != section_type(this->pattern()); }

  /// Position in the view.
  constexpr index_type rpos() const noexcept { return Base::pos(); }
  /// Position in the view plus the global index of the view's first element.
  index_type pos() const { return rpos() + section().global_index(0); }
  /// Global linear index; at the end of the view, that of the last element plus 1.
  index_type gpos() const { return section().global_index(rpos()); }

  /// Iterator over all elements of the container that refers to the same element.
  GlobIter<T, Pattern, GlobMem> global() const
  {
    return {this->elements().globmem, this->pattern(), gpos()};
  }

  /// Sum of the positions of both in the view.
  friend index_type operator+(const GlobViewIter& lhs, const GlobViewIter& rhs) noexcept
  {
    return lhs.rpos() + rhs.rpos();
  }

 private:
  template <class, class, class, class, class, IndexSpace>
  friend class GlobViewIter;
};

/// Prints kind and positions.
template <class T, class Pattern, class GlobMem, class Pointer, class Reference, IndexSpace Space>
std::ostream& operator<<(
    std::ostream& os, const GlobViewIter<T, Pattern, GlobMem, Pointer, Reference, Space>& it)
{
  return os << "dash::GlobViewIter(" << it.rpos() << ")";
}

/// Random access iterator over a section: by native references in the local index space.
template <class T, class Pattern, class GlobMem, IndexSpace Space>
using SectionIterator =
    GlobViewIter<T, Pattern, GlobMem, GlobPtr<T, GlobMem>, SectionReference<T, Space>, Space>;

/// Random access iterator over a box of the calling unit's memory.
template <class T, class Pattern, class GlobMem>
using LocalViewIter = SectionIterator<T, Pattern, GlobMem, IndexSpace::local>;

}  // namespace dash
