#pragma once

/// \file
/// All operations of this unit towards one other unit.

#include <optional>

#include "base/wait.h"
#include "exposed_memory.h"
#include "remote_keys.h"
#include "send_queue.h"
#include "staging_ring.h"

namespace dart::ib {

/// What connections share.
struct Surroundings {
  const IbSetup& setup;
  const Settings& settings;
  const Device& device;
  const ExposedMemory& exposed;
  std::size_t ring_bytes;  ///< staging memory of a connection
};

/// For any thread. The lock is held while requests are posted, not while their completion is
/// awaited.
///
/// Completion: a request counts as complete locally when its buffer may be reused, which for data
/// that went inline or through staging memory is at once. It is complete remotely when the target's
/// adapter has acknowledged it. An acknowledged write to host memory is in the target's coherent
/// domain: its adapter writes without relaxed ordering, and what the target learns later, it learns
/// after it. On the way to device memory a write may still be in the adapter's path; a read that
/// follows it there pushes it through, so remote completion of such a write includes a read.
class Connection {
 public:
  using Number = SendQueue::Number;

  /// Connects; asks the unit. \throws std::runtime_error
  Connection(const Surroundings& around, dart_unit_t unit);

  dart_ret_t put(std::uint64_t to, const void* from, std::size_t bytes, Number* number);
  dart_ret_t get(void* to, std::uint64_t from, std::size_t bytes, Number* number);
  dart_ret_t put_notify(
      std::uint64_t to, const void* from, std::size_t bytes, std::uint64_t flag,
      std::uint64_t value, Number* number);

  /// One operation of the adapter on an aligned word; \c old becomes what the word held before,
  /// when the operation is complete.
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

  /// A transfer or what is left of it.
  struct Stretch {
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
  /// \c bytes are few enough for the request itself.
  dart_ret_t write_inline(
      const RemoteRange& range, std::uint64_t to, const void* from, std::size_t bytes, int flags);
  dart_ret_t write_flag(std::uint64_t flag, std::uint64_t value);
  /// Moves all of a stretch, piece by piece. \c device: its local end is device memory
  dart_ret_t move(ibv_wr_opcode opcode, Stretch stretch, bool device);

  struct Piece {
    ibv_wr_opcode opcode;
    std::uint64_t remote;
    std::uint32_t rkey;
    std::byte* local;
    std::size_t bytes;
    bool device;  ///< the local end is device memory
  };
  /// Posts the front of a piece and leaves its length there.
  dart_ret_t post_piece(Piece& piece);
  dart_ret_t post_registered(const Piece& piece, std::uint32_t lkey, const Finish* finish);
  dart_ret_t post_staged(const Piece& piece);
  MemoryRegion register_for_now(const Piece& piece);

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
  /// One step of a wait. \return whether it is over
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
  ExposedRange own_;               // the exposed range that was a buffer last …
  std::uint64_t own_version_ = 0;  // … when the table had this version
  Number last_with_buffer_ = 0;    // later requests leave the user's buffers alone
  RemoteRange device_written_;     // device memory with writes that no read has followed yet
  Number last_push_ = 0;           // the latest such read
  bool copy_failed_ = false;       // data came and could not be brought to device memory
};

}  // namespace dart::ib
