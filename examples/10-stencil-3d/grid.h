#pragma once

#include <libdash.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "himeno.h"

/// Bodies that set an element. Outside of the class, as nvcc takes no private ones for kernels.
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

/// The arrays of the Himeno benchmark, spread over all units by whole planes. Those of GPU units
/// are in the memory of their GPUs.
class Grid {
 public:
  using Index = dash::default_index_t;
  using Shape = himeno::Shape;

  /// Collective.
  explicit Grid(const Shape& shape)
      : _shape(shape),
        _planes_per_unit((shape.planes + dash::size() - 1) / dash::size()),
        _coefficients(himeno::num_coefficients * coefficient_stride() * dash::size()),
        _pressure(shape.size(), by_planes()),
        _next(shape.size(), by_planes()),
        _halos(2 * shape.plane() * dash::size()),
        _squares(most_squares() * dash::size())
  {
    for (std::size_t i = 0; i < himeno::num_coefficients; ++i) {
      dash::for_each_index(
          coefficient_stride(), SetValue{coefficient(i), himeno::coefficient_values[i]});
    }
    // Both copies, as no step writes the faces.
    dash::for_each_index(_pressure, SetPressure{_pressure.device_view(), shape});
    dash::for_each_index(_next, SetPressure{_next.device_view(), shape});
    dash::fill(_squares, 0.0F);
    _pressure.barrier();
  }

  const Shape& shape() const { return _shape; }

  /// One iteration. Collective. One barrier is enough: what a neighbour still reads is written
  /// again only one step later, after the next barrier.
  void step()
  {
    const std::size_t first = std::max<std::size_t>(first_plane(), 1);
    const std::size_t last = std::min(end_plane(), _shape.planes - 1);
    if (first < last) {
      const himeno::Slab slab = own_slab(first, last);
      if (dash::is_gpu_unit()) {
        const auto calls = static_cast<std::uint32_t>(himeno::StepQuads::count(slab.shape));
        dash::for_each_index(calls, himeno::StepQuads{slab});
      } else {
        himeno::step_slab(slab);
      }
    }
    std::swap(_pressure, _next);
    _pressure.barrier();
  }

  /// Sum of all squared changes of the last step, which the benchmark calls so. Collective.
  double gosa() const { return dash::accumulate(_squares, 0.0, dash::plus<double>{}); }

  /// Copies plane \p plane, whoever owns it, to \p out, in host memory or in that of an own GPU.
  void fetch_plane(std::size_t plane, float* out) const
  {
    const auto begin = _pressure.begin() + static_cast<Index>(plane * _shape.plane());
    dash::copy(begin, begin + static_cast<Index>(_shape.plane()), out);
  }

 private:
  using Array = dash::Array<float>;

  dash::Distribution by_planes() const
  {
    return dash::BLOCKCYCLIC(static_cast<int>(_planes_per_unit * _shape.plane()));
  }

  std::size_t most_squares() const
  {
    // Kernels have one for each quad, loops one for each place in a plane.
    return std::max(
        himeno::StepQuads::count({_planes_per_unit, _shape.rows, _shape.columns}), _shape.plane());
  }

  std::size_t first_plane() const
  {
    return static_cast<std::size_t>(dash::myid()) * _planes_per_unit;
  }
  std::size_t end_plane() const { return first_plane() + _pressure.lsize() / _shape.plane(); }

  /// Where this unit's processor finds the own part of an array.
  static float* own_part(Array& array) { return array.device_view().local.begin(); }

  /// Distance between coefficients in the memory of their unit, which alone reads them. Not a power
  /// of two: caches would keep all that belongs to a point in the same few places.
  std::size_t coefficient_stride() const { return _planes_per_unit * _shape.plane() + 32; }

  float* coefficient(std::size_t i) { return own_part(_coefficients) + i * coefficient_stride(); }

  /// The own planes from \p first to \p last, which are not at a face.
  himeno::Slab own_slab(std::size_t first, std::size_t last)
  {
    const std::size_t plane = _shape.plane();
    const std::size_t begin = (first - first_plane()) * plane;
    const bool has_before = first > first_plane();
    const bool has_behind = last < end_plane();
    float* const halo = own_part(_halos);
    himeno::Slab slab;
    slab.shape = {last - first, _shape.rows, _shape.columns};
    slab.own = own_part(_pressure) + begin;
    slab.before = has_before ? slab.own - plane : neighbour(first - 1, halo);
    slab.behind = has_behind ? slab.own + (last - first) * plane : neighbour(last, halo + plane);
    for (std::size_t i = 0; i < himeno::num_coefficients; ++i) {
      slab.coefficients[i] = coefficient(i) + begin;
    }
    slab.next = own_part(_next) + begin;
    slab.squares = own_part(_squares);
    return slab;
  }

  /// A plane of another unit: in place, or a copy where this unit's processor cannot load from
  /// there.
  const float* neighbour(std::size_t plane, float* halo) const
  {
    const auto begin = static_cast<Index>(plane * _shape.plane());
    const float* in_place = _pressure.device_view().address(begin);
    if (in_place != nullptr) return in_place;
    fetch_plane(plane, halo);
    return halo;
  }

  Shape _shape;
  std::size_t _planes_per_unit;  // the last units may have fewer, or none
  Array _coefficients;  // one behind the other in the memory of each unit
  Array _pressure;
  Array _next;
  Array _halos;  // two planes in the memory of each unit
  Array _squares;
};
