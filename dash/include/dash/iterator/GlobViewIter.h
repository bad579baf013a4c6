#ifndef DASH__ITERATOR__GLOB_VIEW_ITER_H__INCLUDED
#define DASH__ITERATOR__GLOB_VIEW_ITER_H__INCLUDED

#include <dash/GlobPtr.h>
#include <dash/GlobRef.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/internal/RunIterator.h>
#include <dash/iterator/GlobIter.h>

#include <array>
#include <cstddef>
#include <ostream>
#include <type_traits>

namespace dash {

namespace internal {

/** Elements of a Cartesian section of a pattern's index domain, in the pattern's memory order. */
template <class T, class Pattern, class GlobMem>
struct ViewElements {
  using element_type = T;
  using index_type = typename Pattern::index_type;
  using viewspec_type = typename Pattern::viewspec_type;
  using coords_type = std::array<index_type, static_cast<std::size_t>(Pattern::ndim())>;

  const GlobMem* globmem = nullptr;
  const Pattern* pattern = nullptr;
  viewspec_type view{};
  /** False: the section is the whole domain. */
  bool is_section = false;

  index_type size() const { return static_cast<index_type>(view.size()); }

  /** Coordinates in the pattern's domain of position \c pos in the section. */
  coords_type coords(index_type pos) const
  {
    constexpr auto ndim = static_cast<std::size_t>(Pattern::ndim());
    coords_type coords{};
    for (std::size_t i = 0; i < ndim; ++i) {
      const auto d =
          static_cast<dim_t>(Pattern::memory_order() == ROW_MAJOR ? ndim - 1 - i : i);
      const auto extent = static_cast<index_type>(view.extent(d));
      coords[static_cast<std::size_t>(d)] = view.offset(d) + pos % extent;
      pos /= extent;
    }
    return coords;
  }

  typename Pattern::local_index_t locate(index_type pos) const
  {
    if (pos < size()) return pattern->local_index(coords(pos));
    if (size() == 0) return {team_unit_t{0}, pos};
    auto position = pattern->local_index(coords(size() - 1));
    position.index += pos - (size() - 1);
    return position;
  }

  MappedRun<T, index_type> run_at(index_type pos) const
  {
    const auto position = locate(pos);
    auto* const base = reinterpret_cast<T*>(globmem->mapped_base(position.unit));
    return {base != nullptr ? base + position.index : nullptr, pos, pos + 1};
  }

  dart_gptr_t gptr_at(index_type pos) const
  {
    if (globmem == nullptr) return DART_GPTR_NULL;
    const auto position = locate(pos);
    return globmem->gptr(position.unit, static_cast<std::size_t>(position.index) * sizeof(T));
  }
};

}  // namespace internal

/**
 * Random access iterator over a Cartesian section (a view) of a container's elements.
 *
 * Lifetime, cost and completion are those of \c GlobIter.
 */
template <
    class T, class Pattern, class GlobMem, class Pointer = GlobPtr<T, GlobMem>,
    class Reference = GlobRef<T>>
class GlobViewIter
  : public internal::RunIterator<
        GlobViewIter<T, Pattern, GlobMem, Pointer, Reference>,
        internal::ViewElements<T, Pattern, GlobMem>, Reference> {
  using Elements = internal::ViewElements<T, Pattern, GlobMem>;
  using Base = internal::RunIterator<GlobViewIter, Elements, Reference>;

 public:
  using typename Base::difference_type;
  using typename Base::index_type;
  using typename Base::iterator_category;
  using typename Base::reference;
  using typename Base::value_type;
  using size_type = typename Pattern::size_type;
  using pointer = Pointer;
  using const_pointer = typename Pointer::template rebind<const T>;
  using const_reference = typename Reference::const_type;
  using local_type = T*;
  using const_local_type = const T*;
  using pattern_type = Pattern;
  using viewspec_type = typename Pattern::viewspec_type;
  using local_index_t = typename Pattern::local_index_t;
  using has_view = std::integral_constant<bool, true>;

  GlobViewIter() = default;
  /** Over the whole domain of \c pattern. */
  GlobViewIter(const GlobMem* globmem, const Pattern& pattern, index_type rpos = 0)
    : Base(Elements{globmem, &pattern, whole_domain(pattern), false}, rpos)
  {}
  GlobViewIter(
      const GlobMem* globmem, const Pattern& pattern, const viewspec_type& view,
      index_type rpos = 0)
    : Base(Elements{globmem, &pattern, view, true}, rpos)
  {}

  template <class U, class P, class R>
    requires(std::is_const_v<T> && std::is_same_v<const U, T> && !std::is_const_v<U>)
  GlobViewIter(const GlobViewIter<U, Pattern, GlobMem, P, R>& other)
    : Base(
          Elements{
              other.elements().globmem, other.elements().pattern, other.elements().view,
              other.elements().is_section},
          other.rpos())
  {}

  explicit operator pointer() const { return pointer(this->dart_gptr()); }
  explicit operator const_pointer() const
    requires(!std::is_same_v<pointer, const_pointer>)
  {
    return const_pointer(this->dart_gptr());
  }

  viewspec_type viewspec() const { return this->elements().view; }
  bool is_relative() const noexcept { return this->elements().is_section; }

  /** Position in the view. */
  constexpr index_type rpos() const noexcept { return Base::pos(); }
  /** Position in the view plus the global index of the view's first element. */
  index_type pos() const { return is_relative() ? rpos() + gpos_of(0) : rpos(); }
  /** Global linear index; at the end of the view one past that of its last element. */
  index_type gpos() const
  {
    const auto size = this->elements().size();
    return rpos() < size || size == 0 ? gpos_of(rpos()) : gpos_of(size - 1) + (rpos() - size + 1);
  }

  /** Owner and index in its memory. */
  local_index_t lpos() const { return this->elements().locate(rpos()); }
  bool is_local() const { return lpos().unit == team().myid(); }
  /** Native address at the owner, nullptr elsewhere. */
  local_type local() const
  {
    const auto position = lpos();
    if (position.unit != team().myid()) return nullptr;
    return reinterpret_cast<T*>(globmem().local_base()) + position.index;
  }

  /** Iterator at the same element over all elements of the container. */
  GlobIter<T, Pattern, GlobMem, Pointer, Reference> global() const
  {
    return {this->elements().globmem, pattern(), gpos()};
  }

  const GlobMem& globmem() const noexcept { return *this->elements().globmem; }
  const Pattern& pattern() const noexcept { return *this->elements().pattern; }
  Team& team() const { return pattern().team(); }
  static constexpr dim_t ndim() { return Pattern::ndim(); }

  /** Sum of the positions in the view. */
  friend index_type operator+(const GlobViewIter& lhs, const GlobViewIter& rhs) noexcept
  {
    return lhs.rpos() + rhs.rpos();
  }

 private:
  template <class, class, class, class, class>
  friend class GlobViewIter;

  static viewspec_type whole_domain(const Pattern& pattern)
  {
    return viewspec_type(pattern.extents());
  }

  index_type gpos_of(index_type rpos) const
  {
    if (this->elements().size() == 0) return 0;
    return pattern().global_at(this->elements().coords(rpos));
  }
};

/** Prints kind and positions. */
template <class T, class Pattern, class GlobMem, class Pointer, class Reference>
std::ostream& operator<<(
    std::ostream& os, const GlobViewIter<T, Pattern, GlobMem, Pointer, Reference>& it)
{
  return os << "dash::GlobViewIter(" << it.rpos() << ")";
}

}  // namespace dash

#endif  // DASH__ITERATOR__GLOB_VIEW_ITER_H__INCLUDED
