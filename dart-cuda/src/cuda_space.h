#pragma once

/// \file
/// Device memory of CUDA GPUs.

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "collective_kernels.h"
#include "copier.h"
#include "device_atomics.h"
#include "device_slot.h"
#include "gpu.h"
#include "memory/device_space.h"
#include "own_slot.h"
#include "profiler.h"
#include "registered_host.h"

namespace dart::cuda {

class CudaSpace final : public DeviceSpace {
 public:
  /// \throws std::runtime_error if GPU units cannot run
  explicit CudaSpace(const DeviceSetup& setup);
  ~CudaSpace() override;

  dart_gpu_backend_t backend() const override { return DART_GPU_CUDA; }
  int gpu_of(std::uint32_t unit) const override;
  std::uint64_t capacity() override;
  EnergyReading energy() override;
  void* stream() override;
  const trace::Profiler* profiler() const override { return attached_profiler(); }
  std::unique_ptr<DeviceStream> make_task_stream() override;
  std::unique_ptr<DeviceQueue> make_queue(QueueUse use, void* native, std::int64_t limit) override;

  bool commit(std::uint64_t offset, std::uint64_t bytes) override;
  void report_exhausted(std::uint64_t bytes) override;
  void release(std::uint64_t offset, std::uint64_t bytes) override;
  dart_ret_t copy(void* to, const void* from, std::size_t bytes) override;

  std::byte* local_address(std::uint64_t offset) override;
  std::byte* reach(std::uint32_t unit, std::uint64_t offset, std::uint64_t bytes) override;
  bool kernels_reach(std::uint32_t unit) override;
  std::byte* reach_host(std::byte* begin, std::uint64_t bytes) override;
  void forget(std::uint32_t unit, std::uint64_t offset, std::uint64_t bytes) override;
  void forget_host(std::byte* begin, std::uint64_t bytes) override;
  void* kernel_address(const void* local) override { return const_cast<void*>(local); }
  int export_range(void* begin, std::size_t bytes, std::uint64_t* offset) override;
  std::optional<Place> place_of(const void* address) const override;
  bool is_device(const void* address) const override;

  std::byte* acquire_bounce_buffer() override;
  bool release_bounce_buffer(std::byte* buffer) override;

  dart_ret_t start_copy(void* to, const void* from, std::size_t bytes, Ticket* ticket) override;
  dart_ret_t start_copy_box(void* to, const void* from, const Box& box, Ticket* ticket) override;
  bool test(Ticket ticket) override;
  dart_ret_t wait(Ticket ticket) override;
  dart_ret_t join(Ticket earlier, Ticket later) override;
  dart_ret_t flush() override;
  dart_ret_t move(std::span<const Move> moves) override;
  dart_ret_t combine(std::span<const Combination> combinations) override;

  dart_ret_t atomic(
      std::uint32_t unit, std::uint64_t offset, const AtomicRequest& request) override;

 private:
  struct Parts;

  bool is_gpu_unit() const { return setup_.is_gpu_unit(setup_.unit); }
  SharedBlock& shared_of(std::uint32_t unit) const;
  void publish();
  Parts& parts();
  Parts* parts_if_any() const { return parts_.load(std::memory_order_acquire); }
  Gpu& home();
  Gpu& executor_for(int ordinal);
  DeviceSlot& slot_of(std::uint32_t unit);
  std::unique_ptr<DeviceSlot> make_slot(std::uint32_t unit);
  OwnSlot& own_slot();
  CollectiveKernels& collectives();
  bool kernels_reach_all_from(Gpu& gpu);

  CopyEnd locate(const void* address, std::size_t bytes);
  CopyEnd locate_in_slot(Place place, std::size_t bytes);
  void register_if_worthwhile(CopyEnd& end, const CopyEnd& other);
  Ticket copy_by_type(std::byte* to, const std::byte* from, std::size_t bytes);
  Ticket copy_box(std::byte* to, const std::byte* from, const Box& box);
  Ticket copy_rows(std::byte* to, const std::byte* from, const Box& box);
  bool is_reached(const void* buffer, std::size_t bytes);
  void copy_now(void* to, const void* from, std::size_t bytes);
  std::byte* for_kernels(Gpu& executor, const void* buffer, std::size_t bytes);

  DeviceSetup setup_;
  std::optional<Export> export_;
  unsigned linger_us_;
  std::mutex mutex_;            // guards what is created on first use
  std::mutex mutex_of_energy_;  // guards the counter of energy
  std::atomic<Parts*> parts_{nullptr};
  std::atomic<bool> registers_host_{true};  // until a registration fails
};

}  // namespace dart::cuda
