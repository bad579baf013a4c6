#pragma once

/// \file
/// Device memory of the GPU units of a host, and how one process accesses it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "base/box.h"
#include "base/energy_reading.h"
#include "base/wait_place.h"
#include "dash/dart/if/dart_gpu.h"
#include "memory/combination.h"
#include "memory/device_stream.h"
#include "memory/memory_space.h"
#include "memory/operation_queue.h"
#include "net/transport.h"
#include "trace/trace.h"

namespace dart {

/// What an implementation needs to know about the run. The addresses are those of the arena, the
/// same in each process of the host.
struct DeviceSetup {
  std::uint32_t units;  ///< number of units of the host; the GPU units are the last ones
  std::uint32_t gpu_units;
  std::uint32_t unit;  ///< index of this process's unit
  /// slot of GPU unit g is at device_slots + g * slot_bytes; the addresses are free
  std::byte* device_slots;
  std::byte* host_slots;  ///< slot of unit k is at host_slots + k * slot_bytes; host memory
  std::size_t slot_bytes;
  int job_file;                      ///< the file that the host slots map
  std::uint64_t device_file_offset;  ///< where the job file has room for the device slots
  /// One block for each GPU unit, which all processes share. It is zero at the start of a run and
  /// keeps its content until the processes end (also when dart_exit and dart_init are called).
  std::byte* shared;
  std::size_t shared_bytes;  ///< size of each block
  /// Returns the process id of a unit.
  int (*pid_of)(std::uint32_t unit);
  /// Makes the calling thread a helper, or no longer one (base/helper_threads.h).
  void (*set_helper)(bool is_one);
  WaitSight wait_sight = {};  ///< how waits of this unit become visible

  bool is_gpu_unit(std::uint32_t k) const { return k >= units - gpu_units; }
  std::uint32_t gpu_unit_of(std::uint32_t k) const { return k - (units - gpu_units); }
  std::byte* device_slot(std::uint32_t k) const
  {
    return device_slots + gpu_unit_of(k) * slot_bytes;
  }
  std::byte* shared_of(std::uint32_t k) const { return shared + gpu_unit_of(k) * shared_bytes; }
};

/// Device memory: each GPU unit has a slot of addresses, which are the same in each process if the
/// implementation can map the memory accordingly. The object is created in each process of a run
/// with GPU units; it accesses a GPU only when that is needed. Several threads may call it.
class DeviceSpace : public MemorySpace {
 public:
  using Ticket = Transport::Ticket;

  virtual dart_gpu_backend_t backend() const = 0;

  /// Number of the GPU of a GPU unit.
  virtual int gpu_of(std::uint32_t unit) const = 0;
  /// Size of the even share of this GPU unit in the memory of its GPU.
  virtual std::uint64_t capacity() = 0;
  /// What the GPU of this GPU unit has taken since any point in the past.
  virtual EnergyReading energy() { return {0, "energy of the GPUs: they are emulated"}; }
  /// Stream for kernels of this GPU unit. The call selects the GPU for the calling thread.
  virtual void* stream() = 0;
  /// Profiler that observes this process; nullptr if there is none.
  virtual const trace::Profiler* profiler() const { return nullptr; }
  /// Creates another stream, for tasks. Returns nullptr, after a message, if that is not possible.
  virtual std::unique_ptr<DeviceStream> make_task_stream() = 0;

  /// Creates a queue of this GPU unit's GPU. Returns nullptr, after a message, if that is not
  /// possible; emulated GPUs have none.
  /// \param native  the cudaStream_t to use; nullptr: a new one
  /// \param limit   of waits for flags and units, in seconds; 0: none
  virtual std::unique_ptr<DeviceQueue> make_queue(
      QueueUse /*use*/, void* /*native*/, std::int64_t /*limit*/)
  {
    return nullptr;
  }

  // From MemorySpace: commit() and release() refer to this GPU unit's slot. Host code cannot load
  // and store device memory, so there is no mapped slot.
  std::byte* slot(std::uint32_t) const override { return nullptr; }

  /// Address that host programs get for [offset, …) of this GPU unit's slot.
  virtual std::byte* local_address(std::uint64_t offset) = 0;
  /// Address by which copies and kernels of this process access [offset, offset + bytes) of the
  /// device memory of \c unit. Maps the memory on first use. Returns nullptr, after a message, if
  /// that is not possible.
  virtual std::byte* reach(std::uint32_t unit, std::uint64_t offset, std::uint64_t bytes) = 0;
  /// Whether kernels of this process can use such addresses of \c unit; copies can in any case.
  virtual bool kernels_reach(std::uint32_t) { return true; }
  /// Does the same as reach() for host memory of the arena. Returns nullptr, after a message, if
  /// that is not possible.
  virtual std::byte* reach_host(std::byte* begin, std::uint64_t bytes) = 0;
  /// Reverts what reach() and reach_host() have done for memory that is about to be released.
  virtual void forget(std::uint32_t unit, std::uint64_t offset, std::uint64_t bytes) = 0;
  virtual void forget_host(std::byte* begin, std::uint64_t bytes) = 0;

  /// Address for kernels that corresponds to a local_address() of this unit; other addresses are
  /// returned unchanged.
  virtual void* kernel_address(const void* local) = 0;

  struct Place {
    std::uint32_t unit;
    std::uint64_t offset;
  };
  /// File descriptor (dma-buf) by which a network adapter can access own memory at an address of
  /// the slot; -1 if there is none.
  /// \param offset  receives the offset of the memory in the file
  virtual int export_range(void* /*begin*/, std::size_t /*bytes*/, std::uint64_t* /*offset*/)
  {
    return -1;
  }

  /// Inverse of local_address() and reach(); nullopt for other addresses.
  virtual std::optional<Place> place_of(const void* address) const = 0;

  /// Whether \c address is in device memory, of global allocations or of the program itself, so
  /// that host code cannot load and store it.
  virtual bool is_device(const void* address) const = 0;

  /// A bounce buffer of BounceBuffers::bytes (see dart_bounce_buffer_acquire); nullptr if there is
  /// none.
  virtual std::byte* acquire_bounce_buffer() = 0;
  /// \return false for other memory
  virtual bool release_bounce_buffer(std::byte* buffer) = 0;

  /// Copies between any two addresses of this process; complete on return.
  virtual dart_ret_t copy(void* to, const void* from, std::size_t bytes) = 0;
  /// Starts a copy between any two addresses of this process. It is ordered after earlier copies
  /// that overlap with it.
  virtual dart_ret_t start_copy(void* to, const void* from, std::size_t bytes, Ticket* ticket) = 0;
  /// Starts a copy of a non-empty box in the same way.
  virtual dart_ret_t start_copy_box(void* to, const void* from, const Box& box, Ticket* ticket) = 0;
  /// Copies a non-empty box in the same way; complete on return.
  dart_ret_t copy_box(void* to, const void* from, const Box& box)
  {
    Ticket ticket = 0;
    const dart_ret_t started = start_copy_box(to, from, box, &ticket);
    return started == DART_OK ? wait(ticket) : started;
  }
  virtual bool test(Ticket ticket) = 0;
  virtual dart_ret_t wait(Ticket ticket) = 0;
  /// Lets the later one of two tickets in progress stand for both copies. If it cannot, this waits
  /// for the earlier one.
  virtual dart_ret_t join(Ticket earlier, Ticket later) = 0;
  /// Completes all copies of this unit.
  virtual dart_ret_t flush() = 0;

  /// One of several copies between addresses that kernels of this process can access.
  struct Move {
    std::byte* to;
    const std::byte* from;
    std::size_t bytes;
  };
  /// Largest number of copies that move() executes at a time.
  static constexpr std::size_t most_moves = 32;
  /// Executes copies that do not overlap; complete on return.
  virtual dart_ret_t move(std::span<const Move> moves) = 0;
  /// Combines elements at addresses that kernels of this process can access, in this order;
  /// complete on return.
  virtual dart_ret_t combine(std::span<const Combination> combinations) = 0;

  /// Executes the request on the processor that has the memory, atomically with respect to all
  /// units and kernels.
  virtual dart_ret_t atomic(
      std::uint32_t unit, std::uint64_t offset, const AtomicRequest& request) = 0;
};

/// Entry point of the module libdart-cuda.so. Throws std::runtime_error with the reason and the
/// remedy if GPU units cannot run.
inline constexpr char cuda_module_entry[] = "dart_make_cuda_space";
using CudaModuleEntry = DeviceSpace* (*)(const DeviceSetup&,
                                         void (*log)(int level, const char* text));

}  // namespace dart
