#pragma once

/// \file
/// Fields of two and three dimensions that units share in slabs, for Jacobi's relaxation by
/// different ways to exchange borders. Kernels and processors use the same code.

#include <dash/Array.h>
#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Generate.h>

#include <dash/dart/if/dart_gpu.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace slabs {

using Step = std::uint64_t;

/// The order of additions is the same in all programs, so their results are the same bits.
DASH_HOST_DEVICE inline float mean(float a, float b, float c, float d)
{
  return 0.25F * ((a + b) + (c + d));
}
DASH_HOST_DEVICE inline float mean(float a, float b, float c, float d, float e, float f)
{
  return (1.0F / 6) * (((a + b) + (c + d)) + (e + f));
}

/// The cells that have the same index in the first dimension, in which the field is cut: a line in
/// two dimensions, and a square of lines in three. Cells at the edges of a layer never change.
template <int N>
struct Layer {
  static_assert(N == 2 || N == 3);

  std::uint32_t length;  ///< length of a line, and number of lines

  DASH_HOST_DEVICE std::uint32_t size() const { return N == 2 ? length : length * length; }

  DASH_HOST_DEVICE bool is_inner(std::uint32_t cell) const
  {
    if constexpr (N == 2) return is_between(cell);
    const std::uint32_t line = cell / length;
    return is_between(line) && is_between(cell - line * length);
  }

  /// The new value of an inner cell.
  DASH_HOST_DEVICE float relaxed(const float* cell) const
  {
    const std::ptrdiff_t layer = size(), line = length;
    if constexpr (N == 2) return mean(cell[-layer], cell[layer], cell[-1], cell[1]);
    return mean(cell[-layer], cell[layer], cell[-line], cell[line], cell[-1], cell[1]);
  }

 private:
  DASH_HOST_DEVICE bool is_between(std::uint32_t i) const { return i > 0 && i + 1 < length; }
};

/// A step for one of the cells of a slab, for loops over all of them.
template <int N>
struct RelaxCell {
  Layer<N> layer;
  const float* from;
  float* to;

  DASH_HOST_DEVICE void operator()(std::uint32_t i) const
  {
    if (layer.is_inner(i % layer.size())) to[i] = layer.relaxed(from + i);
  }
};

/// Divides the layers of a field among units, in order.
struct Cut {
  std::size_t layers, units;

  DASH_HOST_DEVICE std::size_t first(std::size_t unit) const { return layers * unit / units; }
  DASH_HOST_DEVICE std::size_t count(std::size_t unit) const
  {
    return first(unit + 1) - first(unit);
  }
  std::size_t fewest() const { return layers / units; }
  std::size_t most() const { return (layers + units - 1) / units; }
};

/// The value of a cell at the beginning.
DASH_HOST_DEVICE inline float first_value(std::size_t cell)
{
  return static_cast<float>(cell * 7919 % 1000);
}

/// The same for the memory of all slabs, in which copies of the neighbours' layers enclose a unit's
/// own ones.
struct FirstValues {
  Cut cut;
  std::size_t layer_size;

  DASH_HOST_DEVICE float operator()(std::ptrdiff_t index) const
  {
    const std::size_t layer = static_cast<std::size_t>(index) / layer_size;
    const std::size_t layers_of_unit = (cut.layers + cut.units - 1) / cut.units + 2;
    const std::size_t unit = layer / layers_of_unit;
    const std::size_t own = cut.first(unit) + layer % layers_of_unit + cut.layers - 1;
    return first_value(
        own % cut.layers * layer_size + static_cast<std::size_t>(index) % layer_size);
  }
};

enum Side : std::uint32_t { above, below };
constexpr std::uint32_t num_sides = 2;

/// A field in which all dimensions have the same size, and the first layer is next to the last
/// one. There are two copies, of which a step reads one and writes the other.
template <int N>
class Slabs {
  using Copy = dash::Array<float>;

 public:
  /// Collective. \throws dash::exception::InvalidArgument if units would have no layer
  explicit Slabs(std::size_t size)
      : layer_{static_cast<std::uint32_t>(size)},
        cut_{size, dash::size()},
        copies_{Copy(memory_size()), Copy(memory_size())}
  {}

  Layer<N> layer() const { return layer_; }
  const Cut& cut() const { return cut_; }
  /// The calling unit's number of layers, and of their cells.
  std::uint32_t layers() const { return static_cast<std::uint32_t>(cut_.count(me())); }
  std::uint32_t cells() const { return layers() * layer_.size(); }

  /// Sets all cells, also in the copies of neighbours' layers. Collective.
  void begin()
  {
    dash::barrier();  // nobody computes, and all borders have arrived
    for (Copy& copy : copies_) dash::generate_with_index(copy, FirstValues{cut_, layer_.size()});
    dash::barrier();
  }

  /// Address for kernels of the calling unit's first cell after a step.
  float* cells_after(Step step)
  {
    auto* const memory = static_cast<float*>(dart_kernel_address(copies_[step % 2].lbegin()));
    return memory + layer_.size();
  }
  RelaxCell<N> relax_cell(Step step) { return {layer_, cells_after(step - 1), cells_after(step)}; }

  /// The unit beyond a side.
  int neighbour(Side side) const
  {
    const std::size_t units = cut_.units;
    return static_cast<int>((me() + (side == above ? units - 1 : 1)) % units);
  }
  /// Where the calling unit's layer at a side goes after a step, in the memory of the neighbour.
  Copy::iterator place_at_neighbour(Side side, Step step)
  {
    const auto unit = static_cast<std::size_t>(neighbour(side));
    return place(copies_[step % 2], unit, side == above ? cut_.count(unit) + 1 : 0);
  }
  /// Native address of the calling unit's layer at a side after a step, for puts.
  const float* layer_at(Side side, Step step)
  {
    return copies_[step % 2].lbegin() + (side == above ? 1 : layers()) * layer_.size();
  }

  /// All cells after a step.
  std::vector<float> all_after(Step step)
  {
    dash::barrier();
    std::vector<float> cells(cut_.layers * layer_.size());
    for (std::size_t unit = 0; unit < cut_.units; ++unit) {
      const auto first = place(copies_[step % 2], unit, 1);
      const std::size_t n = cut_.count(unit) * layer_.size();
      dash::copy(
          first, first + static_cast<std::ptrdiff_t>(n),
          cells.data() + cut_.first(unit) * layer_.size());
    }
    return cells;
  }

 private:
  static std::size_t me() { return static_cast<std::size_t>(dash::myid().id); }

  std::size_t memory_size() const
  {
    if (cut_.fewest() == 0) {
      DASH_THROW(
          dash::exception::InvalidArgument,
          "slabs: " << cut_.layers << " layers for " << cut_.units
                    << " units; each needs one, so start fewer units");
    }
    return (cut_.most() + 2) * layer_.size() * cut_.units;
  }

  Copy::iterator place(Copy& copy, std::size_t unit, std::size_t layer) const
  {
    return copy.begin() +
           static_cast<std::ptrdiff_t>((unit * (cut_.most() + 2) + layer) * layer_.size());
  }

  Layer<N> layer_;
  Cut cut_;
  std::array<Copy, 2> copies_;
};

/// The cells of a field after some steps in one process, by plain loops.
template <int N>
std::vector<float> serial_cells(std::size_t size, Step steps)
{
  const std::size_t layer = N == 2 ? size : size * size;
  std::vector<float> from(size * layer);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = first_value(i);
  std::vector<float> to = from;
  for (Step step = 0; step < steps; ++step) {
    for (std::size_t l = 0; l < size; ++l) {
      const float* const up = &from[(l + size - 1) % size * layer];
      const float* const own = &from[l * layer];
      const float* const down = &from[(l + 1) % size * layer];
      float* const result = &to[l * layer];
      if constexpr (N == 2) {
        for (std::size_t i = 1; i + 1 < size; ++i)
          result[i] = mean(up[i], down[i], own[i - 1], own[i + 1]);
      } else {
        for (std::size_t line = 1; line + 1 < size; ++line) {
          for (std::size_t i = line * size + 1; i + 1 < (line + 1) * size; ++i)
            result[i] = mean(up[i], down[i], own[i - size], own[i + size], own[i - 1], own[i + 1]);
        }
      }
    }
    from.swap(to);
  }
  return from;
}

}  // namespace slabs
