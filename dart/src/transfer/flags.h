#pragma once

/// \file
/// Flags of notifications, as this unit reads them.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "base/wait.h"
#include "memory/flag_condition.h"
#include "memory/global_memory.h"
#include "transfer/target.h"

namespace dart {

/// A flag that is mapped here.
inline std::atomic_ref<FlagWord> mapped_flag(const Target& target)
{
  return std::atomic_ref(*reinterpret_cast<FlagWord*>(target.mapped()));
}

/// Flags that this process reads: mapped ones, or in device memory of this unit.
class Flags {
 public:
  /// \param registered_lock  is held by those who store flags of memory that this unit registered.
  ///                         The system stores them for other processes, byte by byte.
  /// \return DART_ERR_OTHER (after a message) where they cannot be reached
  dart_ret_t find(
      const GlobalMemory& memory, const Target& first, std::size_t count,
      SpinLock& registered_lock);

  /// Looks once at all flags. \param[out] index of one that is set, else the number of flags
  dart_ret_t poll(std::size_t* index);

  /// \param[out] value of the first flag
  dart_ret_t read(FlagWord* value);

 private:
  dart_ret_t fetch();
  std::unique_lock<SpinLock> keep_whole() const;
  std::size_t first_set(std::size_t begin, std::size_t end, std::size_t otherwise) const;
  std::atomic<std::size_t>& turn_of_these() const;

  SpinLock* lock_ = nullptr;  // guards flags in registered memory
  std::size_t count_ = 0;
  FlagWord* words_ = nullptr;
  DeviceSpace* devices_ = nullptr;
  const std::byte* on_device_ = nullptr;
  std::vector<FlagWord> copy_;  // copies of flags in device memory
};

}  // namespace dart
