#pragma once

/// \file
/// Computes a box of elements from their neighbours in place.

#include <dash/MdSpan.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/halo/BoxCopy.h>
#include <dash/halo/Measure.h>
#include <dash/halo/Neighborhood.h>

#include <array>
#include <cstddef>
#include <type_traits>

namespace dash::halo::detail {

/// Computes one element per call, for kernels.
template <MemArrange order, class T, dim_t N, class Function>
struct ComputeElement {
  MdSpan<T, N> to;
  MdSpan<const T, N> from;
  Function body;

  DASH_HOST_DEVICE void operator()(default_index_t i) const
  {
    const auto at = dash::detail::linear_coords<order>(i, to.extents());
    to(at) = static_cast<T>(body(Neighborhood<T, N, order>(&from(at), from.strides())));
  }
};

/// Computes one element per call and returns its measure, for kernels.
template <MemArrange order, class T, dim_t N, class Measure>
struct MeasureElement {
  MdSpan<T, N> to;
  MdSpan<const T, N> from;
  Measure measure;

  DASH_HOST_DEVICE double operator()(std::ptrdiff_t i) const
  {
    const auto at =
        dash::detail::linear_coords<order>(static_cast<default_index_t>(i), to.extents());
    return static_cast<double>(measure(from(at), to(at)));
  }
};

/// The sum over a row. It has several partial sums, so that additions do not wait for each other.
template <class T, class Measure>
double measure_row(const T* before, const T* after, default_index_t n, const Measure& measure)
{
  constexpr default_index_t parts = 8;
  using Value = std::decay_t<decltype(measure(*before, *after))>;
  std::array<Value, parts> sums{};
  default_index_t i = 0;
  for (; i + parts <= n; i += parts) {
    for (default_index_t k = 0; k < parts; ++k) {
      sums[static_cast<std::size_t>(k)] += measure(before[i + k], after[i + k]);
    }
  }
  for (std::size_t k = 0; i < n; ++i, ++k) sums[k] += measure(before[i], after[i]);
  double sum = 0;
  for (const Value& part : sums) sum += static_cast<double>(part);
  return sum;
}

/// Computes row by row, for host code: the loop uses plain pointers and contains nothing but the
/// body.
/// \return the sum of measures, if something is measured
template <MemArrange order, class T, dim_t N, class Function, class Measure>
auto compute_rows(
    const MdSpan<T, N>& to, const MdSpan<const T, N>& from, Function& body, const Measure& measure)
{
  const auto strides = from.strides();
  [[maybe_unused]] double sum = 0;
  const auto compute_row = [&](T* __restrict out, default_index_t, const T* in, default_index_t,
                               default_index_t n) {
    const auto local_strides = strides;
    DASH_INDEPENDENT_ROUNDS
    for (default_index_t i = 0; i < n; ++i) {
      out[i] = static_cast<T>(body(Neighborhood<T, N, order>(in + i, local_strides)));
    }
    if constexpr (is_measured<Measure>) sum += measure_row(in, out, n, measure);
  };
  copy_rows<order>(to, from, to.data(), from.data(), compute_row);
  if constexpr (is_measured<Measure>) return sum;
}

/// A box in local memory, given by its position there.
template <dim_t N>
struct StridedBox {
  default_index_t offset;
  std::array<default_index_t, N> strides;

  template <class T>
  DASH_HOST_DEVICE MdSpan<T, N> of(
      T* memory, const typename MdSpan<T, N>::extents_type& extents) const
  {
    return MdSpan<T, N>(memory + offset, extents, strides);
  }
};

/// Runs the body in kernels if they can call it, otherwise on the host, as other algorithms do. The
/// result is the sum of measures, if something is measured.
template <MemArrange order, class T, dim_t N, class Body, class Measure>
struct StencilStep {
  static constexpr auto name = "dash::halo::Stencil";
  using functions = dash::detail::Functions<Body>;

  dash::detail::Callable<Body> body;
  Measure measure;
  typename MdSpan<T, N>::extents_type extents;
  StridedBox<N> to;
  StridedBox<N> from;

  template <class Execution, class In, class Out>
  auto operator()(const Execution& exec, const In& in, const Out& out) const
  {
    const auto target = to.of(out.first, extents);
    const auto source = from.of(in.first, extents);
    auto function = exec.function(body);
    if constexpr (std::is_same_v<Execution, dash::detail::HostExecution>) {
      return compute_rows<order>(target, source, function, measure);
    } else {
      using Compute = ComputeElement<order, T, N, decltype(function)>;
      using MeasureOne = MeasureElement<order, T, N, Measure>;
      const auto n = static_cast<default_index_t>(target.size());
      exec.for_each_index(n, Compute{target, source, function});
      if constexpr (is_measured<Measure>) {
        return exec.sum(n, MeasureOne{target, source, measure});
      }
    }
  }
};

}  // namespace dash::halo::detail
