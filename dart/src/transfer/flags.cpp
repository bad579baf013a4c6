#include "transfer/flags.h"

#include <algorithm>
#include <iterator>

namespace dart {

dart_ret_t Flags::find(
    const GlobalMemory& memory, const Target& first, std::size_t count, SpinLock& registered_lock)
{
  count_ = count;
  if (first.part->mapped != nullptr) {
    words_ = reinterpret_cast<FlagWord*>(first.mapped());
    if (first.part->kind == MemoryKind::process) lock_ = &registered_lock;
    return DART_OK;
  }
  devices_ = memory.devices();
  on_device_ = memory.reach(*first.part, first.unit, first.offset, count * sizeof(FlagWord));
  copy_.resize(count);
  words_ = copy_.data();
  return on_device_ != nullptr ? DART_OK : DART_ERR_OTHER;
}

/// Copies flags in device memory to where the host can look at them.
dart_ret_t Flags::fetch()
{
  if (on_device_ == nullptr) return DART_OK;
  return devices_->copy(copy_.data(), on_device_, copy_.size() * sizeof(FlagWord));
}

/// While this is held, no flag is half stored.
std::unique_lock<SpinLock> Flags::keep_whole() const
{
  return lock_ != nullptr ? std::unique_lock(*lock_) : std::unique_lock<SpinLock>();
}

dart_ret_t Flags::read(FlagWord* value)
{
  const dart_ret_t fetched = fetch();
  if (fetched != DART_OK) return fetched;
  const auto whole = keep_whole();
  *value = std::atomic_ref(*words_).load(std::memory_order_acquire);
  return DART_OK;
}

dart_ret_t Flags::poll(std::size_t* index)
{
  const dart_ret_t fetched = fetch();
  if (fetched != DART_OK) return fetched;
  std::atomic<std::size_t>& turn = turn_of_these();
  const std::size_t start = turn.load(std::memory_order_relaxed) % std::max<std::size_t>(count_, 1);
  const auto whole = keep_whole();
  *index = first_set(start, count_, count_);
  if (*index == count_) *index = first_set(0, start, count_);
  if (*index == count_) return DART_OK;
  turn.store(*index + 1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_acquire);
  return DART_OK;
}

std::size_t Flags::first_set(std::size_t begin, std::size_t end, std::size_t otherwise) const
{
  for (std::size_t i = begin; i < end; ++i) {
    if (std::atomic_ref(words_[i]).load(std::memory_order_relaxed) != 0) return i;
  }
  return otherwise;
}

/// Where the next search for these flags starts. Different flags may share it by chance, at the
/// expense of nothing but their turns.
std::atomic<std::size_t>& Flags::turn_of_these() const
{
  static std::atomic<std::size_t> turns[64];
  const void* place = on_device_ != nullptr ? static_cast<const void*>(on_device_) : words_;
  return turns[reinterpret_cast<std::uintptr_t>(place) / sizeof(FlagWord) % std::size(turns)];
}

}  // namespace dart
