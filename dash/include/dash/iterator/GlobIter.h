#pragma once

/// \file
/// Iterators over the elements of a container in the order of its pattern.

#include <dash/GlobPtr.h>
#include <dash/GlobRef.h>
#include <dash/Types.h>
#include <dash/iterator/ContainerIterator.h>
#include <dash/pattern/PatternRun.h>

#include <ostream>
#include <type_traits>

namespace dash {

/// All elements of a pattern in its linear order. Positions are global indices.
template <class Pattern>
class LinearDomain {
 public:
  using pattern_type = Pattern;
  using index_type = typename Pattern::index_type;
  using local_index_t = typename Pattern::local_index_t;

  static constexpr bool is_local = false;

  LinearDomain() = default;
  explicit LinearDomain(const Pattern& pattern) noexcept : pattern_(&pattern) {}

  friend bool operator==(const LinearDomain& lhs, const LinearDomain& rhs) = default;

  const Pattern& pattern() const noexcept { return *pattern_; }
  index_type size() const { return static_cast<index_type>(pattern_->size()); }

  /// Owner and local index of the element at a position. At the end it is one past the last
  /// element, at its owner.
  local_index_t locate(index_type pos) const
  {
    const index_type n = size();
    if (pos < n) return pattern_->local(pos);
    if (n == 0) return {team_unit_t{0}, pos};
    local_index_t last = pattern_->local(static_cast<index_type>(n - 1));
    last.index += pos - (n - 1);
    return last;
  }

  /// The run that contains a position.
  PatternRun<index_type> run_at(index_type pos) const { return pattern_->run_at(pos); }

  /// Calls \c f(lbegin, n, position) for the runs of positions [first, last) that belong to a unit,
  /// in ascending order, until it returns false. \return whether it never did
  template <class F>
  bool for_each_run_at(team_unit_t unit, index_type first, index_type last, F f) const
  {
    return pattern_->for_each_local_run(unit, first, last, f);
  }

  /// The same for the lines of these runs (DealtLine), by positions.
  template <class F>
  bool for_each_line_at(team_unit_t unit, index_type first, index_type last, F f) const
  {
    return pattern_->for_each_local_line(unit, first, last, f);
  }

 private:
  const Pattern* pattern_ = nullptr;
};

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
class GlobIter : public ContainerIterator<
                     GlobIter<T, Pattern, GlobMem, Pointer, Reference>, T, GlobMem,
                     LinearDomain<Pattern>, Pointer, Reference> {
  using Base = ContainerIterator<GlobIter, T, GlobMem, LinearDomain<Pattern>, Pointer, Reference>;

 public:
  using typename Base::index_type;
  using const_reference = typename Reference::const_type;
  using has_view = std::integral_constant<bool, false>;

  GlobIter() = default;
  GlobIter(const GlobMem* globmem, const Pattern& pattern, index_type pos = 0) noexcept
      : Base(globmem, LinearDomain<Pattern>(pattern), pos)
  {}

  template <class U, class P, class R>
    requires(std::is_const_v<T> && std::is_same_v<const U, T> && !std::is_const_v<U>)
  GlobIter(const GlobIter<U, Pattern, GlobMem, P, R>& other) noexcept
      : Base(other.elements().globmem, other.elements().domain, other.pos())
  {}

  /// Global linear index.
  constexpr index_type gpos() const noexcept { return this->pos(); }

  const GlobIter& global() const noexcept { return *this; }

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
