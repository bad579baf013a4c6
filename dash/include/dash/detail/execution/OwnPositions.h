#pragma once

/// \file
/// Elements of a range at the positions of the calling unit's elements of another range, as
/// operands of steps, which get copies of them.
///
/// Where ranges lie in many short runs, units can work on their own elements of one range if these
/// copies are made fast: then only the elements of the others pass between units, and only once.

#include <dash/Types.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/execution/CopiedOperand.h>
#include <dash/detail/memory/BoxMap.h>
#include <dash/detail/memory/PendingTransfers.h>
#include <dash/detail/pattern/Box.h>
#include <dash/detail/range/AlignedRanges.h>
#include <dash/detail/range/LocalRuns.h>
#include <dash/detail/range/Places.h>
#include <dash/detail/range/RunsAtPositions.h>
#include <dash/detail/range/ShortRuns.h>
#include <dash/detail/range/Transfer.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

namespace dash::detail {

/// Ranges in memory of the units, dealt to them in equal blocks, whose elements move as numbers: in
/// one dimension, and matrices.
template <class It>
concept DealtLines = OverDealtBlocks<It> && CopiedElements<It> && PlacedElements<It>;
template <class It>
concept DealtBoxes =
    CopiedElements<It> && PlacedElements<It> && HasBoxMap<typename It::pattern_type>;
template <class It>
concept DealtElements = DealtLines<It> || DealtBoxes<It>;

/// Whether positions in both ranges are counted in the same way along the same dimensions.
template <class A, class B>
concept DealtAlike =
    DealtElements<A> && DealtElements<B> && A::pattern_type::ndim() == B::pattern_type::ndim() &&
    (A::pattern_type::ndim() == 1 ||
     A::pattern_type::memory_order() == B::pattern_type::memory_order());

/// The box of all elements from the one of an iterator on, if that is the first one of its section
/// or there is one dimension.
template <DealtElements It>
auto box_from(const It& it)
{
  auto box = section_of(it).box();
  if constexpr (DealtLines<It>) {
    const auto end = box.range(0).end;
    box.resize_dim(0, it.pos(), static_cast<typename It::pattern_type::size_type>(end - it.pos()));
  }
  return box;
}

/// What the calling unit has of a box.
template <DealtElements It>
class OwnBox {
  using Pattern = typename It::pattern_type;
  using Index = typename Pattern::index_type;
  static constexpr MemArrange order = Pattern::memory_order();

 public:
  explicit OwnBox(const It& first)
      : pattern_(first.pattern()),
        box_(box_from(first)),
        local_(pattern_.local_box(pattern_.team().myid(), box_))
  {}

  /// The box in global coordinates, and the own part in local ones.
  const auto& global() const { return box_; }
  const auto& local() const { return local_; }

  /// Extents of the own elements in all dimensions but the slowest one, from the fastest one on.
  auto extents_of_lines() const
  {
    constexpr auto N = static_cast<std::size_t>(Pattern::ndim());
    std::array<Position, N - 1> extents{};
    for (std::size_t i = 0; i + 1 < N; ++i) {
      const std::size_t d = dimension_at_pace<order, N>(N - 1 - i);
      extents[i] = static_cast<Position>(local_.extents()[d]);
    }
    return extents;
  }

  /// The position in the box of an own element.
  Position position(Position number) const
  {
    const auto at = coords_in<order>(local_, static_cast<Index>(number));
    return position_in<order>(box_, pattern_.global(pattern_.team().myid(), at));
  }

 private:
  const Pattern& pattern_;
  typename Pattern::viewspec_type box_, local_;
};

template <class It>
struct CopiesAtOwnPositions;

/// The elements of \c It at the positions of the calling unit's elements of \c Own, in their order.
template <DealtElements Own, DealtElements It>
  requires DealtAlike<Own, It>
class OwnPositions {
 public:
  using Range = It;
  using DashCopier = CopiesAtOwnPositions<OwnPositions>;
  using value_type = std::iter_value_t<It>;
  using reference = std::iter_reference_t<It>;
  using difference_type = std::ptrdiff_t;

  /// \param own     begin of the range with the own elements
  /// \param number  of the first of them among all own ones
  OwnPositions(const Own& own, const It& it, Position number) : own_(own), it_(it), number_(number)
  {}

  reference operator*() const
  {
    return it_[static_cast<typename It::index_type>(OwnBox(own_).position(number_))];
  }
  OwnPositions operator+(difference_type n) const { return {own_, it_, number_ + n}; }
  DASH_HOST_DEVICE friend difference_type operator-(const OwnPositions& a, const OwnPositions& b)
  {
    return a.number_ - b.number_;
  }

  DASH_HOST_DEVICE friend bool operator==(const OwnPositions& a, const OwnPositions& b)
  {
    return a.number_ == b.number_;
  }

  const Own& own() const { return own_; }
  const It& range() const { return it_; }
  Position number() const { return number_; }

 private:
  Own own_;
  It it_;
  Position number_;
};

/// Calls \c f(begins, sizes) for boxes that consist of the elements of a box with numbers [begin,
/// begin + n), in their order; dimensions are from the slowest to the fastest one.
/// \param dimension  in which numbers are counted; the begins of slower ones are given
template <std::size_t N, class F>
void for_each_box_between(
    const std::array<Position, N>& extents, Position begin, Position n, F f,
    std::array<Position, N> begins = {}, std::size_t dimension = 0)
{
  Position inside = 1;  // elements for each coordinate
  for (std::size_t d = dimension + 1; d < N; ++d) inside *= extents[d];
  while (n > 0) {
    begins[dimension] = begin / inside;
    const Position before = begin % inside;
    Position count = n - n % inside;
    if (before != 0 || count == 0) {
      count = (std::min)(n, inside - before);
      for_each_box_between(extents, before, count, f, begins, dimension + 1);
    } else {
      std::array<Position, N> sizes = extents;
      std::fill_n(sizes.begin(), dimension, Position(1));
      sizes[dimension] = count / inside;
      f(begins, sizes);
    }
    begin += count;
    n -= count;
  }
}

template <class Pattern>
DealtDimension dealt_dimension(const Pattern& pattern, std::size_t d)
{
  const auto& grid = pattern.teamspec().extents();
  return {
      static_cast<Position>(pattern.extents()[d]),
      static_cast<Position>(pattern.blocksize(static_cast<dim_t>(d))),
      static_cast<Position>(grid[d]), static_cast<Position>(size_of_lines<ROW_MAJOR>(grid, d))};
}

/// Calls \c f(runs, offset) for all runs of \c n elements at own positions; offsets are those of
/// the runs' first elements.
template <class Own, class It, class F>
void for_each_runs_at(const OwnPositions<Own, It>& first, Position n, F f)
{
  using Pattern = typename Own::pattern_type;
  constexpr auto N = static_cast<std::size_t>(Pattern::ndim());
  const Pattern& pattern = first.own().pattern();
  const OwnBox own(first.own());
  const auto there = box_from(first.range());
  const auto unit = linear_coords<ROW_MAJOR>(
      static_cast<Position>(pattern.team().myid().id), pattern.teamspec().extents());
  std::array<DealtPositions, N> positions;
  std::array<Position, N> extents;
  std::array<Position, N> begins;
  for (std::size_t pace = 0; pace < N; ++pace) {
    const std::size_t d = dimension_at_pace<Pattern::memory_order(), N>(pace);
    const auto offset = [d](const auto& box) { return static_cast<Position>(box.offsets()[d]); };
    positions[pace] = {dealt_dimension(pattern, d),
                       dealt_dimension(first.range().pattern(), d),
                       unit[d],
                       0,
                       0,
                       offset(there) - offset(own.global())};
    extents[pace] = static_cast<Position>(own.local().extents()[d]);
    begins[pace] = offset(own.local());
  }
  Position done = 0;
  for_each_box_between(extents, first.number(), n, [&](const auto& at, const auto& sizes) {
    Position size = 1;
    for (std::size_t pace = 0; pace < N; ++pace) {
      positions[pace].local = begins[pace] + at[pace];
      positions[pace].size = sizes[pace];
      size *= sizes[pace];
    }
    f(RunsAtPositions(positions, sizeof(std::iter_value_t<It>)), done);
    done += size;
  });
}

/// Copies elements at own positions by transfers of runs.
/// \tparam It  OwnPositions
template <class It>
struct CopiesByRuns {
  template <class Direction, class Element>
  static void copy(const It& it, std::ptrdiff_t n, Element* buffer)
  {
    const auto& parts = it.range().globmem();
    const Position me = it.own().team().myid().id;
    PendingTransfers pending;
    for_each_runs_at(it, n, [&](const RunsAtPositions& runs, Position offset) {
      // Own elements come last, so that what transports move one-sidedly is under way meanwhile.
      const Position units = runs.num_units();
      for (Position i = 1; i <= units; ++i) {
        const team_unit_t unit(static_cast<dart_unit_t>((me + i) % units));
        const auto& rows = runs.rows_of(unit.id);
        if (!rows.empty()) Direction::start(pending, buffer + offset, rows, parts.gptr(unit));
      }
    });
    pending.wait();
  }
};

/// Copies elements at own positions by kernels.
/// \tparam It  OwnPositions
template <class It>
struct CopiesByKernels {
  static constexpr std::size_t element_size = sizeof(std::iter_value_t<It>);

  static void read(const It& it, std::ptrdiff_t n, void* to)
  {
    const PartAddresses addresses(it.range());
    read_places(places(it, addresses), n, element_size, to);
  }

  static void write(const It& it, std::ptrdiff_t n, const void* from)
  {
    const PartAddresses addresses(it.range());
    write_places(places(it, addresses), n, element_size, from);
  }

 private:
  /// The places of all elements from this one on, as long as the addresses exist.
  static Places places(const It& it, const PartAddresses& addresses)
  {
    using Index = default_index_t;
    const auto& own = it.own();
    const auto local = static_cast<Index>(OwnBox(own).local().offset(0) + it.number());
    const auto indices = dealt_indices(own.pattern(), own.team().myid(), local);
    return Places(
        NumberedPositions(indices, position_in_section(own)), PlaceMap(it.range()),
        addresses.parts());
  }
};

/// Whether kernels of this unit copy the elements of all units.
template <DealtElements It>
bool kernels_move(const It& it)
{
  return have_moves_by_kernels(sizeof(std::iter_value_t<It>)) && kernels_reach(it);
}

/// Copies elements at own positions in the way of the calling unit.
template <class It>
struct CopiesAtOwnPositions {
  static constexpr bool are_on_host = false;
  using T = std::iter_value_t<It>;

  static void read(const void* first, std::ptrdiff_t n, void* to)
  {
    const It& it = *static_cast<const It*>(first);
    if constexpr (DealtLines<typename It::Range>) {
      if (is_gpu_unit()) return CopiesByKernels<It>::read(it, n, to);
    }
    CopiesByRuns<It>::template copy<Read>(it, n, static_cast<T*>(to));
  }

  static void write(const void* first, std::ptrdiff_t n, const void* from)
  {
    const It& it = *static_cast<const It*>(first);
    if constexpr (DealtLines<typename It::Range>) {
      if (is_gpu_unit()) return CopiesByKernels<It>::write(it, n, from);
    }
    CopiesByRuns<It>::template copy<Write>(it, n, static_cast<const T*>(from));
  }
};

}  // namespace dash::detail
