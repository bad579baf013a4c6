#pragma once

/// \file
/// N-dimensional arrays that are distributed over the units of a team.

#include <dash/Cartesian.h>
#include <dash/Dimensional.h>
#include <dash/DistributedContainer.h>
#include <dash/Exception.h>
#include <dash/Iterator.h>
#include <dash/MdSpan.h>
#include <dash/Pattern.h>
#include <dash/Team.h>
#include <dash/matrix/LocalMatrixRef.h>
#include <dash/matrix/MatrixAccess.h>
#include <dash/matrix/MatrixDeviceView.h>
#include <dash/matrix/MatrixRef.h>
#include <dash/memory/HostSpace.h>
#include <dash/memory/UnitSpace.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace dash {

/// N-dimensional array whose elements are distributed over the units of a team by a pattern.
///
/// Any unit may access any element without the others taking part: access through global references
/// is one-sided and complete on return. Memory of new matrices is not initialised. Constructors
/// that allocate, \c allocate, \c deallocate, \c barrier, move assignment and destruction are
/// collective over the team; all other functions are local.
///
/// \c begin() to \c end() are the elements in the pattern's linear order, which is tile by tile for
/// tile patterns; a view of all elements, such as \c sub<0>(0, extent(0)), has them in canonical
/// order. When the matrix is moved, iterators, views and references to the pattern become invalid;
/// the member \c local of the new owner is valid.
///
/// \tparam T               trivially copyable element type
/// \tparam PatternT        the distribution; by default, local memory is ordered tile by tile
/// \tparam LocalMemSpaceT  kind of the memory of each unit's part: \c UnitSpace is device memory on
///   GPU units, \c HostSpace is host memory on every unit
template <
    class T, dim_t NumDimensions, class IndexT = default_index_t,
    class PatternT = TilePattern<NumDimensions, ROW_MAJOR, IndexT>,
    class LocalMemSpaceT = UnitSpace>
class Matrix
    : public DistributedContainer<
          Matrix<T, NumDimensions, IndexT, PatternT, LocalMemSpaceT>, T, PatternT, LocalMemSpaceT>,
      public MatrixAccess<
          Matrix<T, NumDimensions, IndexT, PatternT, LocalMemSpaceT>, IndexSpace::global, T,
          NumDimensions, NumDimensions, PatternT, LocalMemSpaceT> {
  static_assert(
      std::is_same_v<IndexT, typename PatternT::index_type>,
      "dash::Matrix: the index type is not that of the pattern");

  static constexpr dim_t N = NumDimensions;
  using Container = DistributedContainer<Matrix, T, PatternT, LocalMemSpaceT>;
  using Access = MatrixAccess<Matrix, IndexSpace::global, T, N, N, PatternT, LocalMemSpaceT>;
  using Whole = MatrixRef<T, N, N, PatternT, LocalMemSpaceT>;
  using ConstWhole = MatrixRef<const T, N, N, PatternT, LocalMemSpaceT>;

 public:
  using typename Access::const_reference;
  using typename Access::distribution_spec;
  using typename Access::extents_type;
  using typename Access::index_type;
  using typename Access::offsets_type;
  using typename Access::reference;
  using typename Access::size_spec;
  using typename Access::size_type;
  using typename Access::team_spec;
  using typename Access::viewspec_type;
  using typename Container::memory_type;
  using typename Container::pattern_type;
  using GlobMem_t = memory_type;
  using allocator_type = typename memory_type::allocator_type;

  using pointer = GlobPtr<T, memory_type>;
  using const_pointer = GlobPtr<const T, memory_type>;
  using iterator = GlobIter<T, PatternT, memory_type>;
  using const_iterator = GlobIter<const T, PatternT, memory_type>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using local_pointer = T*;
  using const_local_pointer = const T*;
  using local_type = LocalMatrixRef<T, N, N, PatternT, LocalMemSpaceT>;
  using const_local_type = LocalMatrixRef<const T, N, N, PatternT, LocalMemSpaceT>;

  using device_view_type = MatrixDeviceView<T, PatternT>;
  using const_device_view_type = MatrixDeviceView<const T, PatternT>;

  /// The calling unit's elements.
  local_type local;

  /// A matrix without elements, which \c allocate creates later. Local call, also before
  /// dash::init.
  explicit Matrix(Team& team = Team::Null()) : Container(team) { memory_changed(); }

  /// Distributes the units along the first dimension only, unless a team spec is given. Collective.
  /// \throws exception::RuntimeError before dash::init, or if there is not enough memory
  explicit Matrix(
      const size_spec& extents, const distribution_spec& distribution = {},
      Team& team = Team::All())
      : Matrix(extents, distribution, team, team_spec(team))
  {}

  Matrix(
      const size_spec& extents, const distribution_spec& distribution, Team& team,
      const team_spec& units)
      : Matrix(team)
  {
    this->allocate(pattern_type(extents, distribution, units, team));
  }

  explicit Matrix(const PatternT& pattern) : Matrix(pattern.team()) { this->allocate(pattern); }

  /// Takes the arguments of the pattern: extents, then distributions, team spec and team.
  /// Collective.
  template <std::convertible_to<size_type> Extent, class... Args>
    requires(
        std::is_arithmetic_v<std::remove_cvref_t<Extent>> &&
        std::constructible_from<PatternT, size_type, Args && ...>)
  explicit Matrix(Extent extent, Args&&... args)
      : Matrix(pattern_type(static_cast<size_type>(extent), std::forward<Args>(args)...))
  {}

  Matrix(Matrix&& other) : Container(std::move(other)) { memory_changed(); }

  Matrix& operator=(Matrix&& other)
  {
    Container::operator=(std::move(other));
    return *this;
  }

  ~Matrix() = default;

  using Container::allocate;

  /// Allocates elements, after freeing those that were allocated before. If the matrix was
  /// constructed with a team, \c team is ignored. Collective; synchronises at its end. \return true
  /// \throws exception::InvalidArgument for size 0
  bool allocate(
      const size_spec& extents, const distribution_spec& distribution, const team_spec& units,
      Team& team = Team::All())
  {
    if (extents.size() == 0) {
      DASH_THROW(exception::InvalidArgument, "Matrix: allocation of no elements, " << extents);
    }
    return allocate(pattern_type(extents, distribution, units, this->team_for(team)));
  }

  /// Allocates elements; takes the arguments of the pattern. Collective; synchronises at its end.
  template <std::convertible_to<size_type> Extent, class... Args>
    requires(
        std::is_arithmetic_v<std::remove_cvref_t<Extent>> &&
        std::constructible_from<PatternT, size_type, Args && ...>)
  bool allocate(Extent extent, Args&&... args)
  {
    this->require_initialized();
    return allocate(pattern_type(static_cast<size_type>(extent), std::forward<Args>(args)...));
  }

  /// All elements in the pattern's linear order.
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
  T* lbegin() noexcept { return reinterpret_cast<T*>(this->globmem().local_base()); }
  T* lend() noexcept { return lbegin() + local_size(); }
  const T* lbegin() const noexcept
  {
    return reinterpret_cast<const T*>(this->globmem().local_base());
  }
  const T* lend() const noexcept { return lbegin() + local_size(); }

  /// Global pointer to the first element; null if nothing is allocated.
  const_pointer data() const { return const_pointer(this->globmem().begin().dart_gptr()); }

  /// Number of elements of the calling unit, and the largest number of elements of a unit.
  size_type local_size() const noexcept { return this->pattern().local_size(); }
  size_type lsize() const noexcept { return local_size(); }
  size_type local_capacity() const { return this->pattern().local_capacity(); }
  size_type lcapacity() const { return local_capacity(); }

  /// All dimensions. For views, these are the dimensions that remain.
  static constexpr std::array<dim_t, N> dimensions() { return detail::all_dimensions<N>(); }
  viewspec_type viewspec() const { return viewspec_type(this->pattern().extents()); }

  /// View of a global block, by its number or by its coordinates among the blocks.
  Whole block(index_type index) { return part(this->pattern().block(index)); }
  ConstWhole block(index_type index) const { return part(this->pattern().block(index)); }
  Whole block(const std::array<index_type, N>& coords)
  {
    return part(this->pattern().block(coords));
  }
  ConstWhole block(const std::array<index_type, N>& coords) const
  {
    return part(this->pattern().block(coords));
  }

  /// Whether the calling unit owns the element with a global index.
  bool is_local(size_type gidx) const
  {
    return this->pattern().is_local(static_cast<index_type>(gidx));
  }
  /// Whether the calling unit owns elements with a coordinate in a dimension.
  template <dim_t Dimension>
  bool is_local(size_type coord) const
  {
    return ref().template is_local<Dimension>(static_cast<index_type>(coord));
  }

  /// A view of the matrix for kernels of the calling unit. The first call maps the memory of all
  /// units; further calls are cheap. Local call; only one thread at a time may call it.
  /// \throws exception::RuntimeError if nothing is allocated
  device_view_type device_view()
  {
    return device_view_type(this->pattern(), this->parts().parts());
  }
  const_device_view_type device_view() const
  {
    return const_device_view_type(this->pattern(), this->parts().parts());
  }

  local_type& sub_local() noexcept { return local; }

  /// View of all elements.
  operator Whole() { return ref(); }
  operator ConstWhole() const { return ref(); }

 private:
  friend Access;
  friend Container;

  static constexpr const char* name = "dash::Matrix";

  index_type global_end() const noexcept { return this->pattern().size(); }

  Whole ref() { return view_of_all<Whole>(); }
  ConstWhole ref() const { return view_of_all<ConstWhole>(); }

  Whole part(const viewspec_type& box) { return this->submatrix(box.offsets(), box.extents()); }
  ConstWhole part(const viewspec_type& box) const
  {
    return this->submatrix(box.offsets(), box.extents());
  }

  template <class View>
  View view_of_all() const
  {
    return View(this->globmem(), Section<PatternT>(this->pattern()), dimensions());
  }

  reference element(const std::array<index_type, N>& coords)
  {
    return detail::element_at<T, IndexSpace::global>(
        this->globmem(), this->pattern().local_index(coords));
  }
  const_reference element(const std::array<index_type, N>& coords) const
  {
    return detail::element_at<const T, IndexSpace::global>(
        this->globmem(), this->pattern().local_index(coords));
  }

  void memory_changed()
  {
    local = local_type(
        this->globmem(), Section<PatternT, IndexSpace::local>(this->pattern()), dimensions());
  }
};

/// Matrix in which each unit's part is one array, independent of the blocks: canonical local
/// memory.
template <
    class T, dim_t NumDimensions, class IndexT = default_index_t,
    class PatternT = Pattern<NumDimensions, ROW_MAJOR, IndexT>, class LocalMemSpaceT = UnitSpace>
using NArray = Matrix<T, NumDimensions, IndexT, PatternT, LocalMemSpaceT>;

}  // namespace dash

// What programs of DASH 0.4 expect of this header.
#include <dash/internal/StandardHeaders.h>
