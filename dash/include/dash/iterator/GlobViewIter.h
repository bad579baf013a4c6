#pragma once

/// \file
/// Iterators over a box of a container's elements, in canonical order.

#include <dash/GlobPtr.h>
#include <dash/GlobRef.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/iterator/GlobIter.h>
#include <dash/iterator/RunIterator.h>
#include <dash/pattern/Section.h>

#include <cstddef>
#include <ostream>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

/// Elements of a section of a container: on all units, or in the calling unit's memory.
template <class T, class SectionType, class GlobMem>
struct SectionElements {
  using element_type = T;
  using section_type = SectionType;
  using index_type = typename SectionType::index_type;

  static constexpr bool is_local = std::is_same_v<
      SectionType,
      LocalSection<std::remove_cvref_t<decltype(std::declval<SectionType>().pattern())>>>;

  const GlobMem* globmem = nullptr;
  SectionType section{};
  /// If false, the section is the whole domain.
  bool is_section = false;

  index_type size() const { return section.size(); }

  typename std::remove_cvref_t<decltype(section.pattern())>::local_index_t locate(
      index_type pos) const
  {
    if (pos < size()) return section.locate(pos);
    if (size() == 0) return {team_unit_t{0}, pos};
    auto position = section.locate(size() - 1);
    position.index += pos - (size() - 1);
    return position;
  }

  MappedRun<T, index_type> run_at(index_type pos) const
  {
    const auto run = section.run_at(pos);
    auto* const base = reinterpret_cast<T*>(globmem->mapped_base(run.unit));
    return {base != nullptr ? base + run.local(pos) : nullptr, run.gbegin, run.gend};
  }

  dart_gptr_t gptr_at(index_type pos) const
  {
    if (globmem == nullptr) return DART_GPTR_NULL;
    const auto position = locate(pos);
    return globmem->gptr(position.unit, static_cast<std::size_t>(position.index) * sizeof(T));
  }

  /// Native address of an element of the calling unit, possibly in device memory.
  T* native_address(index_type pos) const
    requires is_local
  {
    return reinterpret_cast<T*>(globmem->local_base()) + locate(pos).index;
  }
};

template <class Reference>
struct ConstReference {
  using type = typename Reference::const_type;
};
template <class T>
struct ConstReference<T&> {
  using type = const T&;
};

}  // namespace detail

/// Random access iterator over a Cartesian section (a view) of a container's elements in canonical
/// order: row- or column-major according to the pattern, independent of its blocks.
///
/// Lifetime, cost and completion are those of \c GlobIter. With a LocalSection it iterates over the
/// calling unit's memory with native references, which on GPU units are for kernels and transfers
/// only.
template <
    class T, class Pattern, class GlobMem, class Pointer = GlobPtr<T, GlobMem>,
    class Reference = GlobRef<T>, class SectionType = detail::Section<Pattern>>
class GlobViewIter : public detail::RunIterator<
                         GlobViewIter<T, Pattern, GlobMem, Pointer, Reference, SectionType>,
                         detail::SectionElements<T, SectionType, GlobMem>, Reference> {
  using Elements = detail::SectionElements<T, SectionType, GlobMem>;
  using Base = detail::RunIterator<GlobViewIter, Elements, Reference>;

 public:
  using typename Base::difference_type;
  using typename Base::index_type;
  using typename Base::iterator_category;
  using typename Base::reference;
  using typename Base::value_type;
  using size_type = typename Pattern::size_type;
  using pointer = Pointer;
  using const_pointer = typename Pointer::template rebind<const T>;
  using const_reference = typename detail::ConstReference<Reference>::type;
  using local_type = T*;
  using const_local_type = const T*;
  using pattern_type = Pattern;
  using viewspec_type = typename Pattern::viewspec_type;
  using local_index_t = typename Pattern::local_index_t;
  using has_view = std::integral_constant<bool, true>;
  /// Whether all elements belong to the calling unit.
  using is_local_view = std::bool_constant<Elements::is_local>;

  GlobViewIter() = default;
  /// Iterates over the whole domain of \c pattern.
  GlobViewIter(const GlobMem* globmem, const Pattern& pattern, index_type rpos = 0)
      : Base(Elements{globmem, {pattern, viewspec_type(pattern.extents())}, false}, rpos)
  {}
  /// \param view  a box of the domain; for a LocalSection in local coordinates
  GlobViewIter(
      const GlobMem* globmem, const Pattern& pattern, const viewspec_type& view,
      index_type rpos = 0)
      : Base(Elements{globmem, {pattern, view}, true}, rpos)
  {}

  template <class U, class P, class R>
    requires(std::is_const_v<T> && std::is_same_v<const U, T> && !std::is_const_v<U>)
  GlobViewIter(const GlobViewIter<U, Pattern, GlobMem, P, R, SectionType>& other)
      : Base(
            Elements{
                other.elements().globmem, other.elements().section, other.elements().is_section},
            other.rpos())
  {}

  explicit operator pointer() const { return pointer(this->dart_gptr()); }
  explicit operator const_pointer() const
    requires(!std::is_same_v<pointer, const_pointer>)
  {
    return const_pointer(this->dart_gptr());
  }

  /// The view; for a box of local memory, its extents with the global coordinates of its first
  /// element.
  viewspec_type viewspec() const { return section().global_view(); }
  bool is_relative() const noexcept { return this->elements().is_section; }

  /// Position in the view.
  constexpr index_type rpos() const noexcept { return Base::pos(); }
  /// Position in the view plus the global index of the view's first element.
  index_type pos() const { return is_relative() ? rpos() + gpos_of(0) : rpos(); }
  /// Global linear index; at the end of the view, that of the last element plus 1.
  index_type gpos() const
  {
    const auto size = section().size();
    return rpos() < size || size == 0 ? gpos_of(rpos()) : gpos_of(size - 1) + (rpos() - size + 1);
  }

  /// Owner, and index in its memory.
  local_index_t lpos() const { return this->elements().locate(rpos()); }
  bool is_local() const { return lpos().unit == team().myid(); }
  /// Native address at the owner; nullptr on other units.
  local_type local() const
  {
    const auto position = lpos();
    if (position.unit != team().myid()) return nullptr;
    return reinterpret_cast<T*>(globmem().local_base()) + position.index;
  }

  /// Iterator over all elements of the container that refers to the same element.
  GlobIter<T, Pattern, GlobMem> global() const
  {
    return {this->elements().globmem, pattern(), gpos()};
  }

  const GlobMem& globmem() const noexcept { return *this->elements().globmem; }
  const Pattern& pattern() const noexcept { return section().pattern(); }
  Team& team() const { return pattern().team(); }
  static constexpr dim_t ndim() { return Pattern::ndim(); }

  /// The section of the view; in local coordinates if it is a section of local memory, otherwise in
  /// global ones.
  const SectionType& section() const noexcept { return this->elements().section; }

  /// Owner of the element, and the number of elements from it on that are contiguous there.
  detail::OwnedRun<index_type> owned_run() const
  {
    const auto run = section().run_at(rpos());
    return {run.unit, run.gend - rpos()};
  }

  /// Calls \c f for the runs of a unit; see GlobIter.
  template <class F>
  void for_each_run_at(team_unit_t unit, index_type n, F f) const
  {
    const index_type first = rpos();
    section().for_each_run_at(
        unit, first, first + n,
        [&](index_type lbegin, index_type size, index_type pos) { f(lbegin, size, pos - first); });
  }

  /// Sum of the positions of both in the view.
  friend index_type operator+(const GlobViewIter& lhs, const GlobViewIter& rhs) noexcept
  {
    return lhs.rpos() + rhs.rpos();
  }

 private:
  template <class, class, class, class, class, class>
  friend class GlobViewIter;

  index_type gpos_of(index_type rpos) const
  {
    return section().size() == 0 ? 0 : pattern().global_at(section().coords(rpos));
  }
};

/// Prints kind and positions.
template <class T, class Pattern, class GlobMem, class Pointer, class Reference, class SectionType>
std::ostream& operator<<(
    std::ostream& os, const GlobViewIter<T, Pattern, GlobMem, Pointer, Reference, SectionType>& it)
{
  return os << "dash::GlobViewIter(" << it.rpos() << ")";
}

/// Random access iterator over a box of the calling unit's memory.
template <class T, class Pattern, class GlobMem>
using LocalViewIter =
    GlobViewIter<T, Pattern, GlobMem, GlobPtr<T, GlobMem>, T&, detail::LocalSection<Pattern>>;

}  // namespace dash
