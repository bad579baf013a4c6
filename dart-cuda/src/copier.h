#pragma once

/// \file
/// Copies between any two addresses of this process, by streams.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/box.h"
#include "gpu.h"
#include "numbered_stream.h"
#include "staging.h"

namespace dart::cuda {

/// Kind of the memory at one end of a copy.
enum class MemoryType { pageable, pinned, device };

/// An address, and the number of bytes of the same kind that follow.
struct CopyEnd {
  MemoryType memory;
  int gpu;  ///< GPU that has the memory, if it is device memory
  std::byte* address;
  std::uint64_t bytes;
  /// Device memory that the program has taken, which is mapped for the GPU that has it only.
  bool is_of_program = false;

  /// Whether kernels of a GPU access the memory if the GPU reaches that of the other GPU.
  bool is_mapped_for(const Gpu& kernels) const
  {
    return !is_of_program || gpu == kernels.ordinal();
  }
};

/// Executes copies on one stream for each GPU and kind of copy. Copies that conflict keep their
/// order.
class Copier {
 public:
  /// Identifies a copy together with all earlier ones of its stream; 0 means complete.
  using Ticket = std::uint64_t;

  /// \param home   ordinal of the GPU that executes this unit's copies if it can access the memory;
  ///   -1 on CPU units, where the GPU that has the memory executes them
  /// \param units  number of units on the host
  Copier(Gpus& gpus, int home, unsigned units);
  ~Copier();
  Copier(const Copier&) = delete;
  Copier& operator=(const Copier&) = delete;

  /// Takes what copies of this GPU need, which may wait for all work on it.
  void prepare(Gpu& gpu);

  /// The GPU that accesses memory of \p gpu on behalf of this process.
  Gpu& engine_for(int gpu);

  /// Starts a copy; both ends have at least \p bytes bytes.
  Ticket copy(const CopyEnd& to, const CopyEnd& from, std::size_t bytes);
  /// Whether copy_box() supports a simplified box between two ends.
  bool can_copy_box(const CopyEnd& to, const CopyEnd& from, const Box& box);
  Ticket copy_box(const CopyEnd& to, const CopyEnd& from, const Box& box);
  /// Whether copy_rows() supports such rows.
  bool can_copy_rows(
      const CopyEnd& to, std::size_t to_stride, const CopyEnd& from, std::size_t from_stride,
      std::size_t row_bytes);
  /// Starts a copy of rows; both ends contain all of them.
  Ticket copy_rows(
      const CopyEnd& to, std::size_t to_stride, const CopyEnd& from, std::size_t from_stride,
      std::size_t row_bytes, std::size_t rows);

  /// Waits for copies that conflict with what host code is about to do with memory.
  void wait_before_reading(const std::byte* begin, std::size_t bytes)
  {
    wait_for_conflicts({{}, {begin, begin + bytes}});
  }
  void wait_before_writing(const std::byte* begin, std::size_t bytes)
  {
    wait_for_conflicts({{begin, begin + bytes}, {}});
  }

  /// A ticket for two copies. If no single ticket can stand for both, this waits for the first.
  Ticket join(Ticket earlier, Ticket later);
  bool test(Ticket ticket);
  void wait(Ticket ticket);
  void complete_all();

 private:
  enum Direction { to_device, to_host, on_device, between_devices, directions };

  /// The smallest range that contains several ranges.
  struct Hull {
    const std::byte* begin = nullptr;
    const std::byte* end = nullptr;
    void add(const Hull& other);
    bool overlaps(const Hull& other) const { return begin < other.end && other.begin < end; }
  };
  struct Access {
    Hull writes, reads;
    bool conflicts_with(const Access& other) const
    {
      return writes.overlaps(other.writes) || writes.overlaps(other.reads) ||
             reads.overlaps(other.writes);
    }
  };

  /// A stream and the copies in progress on it.
  struct Lane : NumberedStream {
    Lane(Gpu& gpu, std::uint64_t index);
    std::uint64_t index;
    Access pending;  // the memory that copies in progress may access
    std::uint64_t bytes_without_event = 0;
    // for each lane, its number of copies that this lane's next copy waits for
    std::vector<std::uint64_t> waits_for;
  };

  Lane& lane(Gpu& gpu, Direction direction);
  Lane& lane_for(const CopyEnd& to, const CopyEnd& from);
  bool are_reached(const Gpu& engine, const CopyEnd& to, const CopyEnd& from) const;
  template <class Call>
  Ticket issue(Lane& lane, const Access& access, std::uint64_t bytes, Call call);
  void order_after_others(Lane& lane, const Access& access);
  void wait(Lane& lane, std::uint64_t number);
  void wait_for_conflicts(const Access& access);

  Ticket copy_directly(Lane& lane, std::byte* to, const std::byte* from, std::size_t bytes);
  Ticket copy_piece(Lane& lane, std::byte* to, const std::byte* from, std::size_t bytes);
  Ticket copy_by_kernel(Lane& lane, std::byte* to, const std::byte* from, std::size_t bytes);
  class StagingCut;
  bool fills_buffers_once(const StagingCut& pieces) const;
  template <class Start>
  Staging::Gpu gpu_side(Lane& lane, Start start);
  Ticket upload(Lane& lane, std::byte* to, const std::byte* from, std::size_t bytes);
  Ticket download(Lane& lane, std::byte* to, const std::byte* from, std::size_t bytes);
  Ticket copy_by_host(const CopyEnd& to, const CopyEnd& from, std::size_t bytes);
  static bool reads_pageable_late(Gpu& gpu);

  static Ticket ticket_of(const Lane& lane, std::uint64_t number)
  {
    return (lane.index + 1) << number_bits | (number & number_mask);
  }
  Lane& lane_of(Ticket ticket)
  {
    return *lanes_[(ticket >> number_bits) - 1].load(std::memory_order_acquire);
  }
  static constexpr unsigned number_bits = 48;
  static constexpr std::uint64_t number_mask = (std::uint64_t(1) << number_bits) - 1;

  Gpus& gpus_;
  int home_;
  std::mutex mutex_;  // guards the lists of all lanes and the order of copies
  std::vector<std::atomic<Lane*>> lanes_;
  Staging staging_;
};

}  // namespace dart::cuda
