#pragma once

/// \file
/// All operations of this unit on memory of one other unit.

#include <optional>

#include "base/wait.h"
#include "exposed_memory.h"
#include "remote_keys.h"
#include "send_queue.h"
#include "staging_ring.h"

namespace dart::ib {

/// What all connections share.
struct Surroundings {
  const IbSetup& setup;
  const Settings& settings;
  const Device& device;
  const ExposedMemory& exposed;
  std::size_t ring_bytes;  ///< size of a connection's staging memory
};

/// Any thread may use it. The lock is held while requests are posted, but not while their
/// completion is awaited.
///
/// A request is complete locally when its buffer may be reused; for data that are sent inline or
/// through staging memory, this is immediately. It is complete remotely when the target's adapter
/// has acknowledged it. An acknowledged write to host memory is in the target's coherent domain:
/// the target's adapter writes without relaxed ordering, and anything that the target learns later
/// becomes visible after it. A write to device memory may still be in the adapter's path when it is
/// acknowledged; a later read flushes it, so remote completion of such a write includes a read.
class Connection {
 public:
  using Number = SendQueue::Number;

  /// Connects to the unit by a request to it. \throws std::runtime_error
  Connection(const Surroundings& around, dart_unit_t unit);

  dart_ret_t put(std::uint64_t to, const void* from, std::size_t bytes, Number* number);
  dart_ret_t get(void* to, std::uint64_t from, std::size_t bytes, Number* number);
  dart_ret_t put_notify(
      std::uint64_t to, const void* from, std::size_t bytes, std::uint64_t flag,
      std::uint64_t value, Number* number);

  /// One operation of the adapter on an aligned word. When it is complete, \c old has the previous
  /// value of the word.
  struct WordUpdate {
    std::uint64_t address;
    ibv_wr_opcode opcode;
    std::uint64_t add_or_compare;
    std::uint64_t swap;
    std::uint64_t* old;
  };
  dart_ret_t update(const WordUpdate& update, Number* number);

  bool test(Number number, bool remotely);
  dart_ret_t wait(Number number, bool remotely);
  dart_ret_t flush(bool remotely);

  void forget(std::uint64_t begin, std::size_t bytes);

 private:
  using Guard = std::lock_guard<SleepLock>;

  /// A transfer, or the part of it that is left.
  struct Remainder {
    std::uint64_t remote;
    std::byte* local;
    std::size_t bytes;

    void advance(std::size_t by)
    {
      remote += by;
      local += by;
      bytes -= by;
    }
  };

  void connect();
  dart_ret_t ask_key(std::uint64_t address, const RemoteRange** range);
  dart_ret_t key_of(std::uint64_t address, const RemoteRange** range)
  {
    *range = keys_.find(address);
    return *range != nullptr ? DART_OK : ask_key(address, range);
  }
  const ExposedRange* exposed_at(const std::byte* local);
  bool is_device(const void* buffer) const
  {
    return around_.setup.is_device != nullptr && around_.setup.is_device(buffer);
  }

  dart_ret_t write(std::uint64_t to, const void* from, std::size_t bytes);
  /// Writes \c bytes bytes, which are few enough to be sent inline.
  dart_ret_t write_inline(
      const RemoteRange& range, std::uint64_t to, const void* from, std::size_t bytes, int flags);
  dart_ret_t write_flag(std::uint64_t flag, std::uint64_t value);
  /// Transfers all of the rest by as many requests as it takes. \c device: its local end is device
  /// memory
  dart_ret_t move(ibv_wr_opcode opcode, Remainder rest, bool device);

  struct WorkRequest {
    ibv_wr_opcode opcode;
    std::uint64_t remote;
    std::uint32_t rkey;
    std::byte* local;
    std::size_t bytes;
    bool device;    ///< the local end is device memory
    int flags = 0;  ///< the request's flags, in addition to what its size demands
  };
  /// Posts the first part of a request and stores the length of this part in it.
  dart_ret_t post_front(WorkRequest& work);
  dart_ret_t post_registered(const WorkRequest& work, std::uint32_t lkey, const Finish* finish);
  dart_ret_t post_staged(const WorkRequest& work);
  MemoryRegion register_for_now(const WorkRequest& work);

  dart_ret_t take_staging(std::size_t bytes, std::byte** piece);
  dart_ret_t copy(void* to, const void* from, std::size_t bytes, bool device);
  void finish(const Finish& finish, bool good);

  void note_write(const RemoteRange& range)
  {
    if (range.device) [[unlikely]]
      device_written_ = range;
  }
  dart_ret_t push_device_writes();
  Number awaited(Number number, bool remotely) const;
  /// One step of a wait. \return whether the wait is over
  bool advance(Number last);
  dart_ret_t result(Number number) const
  {
    return number < queue_.failed_from() && !copy_failed_ ? DART_OK : DART_ERR_OTHER;
  }

  const Surroundings around_;
  dart_unit_t unit_;
  std::size_t chunk_;
  std::size_t max_message_;
  StagingRing ring_;
  SendQueue queue_;
  SleepLock lock_;  // guards everything below and the members above
  RemoteKeys keys_;
  ExposedRange own_;               // the exposed range that contained the latest buffer
  std::uint64_t own_version_ = 0;  // version of the table when own_ was read
  Number last_with_buffer_ = 0;    // later requests do not use the user's buffers
  RemoteRange device_written_;     // device memory with writes that no read has followed yet
  Number last_push_ = 0;           // the latest read that flushed such writes
  bool copy_failed_ = false;       // data arrived and could not be copied to device memory
};

}  // namespace dart::ib
