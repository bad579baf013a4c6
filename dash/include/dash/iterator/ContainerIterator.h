#pragma once

/// \file
/// The common part of iterators over the elements of containers, for any order.

#include <dash/GlobPtr.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/base/GoesOn.h>
#include <dash/iterator/RunIterator.h>
#include <dash/pattern/PatternRun.h>

#include <cstddef>
#include <type_traits>

namespace dash {

/// The owner of an element, and the number of elements from it on that are contiguous there.
template <class Index>
struct OwnedRun {
  team_unit_t unit;
  Index size;
};

/// The elements of a domain of a container: the sequence over which a ContainerIterator iterates.
///
/// \tparam Domain  \c Section, or \c LinearDomain for all elements in the order of the pattern
template <class T, class GlobMem, class Domain>
struct ContainerElements {
  using element_type = T;
  using index_type = typename Domain::index_type;

  const GlobMem* globmem = nullptr;
  Domain domain{};

  friend bool operator==(const ContainerElements& lhs, const ContainerElements& rhs) = default;

  index_type size() const { return domain.size(); }

  MappedRun<T, index_type> run_at(index_type pos) const
  {
    const auto run = domain.run_at(pos);
    auto* const base = reinterpret_cast<T*>(globmem->mapped_base(run.unit));
    return {base != nullptr ? base + run.local(pos) : nullptr, run.gbegin, run.gend};
  }

  dart_gptr_t gptr_at(index_type pos) const
  {
    if (globmem == nullptr) return DART_GPTR_NULL;
    const auto position = domain.locate(pos);
    return globmem->gptr(position.unit, static_cast<std::size_t>(position.index) * sizeof(T));
  }

  /// Address of an element of the calling unit. It may be device memory.
  T* native_address(index_type pos) const
    requires Domain::is_local
  {
    return reinterpret_cast<T*>(globmem->local_base()) + domain.index(pos);
  }
};

/// Random access iterator over the elements of a domain of a container.
///
/// Trivially copyable. It refers to the container's pattern and memory, so it is valid as long as
/// the container is neither moved nor deallocated, and only on the unit that created it. Comparison
/// considers positions only. All operations are local calls.
///
/// \tparam Derived  the iterator class
/// \tparam Domain   see \c ContainerElements
template <class Derived, class T, class GlobMem, class Domain, class Pointer, class Reference>
class ContainerIterator
    : public RunIterator<Derived, ContainerElements<T, GlobMem, Domain>, Reference> {
  using Elements = ContainerElements<T, GlobMem, Domain>;
  using Base = RunIterator<Derived, Elements, Reference>;

 public:
  using typename Base::index_type;
  using pattern_type = typename Domain::pattern_type;
  using size_type = typename pattern_type::size_type;
  using local_index_t = typename pattern_type::local_index_t;
  using pointer = Pointer;
  using const_pointer = typename Pointer::template rebind<const T>;
  using local_type = T*;
  using const_local_type = const T*;

  ContainerIterator() = default;
  ContainerIterator(const GlobMem* globmem, const Domain& domain, index_type pos) noexcept
      : Base(Elements{globmem, domain}, pos)
  {}

  explicit operator pointer() const { return pointer(this->dart_gptr()); }
  explicit operator const_pointer() const
    requires(!std::is_same_v<pointer, const_pointer>)
  {
    return const_pointer(this->dart_gptr());
  }

  /// Owner of the element and its index in the owner's memory. At the end it is one past the last
  /// element, at its owner.
  local_index_t lpos() const { return domain().locate(Base::pos()); }

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

  const GlobMem& globmem() const noexcept { return *this->elements().globmem; }
  const pattern_type& pattern() const noexcept { return domain().pattern(); }
  Team& team() const { return pattern().team(); }
  static constexpr dim_t ndim() { return pattern_type::ndim(); }

  /// Owner of the element, and the number of elements from it on that are contiguous there.
  OwnedRun<index_type> owned_run() const
  {
    const auto run = domain().run_at(Base::pos());
    return {run.unit, run.gend - Base::pos()};
  }

  /// Calls \c f(lbegin, size, offset) for a unit's runs among the \c n elements that begin here, in
  /// ascending order, until it returns false: the \c size elements from local index \c lbegin on
  /// are those from \c offset on. \return whether it never returned false
  template <class F>
  bool for_each_run_at(team_unit_t unit, index_type n, F f) const
  {
    const index_type first = Base::pos();
    return domain().for_each_run_at(
        unit, first, first + n, [&](index_type lbegin, index_type size, index_type pos) {
          return detail::goes_on(f, lbegin, size, pos - first);
        });
  }

  /// The same for the lines of these runs (DealtLine), by offsets.
  template <class F>
  bool for_each_line_at(team_unit_t unit, index_type n, F f) const
  {
    const index_type first = Base::pos();
    return domain().for_each_line_at(unit, first, first + n, [&](DealtLine<index_type> line) {
      line.begin -= first;
      return detail::goes_on(f, line);
    });
  }

 protected:
  /// The elements and their order.
  const Domain& domain() const noexcept { return this->elements().domain; }
};

}  // namespace dash
