#include "copier.h"

#include <algorithm>

#include "base/copy_bytes.h"
#include "box_kernel.h"
#include "copy_kernel.h"
#include "cuda_check.h"
#include "uncached_copy.h"

namespace dart::cuda {
namespace {

/// Size from which copies of pageable memory use the pinned buffers of this module.
constexpr std::size_t staging_bytes = std::size_t(1) << 20;

constexpr std::uint64_t copies_per_event = 64;
constexpr std::uint64_t bytes_per_event = std::uint64_t(1) << 20;

std::byte* allocate_pinned(std::size_t bytes)
{
  void* memory = nullptr;
  DART_CUDA(cudaHostAlloc(&memory, bytes, cudaHostAllocPortable));
  return static_cast<std::byte*>(memory);
}

void free_pinned(std::byte* memory)
{
  cudaFreeHost(memory);
}

bool are_on_host(const CopyEnd& to, const CopyEnd& from)
{
  return to.memory != MemoryType::device && from.memory != MemoryType::device;
}

void copy_cached(std::byte* to, const std::byte* from, std::size_t bytes)
{
  copy_bytes(to, from, bytes);
}

}  // namespace

void Copier::Hull::add(const Hull& other)
{
  if (begin == end) {
    *this = other;
  } else if (other.begin != other.end) {
    begin = std::min(begin, other.begin);
    end = std::max(end, other.end);
  }
}

Copier::Lane::Lane(Gpu& gpu, std::uint64_t its_index)
    : NumberedStream(gpu, copies_per_event),
      index(its_index)
{}

Copier::Copier(Gpus& gpus, int home, unsigned units)
    : gpus_(gpus),
      home_(home),
      lanes_(gpus.count() * directions),
      staging_(units, {allocate_pinned, free_pinned})
{}

Copier::~Copier()
{
  guarded(false, [this] { return complete_all(), true; });
  for (auto& lane : lanes_) delete lane.load();
}

Gpu& Copier::engine_for(int gpu)
{
  return home_ >= 0 && gpus_[home_].reaches(gpus_[gpu]) ? gpus_[home_] : gpus_[gpu];
}

Copier::Lane& Copier::lane(Gpu& gpu, Direction direction)
{
  const std::size_t index = gpu.ordinal() * directions + direction;
  Lane* found = lanes_[index].load(std::memory_order_acquire);
  if (found != nullptr) [[likely]]
    return *found;
  std::lock_guard guard(mutex_);
  if (lanes_[index].load() == nullptr) {
    auto created = std::make_unique<Lane>(gpu, index);
    created->waits_for.resize(lanes_.size());
    lanes_[index].store(created.release(), std::memory_order_release);
  }
  return *lanes_[index].load();
}

void Copier::prepare(Gpu& gpu)
{
  for (int direction = to_device; direction < directions; ++direction)
    lane(gpu, static_cast<Direction>(direction));
  staging_.prepare();
}

Copier::Lane& Copier::lane_for(const CopyEnd& to, const CopyEnd& from)
{
  if (to.memory != MemoryType::device) return lane(engine_for(from.gpu), to_host);
  if (from.memory != MemoryType::device) return lane(engine_for(to.gpu), to_device);
  return lane(engine_for(from.gpu), to.gpu == from.gpu ? on_device : between_devices);
}

/// Starts one copy by \c call(stream).
template <class Call>
Copier::Ticket Copier::issue(Lane& lane, const Access& access, std::uint64_t bytes, Call call)
{
  OnGpu on(lane.gpu());
  std::lock_guard guard(mutex_);
  if (lane.started() == lane.completed()) lane.pending = {};
  order_after_others(lane, access);
  call(lane.stream());
  lane.pending.writes.add(access.writes);
  lane.pending.reads.add(access.reads);
  const std::uint64_t number = lane.add_piece();
  lane.bytes_without_event += bytes;
  if (lane.bytes_without_event >= bytes_per_event) {
    lane.add_event();
    lane.bytes_without_event = 0;
  }
  return ticket_of(lane, number);
}

/// Makes the lane's next copy wait for conflicting copies of other lanes.
void Copier::order_after_others(Lane& lane, const Access& access)
{
  for (auto& slot : lanes_) {
    Lane* other = slot.load(std::memory_order_acquire);
    if (other == nullptr || other == &lane || !access.conflicts_with(other->pending)) continue;
    std::uint64_t& ordered = lane.waits_for[other->index];
    const std::uint64_t last = other->started();
    if (ordered == last || other->poll(last)) continue;
    DART_CUDA(cudaStreamWaitEvent(lane.stream(), other->event_behind(last), 0));
    ordered = last;
  }
}

bool Copier::test(Ticket ticket)
{
  if (ticket == 0) return true;
  Lane& lane = lane_of(ticket);
  const std::uint64_t number = ticket & number_mask;
  if (lane.has_completed(number)) return true;
  std::lock_guard guard(mutex_);
  return lane.poll(number);
}

void Copier::wait(Ticket ticket)
{
  if (ticket != 0) wait(lane_of(ticket), ticket & number_mask);
}

void Copier::wait(Lane& lane, std::uint64_t number)
{
  if (lane.has_completed(number)) return;
  if (lane.started() == number) return lane.wait_for_all(number);
  NumberedStream::Mark awaited;
  {
    std::lock_guard guard(mutex_);
    awaited = lane.mark_behind(number);
  }
  lane.wait(awaited);
}

void Copier::complete_all()
{
  for (auto& slot : lanes_) {
    Lane* lane = slot.load(std::memory_order_acquire);
    if (lane != nullptr) wait(*lane, lane->started());
  }
}

void Copier::wait_for_conflicts(const Access& access)
{
  for (auto& slot : lanes_) {
    Lane* lane = slot.load(std::memory_order_acquire);
    if (lane == nullptr || lane->started() == lane->completed()) continue;
    std::unique_lock guard(mutex_);
    const bool conflicts = access.conflicts_with(lane->pending);
    guard.unlock();
    if (conflicts) wait(*lane, lane->started());
  }
}

Copier::Ticket Copier::copy(const CopyEnd& to, const CopyEnd& from, std::size_t bytes)
{
  if (are_on_host(to, from)) {
    wait_for_conflicts({{to.address, to.address + bytes}, {from.address, from.address + bytes}});
    copy_bytes(to.address, from.address, bytes);
    return 0;
  }
  if (to.memory == MemoryType::device && from.memory == MemoryType::device &&
      !engine_for(from.gpu).reaches(gpus_[to.gpu])) {
    return copy_by_host(to, from, bytes);
  }
  Lane& lane = lane_for(to, from);
  if (bytes >= staging_bytes) {
    if (from.memory == MemoryType::pageable) return upload(lane, to.address, from.address, bytes);
    if (to.memory == MemoryType::pageable) return download(lane, to.address, from.address, bytes);
  }
  const bool in_one_gpu = to.memory == MemoryType::device && from.memory == MemoryType::device &&
                          to.gpu == from.gpu && to.gpu == lane.gpu().ordinal();
  if (in_one_gpu && has_copy_kernel(to.address, from.address, bytes)) {
    return copy_by_kernel(lane, to.address, from.address, bytes);
  }
  const Ticket ticket = copy_directly(lane, to.address, from.address, bytes);
  if (from.memory == MemoryType::pageable && reads_pageable_late(lane.gpu())) wait(ticket);
  return ticket;
}

Copier::Ticket Copier::copy_directly(
    Lane& lane, std::byte* to, const std::byte* from, std::size_t bytes)
{
  return issue(lane, {{to, to + bytes}, {from, from + bytes}}, bytes, [=](cudaStream_t stream) {
    DART_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream));
  });
}

/// The copy gets an event of its own, so that it can be awaited separately.
Copier::Ticket Copier::copy_piece(
    Lane& lane, std::byte* to, const std::byte* from, std::size_t bytes)
{
  const Ticket ticket = copy_directly(lane, to, from, bytes);
  std::lock_guard guard(mutex_);
  lane.add_event();
  return ticket;
}

/// Copies within a GPU's memory by a kernel: CUDA would use a copy engine for mapped memory, which
/// is slower.
Copier::Ticket Copier::copy_by_kernel(
    Lane& lane, std::byte* to, const std::byte* from, std::size_t bytes)
{
  return issue(lane, {{to, to + bytes}, {from, from + bytes}}, bytes, [=](cudaStream_t stream) {
    DART_CUDA(launch_copy(to, from, bytes, stream));
  });
}

bool Copier::can_copy_box(const CopyEnd& to, const CopyEnd& from, const Box& box)
{
  if (are_on_host(to, from)) return true;
  if (to.memory != MemoryType::device || from.memory != MemoryType::device) return false;
  if (to.bytes < box.to_span() || from.bytes < box.from_span() || !fits_kernel(box)) return false;
  return are_reached(engine_for(from.gpu), to, from);
}

/// Whether a GPU accesses device memory at both ends by itself. It may not if one end belongs to
/// the program and the other one to a unit on another GPU: CUDA IPC maps that for this GPU only.
bool Copier::are_reached(const Gpu& engine, const CopyEnd& to, const CopyEnd& from) const
{
  if (from.is_of_program != to.is_of_program && from.gpu != to.gpu) return false;
  return engine.reaches(gpus_[from.gpu]) && engine.reaches(gpus_[to.gpu]) &&
         from.is_mapped_for(engine) && to.is_mapped_for(engine);
}

Copier::Ticket Copier::copy_box(const CopyEnd& to, const CopyEnd& from, const Box& box)
{
  const Access access{
      {to.address, to.address + box.to_span()}, {from.address, from.address + box.from_span()}};
  if (are_on_host(to, from)) {
    wait_for_conflicts(access);
    dart::copy_box(box, to.address, from.address);
    return 0;
  }
  Lane& lane = lane_for(to, from);
  const auto processors =
      static_cast<unsigned>(lane.gpu().attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
  // A link needs few threads; the remaining processors stay free for other kernels.
  const unsigned most_blocks = to.gpu == from.gpu ? 0 : 2 * processors;
  return issue(lane, access, box.bytes(), [&](cudaStream_t stream) {
    DART_CUDA(launch_copy_box(
        to.address, from.address, kernel_box(to.address, from.address, box), most_blocks, stream));
  });
}

Copier::Ticket Copier::copy_rows(
    const CopyEnd& to, std::size_t to_stride, const CopyEnd& from, std::size_t from_stride,
    std::size_t row_bytes, std::size_t rows)
{
  Lane& lane = lane_for(to, from);
  const std::byte* to_end = to.address + (rows - 1) * to_stride + row_bytes;
  const std::byte* from_end = from.address + (rows - 1) * from_stride + row_bytes;
  const Ticket ticket = issue(
      lane, {{to.address, to_end}, {from.address, from_end}}, rows * row_bytes,
      [&](cudaStream_t stream) {
        DART_CUDA(cudaMemcpy2DAsync(
            to.address, to_stride, from.address, from_stride, row_bytes, rows, cudaMemcpyDefault,
            stream));
      });
  if (from.memory == MemoryType::pageable && reads_pageable_late(lane.gpu())) wait(ticket);
  return ticket;
}

bool Copier::can_copy_rows(
    const CopyEnd& to, std::size_t to_stride, const CopyEnd& from, std::size_t from_stride,
    std::size_t row_bytes)
{
  if (are_on_host(to, from)) return false;
  const bool both = to.memory == MemoryType::device && from.memory == MemoryType::device;
  if (both && !are_reached(engine_for(from.gpu), to, from)) return false;
  const auto longest =
      static_cast<std::size_t>(lane_for(to, from).gpu().attribute(CU_DEVICE_ATTRIBUTE_MAX_PITCH));
  const auto fits = [=](std::size_t stride) { return stride >= row_bytes && stride <= longest; };
  return fits(to_stride) && fits(from_stride);
}

Copier::Ticket Copier::join(Ticket earlier, Ticket later)
{
  if (later == 0) return earlier;
  if (earlier != 0 && &lane_of(earlier) != &lane_of(later)) wait(earlier);
  return later;
}

/// Whether the GPU reads pageable memory itself, after the call that started the copy has returned.
bool Copier::reads_pageable_late(Gpu& gpu)
{
  return gpu.attribute(CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES) != 0;
}

/// Divides memory into pieces of Staging.
class Copier::StagingCut {
 public:
  explicit StagingCut(std::size_t bytes) : bytes_(bytes) {}

  std::size_t count() const { return (bytes_ + Staging::piece_bytes - 1) / Staging::piece_bytes; }
  std::size_t at(std::size_t piece) const { return piece * Staging::piece_bytes; }
  std::size_t length(std::size_t first, std::size_t pieces = 1) const
  {
    return std::min(pieces * Staging::piece_bytes, bytes_ - at(first));
  }

 private:
  std::size_t bytes_;
};

/// Whether each buffer is filled only once. Longer transfers are slower if the buffers do not stay
/// in the cache.
bool Copier::fills_buffers_once(const StagingCut& pieces) const
{
  return pieces.count() <= staging_.buffers();
}

/// \param start  starts copies on the lane, each with an event of its own
template <class Start>
Staging::Gpu Copier::gpu_side(Lane& lane, Start start)
{
  const auto drain = [&lane] {
    guarded(false, [&] { return lane.wait_for_all(lane.started()), true; });
  };
  return {start, [this](Ticket ticket) { return test(ticket); }, drain};
}

/// Copies from pageable memory; complete on return.
Copier::Ticket Copier::upload(Lane& lane, std::byte* to, const std::byte* from, std::size_t bytes)
{
  const StagingCut pieces(bytes);
  const auto fill = fills_buffers_once(pieces) ? fill_uncached : copy_cached;
  OnGpu on(lane.gpu());
  staging_.upload(
      pieces.count(),
      [&](std::size_t piece, std::byte* buffer) {
        fill(buffer, from + pieces.at(piece), pieces.length(piece));
      },
      gpu_side(lane, [&](std::size_t first, std::size_t count, std::byte* buffer) {
        return copy_piece(lane, to + pieces.at(first), buffer, pieces.length(first, count));
      }));
  return 0;
}

/// Copies to pageable memory; complete on return.
Copier::Ticket Copier::download(Lane& lane, std::byte* to, const std::byte* from, std::size_t bytes)
{
  const StagingCut pieces(bytes);
  const auto drain = fills_buffers_once(pieces) ? drain_uncached : copy_cached;
  OnGpu on(lane.gpu());
  staging_.download(
      pieces.count(),
      [&](std::size_t piece, std::byte* buffer) {
        drain(to + pieces.at(piece), buffer, pieces.length(piece));
      },
      gpu_side(lane, [&](std::size_t first, std::size_t count, std::byte* buffer) {
        return copy_piece(lane, buffer, from + pieces.at(first), pieces.length(first, count));
      }));
  return 0;
}

/// Copies between GPUs that cannot access each other's memory, through host memory; complete on
/// return.
Copier::Ticket Copier::copy_by_host(const CopyEnd& to, const CopyEnd& from, std::size_t bytes)
{
  Lane& down = lane(engine_for(from.gpu), to_host);
  Lane& up = lane(gpus_[to.gpu], to_device);
  const StagingCut pieces(bytes);
  OnGpu on(up.gpu());
  staging_.upload(
      pieces.count(),
      [&](std::size_t piece, std::byte* buffer) {
        wait(copy_piece(down, buffer, from.address + pieces.at(piece), pieces.length(piece)));
      },
      gpu_side(up, [&](std::size_t first, std::size_t count, std::byte* buffer) {
        return copy_piece(up, to.address + pieces.at(first), buffer, pieces.length(first, count));
      }));
  return 0;
}

}  // namespace dart::cuda
