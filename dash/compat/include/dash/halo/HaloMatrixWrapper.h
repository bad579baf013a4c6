#pragma once

/// \file
/// A matrix whose units have copies of the elements around their blocks.

#include <dash/halo/CoordinateAccess.h>
#include <dash/halo/HaloBlock.h>
#include <dash/halo/HaloMemory.h>
#include <dash/halo/HaloUpdateEnv.h>
#include <dash/halo/StencilOperator.h>

#include <array>
#include <cstddef>
#include <utility>

namespace dash::halo {

/// Keeps copies of the neighbours' elements that stencils reach, in separate memory.
///
/// An update uses the values that the elements at the borders of a unit's block have when this unit
/// calls it. Only neighbours exchange data with each other, and they never overwrite values that
/// were not read, so no barrier is needed between updates. All units have to call the same number
/// of updates; no update is collective.
///
/// It refers to the matrix, which must exist as long and must not be moved. The pattern has at most
/// one block per unit. Construction and destruction are collective. On GPU units, halos are in host
/// memory; stencil operators work on host memory, so the matrix has to be in \c HostSpace there.
///
/// \tparam SigReady  kept for programs that name it; has no effect
template <class MatrixT, SignalReady SigReady = SignalReady::OFF>
class HaloMatrixWrapper {
  using Pattern_t = typename MatrixT::pattern_type;

 public:
  static constexpr dim_t N = Pattern_t::ndim();
  using Matrix_t = MatrixT;
  using Element_t = typename MatrixT::value_type;
  using ViewSpec_t = typename Pattern_t::viewspec_type;
  using ElementCoords_t = typename Pattern_t::coords_type;
  using GlobBoundSpec_t = GlobalBoundarySpec<N>;
  using HaloSpec_t = HaloSpec<N>;
  using HaloBlock_t = HaloBlock<Element_t, Pattern_t, typename MatrixT::memory_type>;
  using HaloMemory_t = HaloMemory<HaloBlock_t>;
  using HaloUpdateEnv_t = HaloUpdateEnv<HaloBlock_t>;
  using region_index_t = halo::region_index_t;
  using stencil_dist_t = spoint_value_t;

  /// Creates halos that are as wide as one or more stencils need. Collective.
  template <class Point, std::size_t... K>
    requires(sizeof...(K) > 0)
  HaloMatrixWrapper(
      MatrixT& matrix, const GlobBoundSpec_t& bounds, const StencilSpec<Point, K>&... stencils)
      : HaloMatrixWrapper(matrix, bounds, HaloSpec_t(stencils...))
  {}
  template <class Point, std::size_t... K>
    requires(sizeof...(K) > 0)
  HaloMatrixWrapper(MatrixT& matrix, const StencilSpec<Point, K>&... stencils)
      : HaloMatrixWrapper(matrix, GlobBoundSpec_t(), stencils...)
  {}

  /// Creates halos for all neighbours whose distance is at most \c distance in each dimension.
  /// Collective.
  HaloMatrixWrapper(MatrixT& matrix, const GlobBoundSpec_t& bounds, default_index_t distance)
      : HaloMatrixWrapper(matrix, bounds, HaloSpec_t::full(distance))
  {}
  HaloMatrixWrapper(MatrixT& matrix, default_index_t distance)
      : HaloMatrixWrapper(matrix, GlobBoundSpec_t(), distance)
  {}

  /// \throws exception::InvalidArgument  if a unit has several blocks
  HaloMatrixWrapper(MatrixT& matrix, const GlobBoundSpec_t& bounds, const HaloSpec_t& halo)
      : matrix_(&matrix),
        block_(matrix.globmem(), matrix.pattern(), bounds, halo),
        env_(block_)
  {}

  HaloMatrixWrapper(const HaloMatrixWrapper&) = delete;
  HaloMatrixWrapper& operator=(const HaloMatrixWrapper&) = delete;

  static constexpr dim_t ndim() { return N; }

  /// Exchanges all regions; complete on return.
  void update() { env_.update(elements()); }
  /// Sends elements at the borders. The neighbours' elements are available after \c wait; until
  /// then, the contents of halo memory are undefined.
  void update_async() { env_.start(elements()); }
  void wait() { env_.wait(); }

  /// Updates one region, for which all units of the team call this; complete on return.
  void update_at(region_index_t region) { env_.update(region, elements()); }
  void update_async_at(region_index_t region) { env_.start(region, elements()); }
  void wait(region_index_t region) { env_.wait(region); }

  const HaloBlock_t& halo_block() const { return block_; }
  HaloUpdateEnv_t& halo_env() { return env_; }
  HaloMemory_t& halo_memory() { return env_.halo_memory(); }
  MatrixT& matrix() { return *matrix_; }
  const MatrixT& matrix() const { return *matrix_; }
  const ViewSpec_t& view_local() const { return block_.view_local(); }

  /// Sets the halo elements beyond custom sides to \c f(coords); updates preserve them. The global
  /// coordinates lie outside the matrix there, and within it in cyclic dimensions. Local call.
  template <class F>
  void set_custom_halos(F f)
  {
    env_.set_custom(f);
  }

  /// Address in halo memory of the element at local coordinates; nullptr if it is not in the halo.
  Element_t* halo_element_at_local(ElementCoords_t coords)
  {
    return env_.halo_memory().address_of(coords);
  }
  /// Address in halo memory of the element at global coordinates. Beyond a cyclic side, these may
  /// also be the coordinates at the opposite side.
  Element_t* halo_element_at_global(ElementCoords_t coords)
  {
    const auto extents = matrix_->pattern().extents();
    ElementCoords_t local;
    return find_wrapped<0>(coords, extents, local);
  }

  /// Elements and neighbours for a stencil that fits into the halo.
  template <class Stencil>
  StencilOperator<HaloBlock_t, Stencil> stencil_operator(const Stencil& stencil)
  {
    return StencilOperator<HaloBlock_t, Stencil>(
        block_, env_.halo_memory(), matrix_->lbegin(), stencil);
  }

  /// Access to elements of the block and of the halo by local coordinates: \c access[i][j].
  CoordinateAccess<HaloBlock_t> coordinate_access()
  {
    return CoordinateAccess<HaloBlock_t>(block_, env_.halo_memory(), matrix_->lbegin());
  }

 private:
  typename HaloUpdateEnv_t::Elements elements() const
  {
    return std::as_const(matrix_->local).mdspan();
  }

  /// Searches the coordinates as they are and, in cyclic dimensions, also one period further and
  /// one period back.
  template <std::size_t d, class Extents>
  Element_t* find_wrapped(
      const ElementCoords_t& coords, const Extents& extents, ElementCoords_t& local)
  {
    if constexpr (d == N) {
      return halo_element_at_local(local);
    } else {
      const auto extent = static_cast<typename Pattern_t::index_type>(extents[d]);
      const bool wraps = block_.global_boundary_spec()[d] == BoundaryProp::CYCLIC;
      for (const int round : {0, -1, 1}) {
        if (round != 0 && !wraps) break;
        local[d] = coords[d] + round * extent - block_.view().offsets()[d];
        if (auto* found = find_wrapped<d + 1>(coords, extents, local)) return found;
      }
      return nullptr;
    }
  }

  MatrixT* matrix_;
  HaloBlock_t block_;
  HaloUpdateEnv_t env_;
};

template <class MatrixT, class... Args>
HaloMatrixWrapper(MatrixT&, const Args&...) -> HaloMatrixWrapper<MatrixT>;

}  // namespace dash::halo
