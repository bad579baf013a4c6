#pragma once

/// \file
/// Iterators over the elements of a container in the order of its pattern.

#include <dash/GlobPtr.h>
#include <dash/GlobRef.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/iterator/RunIterator.h>

#include <cstddef>
#include <ostream>
#include <type_traits>

namespace dash {

namespace detail {

/// Owner and local index of the element with global index \c pos; also defined for the index behind
/// the last element.
template <class Pattern>
typename Pattern::local_index_t locate(const Pattern& pattern, typename Pattern::index_type pos)
{
  using index_type = typename Pattern::index_type;
  const auto size = static_cast<index_type>(pattern.size());
  if (pos < size) return pattern.local(pos);
  if (size == 0) return {team_unit_t{0}, pos};
  auto position = pattern.local(static_cast<index_type>(size - 1));
  position.index += pos - (size - 1);
  return position;
}

/// The owner of an element, and the number of elements from it on that are contiguous there.
template <class Index>
struct OwnedRun {
  team_unit_t unit;
  Index size;
};

/// Elements of global memory in the linear order of a pattern.
template <class T, class Pattern, class GlobMem>
struct PatternElements {
  using element_type = T;
  using index_type = typename Pattern::index_type;

  const GlobMem* globmem = nullptr;
  const Pattern* pattern = nullptr;

  index_type size() const { return static_cast<index_type>(pattern->size()); }

  MappedRun<T, index_type> run_at(index_type pos) const
  {
    const auto run = pattern->run_at(pos);
    auto* const base = reinterpret_cast<T*>(globmem->mapped_base(run.unit));
    return {
        base != nullptr ? base + (run.lbegin + (pos - run.gbegin)) : nullptr, run.gbegin, run.gend};
  }

  dart_gptr_t gptr_at(index_type pos) const
  {
    if (globmem == nullptr) return DART_GPTR_NULL;
    const auto position = locate(*pattern, pos);
    return globmem->gptr(position.unit, static_cast<std::size_t>(position.index) * sizeof(T));
  }
};

}  // namespace detail

/// Random access iterator over the elements of a container in the linear index order of its
/// pattern.
///
/// It is trivially copyable. It refers to the container's pattern and memory, so it is valid only
/// as long as the container is neither moved nor deallocated, and only on the unit that made it.
/// Comparisons only consider positions. All operations are local calls; dereferencing returns a
/// blocking one-sided reference.
template <
    class T, class Pattern, class GlobMem, class Pointer = GlobPtr<T, GlobMem>,
    class Reference = GlobRef<T>>
class GlobIter : public detail::RunIterator<
                     GlobIter<T, Pattern, GlobMem, Pointer, Reference>,
                     detail::PatternElements<T, Pattern, GlobMem>, Reference> {
  using Elements = detail::PatternElements<T, Pattern, GlobMem>;
  using Base = detail::RunIterator<GlobIter, Elements, Reference>;

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
  using local_index_t = typename Pattern::local_index_t;
  using has_view = std::integral_constant<bool, false>;

  GlobIter() = default;
  GlobIter(const GlobMem* globmem, const Pattern& pattern, index_type pos = 0) noexcept
      : Base(Elements{globmem, &pattern}, pos)
  {}

  template <class U, class P, class R>
    requires(std::is_const_v<T> && std::is_same_v<const U, T> && !std::is_const_v<U>)
  GlobIter(const GlobIter<U, Pattern, GlobMem, P, R>& other) noexcept
      : Base(Elements{other.elements().globmem, other.elements().pattern}, other.pos())
  {}

  explicit operator pointer() const { return pointer(this->dart_gptr()); }
  explicit operator const_pointer() const
    requires(!std::is_same_v<pointer, const_pointer>)
  {
    return const_pointer(this->dart_gptr());
  }

  /// Global linear index.
  constexpr index_type gpos() const noexcept { return this->pos(); }

  /// Owner, and index in its memory. Behind the last element, the index is one more than that of
  /// the last element, at its owner.
  local_index_t lpos() const { return detail::locate(pattern(), this->pos()); }

  /// Whether the calling unit owns the element.
  bool is_local() const { return lpos().unit == team().myid(); }

  /// Native address at the owner; nullptr on other units.
  local_type local() const
  {
    if (this->elements().globmem == nullptr || !globmem().is_allocated()) return nullptr;
    const auto position = lpos();
    if (position.unit != team().myid()) return nullptr;
    return reinterpret_cast<T*>(globmem().local_base()) + position.index;
  }

  const GlobIter& global() const noexcept { return *this; }
  const GlobMem& globmem() const noexcept { return *this->elements().globmem; }
  const Pattern& pattern() const noexcept { return *this->elements().pattern; }
  Team& team() const { return pattern().team(); }
  static constexpr dim_t ndim() { return Pattern::ndim(); }

  /// Owner of the element, and the number of elements from it on that are contiguous there.
  detail::OwnedRun<index_type> owned_run() const
  {
    const auto run = pattern().run_at(this->pos());
    return {run.unit, run.gend - this->pos()};
  }

  /// Calls \c f(lbegin, size, offset) for a unit's runs among the \c n elements that begin here, in
  /// ascending order: the \c size elements from local index \c lbegin on are those from \c offset
  /// on.
  template <class F>
  void for_each_run_at(team_unit_t unit, index_type n, F f) const
  {
    const index_type first = this->pos();
    pattern().for_each_local_run(
        unit, first, first + n, [&](index_type lbegin, index_type size, index_type gbegin) {
          f(lbegin, size, gbegin - first);
        });
  }

 private:
  template <class, class, class, class, class>
  friend class GlobIter;
};

/// Prints kind and position.
template <class T, class Pattern, class GlobMem, class Pointer, class Reference>
std::ostream& operator<<(
    std::ostream& os, const GlobIter<T, Pattern, GlobMem, Pointer, Reference>& it)
{
  return os << "dash::GlobIter(" << it.pos() << ")";
}

}  // namespace dash
