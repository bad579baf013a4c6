#pragma once

/// \file
/// dash::Coarray, one array of equal shape on each unit, as in Fortran.

#include <dash/Atomic.h>
#include <dash/Coevent.h>
#include <dash/DistributedContainer.h>
#include <dash/Exception.h>
#include <dash/GlobPtr.h>
#include <dash/GlobRef.h>
#include <dash/Init.h>
#include <dash/Iterator.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/coarray/CoarrayView.h>
#include <dash/coarray/SyncImages.h>
#include <dash/detail/team/RequireTeam.h>
#include <dash/memory/GlobStaticMem.h>
#include <dash/memory/HostSpace.h>
#include <dash/pattern/BlockPattern.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

template <class Array, std::size_t... Dimensions>
constexpr auto array_extents(std::index_sequence<Dimensions...>)
{
  return std::array<std::size_t, sizeof...(Dimensions)>{std::extent_v<Array, Dimensions>...};
}

}  // namespace detail

/// One copy of \c T on each unit of a team: \c x is the calling unit's copy, \c x(unit) that of any
/// unit.
///
/// \code
///   dash::Coarray<int> x(0);           dash::Coarray<int[10][20]> y;
///   x(neighbour) = 42;                 y(neighbour)[2][3] = 42;
///   x.sync_all();                      y.sync_all();
///   if (x == 42) …                     int mine = y[2][3];
/// \endcode
///
/// Access to another unit's copy is one-sided, blocking and complete on return. Copies are not
/// initialised unless a value is given. Constructors (while DASH is running), \c allocate,
/// \c deallocate, \c barrier, move assignment and destruction are collective over the team; all
/// other functions are local. When the coarray is moved, views and iterators become invalid.
///
/// \tparam T  a trivially copyable type, \c Atomic, or an array of these; for an array
///   <tt>U[][N]</tt> the first extent is given at run time
/// \tparam Arr  order of an array's elements in memory
/// \tparam LocalMem  \c HostSpace, or another space that host code can load and store
template <
    class T, class IndexType = default_index_t, MemArrange Arr = ROW_MAJOR,
    class LocalMem = HostSpace>
class Coarray
    : public DistributedContainer<
          Coarray<T, IndexType, Arr, LocalMem>, std::remove_all_extents_t<T>,
          BlockPattern<static_cast<dim_t>(std::rank_v<T>) + 1, Arr, IndexType>, LocalMem> {
  static constexpr std::size_t element_rank = std::rank_v<T>;
  static constexpr bool is_scalar = element_rank == 0;
  static constexpr bool has_open_extent = std::is_unbounded_array_v<T>;

  using Element = std::remove_all_extents_t<T>;
  using Shape = coarray::Shape<element_rank, IndexType>;
  using Pattern = BlockPattern<static_cast<dim_t>(element_rank) + 1, Arr, IndexType>;
  using Container = DistributedContainer<Coarray, Element, Pattern, LocalMem>;

  static_assert(
      is_container_compatible<Element>::value,
      "elements of dash::Coarray are copied between processes as bytes: the type must be trivially "
      "copyable and of standard layout, or std::pair or std::tuple of such types");
  static_assert(
      detail::memory_choice<LocalMem> == DART_MEMORY_HOST,
      "the own copy is used by host code as any variable: it needs host memory");

 public:
  using value_type = Element;
  using value_base_type = typename remove_atomic<Element>::type;
  using index_type = IndexType;
  using size_type = std::make_unsigned_t<IndexType>;
  using difference_type = IndexType;
  using typename Container::memory_type;
  using typename Container::pattern_type;

  using reference = GlobRef<Element>;
  using const_reference = GlobRef<const Element>;
  using iterator = GlobIter<Element, pattern_type, memory_type>;
  using const_iterator = GlobIter<const Element, pattern_type, memory_type>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using local_pointer = Element*;
  using const_local_pointer = const Element*;
  /// Type of references to the unit's own copy: native, except for \c Atomic elements.
  using local_reference = std::conditional_t<is_atomic<Element>::value, reference, Element&>;
  using const_local_reference =
      std::conditional_t<is_atomic<Element>::value, const_reference, const Element&>;
  /// View of \c K dimensions of any unit's copy, and of the unit's own copy.
  template <std::size_t K>
  using view_type = coarray::CoarrayView<Element, K, reference, IndexType>;
  template <std::size_t K>
  using local_view_type = coarray::CoarrayView<Element, K, local_reference, IndexType>;
  using local_type =
      std::conditional_t<is_scalar, local_reference, local_view_type<is_scalar ? 1 : element_rank>>;

  /// Number of dimensions: those of an array, and one for the units.
  static constexpr dim_t ndim() { return static_cast<dim_t>(element_rank) + 1; }

  /// Before dash::init, or with an open extent, this allocates nothing: call \c allocate later.
  explicit Coarray(Team& team = Team::All()) : Container(team)
  {
    if constexpr (!has_open_extent) {
      if (dash::is_initialized()) allocate(team);
    }
  }

  /// \param first_dim  first extent of each copy
  explicit Coarray(const size_type& first_dim, Team& team = Team::All())
    requires has_open_extent
      : Container(team)
  {
    allocate(first_dim, team);
  }

  /// Each unit initialises its own copy; all units see all values after construction. Collective.
  /// \throws exception::RuntimeError before dash::init
  explicit Coarray(const value_type& value, Team& team = Team::All())
    requires is_scalar
      : Container(team)
  {
    allocate(team);
    std::construct_at(lbegin(), value);
    team.barrier();
  }

  Coarray(Coarray&& other) : Container(std::move(other)), shape_(other.shape_) { memory_changed(); }
  Coarray& operator=(Coarray&& other)
  {
    shape_ = other.shape_;
    Container::operator=(std::move(other));
    return *this;
  }
  ~Coarray() = default;

  void swap(Coarray&& other) { std::swap(*this, other); }
  void swap(Coarray& other) { std::swap(*this, other); }

  /// Allocates copies, after freeing those that were allocated before. Collective; synchronises at
  /// its end.
  /// \throws exception::RuntimeError    before dash::init, or if there is not enough memory
  /// \throws exception::InvalidArgument for the null team
  void allocate(Team& team = Team::All())
    requires(!has_open_extent)
  {
    allocate_shape(detail::array_extents<T>(std::make_index_sequence<element_rank>()), team);
  }

  /// Allocates copies with the given first extent. Collective; synchronises at its end.
  void allocate(const size_type& first_dim, Team& team = Team::All())
    requires has_open_extent
  {
    auto extents = detail::array_extents<T>(std::make_index_sequence<element_rank>());
    extents[0] = first_dim;
    allocate_shape(extents, team);
  }

  /* ---- the copy of any unit --------------------------------------------------------------- */

  /// The copy of \c unit: a global reference, or for arrays a view with the same number of
  /// subscripts.
  /// \throws exception::OutOfRange    if the team has no such unit
  /// \throws exception::RuntimeError  if nothing is allocated
  auto operator()(team_unit_t unit) { return copy_of<reference, Element>(address_of(unit)); }
  auto operator()(index_type unit) { return (*this)(team_unit_t(static_cast<dart_unit_t>(unit))); }
  auto operator()(team_unit_t unit) const
  {
    return copy_of<const_reference, const Element>(address_of(unit));
  }
  auto operator()(index_type unit) const
  {
    return (*this)(team_unit_t(static_cast<dart_unit_t>(unit)));
  }

  /* ---- the own copy ----------------------------------------------------------------------- */

  /// Element of the unit's own array: a native reference, a view of the remaining dimensions, or an
  /// atomic reference.
  decltype(auto) operator[](index_type i)
    requires(!is_scalar)
  {
    return copy_of<local_reference, Element>(own_address())[i];
  }
  decltype(auto) operator[](index_type i) const
    requires(!is_scalar)
  {
    return copy_of<const_local_reference, const Element>(own_address())[i];
  }

  operator value_base_type() const
    requires is_scalar
  {
    return coarray::refer_to<const_local_reference>(ElementAddress<const Element>(own_address()));
  }
  explicit operator reference()
    requires is_scalar
  {
    return reference(own_address());
  }

  Coarray& operator=(const value_base_type& value)
    requires is_scalar
  {
    own() = value;
    return *this;
  }
  /// Changes the unit's own copy; atomically if it is atomic.
  Coarray& operator+=(const value_base_type& rhs)
    requires is_scalar
  {
    own() += rhs;
    return *this;
  }
  Coarray& operator-=(const value_base_type& rhs)
    requires is_scalar
  {
    own() -= rhs;
    return *this;
  }
  Coarray& operator*=(const value_base_type& rhs)
    requires is_scalar
  {
    if constexpr (is_atomic<Element>::value) {
      own().multiply(rhs);
    } else {
      own() *= rhs;
    }
    return *this;
  }
  Coarray& operator/=(const value_base_type& rhs)
    requires(is_scalar && !is_atomic<Element>::value)
  {
    own() /= rhs;
    return *this;
  }
  Coarray& operator++()
    requires is_scalar
  {
    ++own();
    return *this;
  }
  Coarray& operator--()
    requires is_scalar
  {
    --own();
    return *this;
  }
  value_base_type operator++(int)
    requires is_scalar
  {
    return own()++;
  }
  value_base_type operator--(int)
    requires is_scalar
  {
    return own()--;
  }

  /// Member of the unit's own structure.
  template <class M, class S>
  M& member(M S::* member)
    requires(is_scalar && !is_atomic<Element>::value)
  {
    return own().*member;
  }

  /* ---- all copies as a range -------------------------------------------------------------- */

  /// Iterators over all elements in the order of (unit, subscripts).
  iterator begin() noexcept { return iterator(&this->globmem(), this->pattern()); }
  iterator end() noexcept { return iterator(&this->globmem(), this->pattern(), global_end()); }
  const_iterator begin() const noexcept
  {
    return const_iterator(&this->globmem(), this->pattern());
  }
  const_iterator end() const noexcept
  {
    return const_iterator(&this->globmem(), this->pattern(), global_end());
  }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }

  /// Native addresses of the elements of the unit's own copy; nullptr if nothing is allocated.
  Element* lbegin() noexcept { return reinterpret_cast<Element*>(this->globmem().local_base()); }
  Element* lend() noexcept { return lbegin() + local_size(); }
  const Element* lbegin() const noexcept
  {
    return reinterpret_cast<const Element*>(this->globmem().local_base());
  }
  const Element* lend() const noexcept { return lbegin() + local_size(); }

  /// Number of elements of all copies, and of one copy.
  size_type size() const noexcept { return local_size() * num_units_; }
  size_type local_size() const noexcept
  {
    return num_units_ != 0 ? static_cast<size_type>(shape_.size()) : 0;
  }
  bool empty() const noexcept { return size() == 0; }
  /// Whether element \c gi of the range of all copies belongs to the calling unit.
  bool is_local(index_type gi) const { return this->pattern().is_local(gi); }

  /* ---- completion ------------------------------------------------------------------------- */

  /// Does what \c barrier does.
  void sync_all() const { this->barrier(); }

  /// Flushes, then waits for the listed units; see coarray::sync_images.
  template <class Container>
  void sync_images(const Container& image_ids) const
  {
    this->flush();
    coarray::sync_images(image_ids);
  }

 private:
  friend Container;

  static constexpr const char* name = "dash::Coarray";

  static pattern_type make_pattern(
      const std::array<std::size_t, element_rank>& extents, std::size_t units, Team& team)
  {
    std::array<size_type, element_rank + 1> sizes;
    std::array<size_type, element_rank + 1> arrangement;
    arrangement.fill(1);
    sizes[0] = arrangement[0] = static_cast<size_type>(units);
    std::copy(extents.begin(), extents.end(), sizes.begin() + 1);
    constexpr auto rank = static_cast<dim_t>(element_rank) + 1;
    return pattern_type(
        SizeSpec<rank, size_type>(sizes), DistributionSpec<rank>(),
        TeamSpec<rank, index_type>(arrangement, team), team);
  }

  void allocate_shape(const std::array<std::size_t, element_rank>& extents, Team& team)
  {
    detail::require_team(team, name);
    std::array<IndexType, element_rank> shape;
    std::copy(extents.begin(), extents.end(), shape.begin());
    shape_ = Shape::packed(shape, Arr);
    this->set_team(team);
    Container::allocate(make_pattern(extents, team.size(), team));
  }

  /// What access needs, at hand.
  void memory_changed()
  {
    num_units_ = this->is_allocated() ? static_cast<size_type>(this->team().size()) : 0;
  }

  index_type global_end() const noexcept { return static_cast<index_type>(size()); }

  void require_allocated() const
  {
    if (num_units_ != 0) [[likely]]
      return;
    DASH_THROW(
        dash::exception::RuntimeError,
        "Coarray: access to copies that were not allocated; call allocate after dash::init");
  }

  ElementAddress<Element> address_of(team_unit_t unit) const
  {
    require_allocated();
    if (static_cast<size_type>(unit.id) >= num_units_) {
      DASH_THROW(
          dash::exception::OutOfRange,
          "Coarray: unit " << unit << " of a team of " << num_units_ << " units");
    }
    if (auto* const copy = this->globmem().mapped_base(unit)) [[likely]] {
      return ElementAddress<Element>(reinterpret_cast<Element*>(copy));
    }
    return ElementAddress<Element>::unmapped(this->globmem().gptr(unit));
  }

  ElementAddress<Element> own_address() const
  {
    require_allocated();
    return ElementAddress<Element>(reinterpret_cast<Element*>(this->globmem().local_base()));
  }

  local_reference own() { return coarray::refer_to<local_reference>(own_address()); }

  template <class Reference, class E>
  auto copy_of(ElementAddress<E> address) const
  {
    if constexpr (is_scalar) {
      return coarray::refer_to<Reference>(address);
    } else {
      return coarray::CoarrayView<E, element_rank, Reference, IndexType>(address, shape_);
    }
  }

  Shape shape_{};
  /// 0 if nothing is allocated
  size_type num_units_ = 0;
};

}  // namespace dash

#include <dash/coarray/Collectives.h>
#include <dash/memory/ElementAddress.h>
