#pragma once

/// \file
/// Queues of operations that are executed in order while the program goes on.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "base/box.h"
#include "dash/dart/if/dart_trigger.h"
#include "memory/flag_condition.h"
#include "types/atomic_request.h"

namespace dart {

/// Operations of a stream. Several threads may add to it.
class OperationQueue {
 public:
  /// A function of the host as an operation. It does not throw.
  using Call = std::function<void()>;

  virtual ~OperationQueue() = default;

  /// Adds a call.
  virtual dart_ret_t call(Call call) = 0;
  /// Whether everything is complete, be it by failure.
  virtual bool test() = 0;
  /// Waits until everything is complete. \return an error of the queue itself, after its messages
  virtual dart_ret_t wait() = 0;
};

/// A meeting of units within their queues. All addresses are those of this process's GPU.
struct QueueMeeting {
  static constexpr std::uint32_t most_units = 128;

  std::uint32_t me;
  FlagWord* count;                    ///< meetings that this unit has begun; only it changes them
  const FlagWord* arrived;            ///< for each unit, the number of its latest meeting
  std::span<FlagWord* const> places;  ///< for each unit, its word for this unit
};

/// A put whose description is read when it is its turn. All addresses are those of this process's
/// GPU.
struct DescribedCopy {
  /// What a unit has of the segment.
  struct Part {
    std::byte* begin;
    std::uint64_t bytes;
  };
  static constexpr std::uint32_t most_units = 128;

  const dart_put_description_t* description;
  const std::byte* source;
  std::span<const Part> parts;  ///< for each unit of the segment's team
};

/// A collective of units within their queues. A unit has no buffer for what it does not send or
/// receive. All addresses are those of this process's GPU.
struct QueueCollective {
  enum class Kind : std::uint8_t {
    broadcast,
    reduce,
    allreduce,
    reduce_scatter,
    allgather,
    alltoall
  };

  Kind kind;
  std::uint32_t me, root;
  const std::byte* send;
  std::byte* recv;
  std::size_t elements;  ///< size of a block: what a unit sends to, or receives from, another one
  dart_datatype_t type;  ///< what is combined; DART_TYPE_BYTE if elements only move
  dart_operation_t operation;
  std::span<std::byte* const> channels;  ///< the channels of each unit, laid out as ChannelLayout
};

/// Whether a collective combines elements.
constexpr bool combines(QueueCollective::Kind kind)
{
  using Kind = QueueCollective::Kind;
  return kind == Kind::reduce || kind == Kind::allreduce || kind == Kind::reduce_scatter;
}

/// A copy, and the flag that says that the bytes are there. The source or the target is device
/// memory, and so is a flag to which the value is added. All addresses are those of this process's
/// GPU.
struct FlaggedCopy {
  std::byte* to;
  const std::byte* from;
  std::size_t bytes;  ///< 0: only the flag
  bool is_of_gpus;    ///< whether both ends are device memory
  FlagWord* flag;
  FlagWord value;
  FlagUpdate update;
};

/// What a queue is for.
enum class QueueUse : std::uint8_t {
  program,  ///< small copies are kernels, which begin sooner than copies of a copy engine
  trigger   ///< kernels wait for the queue, so that it should need no multiprocessor
};

/// A queue that a GPU executes, on memory that it can access.
class DeviceQueue : public OperationQueue {
 public:
  /// The cudaStream_t; selects the GPU for the calling thread.
  virtual void* native() = 0;
  /// Whether operations become a part of a graph.
  virtual bool is_captured() = 0;
  /// Whether the operations below can use a buffer of this process when it is their turn.
  virtual bool reaches(const void* buffer, std::size_t bytes) = 0;

  /// One of the ends is device memory.
  virtual dart_ret_t copy(void* to, const void* from, std::size_t bytes) = 0;
  /// Copies a box that is not empty. \return DART_ERR_NOTFOUND, and nothing is added, if the GPU
  /// has no way for it
  virtual dart_ret_t copy_box(void* to, const void* from, const Box& box) = 0;
  virtual dart_ret_t put_notify(const FlaggedCopy& copy) = 0;
  virtual dart_ret_t set_flag(FlagWord* flag, FlagWord value) = 0;
  /// \param description of the flag for messages
  virtual dart_ret_t await_flag(
      const FlagWord* flag, const FlagCondition& condition, std::string description) = 0;
  /// Whether update() supports elements of this type at this place in device memory.
  virtual bool can_update(const std::byte* target, const AtomicRequest& request) = 0;
  /// The buffers of the request are reached.
  virtual dart_ret_t update(std::byte* target, const AtomicRequest& request) = 0;
  /// \param expectation  what the description has to fulfil, for messages
  virtual dart_ret_t put_described(const DescribedCopy& copy, std::string expectation) = 0;
  virtual dart_ret_t meet(const QueueMeeting& meeting, std::string description) = 0;
  /// \param description  of the collective for messages
  virtual dart_ret_t collective(const QueueCollective& collective, std::string description) = 0;
};

}  // namespace dart
