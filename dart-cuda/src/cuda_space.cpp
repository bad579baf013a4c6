#include "cuda_space.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

#include "base/log.h"
#include "base/ptrace_permission.h"
#include "bounce_memory.h"
#include "cuda_check.h"
#include "driver.h"
#include "gathered_copies.h"
#include "gpu_map.h"
#include "load_kernels.h"
#include "nvml_counter.h"
#include "packed_copies.h"
#include "peer_slot.h"
#include "stream_queue.h"
#include "task_stream.h"
#include "types/datatype.h"
#include "uncaptured_calls.h"

namespace dart::cuda {
namespace {

/// Size of a copy from which registering its pages pays off.
constexpr std::size_t registered_copy_bytes = std::size_t(64) << 10;
/// Size from which rows are copied one by one: this is as fast, and pageable memory can use its own
/// path.
constexpr std::size_t single_row_bytes = std::size_t(1) << 20;
/// Size of a move on average from which the copy engines are as fast as a kernel, and leave the
/// processors of the GPU to others.
constexpr std::size_t engine_copy_bytes = std::size_t(1) << 20;
constexpr std::uint32_t least_records = 16;

/// Asks CUDA about an address that is not in the runtime's memory.
CopyEnd locate_foreign(const void* address, std::size_t bytes)
{
  auto* begin = static_cast<std::byte*>(const_cast<void*>(address));
  const CopyEnd pageable{MemoryType::pageable, -1, begin, bytes};
  if (!process_uses_cuda()) return pageable;
  unsigned type = 0, managed = 0;
  int gpu = -1;
  CUdeviceptr range = 0;
  std::size_t range_bytes = 0;
  CUpointer_attribute names[] = {
      CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
      CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
      CU_POINTER_ATTRIBUTE_RANGE_SIZE};
  void* values[] = {&type, &managed, &gpu, &range, &range_bytes};
  const auto pointer = reinterpret_cast<CUdeviceptr>(address);
  const CUresult found = driver().cuPointerGetAttributes(std::size(names), names, values, pointer);
  if (found != CUDA_SUCCESS || type == 0) return pageable;
  // Managed memory can be accessed by all processors, so it counts as host memory.
  const bool device = type == CU_MEMORYTYPE_DEVICE && managed == 0;
  const bool in_range = range <= pointer && pointer - range < range_bytes;
  const std::size_t left = in_range ? range_bytes - (pointer - range) : bytes;
  const auto memory = device ? MemoryType::device : MemoryType::pinned;
  return {memory, gpu, begin, std::min(bytes, left), device};
}

/// Number of complete rows at the beginning of an end of a copy.
std::size_t rows_in(const CopyEnd& end, std::size_t stride, std::size_t row_bytes)
{
  return end.bytes < row_bytes ? 0 : (end.bytes - row_bytes) / stride + 1;
}

}  // namespace

/// The members that need the driver. They are destroyed in reverse order, so memory is unmapped
/// when no copy uses it any more.
struct CudaSpace::Parts {
  explicit Parts(CudaSpace& space)
      : map(gpu_map(space.setup_.gpu_units, gpus.count())),
        home(
            map[space.is_gpu_unit() ? space.setup_.gpu_unit_of(space.setup_.unit)
                                    : space.setup_.unit % space.setup_.gpu_units]),
        copier(gpus, space.is_gpu_unit() ? home : -1, space.setup_.units),
        gathered(gpus, copier),
        packed(copier),
        bounce(gpus[home], gpus),
        host(
            space.setup_.host_slots, space.setup_.units * space.setup_.slot_bytes,
            space.shared_of(space.setup_.units - space.setup_.gpu_units).host_retired,
            [this] { copier.complete_all(); }),
        atomics(
            gpus, {[&space](Gpu& executor, const void* buffer, std::size_t bytes) {
                     return space.for_kernels(executor, buffer, bytes);
                   },
                   [&space](void* to, const void* from, std::size_t bytes) {
                     space.copy_now(to, from, bytes);
                   }}),
        slots(space.setup_.gpu_units)
  {}
  ~Parts()
  {
    for (auto& slot : slots) delete slot.load();
    if (stream != nullptr) cudaStreamDestroy(stream);
  }

  Gpus gpus;
  std::vector<int> map;  // ordinal in this process of each GPU unit's GPU
  int home;
  Copier copier;
  GatheredCopies gathered;
  PackedCopies packed;
  BounceMemory bounce;
  RegisteredHost host;
  DeviceAtomics atomics;
  std::vector<std::atomic<DeviceSlot*>> slots;  // for each GPU unit
  cudaStream_t stream = nullptr;                // stream for the unit's kernels
  std::unique_ptr<CollectiveKernels> collectives;
  std::unique_ptr<NvmlCounter> energy;  // from the first reading on
};

CudaSpace::CudaSpace(const DeviceSetup& setup)
    : setup_(setup),
      export_(chosen_export()),
      linger_us_(chosen_linger_us())
{
  if (SharedBlock::record_capacity(setup.shared_bytes) < least_records) {
    throw std::runtime_error(
        std::to_string(setup.shared_bytes) + " shared bytes for each GPU unit are too few");
  }
  permit_ptrace();
  if (is_gpu_unit()) publish();
}

CudaSpace::~CudaSpace()
{
  delete parts_.load();
}

SharedBlock& CudaSpace::shared_of(std::uint32_t unit) const
{
  return *reinterpret_cast<SharedBlock*>(setup_.shared_of(unit));
}

/// Publishes to the other units which GPU this one uses.
void CudaSpace::publish()
{
  SharedBlock& shared = shared_of(setup_.unit);
  shared.gpu = parts().home;
  shared.uuid = home().uuid();
  shared.published.store(1, std::memory_order_release);
}

CudaSpace::Parts& CudaSpace::parts()
{
  if (Parts* made = parts_if_any()) [[likely]]
    return *made;
  std::lock_guard guard(mutex_);
  if (parts_if_any() == nullptr) parts_.store(new Parts(*this), std::memory_order_release);
  return *parts_if_any();
}

Gpu& CudaSpace::home()
{
  return parts().gpus[parts().home];
}

int CudaSpace::gpu_of(std::uint32_t unit) const
{
  if (!setup_.is_gpu_unit(unit)) return -1;
  const SharedBlock& shared = shared_of(unit);
  return shared.published.load(std::memory_order_acquire) != 0 ? shared.gpu : -1;
}

std::uint64_t CudaSpace::capacity()
{
  return guarded(std::uint64_t(0), [this] {
    const auto& map = parts().map;
    return home().memory_bytes() / std::count(map.begin(), map.end(), parts().home);
  });
}

EnergyReading CudaSpace::energy()
{
  return guarded(EnergyReading{0, "energy: the GPU is out of use"}, [this] {
    const std::lock_guard guard(mutex_of_energy_);
    std::unique_ptr<NvmlCounter>& counter = parts().energy;
    if (counter == nullptr) {
      UuidBytes bytes;
      const CUuuid uuid = home().uuid();
      std::memcpy(bytes.data(), &uuid, sizeof uuid);
      counter = std::make_unique<NvmlCounter>(bytes);
    }
    return counter->read();
  });
}

void* CudaSpace::stream()
{
  return guarded(static_cast<void*>(nullptr), [this]() -> void* {
    home().select();
    Parts& parts = this->parts();
    std::lock_guard guard(mutex_);
    if (parts.stream == nullptr) {
      load_kernels();
      DART_CUDA(cudaStreamCreateWithFlags(&parts.stream, cudaStreamNonBlocking));
    }
    return parts.stream;
  });
}

std::unique_ptr<DeviceStream> CudaSpace::make_task_stream()
{
  return guarded(std::unique_ptr<DeviceStream>(), [this] {
    return std::make_unique<TaskStream>(home(), parts().host);
  });
}

std::unique_ptr<DeviceQueue> CudaSpace::make_queue(QueueUse use, void* native, std::int64_t limit)
{
  return guarded(std::unique_ptr<DeviceQueue>(), [&] {
    const UncapturedCalls uncaptured;
    // A stream that waits must not keep the operation from starting for which it waits.
    for (const int ordinal : parts().map) parts().atomics.prepare(executor_for(ordinal));
    parts().copier.prepare(home());
    parts().gathered.prepare(home());
    parts().packed.prepare(home());
    collectives();
    return std::make_unique<StreamQueue>(
        home(), parts().host, use, static_cast<cudaStream_t>(native), limit,
        [this](const void* buffer, std::size_t bytes) { return is_reached(buffer, bytes); });
  });
}

/// Whether streams of this unit access all of a buffer, which is registered before if it lies in
/// the arena.
bool CudaSpace::is_reached(const void* buffer, std::size_t bytes)
{
  RegisteredHost& host = parts().host;
  if (host.contains(buffer) && registers_host_) {
    host.reach(static_cast<std::byte*>(const_cast<void*>(buffer)), bytes, home());
    return true;
  }
  const CopyEnd end = locate(buffer, bytes);
  return end.bytes >= bytes && end.memory != MemoryType::pageable && end.is_mapped_for(home());
}

DeviceSlot& CudaSpace::slot_of(std::uint32_t unit)
{
  auto& slot = parts().slots[setup_.gpu_unit_of(unit)];
  if (DeviceSlot* made = slot.load(std::memory_order_acquire)) [[likely]]
    return *made;
  std::lock_guard guard(mutex_);
  if (slot.load() == nullptr) slot.store(make_slot(unit).release(), std::memory_order_release);
  return *slot.load();
}

std::unique_ptr<DeviceSlot> CudaSpace::make_slot(std::uint32_t unit)
{
  Parts& parts = *parts_if_any();
  SharedBlock& shared = shared_of(unit);
  const std::string who = "unit " + std::to_string(unit);
  if (shared.published.load(std::memory_order_acquire) == 0) {
    throw std::runtime_error(who + " has not started its GPU");
  }
  const int gpu = parts.gpus.find(shared.uuid);
  if (gpu < 0) {
    throw std::runtime_error(
        "GPU " + std::to_string(shared.gpu) + " of " + who +
        " is not visible in this process; let all units see the same CUDA_VISIBLE_DEVICES");
  }
  Gpu& memory = parts.gpus[gpu];
  const SlotSetting setting{
      unit,
      setup_.device_slot(unit),
      setup_.slot_bytes,
      shared,
      parts.gpus,
      memory,
      parts.copier.engine_for(gpu),
      [&parts] { parts.copier.complete_all(); }};
  if (unit != setup_.unit) {
    if (is_gpu_unit() && !parts.gpus[parts.home].reaches(memory)) {
      log(LogLevel::warn,
          "GPU %d cannot access memory of GPU %d of unit %u: copies go through the host, kernels "
          "cannot use it",
          parts.home, gpu, unit);
    }
    return std::make_unique<PeerSlot>(setting, setup_.pid_of);
  }
  const bool can_vmm = can_export_vmm(memory);
  if (export_ == Export::vmm && !can_vmm) {
    throw std::runtime_error(
        "DART_GPU_EXPORT=vmm, but memory of GPU " + std::to_string(gpu) +
        " cannot be passed to other processes as file descriptors; choose auto or ipc");
  }
  const Export how = export_.value_or(can_vmm ? Export::vmm : Export::ipc);
  return std::make_unique<OwnSlot>(setting, how, SharedBlock::record_capacity(setup_.shared_bytes));
}

OwnSlot& CudaSpace::own_slot()
{
  return static_cast<OwnSlot&>(slot_of(setup_.unit));
}

CollectiveKernels& CudaSpace::collectives()
{
  Gpu& gpu = home();
  Parts& parts = *parts_if_any();
  std::lock_guard guard(mutex_);
  if (!parts.collectives) {
    // Processes that share a GPU take turns on it, so kernels that wait would keep others waiting.
    const bool is_shared =
        !is_gpu_unit() || std::count(parts.map.begin(), parts.map.end(), parts.home) > 1;
    parts.collectives = std::make_unique<CollectiveKernels>(gpu, is_shared ? 0 : linger_us_);
  }
  return *parts.collectives;
}

/// Whether kernels of a GPU can access memory of all GPU units in this process. Memory that
/// processes share by CUDA IPC is accessible to the GPU that has it.
bool CudaSpace::kernels_reach_all_from(Gpu& gpu)
{
  const auto& map = parts().map;
  const auto has_memory = [&](int other) { return other == gpu.ordinal(); };
  if (std::all_of(map.begin(), map.end(), has_memory)) return true;
  return export_ != Export::ipc && can_export_vmm(gpu);
}

std::byte* CudaSpace::acquire_bounce_buffer()
{
  return guarded(static_cast<std::byte*>(nullptr), [&] {
    return parts().bounce.acquire([this] { return kernels_reach_all_from(home()); });
  });
}

bool CudaSpace::release_bounce_buffer(std::byte* buffer)
{
  Parts* const parts = parts_if_any();
  return parts != nullptr && parts->bounce.release(buffer);
}

bool CudaSpace::commit(std::uint64_t offset, std::uint64_t bytes)
{
  return guarded(false, [&] {
    const UncapturedCalls uncaptured;
    return own_slot().commit(offset, bytes);
  });
}

void CudaSpace::report_exhausted(std::uint64_t bytes)
{
  guarded(false, [&] { return own_slot().report_exhausted(bytes), true; });
}

void CudaSpace::release(std::uint64_t offset, std::uint64_t bytes)
{
  guarded(false, [&] { return own_slot().release(offset, bytes), true; });
}

dart_ret_t CudaSpace::copy(void* to, const void* from, std::size_t bytes)
{
  return guarded(DART_ERR_OTHER, [&] { return copy_now(to, from, bytes), DART_OK; });
}

std::byte* CudaSpace::local_address(std::uint64_t offset)
{
  std::byte* nominal = setup_.device_slot(setup_.unit) + offset;
  return guarded(nominal, [&] {
    const auto found = own_slot().find(offset, 1);
    return found ? found->address : nominal;  // units without memory keep the nominal address
  });
}

std::byte* CudaSpace::reach(std::uint32_t unit, std::uint64_t offset, std::uint64_t bytes)
{
  return guarded(static_cast<std::byte*>(nullptr), [&] {
    const UncapturedCalls uncaptured;
    return slot_of(unit).reach_all(offset, bytes);
  });
}

/// Exports memory as a dma-buf for adapters, which needs the open kernel modules of the driver.
int CudaSpace::export_range(void* begin, std::size_t bytes, std::uint64_t* offset)
{
  *offset = 0;
  return guarded(-1, [&] {
    int supported = 0;
    DART_CUDA(driver().cuDeviceGetAttribute(
        &supported, CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED, gpu_of(setup_.unit)));
    if (supported == 0) return -1;
    int file = -1;
    DART_CUDA(driver().cuMemGetHandleForAddressRange(
        &file, reinterpret_cast<CUdeviceptr>(begin), bytes, CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD,
        0));
    return file;
  });
}

bool CudaSpace::kernels_reach(std::uint32_t unit)
{
  return guarded(false, [&] {
    const UncapturedCalls uncaptured;
    return home().reaches(slot_of(unit).memory());
  });
}

std::byte* CudaSpace::reach_host(std::byte* begin, std::uint64_t bytes)
{
  return guarded(static_cast<std::byte*>(nullptr), [&] {
    const UncapturedCalls uncaptured;
    parts().host.reach(begin, bytes, home());
    return begin;
  });
}

void CudaSpace::forget(std::uint32_t unit, std::uint64_t offset, std::uint64_t bytes)
{
  Parts* parts = parts_if_any();
  if (parts == nullptr) return;
  DeviceSlot* slot = parts->slots[setup_.gpu_unit_of(unit)].load(std::memory_order_acquire);
  if (slot == nullptr) return;
  guarded(false, [&] { return slot->forget(offset, bytes), true; });
}

void CudaSpace::forget_host(std::byte* begin, std::uint64_t bytes)
{
  // The owner notifies the processes that do not take part in the release.
  std::byte* const mine = setup_.host_slots + setup_.unit * setup_.slot_bytes;
  if (begin >= mine && begin < mine + setup_.slot_bytes) {
    const auto at = reinterpret_cast<std::uint64_t>(begin);
    RetireLog& retired = shared_of(setup_.units - setup_.gpu_units).host_retired;
    retired.add(page_ceil(at), page_floor(at + bytes));
  }
  Parts* parts = parts_if_any();
  if (parts != nullptr) guarded(false, [&] { return parts->host.forget(begin, bytes), true; });
}

std::optional<DeviceSpace::Place> CudaSpace::place_of(const void* address) const
{
  const auto* byte = static_cast<const std::byte*>(address);
  const auto distance = static_cast<std::uint64_t>(byte - setup_.device_slots);
  const std::uint32_t first = setup_.units - setup_.gpu_units;
  if (distance < setup_.gpu_units * setup_.slot_bytes) {
    return Place{
        first + static_cast<std::uint32_t>(distance / setup_.slot_bytes),
        distance % setup_.slot_bytes};
  }
  Parts* parts = parts_if_any();
  if (parts == nullptr) return std::nullopt;
  for (std::uint32_t g = 0; g < setup_.gpu_units; ++g) {
    const DeviceSlot* slot = parts->slots[g].load(std::memory_order_acquire);
    if (slot == nullptr) continue;
    if (const auto offset = slot->offset_of(address)) return Place{first + g, *offset};
  }
  return std::nullopt;
}

bool CudaSpace::is_device(const void* address) const
{
  if (place_of(address)) return true;
  const Parts* const parts = parts_if_any();
  if (parts != nullptr && parts->bounce.bytes_from(address) != 0) return true;
  const auto* byte = static_cast<const std::byte*>(address);
  const bool in_host_slots =
      byte >= setup_.host_slots && byte < setup_.host_slots + setup_.units * setup_.slot_bytes;
  return !in_host_slots &&
         guarded(false, [&] { return locate_foreign(address, 1).memory == MemoryType::device; });
}

/// Determines the kind of the memory that begins at an address of this process.
CopyEnd CudaSpace::locate(const void* address, std::size_t bytes)
{
  if (const auto place = place_of(address)) return locate_in_slot(*place, bytes);
  auto* begin = static_cast<std::byte*>(const_cast<void*>(address));
  if (const std::size_t bounced = parts().bounce.bytes_from(address)) {
    const int gpu = parts().bounce.gpu().ordinal();
    return {MemoryType::device, gpu, begin, std::min(bytes, bounced)};
  }
  RegisteredHost& host = parts().host;
  if (!host.contains(address)) return locate_foreign(address, bytes);
  const auto range = host.range_at(begin);
  return {
      range.registered ? MemoryType::pinned : MemoryType::pageable, -1, begin,
      std::min<std::uint64_t>(bytes, range.bytes)};
}

CopyEnd CudaSpace::locate_in_slot(Place place, std::size_t bytes)
{
  DeviceSlot& slot = slot_of(place.unit);
  const Reach reached = slot.reach(place.offset, bytes);
  return {MemoryType::device, slot.memory().ordinal(), reached.address, reached.bytes};
}

/// Registers memory of the arena once when a sufficiently large copy from or to a GPU uses it.
void CudaSpace::register_if_worthwhile(CopyEnd& end, const CopyEnd& other)
{
  if (end.memory != MemoryType::pageable || other.memory != MemoryType::device) return;
  if (other.bytes < registered_copy_bytes || !registers_host_) return;
  RegisteredHost& host = parts().host;
  if (!host.contains(end.address)) return;
  try {
    host.reach(end.address, other.bytes, parts().copier.engine_for(other.gpu));
  } catch (const std::exception& failure) {
    registers_host_ = false;
    log(LogLevel::warn, "%s; copies of host memory are slower without it", failure.what());
  }
  end = locate(end.address, other.bytes);
}

CudaSpace::Ticket CudaSpace::copy_by_type(std::byte* to, const std::byte* from, std::size_t bytes)
{
  Ticket ticket = 0;
  Copier& copier = parts().copier;
  while (bytes > 0) {
    CopyEnd target = locate(to, bytes), source = locate(from, bytes);
    register_if_worthwhile(target, source);
    register_if_worthwhile(source, target);
    const std::size_t length = std::min(target.bytes, source.bytes);
    ticket = copier.join(ticket, copier.copy(target, source, length));
    to += length;
    from += length;
    bytes -= length;
  }
  return ticket;
}

void CudaSpace::copy_now(void* to, const void* from, std::size_t bytes)
{
  const Ticket ticket =
      copy_by_type(static_cast<std::byte*>(to), static_cast<const std::byte*>(from), bytes);
  parts().copier.wait(ticket);
}

dart_ret_t CudaSpace::start_copy(void* to, const void* from, std::size_t bytes, Ticket* ticket)
{
  *ticket = 0;
  return guarded(DART_ERR_OTHER, [&] {
    *ticket = copy_by_type(static_cast<std::byte*>(to), static_cast<const std::byte*>(from), bytes);
    return DART_OK;
  });
}

dart_ret_t CudaSpace::start_copy_box(void* to, const void* from, const Box& box, Ticket* ticket)
{
  *ticket = 0;
  if (box.is_empty()) return DART_OK;
  return guarded(DART_ERR_OTHER, [&] {
    *ticket = copy_box(
        static_cast<std::byte*>(to), static_cast<const std::byte*>(from), box.simplified());
    return DART_OK;
  });
}

CudaSpace::Ticket CudaSpace::copy_box(std::byte* to, const std::byte* from, const Box& box)
{
  if (box.dimensions().empty()) return copy_by_type(to, from, box.element_bytes());
  if (box.element_bytes() < single_row_bytes) {
    const CopyEnd target = locate(to, box.to_span()), source = locate(from, box.from_span());
    Copier& copier = parts().copier;
    if (copier.can_copy_box(target, source, box)) return copier.copy_box(target, source, box);
    GatheredCopies& gathered = parts().gathered;
    if (gathered.supports(target, source, box)) {
      const auto plain_copy = [this](std::byte* there, const std::byte* here, std::size_t bytes) {
        return copy_by_type(there, here, bytes);
      };
      return gathered.copy(target, source, box, plain_copy);
    }
    if (parts().packed.supports(target, source, box)) {
      const auto packed_copy = [this](std::byte* there, const std::byte* here, const Box& part) {
        return copy_box(there, here, part.simplified());
      };
      return parts().packed.copy(target, source, box, packed_copy);
    }
  }
  if (box.dimensions().size() == 1) return copy_rows(to, from, box);
  Ticket ticket = 0;
  box.for_each_slice(to, from, [&](std::byte* target, const std::byte* source, const Box& slice) {
    ticket = parts().copier.join(ticket, copy_box(target, source, slice));
  });
  return ticket;
}

/// Copies a box of one dimension.
CudaSpace::Ticket CudaSpace::copy_rows(std::byte* to, const std::byte* from, const Box& box)
{
  Copier& copier = parts().copier;
  const std::size_t row_bytes = box.element_bytes();
  auto [rows, to_stride, from_stride] = box.dimensions().front();
  Ticket ticket = 0;
  while (rows > 0) {
    const auto there = locate(to, (rows - 1) * to_stride + row_bytes);
    const auto here = locate(from, (rows - 1) * from_stride + row_bytes);
    // All rows up to the end of the shorter end are copied in one call if CUDA has one for
    // them.
    std::size_t together = 1;
    if (row_bytes < single_row_bytes &&
        copier.can_copy_rows(there, to_stride, here, from_stride, row_bytes)) {
      together = std::min(
          {rows, rows_in(there, to_stride, row_bytes), rows_in(here, from_stride, row_bytes)});
    }
    const Ticket started =
        together > 1 ? copier.copy_rows(there, to_stride, here, from_stride, row_bytes, together)
                     : copy_by_type(to, from, row_bytes);
    ticket = copier.join(ticket, started);
    together = std::max<std::size_t>(together, 1);
    to += together * to_stride;
    from += together * from_stride;
    rows -= together;
  }
  return ticket;
}

bool CudaSpace::test(Ticket ticket)
{
  // If the GPU is broken, waiting threads learn of it from wait().
  return ticket == 0 || guarded(true, [&] { return parts().copier.test(ticket); });
}

dart_ret_t CudaSpace::wait(Ticket ticket)
{
  if (ticket == 0) return DART_OK;
  return guarded(DART_ERR_OTHER, [&] { return parts().copier.wait(ticket), DART_OK; });
}

dart_ret_t CudaSpace::join(Ticket earlier, Ticket later)
{
  return guarded(DART_ERR_OTHER, [&] { return parts().copier.join(earlier, later), DART_OK; });
}

dart_ret_t CudaSpace::flush()
{
  Parts* parts = parts_if_any();
  if (parts == nullptr) return DART_OK;
  return guarded(DART_ERR_OTHER, [&] { return parts->copier.complete_all(), DART_OK; });
}

dart_ret_t CudaSpace::move(std::span<const Move> moves)
{
  return guarded(DART_ERR_OTHER, [&] {
    std::size_t bytes = 0;
    for (const Move& move : moves) bytes += move.bytes;
    if (bytes < moves.size() * engine_copy_bytes) return collectives().move(moves), DART_OK;
    Ticket last = 0;
    Copier& copier = parts().copier;
    for (const Move& move : moves)
      last = copier.join(last, copy_by_type(move.to, move.from, move.bytes));
    copier.wait(last);
    return DART_OK;
  });
}

dart_ret_t CudaSpace::combine(std::span<const Combination> combinations)
{
  return guarded(DART_ERR_OTHER, [&] { return collectives().combine(combinations), DART_OK; });
}

/// The address by which kernels on \c executor access the caller's contiguous buffer; nullptr if
/// they cannot.
std::byte* CudaSpace::for_kernels(Gpu& executor, const void* buffer, std::size_t bytes)
{
  const CopyEnd end = locate(buffer, bytes);
  if (end.bytes < bytes || end.memory == MemoryType::pageable) return nullptr;
  if (end.memory == MemoryType::pinned || end.gpu == executor.ordinal()) return end.address;
  return nullptr;
}

/// The GPU that executes atomic operations of this unit on memory of a GPU.
Gpu& CudaSpace::executor_for(int ordinal)
{
  Gpu& memory = parts().gpus[ordinal];
  return is_gpu_unit() && home().updates(memory) ? home() : memory;
}

dart_ret_t CudaSpace::atomic(std::uint32_t unit, std::uint64_t offset, const AtomicRequest& request)
{
  if (request.elements == 0) return DART_OK;
  return guarded(DART_ERR_OTHER, [&] {
    DeviceSlot& slot = slot_of(unit);
    std::byte* target = slot.reach_all(offset, request.elements * basic_type_bytes[request.type]);
    Gpu& executor = executor_for(slot.memory().ordinal());
    parts().atomics.perform(executor, target, request, shared_of(unit).update_lock);
    return DART_OK;
  });
}

}  // namespace dart::cuda
