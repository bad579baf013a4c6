#include "own_slot.h"

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <string>

#include "base/log.h"
#include "cuda_check.h"

namespace dart::cuda {
namespace {

/// Smaller allocated blocks lie inside one granule.
constexpr std::uint64_t granule_bytes = std::uint64_t(64) << 20;
constexpr unsigned granules_kept = 4;  // at the end of a run, for the next one

std::uint64_t granule_floor(std::uint64_t at)
{
  return at & ~(granule_bytes - 1);
}
std::uint64_t granule_ceil(std::uint64_t at)
{
  return granule_floor(at + granule_bytes - 1);
}

}  // namespace

OwnSlot::OwnSlot(SlotSetting setting, Export how, std::uint32_t record_capacity)
    : DeviceSlot(std::move(setting)),
      how_(how),
      record_capacity_(record_capacity)
{}

OwnSlot::~OwnSlot()
{
  guarded(false, [this] {
    drop(chunks_.extract_if([](const Interval&) { return true; }));
    free_closed_chunks();
    return true;
  });
}

Reach OwnSlot::reach(std::uint64_t offset, std::uint64_t bytes)
{
  const auto found = find(offset, bytes);
  if (!found) refuse(offset, bytes);
  return *found;
}

bool OwnSlot::commit(std::uint64_t offset, std::uint64_t bytes)
{
  if (bytes == 0 || pages_.contains(offset, bytes)) return true;
  const std::uint64_t begin = page_floor(offset), end = page_ceil(offset + bytes);
  const std::uint64_t wide_begin = granule_floor(offset), wide_end = granule_ceil(end);
  const std::uint64_t limit = setting_.bytes;
  std::unique_lock guard(mutex_);
  free_closed_chunks();
  if (how_ == Export::ipc) return commit_one(wide_begin, std::min(wide_end, limit));
  if (bytes < granule_bytes && commit_gaps(wide_begin, std::min(wide_end, limit))) return true;
  return commit_gaps(begin, end);
}

/// Creates chunks for the parts that no chunk covers. If this fails or throws, no new chunk
/// remains.
bool OwnSlot::commit_gaps(std::uint64_t begin, std::uint64_t end)
{
  const auto gaps = chunks_.gaps(begin, end);
  auto gap = gaps.begin();
  const auto drop_filled = [&] {
    drop(chunks_.extract_if([&](const Interval& interval) {
      return std::any_of(
          gaps.begin(), gap, [&](const auto& filled) { return filled.begin == interval.begin; });
    }));
  };
  try {
    while (gap != gaps.end() && add_chunk(gap->begin, gap->end)) ++gap;
  } catch (...) {
    drop_filled();
    throw;
  }
  if (gap == gaps.end()) return true;
  drop_filled();
  return false;
}

/// Creates one chunk for the whole range, because several chunks would be mapped at unrelated
/// addresses. Existing chunks in the range are free: either the allocated block lies in them, or
/// they lie in it.
bool OwnSlot::commit_one(std::uint64_t begin, std::uint64_t end)
{
  const Interval* covering = chunks_.find(begin);
  if (covering != nullptr && covering->end >= end) return true;
  drop(chunks_.extract_if(
      [&](const Interval& interval) { return interval.begin >= begin && interval.end <= end; }));
  return add_chunk(begin, end);
}

bool OwnSlot::add_chunk(std::uint64_t begin, std::uint64_t end)
{
  const std::uint32_t index = free_record();
  ChunkRecord& entry = record(index);
  std::byte* address = how_ == Export::vmm ? vmm_address(begin) : nullptr;
  const auto chunk = make_chunk(setting_.memory, setting_.gpus, how_, address, end - begin, entry);
  if (!chunk) return false;
  entry.begin = begin;
  entry.end = end;
  const std::uint64_t serial = entry.serial.fetch_add(1) + 1;
  insert(begin, end, {*chunk, index, serial});
  return true;
}

std::uint32_t OwnSlot::free_record()
{
  std::atomic<std::uint32_t>& used = setting_.shared.records_used;
  for (std::uint32_t index = 0; index < used; ++index) {
    if (!ChunkRecord::holds_chunk(record(index).serial) && record(index).opened == 0) return index;
  }
  if (used == record_capacity_) {
    throw std::runtime_error(
        "unit " + std::to_string(setting_.unit) + ": all " + std::to_string(record_capacity_) +
        " chunks of device memory are in use; allocate larger blocks, or free some");
  }
  return used.fetch_add(1);
}

void OwnSlot::release(std::uint64_t offset, std::uint64_t bytes)
{
  unsigned kept = 0;
  std::unique_lock guard(mutex_);
  free_closed_chunks();
  drop(chunks_.extract_if([&](const Interval& interval) {
    const bool inside = interval.begin >= offset && interval.end <= offset + bytes;
    const bool is_granule = interval.end - interval.begin <= granule_bytes;
    if (is_whole(offset, bytes) && is_granule && kept < granules_kept) {
      ++kept;
      return false;
    }
    return inside;
  }));
}

void OwnSlot::drop(const std::vector<Interval>& intervals)
{
  if (intervals.empty()) return;
  setting_.complete_copies();
  OnGpu on(setting_.memory);
  for (const Interval& interval : intervals) {
    const Mapped& mapped = interval.value;
    ChunkRecord& entry = record(mapped.record);
    pages_.remove(interval.begin, interval.end - interval.begin);
    entry.serial.fetch_add(1);
    setting_.shared.retired.fetch_add(1);
    // Freeing memory that another process has opened by cudaIpc is undefined behaviour.
    if (entry.opened != 0)
      still_open_.push_back(mapped);
    else
      free_chunk(mapped.chunk, entry);
  }
}

void OwnSlot::free_closed_chunks()
{
  if (still_open_.empty()) return;
  OnGpu on(setting_.memory);
  std::erase_if(still_open_, [this](const Mapped& mapped) {
    if (record(mapped.record).opened != 0) return false;
    free_chunk(mapped.chunk, record(mapped.record));
    return true;
  });
}

void OwnSlot::report_exhausted(std::uint64_t bytes)
{
  std::size_t available = 0, total = 0;
  OnGpu on(setting_.memory);
  DART_CUDA(cudaMemGetInfo(&available, &total));
  log(LogLevel::error,
      "unit %u: GPU %d has no memory for %llu more bytes: %zu of %zu bytes are free", setting_.unit,
      setting_.memory.ordinal(), static_cast<unsigned long long>(bytes), available, total);
}

}  // namespace dart::cuda
