#pragma once

/// \file
/// Collectives whose buffers are device memory: the GPUs that have the data move and combine them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/optional_offset.h"
#include "memory/global_memory.h"
#include "team/block_exchange.h"
#include "team/team.h"

namespace dart {

/// Variable with the largest memory that a unit takes for pieces of a buffer that others cannot
/// access.
inline constexpr char env_collective_scratch[] = "DART_COLLECTIVE_SCRATCH";

/// A buffer of a collective as blocks: one for each unit of the team, or a single one.
struct BlockBuffer {
  std::byte* begin = nullptr;  ///< nullptr: the unit has no such buffer
  std::uint32_t blocks = 1;
  std::size_t block_bytes = 0;                 ///< size of the largest block
  const std::size_t* counts = nullptr;         ///< elements of each block, if they differ …
  const std::size_t* displacements = nullptr;  ///< … where each one begins, in elements …
  std::size_t element_bytes = 1;               ///< … and the size of an element
  std::size_t alignment = 1;  ///< in bytes, that kernels need to access the elements

  std::size_t bytes_of(std::uint32_t block) const
  {
    return counts != nullptr ? counts[block] * element_bytes : block_bytes;
  }
  std::size_t offset_of(std::uint32_t block) const
  {
    return displacements != nullptr ? displacements[block] * element_bytes : block * block_bytes;
  }
  bool is_aligned() const { return reinterpret_cast<std::uintptr_t>(begin) % alignment == 0; }
  /// Bytes from the beginning to the end of the last block.
  std::size_t span() const { return counts == nullptr ? blocks * block_bytes : span_of_counts(); }

 private:
  std::size_t span_of_counts() const;
};

/// One call of a collective of a team on one host with GPU units. If a buffer of any unit is device
/// memory, the GPU units do the work of all: each copies what it and some of the CPU units receive,
/// or combines a slice of the elements, directly between the buffers. Host code only waits: for all
/// units to come, and for all GPUs to be ready. No kernel waits for another one, so units may share
/// a GPU, and a unit that fails leaves no GPU behind that spins.
///
/// Other processes can access global memory only. A unit copies what it sends or receives in other
/// memory, or in memory that is not aligned, through global memory of the same kind, piece by
/// piece.
class DeviceCollective {
 public:
  /// Whether GPU units of the team could do the work. The units then have to agree about it.
  static bool is_possible(const UnitTable& units, const Team& team);

  /// Collective, at the beginning of a call: shows the buffers to all units. All units pass the
  /// same size of the largest block, also with buffers that they do not have, since it determines
  /// how many pieces there are.
  /// \param board            of the team, on which the call has begun
  /// \param sends_from_copy  what this unit sends is overwritten before others have read it
  DeviceCollective(
      GlobalMemory& memory, const UnitTable& units, const Team& team, Board& board,
      const BlockBuffer& send, const BlockBuffer& recv, bool sends_from_copy = false);
  DeviceCollective(const DeviceCollective&) = delete;
  DeviceCollective& operator=(const DeviceCollective&) = delete;
  ~DeviceCollective();

  /// Whether the GPUs do the work; otherwise the units have to do it, with copies in host memory.
  bool is_chosen() const { return is_chosen_; }
  /// Whether a buffer of any unit is device memory.
  bool has_device_memory() const { return has_device_memory_; }

  // All of these are collective, and complete on return. Where a GPU fails, all units get
  // DART_ERR_OTHER.

  /// All other units receive the block of the root.
  dart_ret_t broadcast(std::uint32_t root);
  /// Each unit receives its block of the root.
  dart_ret_t scatter(std::uint32_t root);
  /// The root receives the block of each unit.
  dart_ret_t gather(std::uint32_t root);
  /// Each unit receives the block of each unit.
  dart_ret_t allgather();
  /// Each unit receives its block of each unit.
  dart_ret_t alltoall();
  /// Each unit receives the blocks that the counts name. Blocks in the buffers have places of their
  /// own.
  dart_ret_t exchange(const BlockCounts& counts);

  /// Elements that are combined.
  struct Elements {
    dart_datatype_t type;
    dart_operation_t operation;
  };
  dart_ret_t reduce(const Elements& elements, std::uint32_t root);
  dart_ret_t allreduce(const Elements& elements);
  /// Each unit receives the combination of the blocks that all units have for it.
  dart_ret_t reduce_scatter(const Elements& elements);
  /// Unit k receives the combination of what the units 0 to k have.
  dart_ret_t scan(const Elements& elements);
  /// Unit k receives the combination of what the units before it have; unit 0 has no buffer for it.
  dart_ret_t exscan(const Elements& elements);

 private:
  /// What a unit tells about a buffer.
  struct Shown {
    enum State : std::uint8_t { absent, global, unreachable };
    std::uint64_t place = 0;  ///< address in the arena's numbering
    State state = absent;
    bool on_device = false;
  };
  /// What all units know of a buffer.
  struct Known {
    std::uint64_t place = 0;
    bool is_scratch = false;  ///< holds a piece of each block, one after the other
  };
  struct UnitBuffers {
    Known send, recv;
    bool is_worker = false;  ///< a GPU unit
  };
  /// A buffer of this unit, and the memory that it has taken for it.
  struct Side {
    BlockBuffer buffer;
    Shown shown = {};
    OptionalOffset heap_offset = {};
    std::byte* scratch = nullptr;

    dart_memory_t choice() const { return shown.on_device ? DART_MEMORY_UNIT : DART_MEMORY_HOST; }
  };
  struct Slice {
    std::size_t begin, bytes;
  };
  class Moves;

  Shown describe(const BlockBuffer& buffer, bool needs_copy) const;
  bool reaches_all() const;
  void exchange_buffers();
  void exchange_scratch();
  bool take_scratch(Side& side);

  template <class Work>
  dart_ret_t in_pieces(Work work);
  enum class Copy { in, out };
  dart_ret_t copy_piece(const Side& side, Copy direction) const;

  std::byte* resolve(std::uint64_t place, std::size_t bytes) const;
  std::byte* address_in(
      const Known& known, const BlockBuffer& layout, std::uint32_t block, Slice slice) const;
  bool is_on_host(const Known& known) const;
  bool works_for(std::uint32_t unit) const;
  bool copies(std::uint32_t receiver, std::uint32_t sender) const;
  Slice slice_of_worker(std::uint32_t worker) const;

  template <class Sources>
  dart_ret_t move(Sources sources);
  dart_ret_t broadcast_slices(std::uint32_t root);
  /// What is combined, and who gets it.
  struct Job {
    Combining how;
    std::uint32_t sources;                    ///< the first units of the team
    std::uint32_t first_target, end_targets;  ///< units
  };
  class Combinations;
  dart_ret_t combine(
      const Elements& elements, const Job& job, std::uint32_t block, Slice slice,
      Combinations& together);
  std::optional<dart_ret_t> combine_for_host(
      const Elements& elements, const Job& job, std::uint32_t block, Slice slice);
  dart_ret_t copy_to_host(const Job& job, Slice slice, const std::byte* result) const;
  bool find_sources(
      const Job& job, std::uint32_t block, Slice slice,
      std::array<const std::byte*, Combination::most_buffers>& from) const;
  dart_ret_t combine_slices(const Elements& elements, const Job& job);

  GlobalMemory& memory_;
  const UnitTable& units_;
  const Team& team_;
  Board& board_;
  Side send_, recv_;
  std::array<UnitBuffers, Combination::most_buffers> of_;  ///< the units of the team
  std::uint32_t workers_ = 0;
  std::uint32_t worker_ = 0;     ///< number of this unit among the workers, if it is one
  std::size_t block_bytes_ = 0;  ///< size of the largest block
  std::size_t piece_bytes_ = 0;  ///< bytes of each block that are worked on at a time
  std::size_t piece_at_ = 0;     ///< offset of the current piece in the blocks
  bool uses_scratch_ = false;    ///< some unit does
  bool has_device_memory_ = false;
  bool is_chosen_ = false;
};

}  // namespace dart
