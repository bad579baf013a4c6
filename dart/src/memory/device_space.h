#pragma once

/// \file
/// Device memory of the GPU units of a host, and the ways of one process to it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/box.h"
#include "dash/dart/if/dart_gpu.h"
#include "memory/device_stream.h"
#include "memory/memory_space.h"
#include "trace/trace.h"
#include "transport/transport.h"

namespace dart {

/// What an implementation is told about the run. The addresses are those of the arena, the same in
/// each process of the host.
struct DeviceSetup {
  std::uint32_t units;  ///< of the host; the GPU units are the last ones
  std::uint32_t gpu_units;
  std::uint32_t unit;       ///< of this process
  std::byte* device_slots;  ///< slot of GPU unit g: device_slots + g * slot_bytes; free
  std::byte* host_slots;    ///< slot of unit k: host_slots + k * slot_bytes; host memory
  std::size_t slot_bytes;
  int job_file;                      ///< the file below the host slots
  std::uint64_t device_file_offset;  ///< where the job file has room for the device slots
  /// One block for each GPU unit, shared by all processes, zero at the start of a run and kept
  /// until the processes end (also over dart_exit and dart_init).
  std::byte* shared;
  std::size_t shared_bytes;  ///< of each block
  /// Process of a unit.
  int (*pid_of)(std::uint32_t unit);

  bool is_gpu_unit(std::uint32_t k) const { return k >= units - gpu_units; }
  std::uint32_t gpu_unit_of(std::uint32_t k) const { return k - (units - gpu_units); }
  std::byte* device_slot(std::uint32_t k) const
  {
    return device_slots + gpu_unit_of(k) * slot_bytes;
  }
  std::byte* shared_of(std::uint32_t k) const { return shared + gpu_unit_of(k) * shared_bytes; }
};

/// Device memory: on GPU units a slot of addresses each, at the same addresses in each process
/// where the implementation can map it so. Created in each process of a run with GPU units; touches
/// a GPU when it is first needed. Calls may come from several threads.
class DeviceSpace : public MemorySpace {
 public:
  using Ticket = Transport::Ticket;

  virtual dart_gpu_backend_t backend() const = 0;

  /// Number of the GPU of a GPU unit.
  virtual int gpu_of(std::uint32_t unit) const = 0;
  /// Bytes that the memory of this GPU unit's GPU has for it: its even share.
  virtual std::uint64_t capacity() = 0;
  /// Stream for kernels of this GPU unit; selects the GPU for the calling thread.
  virtual void* stream() = 0;
  /// Profiler that looks at this process; nullptr: there is none.
  virtual const trace::Profiler* profiler() const { return nullptr; }
  /// Another stream, for tasks. nullptr after a message when there is none.
  virtual std::unique_ptr<DeviceStream> make_task_stream() = 0;

  // From MemorySpace: commit() and release() of this GPU unit's slot. Host code cannot load and
  // store.
  std::byte* slot(std::uint32_t) const override { return nullptr; }

  /// Address for host programs' own pointers to [offset, …) of this GPU unit's slot.
  virtual std::byte* local_address(std::uint64_t offset) = 0;
  /// Address by which copies and kernels of this process reach [offset, offset + bytes) of the
  /// device memory of \c unit; maps it on first use. nullptr after a message when it cannot.
  virtual std::byte* reach(std::uint32_t unit, std::uint64_t offset, std::uint64_t bytes) = 0;
  /// Whether kernels of this process can use such addresses of \c unit; copies can in any case.
  virtual bool kernels_reach(std::uint32_t) { return true; }
  /// As reach() for host memory of the arena. nullptr after a message when it cannot.
  virtual std::byte* reach_host(std::byte* begin, std::uint64_t bytes) = 0;
  /// Forgets what reach() and reach_host() did for memory that is about to be released.
  virtual void forget(std::uint32_t unit, std::uint64_t offset, std::uint64_t bytes) = 0;
  virtual void forget_host(std::byte* begin, std::uint64_t bytes) = 0;

  /// Address for kernels of an own local_address(); other addresses stay as they are.
  virtual void* kernel_address(const void* local) = 0;

  struct Place {
    std::uint32_t unit;
    std::uint64_t offset;
  };
  /// File descriptor (dma-buf) by which a network adapter reaches own memory at an address of the
  /// slot; -1 where there is none. \param offset where the memory lies in the file
  virtual int export_range(void* /*begin*/, std::size_t /*bytes*/, std::uint64_t* /*offset*/)
  {
    return -1;
  }

  /// Inverse of local_address() and reach(); nothing for other addresses.
  virtual std::optional<Place> place_of(const void* address) const = 0;

  /// Whether host code cannot load and store \c address: device memory of global allocations, and
  /// of the program's own.
  virtual bool is_device(const void* address) const = 0;

  /// Copies between any two addresses of this process; complete on return.
  virtual dart_ret_t copy(void* to, const void* from, std::size_t bytes) = 0;
  /// Starts a copy between any two addresses of this process, in the order of earlier ones where
  /// they overlap.
  virtual dart_ret_t start_copy(void* to, const void* from, std::size_t bytes, Ticket* ticket) = 0;
  /// As start_copy, for a box that is not empty.
  virtual dart_ret_t start_copy_box(void* to, const void* from, const Box& box, Ticket* ticket) = 0;
  virtual bool test(Ticket ticket) = 0;
  virtual dart_ret_t wait(Ticket ticket) = 0;
  /// Completes all copies of this unit.
  virtual dart_ret_t flush() = 0;

  /// Performs the request where the memory is, atomically for all units and kernels.
  virtual dart_ret_t atomic(
      std::uint32_t unit, std::uint64_t offset, const AtomicRequest& request) = 0;
};

/// Entry point of the module libdart-cuda.so. Throws std::runtime_error with the reason and the
/// remedy where GPU units cannot run.
inline constexpr char cuda_module_entry[] = "dart_make_cuda_space";
using CudaModuleEntry = DeviceSpace* (*)(const DeviceSetup&,
                                         void (*log)(int level, const char* text));

}  // namespace dart
