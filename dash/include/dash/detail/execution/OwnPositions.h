#pragma once

/// \file
/// Elements of a range at the positions of the calling unit's elements of another range, as
/// operands of steps, which get copies of them.
///
/// Where ranges lie in many short runs, units can work on their own elements of one range if these
/// copies are made fast: then only the elements of the others pass between units, and only once.

#include <dash/Types.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/execution/CopiedOperand.h>
#include <dash/detail/memory/PendingTransfers.h>
#include <dash/detail/range/AlignedRanges.h>
#include <dash/detail/range/LocalRuns.h>
#include <dash/detail/range/Places.h>
#include <dash/detail/range/RunsAtPositions.h>
#include <dash/detail/range/ShortRuns.h>
#include <dash/detail/range/Transfer.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/GpuUnits.h>

#include <cstddef>
#include <iterator>

namespace dash::detail {

/// Ranges in memory of the units, dealt to them in equal blocks, whose elements move as numbers.
template <class It>
concept DealtElements = OverDealtBlocks<It> && CopiedElements<It> && PlacedElements<It>;

template <class It>
struct CopiesAtOwnPositions;

/// The elements of \c It at the positions of the calling unit's elements of \c Own, in their order.
template <DealtElements Own, DealtElements It>
class OwnPositions {
 public:
  using Range = It;
  using DashCopier = CopiesAtOwnPositions<OwnPositions>;
  using value_type = std::iter_value_t<It>;
  using reference = std::iter_reference_t<It>;
  using difference_type = std::ptrdiff_t;

  /// \param local  local index of the first of the own elements
  OwnPositions(const Own& own, const It& it, typename Own::index_type local)
      : own_(own),
        it_(it),
        local_(local)
  {}

  reference operator*() const
  {
    return it_[static_cast<typename It::index_type>(position_of_local(own_, local_))];
  }
  OwnPositions operator+(difference_type n) const
  {
    return {own_, it_, static_cast<typename Own::index_type>(local_ + n)};
  }
  DASH_HOST_DEVICE friend difference_type operator-(const OwnPositions& a, const OwnPositions& b)
  {
    return static_cast<difference_type>(a.local_) - static_cast<difference_type>(b.local_);
  }

  const Own& own() const { return own_; }
  const It& range() const { return it_; }
  Position local() const { return static_cast<Position>(local_); }
  /// From the global indices of the own elements to those of these elements.
  Position distance() const
  {
    return static_cast<Position>(it_.pos()) - static_cast<Position>(own_.pos());
  }

 private:
  Own own_;
  It it_;
  typename Own::index_type local_;
};

/// Copies elements at own positions by transfers of runs.
/// \tparam It  OwnPositions
template <class It>
struct CopiesByRuns {
  using T = std::iter_value_t<It>;

  template <class Direction, class Buffer>
  static void copy(const It& it, std::ptrdiff_t n, Buffer* buffer)
  {
    const auto& own = it.own();
    const auto& part_of = it.range().globmem();
    const auto units = static_cast<Position>(own.pattern().num_units());
    const Position me = own.team().myid().id;
    const RunsAtPositions runs(
        {units, me, static_cast<Position>(own.pattern().blocksize(0)), it.local(), it.distance(),
         static_cast<Position>(it.range().pattern().blocksize(0))},
        n, sizeof(T));
    PendingTransfers pending;
    // Own elements come last, so that transfers are under way meanwhile.
    for (Position i = 1; i <= units; ++i) {
      const Position unit = (me + i) % units;
      runs.for_each_of(
          unit, [&](const RepeatedBlocks& blocks, std::size_t in_buffer, std::size_t in_part) {
            const team_unit_t id(static_cast<dart_unit_t>(unit));
            Direction::start(pending, buffer + in_buffer, blocks, part_of.gptr(id, in_part));
          });
    }
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
    const auto indices =
        dealt_indices(own.pattern(), own.team().myid(), static_cast<Index>(it.local()));
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

  static void read(const void* first, std::ptrdiff_t n, void* to)
  {
    const It& it = *static_cast<const It*>(first);
    if (is_gpu_unit()) return CopiesByKernels<It>::read(it, n, to);
    CopiesByRuns<It>::template copy<Read>(it, n, static_cast<std::byte*>(to));
  }

  static void write(const void* first, std::ptrdiff_t n, const void* from)
  {
    const It& it = *static_cast<const It*>(first);
    if (is_gpu_unit()) return CopiesByKernels<It>::write(it, n, from);
    CopiesByRuns<It>::template copy<Write>(it, n, static_cast<const std::byte*>(from));
  }
};

/// Whether units should work on their own elements of the first range, and copy those of the others
/// at the same positions: kernels do that fast, and so do units of several hosts, which send each
/// other few descriptions of many runs. No range has long runs, whose elements it would be better
/// to work on. The same on all units; collective if they are GPU units of one host.
template <DealtElements Own, DealtElements... Others>
bool works_at_own_positions(const Own& first, const Own& last, const Others&... others)
{
  const Team& team = first.team();
  const bool have_kernels = run_has_gpu_units_anywhere && has_only_gpus_of_host(team);
  if (!have_kernels && !has_only_cpus_of_hosts(team)) return false;
  const auto n = last - first;
  const auto is_suited = [&](const auto& it) {
    return it.team() == team && it.pattern().num_units() == first.pattern().num_units() &&
           has_short_runs(it, it + n);
  };
  if (!has_short_runs(first, last) || !(is_suited(others) && ...)) return false;
  return !have_kernels || all_units(first.team(), (kernels_move(others) && ...));
}

}  // namespace dash::detail
