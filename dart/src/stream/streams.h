#pragma once

/// \file
/// Streams of this unit: which operations a GPU executes itself, and which a thread does.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/token_table.h"
#include "dash/dart/if/dart_stream.h"
#include "memory/operation_queue.h"
#include "stream/failure.h"
#include "team/segments.h"
#include "transfer/atomic_operations.h"
#include "transfer/notifications.h"
#include "transfer/transfer.h"

namespace dart {

/// Variable with the seconds for which a stream waits for a flag or for other units.
inline constexpr char env_stream_timeout[] = "DART_STREAM_TIMEOUT";

/// A queue and the errors of its operations.
struct Stream {
  Stream() = default;
  Stream(Stream&&) = default;
  ~Stream()
  {
    if (queue != nullptr) wait();
  }

  /// Completes all operations. \return the first error since the last call, after its messages
  dart_ret_t wait() const
  {
    const dart_ret_t waited = queue->wait();
    const dart_ret_t failed = failure->take();
    return failed != DART_OK ? failed : waited;
  }

  std::unique_ptr<Failure> failure = std::make_unique<Failure>();
  std::unique_ptr<OperationQueue> queue;
  DeviceQueue* device = nullptr;  ///< the queue, if a GPU executes it; otherwise nullptr
};

/// The streams of this process, which its tokens stand for.
using StreamTable = TokenTable<Stream, TokenKind::stream>;
extern StreamTable stream_table;

inline StreamTable::Token token_of(dart_stream_t stream)
{
  return reinterpret_cast<StreamTable::Token>(stream);
}

/// A put whose target and size kernels write before it begins.
struct DescribedPut {
  dart_gptr_t segment;
  const void* source;
  const dart_put_description_t* description;
};

/// Adds operations to streams. What a GPU can reach, it does itself; everything else is a call of
/// the function that does the same at once.
class Streams {
 public:
  Streams(
      const Teams& teams, GlobalMemory& memory, const UnitTable& units, const Routes& routes,
      Segments& segments, const Transfers& transfers, const AtomicOperations& atomics,
      const Notifications& notifications);
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  /// How long streams wait, in seconds; 0: as long as it takes.
  std::int64_t limit() const { return limit_; }

  /// \param native  stream of CUDA to use; nullptr: a new one
  dart_ret_t create(void* native, dart_stream_t* stream, const char* function);
  /// The same, without a token.
  dart_ret_t open(QueueUse use, void* native, Stream* stream) const;

  dart_ret_t call(Stream& stream, void (*function)(void*), void* argument) const;
  dart_ret_t transfer(Stream& stream, const TransferRequest& request, const char* function) const;
  dart_ret_t copy_box(
      Stream& stream, void* to, const void* from, const Box& box, const char* function) const;
  dart_ret_t put_notify(Stream& stream, const NotifiedPut& put, const char* function) const;
  /// \param put  for which \c check has found nothing wrong
  dart_ret_t put_described(Stream& stream, const DescribedPut& put, const char* function) const;
  dart_ret_t await_flag(
      Stream& stream, dart_gptr_t flag, const FlagCondition& condition, const char* function) const;
  dart_ret_t reset_flag(Stream& stream, dart_gptr_t flag, const char* function) const;
  dart_ret_t update(
      Stream& stream, dart_gptr_t gptr, const AtomicRequest& request, const char* function) const;
  /// Collective.
  dart_ret_t barrier(Stream& stream, Team& team, const char* function);
  /// Adds what the host does. Its error is kept by the stream.
  dart_ret_t add(Stream& stream, const char* function, std::function<dart_ret_t()> operation) const;

  // For collectives.
  /// Whether the GPUs of this team could work together within streams if all of them were like that
  /// of this unit: all units have a GPU of this host whose memory kernels of this unit reach.
  bool can_meet_on_device(const Team& team) const;
  /// Takes memory for the units of a team, and clears the beginning. Collective: part of a call
  /// that the units have begun on the board.
  dart_ret_t take_segment(
      Team& team, dart_memory_t choice, std::size_t bytes, std::size_t cleared_bytes,
      const char* function, std::int16_t* segment);
  /// The part that a unit has of a segment, as the GPU that executes a stream reaches it; nullopt
  /// if it does not.
  std::optional<DescribedCopy::Part> reached_part(
      const Stream& stream, const Team& team, std::int16_t segment, std::uint32_t unit) const;

  /// Whether a put has all that it needs; says so if not.
  dart_ret_t check(const NotifiedPut& put, const char* function) const;
  dart_ret_t check(const TransferRequest& request, const char* function) const;
  dart_ret_t check(const DescribedPut& put, const char* function) const;
  /// Writes bytes at once.
  dart_ret_t write(dart_gptr_t to, const void* from, std::size_t bytes, const char* function) const;
  const Notifications& notifications() const { return notifications_; }
  /// See dart_gptr_kernel_address.
  std::byte* kernel_address(dart_gptr_t gptr, std::size_t bytes, const char* function) const;

 private:
  static dart_ret_t check_buffer(const TransferRequest& request, const char* function);
  dart_ret_t find_target(
      const TransferRequest& request, const char* function, std::size_t* bytes,
      Target* target) const;
  bool find_parts(
      const Stream& stream, dart_gptr_t segment, std::vector<DescribedCopy::Part>& parts) const;
  dart_ret_t put_described_by_host(const DescribedPut& put, const char* function) const;
  std::byte* reached(const Stream& stream, const Target& target, std::size_t bytes) const;
  std::byte* reached_from(
      const Stream& stream, const Target& target, const void* buffer, std::size_t bytes) const;
  FlagWord* reached_flag(const Stream& stream, const Target& flag) const;
  bool has_gpu() const;
  dart_ret_t prepare_meetings(Team& team, const char* function);
  bool find_meeting(
      const Stream& stream, const Team& team, dart_gptr_t words, QueueMeeting* meeting,
      std::vector<FlagWord*>& places) const;
  dart_ret_t meet_by_host(
      const Team& team, dart_gptr_t words, FlagWord count, const char* function) const;

  const Teams& teams_;
  GlobalMemory& memory_;
  const UnitTable& units_;
  const Routes& routes_;
  Segments& segments_;
  const Transfers& transfers_;
  const AtomicOperations& atomics_;
  const Notifications& notifications_;
  std::int64_t limit_;
};

}  // namespace dart
