#pragma once

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "himeno.h"

/// Bodies that set an element. They are outside of the class because nvcc accepts no private
/// classes for kernels.
struct SetValue {
  float* elements;
  float value;

  DASH_HOST_DEVICE void operator()(std::size_t i) const { elements[i] = value; }
};

struct SetPressure {
  dash::Array<float>::device_view_type pressure;
  himeno::Shape shape;

  DASH_HOST_DEVICE void operator()(dash::default_index_t index) const
  {
    const std::size_t plane = static_cast<std::size_t>(index) / shape.plane();
    pressure[index] = himeno::initial_pressure(plane, shape.planes);
  }
};

/// The arrays of the Himeno benchmark, whose planes are distributed over all units. Those of GPU
/// units are in the memory of their GPUs.
class Grid {
 public:
  using Index = dash::default_index_t;
  using Shape = himeno::Shape;

  /// Collective.
  explicit Grid(const Shape& shape)
      : shape_(shape),
        planes_per_unit_((shape.planes + dash::size() - 1) / dash::size()),
        coefficients_(himeno::num_coefficients * coefficient_stride() * dash::size()),
        pressure_(shape.size(), by_planes()),
        next_(shape.size(), by_planes()),
        halos_(2 * shape.plane() * dash::size()),
        squares_(most_squares() * dash::size())
  {
    for (std::size_t i = 0; i < himeno::num_coefficients; ++i) {
      dash::for_each_index(
          coefficient_stride(), SetValue{coefficient(i), himeno::coefficient_values[i]});
    }
    // Both copies are set, because no step writes the faces.
    dash::for_each_index(pressure_, SetPressure{pressure_.device_view(), shape});
    dash::for_each_index(next_, SetPressure{next_.device_view(), shape});
    dash::fill(squares_, 0.0F);
    pressure_.barrier();
  }

  const Shape& shape() const { return shape_; }
  /// The pressure of all points, plane by plane.
  const dash::Array<float>& pressure() const { return pressure_; }

  /// One iteration. Collective. One barrier is enough: the values that a neighbour still reads are
  /// overwritten only one step later, after the next barrier.
  void step()
  {
    himeno::Slab slab = inner_slab();
    if (slab.shape.planes > 0) {
      float* const halo = own_part(halos_);
      const std::size_t first = first_inner_plane(), last = first + slab.shape.planes;
      if (slab.before == nullptr) slab.before = neighbour(first - 1, halo);
      if (slab.behind == nullptr) slab.behind = neighbour(last, halo + shape_.plane());
      if (dash::is_gpu_unit()) {
        const auto calls = static_cast<std::uint32_t>(himeno::StepQuads::count(slab.shape));
        dash::for_each_index(calls, himeno::StepQuads{slab});
      } else {
        himeno::step_slab(slab);
      }
    }
    swap_pressures();
    pressure_.barrier();
  }

  /// Sum of all squared changes of the last step, which the benchmark calls gosa. Collective.
  double gosa() const { return dash::accumulate(squares_, 0.0, dash::plus<double>{}); }

  /// Copies plane \p plane, whichever unit owns it, to \p out, in host memory or in memory of the
  /// unit's GPU.
  void fetch_plane(std::size_t plane, float* out) const
  {
    const auto begin = pressure_.begin() + static_cast<Index>(plane * shape_.plane());
    dash::copy(begin, begin + static_cast<Index>(shape_.plane()), out);
  }

  // What programs need that exchange planes themselves.

  /// The first of the unit's planes that are not at a face.
  std::size_t first_inner_plane() const { return std::max<std::size_t>(first_plane(), 1); }

  /// The unit's planes that are not at a face, without those of other units before and behind them.
  himeno::Slab inner_slab()
  {
    const std::size_t plane = shape_.plane();
    const std::size_t first = first_inner_plane();
    const std::size_t last = std::max(std::min(end_plane(), shape_.planes - 1), first);
    const std::size_t begin = (first - first_plane()) * plane;
    himeno::Slab slab;
    slab.shape = {last - first, shape_.rows, shape_.columns};
    slab.own = own_part(pressure_) + begin;
    slab.before = first > first_plane() ? slab.own - plane : nullptr;
    slab.behind = last < end_plane() ? slab.own + (last - first) * plane : nullptr;
    for (std::size_t i = 0; i < himeno::num_coefficients; ++i) {
      slab.coefficients[i] = coefficient(i) + begin;
    }
    slab.next = own_part(next_) + begin;
    slab.squares = own_part(squares_);
    return slab;
  }

  /// Makes the results of a step the pressure.
  void swap_pressures() { std::swap(pressure_, next_); }

 private:
  using Array = dash::Array<float>;

  dash::Distribution by_planes() const
  {
    return dash::BLOCKCYCLIC(static_cast<int>(planes_per_unit_ * shape_.plane()));
  }

  std::size_t most_squares() const
  {
    // Kernels have one sum for each quad, loops have one for each place in a plane.
    return std::max(
        himeno::StepQuads::count({planes_per_unit_, shape_.rows, shape_.columns}), shape_.plane());
  }

  std::size_t first_plane() const
  {
    return static_cast<std::size_t>(dash::myid()) * planes_per_unit_;
  }
  std::size_t end_plane() const { return first_plane() + pressure_.lsize() / shape_.plane(); }

  /// The address of the unit's own part of an array for its processor.
  static float* own_part(Array& array) { return array.device_view().local.begin(); }

  /// Distance between coefficients in the memory of their unit, which alone reads them. It is not a
  /// power of two, because then all values of a point would compete for the same few cache lines.
  std::size_t coefficient_stride() const { return planes_per_unit_ * shape_.plane() + 32; }

  float* coefficient(std::size_t i) { return own_part(coefficients_) + i * coefficient_stride(); }

  /// A plane of another unit: its address, or a copy if this unit's processor cannot load from
  /// there.
  const float* neighbour(std::size_t plane, float* halo) const
  {
    const auto begin = static_cast<Index>(plane * shape_.plane());
    const float* in_place = pressure_.device_view().address(begin);
    if (in_place != nullptr) return in_place;
    fetch_plane(plane, halo);
    return halo;
  }

  Shape shape_;
  std::size_t planes_per_unit_;  // the last units may have fewer planes, or none
  Array coefficients_;           // one after the other in the memory of each unit
  Array pressure_;
  Array next_;
  Array halos_;  // room for two planes in the memory of each unit
  Array squares_;
};
