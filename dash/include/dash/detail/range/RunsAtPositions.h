#pragma once

/// \file
/// Where the elements of a range are that have the positions of one unit's elements of another
/// range.

#include <dash/Types.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/PendingTransfers.h>
#include <dash/detail/range/BlockSizes.h>

#include <cstddef>
#include <vector>

namespace dash::detail {

/// Some elements of a unit, in the order of their global indices, of a container whose blocks units
/// take in turn; and the elements of another such container at the same positions.
struct DealtPositions {
  Position units;
  Position unit;        ///< that has the first elements
  Position blocksize;   ///< of the container that they are in
  Position local;       ///< local index of the first one
  Position distance;    ///< from their global indices to those of the others
  Position other_size;  ///< of blocks of the other container
};

/// The first \c n of the other elements as runs of each unit's memory, for transfers between that
/// and a buffer in which they follow each other. Blocks of both containers meet in the same way
/// after each common multiple of their sizes, so that few runs describe many elements. Begins of
/// runs in global memory are those behind the unit's part.
class DASH_API RunsAtPositions {
 public:
  RunsAtPositions(const DealtPositions& positions, Position n, std::size_t element_size);

  /// Calls \c f(blocks, buffer_offset, part_offset) for the elements that a unit has; offsets are
  /// in bytes. Those of blocks are counted from there.
  template <class F>
  void for_each_of(Position unit, F f) const
  {
    const Runs& whole = whole_[static_cast<std::size_t>(unit)];
    if (!whole.blocks.nbytes.empty()) f(whole.blocks, whole.buffer_offset, whole.part_offset);
    if (rest_.empty()) return;
    const Runs& rest = rest_[static_cast<std::size_t>(unit)];
    if (!rest.blocks.nbytes.empty()) f(rest.blocks, rest.buffer_offset, rest.part_offset);
  }

 private:
  struct Runs {
    RepeatedBlocks blocks;
    std::size_t buffer_offset = 0, part_offset = 0;

    void add(std::size_t nbytes, std::size_t in_buffer, std::size_t in_part);
  };
  using RunsOfUnits = std::vector<Runs>;

  RunsOfUnits whole_;  // of all complete periods, or of all elements if there are no two
  RunsOfUnits rest_;   // of the last, incomplete period
};

}  // namespace dash::detail
