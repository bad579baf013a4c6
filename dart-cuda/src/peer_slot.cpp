#include "peer_slot.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string>

#include "base/await_verdict.h"
#include "cuda_check.h"

namespace dart::cuda {
namespace {

/// The chunk of a record, with the serial number at which it was read; nullopt if the record holds
/// none.
std::optional<std::pair<std::uint64_t, ChunkOffer>> read(const ChunkRecord& record)
{
  for (;;) {
    const std::uint64_t serial = record.serial.load(std::memory_order_acquire);
    if (!ChunkRecord::holds_chunk(serial)) return std::nullopt;
    const ChunkOffer offer{record.begin, record.end, record.how, record.fd, record.ipc_handle};
    std::atomic_thread_fence(std::memory_order_acquire);
    if (record.serial.load(std::memory_order_relaxed) == serial) return std::pair(serial, offer);
  }
}

[[noreturn]] void refuse_descriptor(std::uint32_t unit, int pid, int error)
{
  const std::string who =
      "device memory of unit " + std::to_string(unit) + " (process " + std::to_string(pid) + "): ";
  if (error == ESRCH) {
    await_verdict();
    throw std::runtime_error(who + "the process has ended");
  }
  throw std::runtime_error(
      who + "cannot take over its file descriptor: " + std::strerror(error) +
      "; allow ptrace among processes of a user (sysctl kernel.yama.ptrace_scope=0, in a container "
      "--cap-add SYS_PTRACE), or set DART_GPU_EXPORT=ipc");
}

}  // namespace

PeerSlot::PeerSlot(SlotSetting setting, int (*pid_of)(std::uint32_t unit))
    : DeviceSlot(std::move(setting)),
      pid_of_(pid_of),
      retired_seen_(setting_.shared.retired.load())
{}

PeerSlot::~PeerSlot()
{
  guarded(false, [this] {
    drop(chunks_.extract_if([](const Interval&) { return true; }));
    return true;
  });
}

Reach PeerSlot::reach(std::uint64_t offset, std::uint64_t bytes)
{
  if (setting_.shared.retired.load() != retired_seen_.load(std::memory_order_relaxed)) {
    drop_retired();
  }
  // The range may continue in a chunk that was added later.
  if (const auto found = find(offset, bytes); found && found->bytes == bytes) [[likely]]
    return *found;
  map(offset, bytes);
  const auto found = find(offset, bytes);
  if (!found) refuse(offset, bytes);
  return *found;
}

void PeerSlot::forget(std::uint64_t offset, std::uint64_t bytes)
{
  // The owner keeps a part of it and retires the rest.
  if (is_whole(offset, bytes)) return;
  std::unique_lock guard(mutex_);
  drop(chunks_.extract_if([&](const Interval& interval) {
    return interval.begin >= offset && interval.end <= offset + bytes;
  }));
}

void PeerSlot::map(std::uint64_t offset, std::uint64_t bytes)
{
  std::unique_lock guard(mutex_);
  const std::uint32_t used = setting_.shared.records_used;
  for (std::uint32_t index = 0; index < used; ++index) {
    const auto record = read(setting_.shared.records[index]);
    if (!record) continue;
    const auto& [serial, offer] = *record;
    const bool wanted = offer.begin < offset + bytes && offset < offer.end;
    if (wanted && chunks_.find(offer.begin) == nullptr) open(index, serial, offer);
  }
}

void PeerSlot::open(std::uint32_t index, std::uint64_t serial, const ChunkOffer& offer)
{
  if (offer.how == Export::vmm)
    open_vmm(index, serial, offer);
  else
    open_ipc(index, serial, offer);
}

void PeerSlot::open_vmm(std::uint32_t index, std::uint64_t serial, const ChunkOffer& offer)
{
  const int pid = pid_of_(setting_.unit);
  const int fd = fetch_descriptor(pid, offer.fd);
  const int error = errno;
  // The chunk was freed meanwhile, and its descriptor number may denote another file by now.
  const bool retired = setting_.shared.records[index].serial != serial;
  if (fd < 0 && !retired) refuse_descriptor(setting_.unit, pid, error);
  if (fd >= 0 && !retired) {
    try {
      OnGpu on(setting_.home);
      const Chunk chunk =
          open_chunk(offer, fd, vmm_address(offer.begin), setting_.memory, setting_.gpus);
      insert(offer.begin, offer.end, {chunk, index, serial});
    } catch (...) {
      close(fd);
      throw;
    }
  }
  if (fd >= 0) close(fd);
}

void PeerSlot::open_ipc(std::uint32_t index, std::uint64_t serial, const ChunkOffer& offer)
{
  ChunkRecord& record = setting_.shared.records[index];
  record.opened.fetch_add(1);
  try {
    if (record.serial == serial) {
      // The handle is opened in the context that uses it, on this process's GPU.
      OnGpu on(setting_.home);
      insert(
          offer.begin, offer.end,
          {open_chunk(offer, -1, nullptr, setting_.memory, setting_.gpus), index, serial});
      return;
    }
  } catch (...) {
    record.opened.fetch_sub(1);
    throw;
  }
  record.opened.fetch_sub(1);
}

void PeerSlot::drop(const std::vector<Interval>& intervals)
{
  if (intervals.empty()) return;
  setting_.complete_copies();
  OnGpu on(setting_.home);
  for (const Interval& interval : intervals) {
    const auto& [chunk, record, serial] = interval.value;
    pages_.remove(interval.begin, interval.end - interval.begin);
    close_chunk(chunk);
    if (chunk.how == Export::ipc) setting_.shared.records[record].opened.fetch_sub(1);
  }
}

void PeerSlot::drop_retired()
{
  std::unique_lock guard(mutex_);
  retired_seen_ = setting_.shared.retired.load();
  drop(chunks_.extract_if([this](const Interval& interval) {
    return setting_.shared.records[interval.value.record].serial != interval.value.serial;
  }));
}

}  // namespace dart::cuda
