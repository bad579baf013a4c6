#include "memory/emulated_space.h"

#include <sys/mman.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

#include "base/copy_bytes.h"
#include "base/gpu_in_turn.h"
#include "memory/arena.h"
#include "memory/host_memory.h"

namespace dart {
namespace {

/// Largest number of deferred copies; the oldest one is completed when it is exceeded.
constexpr std::size_t most_deferred = 4096;

std::byte* map_alias(const DeviceSetup& setup)
{
  void* alias = mmap(
      nullptr, setup.gpu_units * setup.slot_bytes, PROT_READ | PROT_WRITE,
      MAP_SHARED | MAP_NORESERVE, setup.job_file, static_cast<off_t>(setup.device_file_offset));
  if (alias == MAP_FAILED) {
    throw std::runtime_error(
        std::string("cannot map the emulated GPUs' memory: ") + std::strerror(errno) +
        "; is the address space limited (ulimit -v)?");
  }
  madvise(alias, setup.gpu_units * setup.slot_bytes, MADV_DONTDUMP);
  return static_cast<std::byte*>(alias);
}

/// Protects the addresses in the arena against access by host code.
void close_slots(const DeviceSetup& setup)
{
  void* closed = mmap(
      setup.device_slots, setup.gpu_units * setup.slot_bytes, PROT_NONE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (closed != setup.device_slots) {
    throw std::runtime_error("the addresses for the emulated GPUs' memory are not free any more");
  }
}

bool is_word(const void* address, std::size_t bytes)
{
  return bytes == sizeof(std::uint64_t) &&
         reinterpret_cast<std::uintptr_t>(address) % sizeof(std::uint64_t) == 0;
}

}  // namespace

EmulatedSpace::EmulatedSpace(
    const DeviceSetup& setup, AtomicLocks& locks, const std::vector<int>& gpu_map)
    : setup_(setup),
      locks_(locks),
      to_alias_(map_alias(setup) - setup.device_slots)
{
  close_slots(setup);
  for (std::uint32_t g = 0; g < setup.gpu_units; ++g) {
    // There are as many GPUs as units: without a map, each unit has its own one.
    gpus_.push_back(gpu_in_turn(gpu_map, g, setup.gpu_units));
  }
}

EmulatedSpace::~EmulatedSpace()
{
  const std::size_t bytes = setup_.gpu_units * setup_.slot_bytes;
  munmap(setup_.device_slots + to_alias_, bytes);
  munmap(setup_.device_slots, bytes);
  bounce_.for_each([](const std::byte* memory) { delete[] memory; });
}

std::uint64_t EmulatedSpace::capacity()
{
  return host_memory_bytes() / setup_.units;
}

void EmulatedSpace::release(std::uint64_t offset, std::uint64_t bytes)
{
  Arena::release(reach(setup_.unit, offset, bytes), bytes);
}

dart_ret_t EmulatedSpace::copy(void* to, const void* from, std::size_t bytes)
{
  to = alias_of(to);
  from = alias_of(from);
  if (is_word(to, bytes) && is_word(from, bytes)) {
    // A GPU copies a word whole, as those expect who copy a flag while others store it.
    auto& word = *static_cast<std::uint64_t*>(const_cast<void*>(from));
    const auto value = std::atomic_ref(word).load(std::memory_order_acquire);
    std::atomic_ref(*static_cast<std::uint64_t*>(to)).store(value, std::memory_order_release);
  } else {
    copy_bytes(to, from, bytes);
  }
  return DART_OK;
}

std::optional<DeviceSpace::Place> EmulatedSpace::place_of(const void* address) const
{
  const auto* byte = static_cast<const std::byte*>(address);
  if (is_between(byte, setup_.device_slots + to_alias_)) byte -= to_alias_;
  if (!is_between(byte, setup_.device_slots)) return std::nullopt;
  const auto offset = static_cast<std::uint64_t>(byte - setup_.device_slots);
  const auto gpu_unit = static_cast<std::uint32_t>(offset / setup_.slot_bytes);
  return Place{setup_.units - setup_.gpu_units + gpu_unit, offset % setup_.slot_bytes};
}

dart_ret_t EmulatedSpace::start_copy(void* to, const void* from, std::size_t bytes, Ticket* ticket)
{
  return start_copy_box(to, from, {bytes, {}}, ticket);
}

dart_ret_t EmulatedSpace::start_copy_box(void* to, const void* from, const Box& box, Ticket* ticket)
{
  std::lock_guard guard(mutex_);
  deferred_.push_back(
      {static_cast<std::byte*>(alias_of(to)), static_cast<const std::byte*>(alias_of(from)), box});
  *ticket = ++started_;
  if (deferred_.size() > most_deferred) complete_oldest();
  return DART_OK;
}

/// The caller holds the lock.
void EmulatedSpace::complete_oldest()
{
  const Copy& copy = deferred_.front();
  dart::copy_box(copy.box, copy.to, copy.from);
  deferred_.pop_front();
  ++completed_;
}

bool EmulatedSpace::test(Ticket ticket)
{
  std::lock_guard guard(mutex_);
  if (completed_ < ticket) complete_oldest();
  return completed_ >= ticket;
}

dart_ret_t EmulatedSpace::wait(Ticket ticket)
{
  std::lock_guard guard(mutex_);
  while (completed_ < ticket) complete_oldest();
  return DART_OK;
}

dart_ret_t EmulatedSpace::flush()
{
  std::lock_guard guard(mutex_);
  while (!deferred_.empty()) complete_oldest();
  return DART_OK;
}

dart_ret_t EmulatedSpace::move(std::span<const Move> moves)
{
  for (const Move& move : moves) copy_bytes(move.to, move.from, move.bytes);
  return DART_OK;
}

dart_ret_t EmulatedSpace::atomic(
    std::uint32_t unit, std::uint64_t offset, const AtomicRequest& request)
{
  apply_atomically(reach(unit, offset, 0), request, locks_);
  return DART_OK;
}

}  // namespace dart
