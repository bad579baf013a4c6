#pragma once

/// \file
/// dash::Array, a one-dimensional array that is distributed over the units of a team.

#include <dash/Atomic.h>
#include <dash/DeviceView.h>
#include <dash/Dimensional.h>
#include <dash/DistributedContainer.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/GlobAsyncRef.h>
#include <dash/GlobPtr.h>
#include <dash/GlobRef.h>
#include <dash/Iterator.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/StoredType.h>
#include <dash/detail/memory/BlockAddress.h>
#include <dash/detail/pattern/ResizedPattern.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/memory/ElementAddress.h>
#include <dash/memory/HostSpace.h>
#include <dash/memory/UnitSpace.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/Section.h>
#include <dash/view/Block.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

template <class T, class IndexType, class PatternType, class LocalMemSpaceT>
class Array;

/// The calling unit's elements of an array, in native memory.
///
/// On GPU units that is device memory, unless the array is in \c HostSpace: pointers and references
/// to elements are then for kernels and transfers only. A host program that loads or stores through
/// them ends with a message that explains this.
template <class T, class IndexType, class PatternType, class LocalMemSpaceT>
class LocalArrayRef {
 public:
  using value_type = T;
  using index_type = IndexType;
  using size_type = typename PatternType::size_type;
  using difference_type = IndexType;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using const_pointer = const T*;
  using iterator = T*;
  using const_iterator = const T*;
  using pattern_type = PatternType;
  using origin_type = Array<T, IndexType, PatternType, LocalMemSpaceT>;
  using local_type = LocalArrayRef;
  using rank = std::integral_constant<dim_t, 1>;

  LocalArrayRef() = default;

  static constexpr dim_t ndim() { return 1; }

  T* begin() noexcept { return begin_; }
  T* end() noexcept { return end_; }
  const T* begin() const noexcept { return begin_; }
  const T* end() const noexcept { return end_; }
  T* data() noexcept { return begin_; }
  const T* data() const noexcept { return begin_; }

  size_type size() const noexcept { return static_cast<size_type>(end_ - begin_); }
  bool empty() const noexcept { return begin_ == end_; }

  T& operator[](size_type n)
  {
    DASH_ASSERT_LT(n, size(), "local index is outside of this unit's part of the array");
    return begin_[n];
  }
  const T& operator[](size_type n) const
  {
    DASH_ASSERT_LT(n, size(), "local index is outside of this unit's part of the array");
    return begin_[n];
  }

  /// Whether the calling unit owns the element with global index \c gidx.
  bool is_local(index_type gidx) const { return array_->is_local(gidx); }

  /// The calling unit's elements of its local block \c lblock.
  LocalArrayRef block(index_type lblock) const
  {
    const auto view = pattern().local_block_local(lblock);
    T* const first = array_->local.begin_ + view.offset(0);
    return LocalArrayRef(first, first + view.extent(0), *array_);
  }

  const pattern_type& pattern() const noexcept { return array_->pattern(); }
  /// Which of the unit's elements these are: all, or those of a block.
  auto section() const
  {
    using Section = dash::Section<pattern_type, IndexSpace::local>;
    const auto offset = static_cast<index_type>(begin_ - array_->local.begin_);
    return Section(pattern(), {{{offset}}, {{size()}}});
  }

  /// The whole array.
  origin_type& global() noexcept { return *array_; }
  const origin_type& global() const noexcept { return *array_; }

 private:
  friend origin_type;

  LocalArrayRef(T* begin, T* end, origin_type& array) noexcept
      : begin_(begin),
        end_(end),
        array_(&array)
  {}

  T* begin_ = nullptr;
  T* end_ = nullptr;
  origin_type* array_ = nullptr;
};

/// The array with non-blocking access to elements; see \c GlobAsyncRef.
template <class T, class IndexType, class PatternType, class LocalMemSpaceT>
class AsyncArrayRef {
 public:
  using value_type = T;
  using index_type = IndexType;
  using size_type = typename PatternType::size_type;
  using difference_type = IndexType;
  using reference = GlobAsyncRef<T>;
  using const_reference = GlobAsyncRef<const T>;
  using pattern_type = PatternType;
  using origin_type = Array<T, IndexType, PatternType, LocalMemSpaceT>;
  using rank = std::integral_constant<dim_t, 1>;

  static constexpr dim_t ndim() { return 1; }

  reference operator[](size_type n) { return array_->template element<reference, T>(n); }
  const_reference operator[](size_type n) const
  {
    return array_->template element<const_reference, const T>(n);
  }

  size_type size() const noexcept { return array_->size(); }
  const pattern_type& pattern() const noexcept { return array_->pattern(); }

  /// Like the functions of the array with the same names.
  void flush() const { array_->flush(); }
  void flush(team_unit_t unit) const { array_->flush(unit); }
  void flush_local() const { array_->flush_local(); }
  void flush_local(team_unit_t unit) const { array_->flush_local(unit); }

 private:
  friend origin_type;

  AsyncArrayRef() = default;
  explicit AsyncArrayRef(const origin_type& array) noexcept : array_(&array) {}

  const origin_type* array_ = nullptr;
};

/// One-dimensional array whose elements are distributed over the units of a team by a pattern.
///
/// Any unit may access any element without the others taking part: access through global references
/// is one-sided and complete on return. Memory of new arrays is not initialised. Constructors that
/// allocate, \c allocate, \c resize, \c push_back, \c deallocate, \c barrier, move assignment and
/// destruction are collective over the team; all other functions are local.
///
/// When the array is moved, iterators and references to \c local and to the pattern become invalid;
/// the proxies \c local and \c async of the new owner are valid.
///
/// \tparam T               trivially copyable element type, or \c dash::Atomic of an arithmetic
///   type
/// \tparam PatternType     the distribution
/// \tparam LocalMemSpaceT  kind of the memory of each unit's part: \c UnitSpace is device memory on
///   GPU units, \c HostSpace is host memory on every unit
template <
    class T, class IndexType = dash::default_index_t,
    class PatternType = BlockPattern<1, ROW_MAJOR, IndexType>, class LocalMemSpaceT = UnitSpace>
class Array
    : public DistributedContainer<
          Array<T, IndexType, PatternType, LocalMemSpaceT>, T, PatternType, LocalMemSpaceT> {
  using Container = DistributedContainer<Array, T, PatternType, LocalMemSpaceT>;

 public:
  using value_type = T;
  using index_type = IndexType;
  using size_type = typename PatternType::size_type;
  using difference_type = IndexType;
  using typename Container::memory_type;
  using typename Container::pattern_type;
  using allocator_type = typename memory_type::allocator_type;
  using distribution_spec = DistributionSpec<1>;

  using pointer = GlobPtr<T, memory_type>;
  using const_pointer = GlobPtr<const T, memory_type>;
  using reference = GlobRef<T>;
  using const_reference = GlobRef<const T>;
  using async_reference = GlobAsyncRef<T>;
  using const_async_reference = GlobAsyncRef<const T>;
  using iterator = GlobIter<T, PatternType, memory_type>;
  using const_iterator = GlobIter<const T, PatternType, memory_type>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using local_pointer = T*;
  using const_local_pointer = const T*;

  using local_type = LocalArrayRef<T, IndexType, PatternType, LocalMemSpaceT>;
  using async_type = AsyncArrayRef<T, IndexType, PatternType, LocalMemSpaceT>;
  using device_view_type = DeviceView<T, PatternType>;
  using const_device_view_type = DeviceView<const T, PatternType>;
  using view_type = SubView<Array>;
  using const_view_type = SubView<const Array>;
  using rank = std::integral_constant<dim_t, 1>;

  static constexpr dim_t ndim() { return 1; }

  /// The calling unit's elements.
  local_type local;
  /// Non-blocking access to elements, which \c flush completes.
  async_type async;

  /// An array without elements, which \c allocate creates later. Local call, also before
  /// dash::init.
  explicit Array(Team& team = Team::Null()) : Container(team) { memory_changed(); }

  /// Allocates \p nelem elements. Collective. \throws exception::RuntimeError before dash::init, or
  /// if there is not enough memory
  Array(size_type nelem, const distribution_spec& distribution, Team& team = Team::All())
      : Array(team)
  {
    allocate(nelem, distribution, team);
  }

  explicit Array(size_type nelem, Team& team = Team::All())
      : Array(nelem, distribution_spec(dash::BLOCKED), team)
  {}

  /// Each unit initialises its own part; the list has as many elements as the unit owns.
  /// Collective.
  Array(
      size_type nelem, std::initializer_list<T> local_elements,
      const distribution_spec& distribution, Team& team = Team::All())
      : Array(team)
  {
    allocate(nelem, local_elements, distribution, team);
  }

  Array(size_type nelem, std::initializer_list<T> local_elements, Team& team = Team::All())
      : Array(nelem, local_elements, distribution_spec(dash::BLOCKED), team)
  {}

  explicit Array(const PatternType& pattern) : Array(pattern.team()) { allocate(pattern); }

  Array(Array&& other) : Container(std::move(other)) { memory_changed(); }

  Array& operator=(Array&& other)
  {
    Container::operator=(std::move(other));
    return *this;
  }

  ~Array() = default;

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

  /// Native addresses of the first element of the calling unit and behind its last one; device
  /// pointers on GPU units.
  T* lbegin() noexcept { return local.begin(); }
  T* lend() noexcept { return local.end(); }
  const T* lbegin() const noexcept { return local.begin(); }
  const T* lend() const noexcept { return local.end(); }

  /// Global pointer to the first element; null if nothing is allocated.
  const_pointer data() const { return const_pointer(this->globmem().begin().dart_gptr()); }

  [[gnu::always_inline]] reference operator[](size_type n) { return element<reference, T>(n); }
  [[gnu::always_inline]] const_reference operator[](size_type n) const
  {
    return element<const_reference, const T>(n);
  }

  /// The element with a global index. \throws exception::OutOfRange
  reference at(size_type n)
  {
    check_range(n);
    return (*this)[n];
  }
  const_reference at(size_type n) const
  {
    check_range(n);
    return (*this)[n];
  }

  size_type size() const noexcept { return size_; }
  size_type capacity() const noexcept { return size_; }
  /// Number of elements of the calling unit, and the largest number of elements of a unit.
  size_type lsize() const noexcept { return local.size(); }
  size_type lcapacity() const noexcept { return lcapacity_; }
  bool empty() const noexcept { return size_ == 0; }

  bool is_local(index_type gidx) const { return this->pattern().is_local(gidx); }

  /// A view of the array for kernels of the calling unit. The first call maps the memory of all
  /// units; further calls are cheap. Local call; only one thread at a time may call it.
  device_view_type device_view() { return make_device_view<T>(); }
  const_device_view_type device_view() const { return make_device_view<const T>(); }

  /// View of the elements of global block \c index.
  view_type block(index_type index) { return dash::block(index, *this); }
  const_view_type block(index_type index) const { return dash::block(index, *this); }

  using Container::allocate;

  /// Allocates elements, after freeing those that were allocated before. If the array was
  /// constructed with a team, \c team is ignored. Collective; synchronises at its end. \return true
  bool allocate(size_type nelem, const distribution_spec& distribution, Team& team = Team::All())
  {
    this->require_initialized();
    return allocate(make_pattern(nelem, distribution, team));
  }

  bool allocate(size_type nelem, Team& team = Team::All())
  {
    return allocate(nelem, distribution_spec(dash::BLOCKED), team);
  }

  /// \throws exception::InvalidArgument for size 0, or if the list does not have as many elements
  ///   as the unit's own part
  bool allocate(
      size_type nelem, std::initializer_list<T> local_elements,
      const distribution_spec& distribution, Team& team = Team::All())
  {
    if (nelem == 0) {
      DASH_THROW(dash::exception::InvalidArgument, "Array: initial values for an array of size 0");
    }
    this->require_initialized();
    return allocate(make_pattern(nelem, distribution, team), local_elements);
  }

  /// Changes the number of elements. The first ones keep their values, and new ones get \c value.
  /// The distribution is of the same kind: blocks of \c BLOCKED become larger, and units whose
  /// shares were given explicitly keep them, while the last ones grow or shrink. As elements may
  /// get other owners, this takes time and memory for a second array: better resize once than
  /// often. Iterators, references and pointers to elements become invalid.
  ///
  /// An array without memory is allocated like by \c allocate. Collective: all units of the team
  /// pass the same arguments. It sees what they assigned before, and is complete on all units on
  /// return.
  ///
  /// \throws exception::RuntimeError    on all units if there is not enough memory, and before
  ///   dash::init; the array stays as it was
  /// \throws exception::InvalidArgument on all units if they pass different sizes
  void resize(size_type nelem, const T& value = T())
  {
    this->require_initialized();
    if (!this->is_allocated()) {
      allocate(nelem);
      set_own(begin(), size_, value);
      this->barrier();
      return;
    }
    Team& own_team = this->constructed_with();
    this->barrier();
    Array resized(detail::resized(this->pattern(), nelem));
    const size_type kept = (std::min)(size_, nelem);
    // Each unit copies an equal part, whichever units own the elements.
    const Team& team = this->pattern().team();
    const auto units = static_cast<index_type>(team.size()), me = index_type{team.myid().id};
    const auto count = static_cast<index_type>(kept);
    const auto first = static_cast<index_type>(detail::equal_part(me, units, count));
    const auto last = static_cast<index_type>(detail::equal_part(me + 1, units, count));
    dash::copy(begin() + first, begin() + last, resized.begin() + first);
    resized.set_own(resized.begin() + static_cast<index_type>(kept), nelem - kept, value);
    resized.barrier();
    *this = std::move(resized);
    this->set_team(own_team);
  }

  /// Appends one element. Collective like \c resize, with the same cost: all units pass the same
  /// value.
  void push_back(const T& value) { resize(size_ + 1, T(value)); }

 private:
  friend async_type;
  friend Container;

  static constexpr const char* name = "dash::Array";

  PatternType make_pattern(size_type nelem, const distribution_spec& distribution, Team& team) const
  {
    return PatternType(SizeSpec<1, size_type>(nelem), distribution, this->team_for(team));
  }

  /// Sets the calling unit's elements of the \c n ones from \c first.
  void set_own(const iterator& first, size_type n, const T& value)
  {
    const iterator last = first + static_cast<index_type>(n);
    detail::for_each_local_part(first, last, [&](auto* own, auto* end, auto&&) {
      const std::vector<detail::stored_type<T>> values(static_cast<std::size_t>(end - own), value);
      detail::copy_bytes(own, values.data(), values.size() * sizeof(T));
    });
  }

  bool allocate(const PatternType& pattern, std::initializer_list<T> local_elements)
  {
    const auto lsize = static_cast<size_type>(pattern.local_size());
    if (local_elements.size() != 0 && local_elements.size() != lsize) {
      DASH_THROW(
          dash::exception::InvalidArgument, "Array: " << local_elements.size()
                                                      << " initial values for the " << lsize
                                                      << " elements of this unit's part");
    }
    return this->allocate_initialised(pattern, [&] {
      detail::copy_bytes(lbegin(), local_elements.begin(), local_elements.size() * sizeof(T));
    });
  }

  /// Updates what is cached for element access.
  void memory_changed()
  {
    const auto& pattern = this->pattern();
    const auto& memory = this->globmem();
    size_ = static_cast<size_type>(pattern.size());
    lcapacity_ = static_cast<size_type>(pattern.local_capacity());
    blocks_ = {};
    if (this->is_allocated()) blocks_ = detail::BlockAddress(pattern, memory, sizeof(T));
    T* const first = reinterpret_cast<T*>(memory.local_base());
    local = local_type(first, first + pattern.local_size(), *this);
    async = async_type(*this);
  }

  index_type global_end() const noexcept { return static_cast<index_type>(size_); }

  void check_range(size_type n) const
  {
    if (n >= size_) {
      DASH_THROW(
          dash::exception::OutOfRange,
          "Array: index " << n << " is outside of the array of " << size_ << " elements");
    }
  }

  template <class Element>
  DeviceView<Element, PatternType> make_device_view() const
  {
    if (!this->is_allocated()) return {};
    return {this->pattern(), this->parts().parts()};
  }

  /// Inlining is forced, so that an access is a load or store after index arithmetic, without a
  /// call.
  template <class Reference, class Element>
  [[gnu::always_inline]] Reference element(size_type n) const
  {
    DASH_ASSERT_LT(n, size_, "index is outside of the array");
    if (blocks_) [[likely]]
      return Reference(blocks_.template at<Element>(n));
    const auto position = this->pattern().local(static_cast<index_type>(n));
    if (auto* const part = this->globmem().mapped_base(position.unit)) [[likely]] {
      return Reference(reinterpret_cast<Element*>(part) + position.index);
    }
    const auto offset = static_cast<std::size_t>(position.index) * sizeof(T);
    return Reference(
        ElementAddress<Element>::unmapped(this->globmem().gptr(position.unit, offset)));
  }

  /// Addresses of elements, if they can be computed from their indices.
  detail::BlockAddress blocks_;
  size_type size_ = 0;
  size_type lcapacity_ = 0;
};

/// Array in host memory on every unit, so that host code may access its local part on all units.
template <
    class T, class IndexType = dash::default_index_t,
    class PatternType = BlockPattern<1, ROW_MAJOR, IndexType>>
using HostArray = Array<T, IndexType, PatternType, HostSpace>;

}  // namespace dash

// What programs of DASH 0.4 expect of this header.
#include <dash/internal/StandardHeaders.h>
