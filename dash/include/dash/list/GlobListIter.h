/**
 * \file dash/list/GlobListIter.h
 * Iterators over the elements of a list.
 */
#ifndef DASH__LIST__GLOB_LIST_ITER_H__INCLUDED
#define DASH__LIST__GLOB_LIST_ITER_H__INCLUDED

#include <dash/GlobRef.h>
#include <dash/Types.h>
#include <dash/internal/RunIterator.h>
#include <dash/memory/GlobHeapPtr.h>

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <type_traits>

namespace dash {

namespace internal {

/** The nodes of all units' parts of a list, in unit order. */
template <class Node, class List>
struct ListElements {
  using element_type = Node;
  using index_type = typename List::index_type;

  struct Position {
    team_unit_t unit;
    index_type index;
  };

  const List* list = nullptr;

  index_type size() const { return static_cast<index_type>(list->size()); }

  /** Behind the last element: one past it, at the last unit. */
  Position locate(index_type pos) const
  {
    const team_unit_t last{static_cast<dart_unit_t>(list->team().size()) - 1};
    team_unit_t unit{0};
    for (; unit < last && pos >= part_size(unit); ++unit) pos -= part_size(unit);
    return {unit, pos};
  }

  /** A part has memory behind its elements, so runs end with whichever ends first. */
  MappedRun<Node, index_type> run_at(index_type pos) const
  {
    const auto [unit, index] = locate(pos);
    const auto& bucket = bucket_at(list->globmem().buckets(unit), index);
    const auto begin = static_cast<index_type>(bucket.begin);
    const auto end = std::min(begin + static_cast<index_type>(bucket.size), part_size(unit));
    return {
        bucket.first != nullptr ? bucket.first + (index - begin) : nullptr, pos - (index - begin),
        pos + (end - index)};
  }

  dart_gptr_t gptr_at(index_type pos) const
  {
    const auto [unit, index] = locate(pos);
    const auto& part = list->globmem().buckets(unit);
    if (part.empty()) return DART_GPTR_NULL;
    const auto& bucket = bucket_at(part, index);
    auto gptr = bucket.gptr;
    gptr.addr_or_offs.offset += (static_cast<std::size_t>(index) - bucket.begin) * sizeof(Node);
    return gptr;
  }

 private:
  index_type part_size(team_unit_t unit) const
  {
    return static_cast<index_type>(list->local_size(unit));
  }
};

}  // namespace internal

/**
 * Random access iterator over the nodes of a list, unit by unit. Dereferencing gives a global
 * reference to the node, <tt>(*it).member(&ListNode<T>::value)</tt> one to the element. Positions
 * behind a change shift. Local calls.
 */
template <class Node, class List>
class GlobListIter
  : public internal::RunIterator<
        GlobListIter<Node, List>, internal::ListElements<Node, List>, GlobRef<Node>> {
  using Elements = internal::ListElements<Node, List>;
  using Base = internal::RunIterator<GlobListIter, Elements, GlobRef<Node>>;

 public:
  using typename Base::index_type;
  using pointer = GlobListIter;
  using local_type = Node*;
  using local_index_t = typename Elements::Position;

  GlobListIter() = default;
  GlobListIter(const List* list, index_type pos) noexcept : Base(Elements{list}, pos) {}

  template <class Other>
    requires(std::is_const_v<Node> && std::is_same_v<const Other, Node>)
  GlobListIter(const GlobListIter<Other, List>& other) noexcept
    : Base(Elements{other.elements().list}, other.pos())
  {}

  constexpr index_type gpos() const noexcept { return this->pos(); }
  /** Owner and index in its part. */
  local_index_t lpos() const { return this->elements().locate(this->pos()); }
  bool is_local() const { return lpos().unit == this->elements().list->team().myid(); }
  /** Native address at the owner, nullptr elsewhere and behind the last element. */
  local_type local() const { return is_local() ? this->contiguous().first : nullptr; }

 private:
  template <class, class>
  friend class GlobListIter;
};

/** Elements from \c first to \c last. */
template <class Node, class List>
typename List::index_type distance(
    const GlobListIter<Node, List>& first, const GlobListIter<Node, List>& last)
{
  return last - first;
}

template <class Node, class List>
std::ostream& operator<<(std::ostream& os, const GlobListIter<Node, List>& it)
{
  return os << "dash::GlobListIter(" << it.pos() << ")";
}

}  // namespace dash

#endif  // DASH__LIST__GLOB_LIST_ITER_H__INCLUDED
