#pragma once

/// \file
/// Computes all elements of a matrix from their neighbours in another.

#include <dash/Exception.h>
#include <dash/Stream.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/halo/BlockParts.h>
#include <dash/detail/halo/BoxCopy.h>
#include <dash/detail/halo/InPlaceAccess.h>
#include <dash/detail/halo/StencilRecorder.h>
#include <dash/detail/halo/StencilStep.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/pattern/Box.h>
#include <dash/halo/Boundary.h>
#include <dash/halo/HaloBlock.h>
#include <dash/halo/HaloSpec.h>
#include <dash/halo/HaloUpdateEnv.h>
#include <dash/halo/Measure.h>
#include <dash/halo/Neighborhood.h>

#include <dash/dart/if/dart.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <utility>
#include <vector>

namespace dash::halo {

/// A computation that is written once, with relative indices, for all elements and dimensions:
///
///     dash::halo::Stencil heat(a, {dash::halo::periodic, 0.0}, [](auto c) {
///       return 0.25 * (c(-1, 0) + c(1, 0) + c(0, -1) + c(0, 1));
///     });
///     heat(a, b);  // b from a
///
/// A step sends the borders to the neighbours, computes inner elements meanwhile, and then the
/// elements at the borders. On GPU units that can access each other's memory, the kernel that
/// computes loads the neighbours' elements directly instead. No barrier is needed between steps,
/// whichever matrices they use.
///
/// The body may be called in any order and by several threads, and must not depend on state;
/// results of further calls, with other values of the matrix as neighbours, may be dropped. On GPU
/// units it runs in kernels if they can call it (\c is_device_callable), otherwise on the host on
/// copies, like the function objects of algorithms.
///
/// \tparam MatrixT  type of the matrices, which have one block per unit at most
template <class MatrixT, class Body>
class Stencil {
  using Pattern = typename MatrixT::pattern_type;
  static constexpr dim_t N = Pattern::ndim();
  static constexpr MemArrange order = Pattern::memory_order();
  using T = typename MatrixT::value_type;
  using View = typename Pattern::viewspec_type;
  using Block = HaloBlock<T, Pattern, typename MatrixT::memory_type>;
  using From = MdSpan<const T, N>;
  using To = MdSpan<T, N>;

 public:
  using boundary_type = Boundary<T, N>;

  /// Calls the body once, on the host, to find out which neighbours it reads; these have to be the
  /// same in every call. Collective.
  ///
  /// \param like      a matrix with the pattern of all matrices that steps use; must exist as long
  ///   as the stencil
  /// \param boundary  what lies beyond the sides
  /// \param body      function object that takes a Neighborhood of any type and returns the new
  ///   value
  /// \throws exception::InvalidArgument  if a unit has several blocks
  Stencil(const MatrixT& like, const boundary_type& boundary, Body body)
      : Stencil(like, boundary, detail::recorded_halo<T, N>(body), body)
  {}

  /// A stencil that is open at all sides. Collective.
  Stencil(const MatrixT& like, Body body) : Stencil(like, open, std::move(body)) {}

  /// A stencil with a body that the host cannot call, or that does not always read the same
  /// neighbours. Collective.
  /// \param width  the largest distance in any dimension, or the neighbours that the body may read
  ///   as a StencilSpec or HaloSpec
  template <class Width>
  Stencil(const MatrixT& like, const boundary_type& boundary, const Width& width, Body body)
      : boundary_(boundary),
        body_(std::move(body)),
        block_(like.globmem(), like.pattern(), boundary.spec(), halo_of(width)),
        halo_(block_),
        in_place_(like, block_),
        patch_(largest_patch()),
        result_(dash::detail::memory_of_unit() == MemoryKind::device ? patch_.size() : 0)
  {
    refresh_boundary();
  }

  Stencil(const Stencil&) = delete;
  Stencil& operator=(const Stencil&) = delete;

  /// Executes a step: computes all elements of \c to, except those whose stencil leaves the matrix
  /// at an open side, from \c from. All units of the team call this; the calling unit's elements
  /// are complete on return.
  /// \throws exception::InvalidArgument  if both are the same matrix, or if their patterns differ
  void operator()(const MatrixT& from, MatrixT& to)
  {
    const dash::detail::CurrentCall call("dash::halo::Stencil");
    check(from, to);
    if (in_place_.is_possible()) return in_place_.run(body_, from, to, 1, no_measure, nullptr);
    step(from, to, no_measure, nullptr);
  }

  /// Executes steps from \c a to \c b, from \c b to \c a and so on. Collective; the calling unit's
  /// elements are complete on return. GPU units proceed from step to step without their host; if
  /// the part of a matrix is small, one kernel executes all steps and uses the whole GPU meanwhile.
  /// \return the matrix with the result
  MatrixT& iterate(MatrixT& a, MatrixT& b, std::size_t steps)
  {
    const dash::detail::CurrentCall call("dash::halo::Stencil::iterate");
    run(a, b, steps, no_measure, nullptr);
    return steps % 2 == 0 ? a : b;
  }

  /// Adds steps to a stream, and returns before they are done: they begin when the operations
  /// before them are complete at this unit. Where all units have GPUs that reach each other, these
  /// execute the steps by themselves; elsewhere a thread of the host does. The stencil and the
  /// matrices have to exist until then, and are used by nothing else meanwhile.
  ///
  /// Collective: all units add the same steps. Only the first call waits for the other units. They
  /// cannot be captured into a graph, because steps are numbered.
  ///
  /// \return \c a if \c steps is even, otherwise \c b: the matrix that will have the result
  /// \throws exception::RuntimeError if the stream is being captured
  MatrixT& iterate(Stream& stream, MatrixT& a, MatrixT& b, std::size_t steps)
  {
    const dash::detail::CurrentCall call("dash::halo::Stencil::iterate on a stream");
    check(a, b);
    stream.require_no_capture("dash::halo::Stencil::iterate");
    if (in_place_.is_possible()) {
      if (in_place_.starts_together(steps)) stream.barrier(block_.pattern().team());
      stream.add_algorithm(
          [this, &a, &b, steps] { in_place_.start(body_, a, b, steps, no_measure, nullptr); });
    } else {
      stream.call([this, &a, &b, steps] { run(a, b, steps, no_measure, nullptr); });
    }
    return steps % 2 == 0 ? a : b;
  }

  /// The matrix with the result, and the sum of the measure for each step.
  struct Measured {
    MatrixT& matrix;
    std::vector<double> sums;
  };

  /// Executes steps like the function above and measures each of them, without an extra pass over
  /// the elements:
  ///
  ///     const auto run = heat.iterate(a, b, 100, dash::halo::squared_change);
  ///     const double last_change = std::sqrt(run.sums.back());  // L2 norm
  ///
  /// \param measure  \c measure(before, after) returns a number for each element that changes. Like
  ///   the body, it may be called in any order and by several threads, and the rounding of sums
  ///   depends on that.
  template <class Measure>
  Measured iterate(MatrixT& a, MatrixT& b, std::size_t steps, Measure measure)
  {
    std::vector<double> mine(steps);
    std::vector<double> sums(steps);
    const dash::detail::CurrentCall call("dash::halo::Stencil::iterate");
    run(a, b, steps, measure, mine.data());
    if (steps > 0) {
      dash::detail::CheckedCall().result(
          dart_allreduce(
              mine.data(), sums.data(), steps, DART_TYPE_DOUBLE, DART_OP_SUM,
              block_.pattern().team().dart_id()),
          "dart_allreduce");
    }
    return {steps % 2 == 0 ? a : b, std::move(sums)};
  }

  /// Calls the functions for the values beyond the sides again, after they have changed. Local
  /// call.
  void refresh_boundary()
  {
    const auto& extents = block_.pattern().extents();
    halo_.set_custom([&](const auto& coords) { return boundary_.value(coords, extents); });
    if (in_place_.is_possible()) in_place_.set_custom(std::as_const(halo_).halo_memory());
  }

 private:
  using MemoryKind = dash::detail::MemoryKind;

  static constexpr detail::NoMeasure no_measure{};

  static HaloSpec<N> halo_of(default_index_t width) { return HaloSpec<N>::full(width); }
  static HaloSpec<N> halo_of(const HaloSpec<N>& halo) { return halo; }
  template <class Point, std::size_t K>
  static HaloSpec<N> halo_of(const StencilSpec<Point, K>& stencil)
  {
    return HaloSpec<N>(stencil);
  }

  void check(const MatrixT& from, const MatrixT& to) const
  {
    const bool is_alike = from.pattern() == block_.pattern() && to.pattern() == block_.pattern();
    if (is_alike && &from != &to) return;
    DASH_THROW(
        exception::InvalidArgument,
        "a stencil computes a matrix from another one, both of the pattern that it was made for");
  }

  /// \param sums  receives the sums over the unit's own elements, one for each step; nullptr if
  ///   nothing is measured
  template <class Measure>
  void run(MatrixT& a, MatrixT& b, std::size_t steps, const Measure& measure, double* sums)
  {
    check(a, b);
    if (in_place_.is_possible()) return in_place_.run(body_, a, b, steps, measure, sums);
    MatrixT* from = &a;
    MatrixT* to = &b;
    for (std::size_t i = 0; i < steps; ++i, std::swap(from, to)) {
      step(*from, *to, measure, sums == nullptr ? nullptr : sums + i);
    }
  }

  /// Computes a step and exchanges halos meanwhile.
  template <class Measure>
  void step(const MatrixT& from, MatrixT& to, const Measure& measure, double* sum)
  {
    const From source = std::as_const(from.local).mdspan();
    const To target = to.local.mdspan();
    halo_.lend(source);
    const View& inner = block_.view_inner();
    compute(detail::part_of(target, inner), source, inner, measure, sum);
    halo_.wait();
    for (const View& view : block_.boundary_views()) {
      compute_boundary(view, source, target, measure, sum);
    }
    halo_.take_back();
  }

  /// The box of a boundary view and of all elements that its stencils reach.
  View patch_of(View view) const
  {
    for (dim_t d = 0; d < N; ++d) {
      const auto [before, behind] = block_.halo_spec().halo_extension_max(d);
      view.resize_dim(d, view.offset(d) - before, view.extent(d) + before + behind);
    }
    return view;
  }

  std::ptrdiff_t largest_patch() const
  {
    std::size_t size = 0;
    for (const View& view : block_.boundary_views()) {
      if (view.size() > 0) size = std::max<std::size_t>(size, patch_of(view).size());
    }
    return static_cast<std::ptrdiff_t>(size);
  }

  /// Copies block and halo into one array, so that the same loop serves inner elements and those at
  /// borders.
  From gather(const View& patch, const From& source)
  {
    const auto whole = detail::dense_span<order>(patch_.data(), patch);
    const auto copy_part = [&](const From& elements, const View& box) {
      const View common = dash::detail::intersection(patch, box);
      if (common.size() == 0) return;
      detail::copy_box<order>(
          detail::part_of(whole, dash::detail::relative_to(patch, common)),
          detail::part_of(elements, dash::detail::relative_to(box, common)));
    };
    copy_part(source, block_.view_local());
    const auto& halo = std::as_const(halo_).halo_memory();
    for (const auto& box : block_.halo_boxes()) {
      const region_index_t region = box.spec.index();
      const View& view = halo.view_at(region);
      copy_part(detail::dense_span<order>(halo.data_at(region), view), view);
    }
    return whole;
  }

  template <class Measure>
  void compute_boundary(
      const View& view, const From& source, const To& target, const Measure& measure, double* sum)
  {
    if (view.size() == 0) return;
    const View patch = patch_of(view);
    const From around = gather(patch, source);
    const View place = dash::detail::relative_to(patch, view);
    const To to = detail::part_of(target, view);
    if (!dash::detail::is_device_memory(to.data())) {
      return compute(to, around, place, measure, sum);
    }
    const To result = detail::dense_span<order>(result_.data(), view);
    compute(result, around, place, measure, sum);
    detail::copy_box<order>(to, result);
  }

  /// \param place  position of the elements in \c around, which also contains their neighbours
  template <class Measure>
  void compute(
      const To& to, const From& around, const View& place, const Measure& measure, double* sum)
  {
    if (to.empty()) return;
    const From centers = detail::part_of(around, place);
    const detail::StencilStep<order, T, N, Body, Measure> step{
        body_,
        measure,
        to.extents(),
        {0, to.strides()},
        {centers.data() - around.data(), centers.strides()}};
    const auto in = dash::detail::reads(around.data(), detail::end_of(around));
    const auto out = dash::detail::updates(to.data(), detail::end_of(to));
    if constexpr (detail::is_measured<Measure>) {
      *sum += dash::detail::run_step(step, in, out);
    } else {
      dash::detail::run_step(step, in, out);
    }
  }

  boundary_type boundary_;
  Body body_;
  Block block_;
  HaloUpdateEnv<Block> halo_;
  detail::InPlaceAccess<MatrixT, Body> in_place_;
  dash::detail::UnitBuffer<T> patch_;
  dash::detail::UnitBuffer<T> result_;  // the result before it is copied to device memory
};

// nvcc does not deduce the class's arguments from a single side. With boundaries in braces, they
// have to be given.
template <class MatrixT, class Sides, class Body>
Stencil(const MatrixT&, const Sides&, Body) -> Stencil<MatrixT, Body>;
template <class MatrixT, class Sides, class Width, class Body>
Stencil(const MatrixT&, const Sides&, const Width&, Body) -> Stencil<MatrixT, Body>;

/// Executes one step of a stencil; see Stencil, which is preferable for several steps. Collective.
///
///     dash::halo::stencil(a, b, dash::halo::periodic, [](auto c) { return c(-1) + c(1); });
template <class MatrixT, class Body>
void stencil(
    const MatrixT& from, MatrixT& to,
    const Boundary<typename MatrixT::value_type, MatrixT::pattern_type::ndim()>& boundary,
    Body body)
{
  Stencil<MatrixT, Body>(from, boundary, std::move(body))(from, to);
}

template <class MatrixT, class Body>
void stencil(const MatrixT& from, MatrixT& to, Body body)
{
  stencil(from, to, open, std::move(body));
}

}  // namespace dash::halo
