#include "transport/message_transport.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "base/box.h"
#include "base/copy_bytes.h"
#include "transport/memory_calls.h"
#include "types/basic_types.h"

namespace dart {
namespace {

/// Calls carry so many bytes of rows, and so many descriptions, at most, and so many are under way:
/// the owner copies one while the next arrives, and another one is unpacked here.
constexpr std::size_t most_message_bytes = std::size_t(256) << 10, most_descriptions = 4096;
constexpr std::size_t most_under_way = 4;

/// Calls \c f(rows) for parts of rows that fit into a message each.
template <class F>
dart_ret_t for_each_part(const RemoteRows& rows, F f)
{
  if (rows.all_bytes() <= most_message_bytes) return f(rows);
  const bool repeats = rows.repeats > 1, is_run = !repeats && rows.count == 1;
  // What is divided: the times, the rows of one time, or the bytes of a row.
  std::size_t RemoteRows::* const number = repeats  ? &RemoteRows::repeats
                                           : is_run ? &RemoteRows::bytes
                                                    : &RemoteRows::count;
  const RemoteRows::Strides strides = repeats  ? rows.repeat
                                      : is_run ? RemoteRows::Strides{1, 1}
                                               : rows.row;
  const std::size_t each = rows.all_bytes() / rows.*number;
  // Equal parts: a small one would take about as long as a large one. None ends inside of a number.
  const std::size_t most = std::max<std::size_t>(1, most_message_bytes / each);
  const std::size_t parts = (rows.*number + most - 1) / most, unit = is_run ? 64 : 1;
  const std::size_t together = ((rows.*number + parts - 1) / parts + unit - 1) / unit * unit;
  dart_ret_t result = DART_OK;
  for (std::size_t done = 0; done < rows.*number && result == DART_OK; done += together) {
    RemoteRows part = rows;
    part.address += done * strides.address;
    part.buffer += done * strides.buffer;
    part.*number = std::min(together, rows.*number - done);
    result = for_each_part(part, f);
  }
  return result;
}

/// The rows of one call.
struct RowsCall {
  std::vector<RemoteRows> rows;
  std::size_t bytes = 0;  ///< size of all rows
  PendingCall call;

  std::size_t description_bytes() const
  {
    return sizeof(std::uint64_t) + rows.size() * sizeof(CalledRows);
  }
  bool has_room_for(const RemoteRows& more) const
  {
    return bytes + more.all_bytes() <= most_message_bytes && rows.size() < most_descriptions;
  }
  void add(const RemoteRows& more)
  {
    rows.push_back(more);
    bytes += more.all_bytes();
  }
  void clear()
  {
    rows.clear();
    bytes = 0;
  }

  /// \return where the bytes of the rows follow
  std::byte* describe(std::byte* message) const
  {
    const std::uint64_t count = rows.size();
    std::memcpy(message, &count, sizeof count);
    std::byte* next = message + sizeof count;
    for (const RemoteRows& some : rows) {
      const CalledRows called{some.address,     some.bytes,   some.count,
                              some.row.address, some.repeats, some.repeat.address};
      std::memcpy(next, &called, sizeof called);
      next += sizeof called;
    }
    return next;
  }

  /// Copies between the rows here and the bytes of a message.
  void copy(std::byte* packed, bool unpacks) const
  {
    for (const RemoteRows& some : rows) {
      copy_rows(RowsCopy::packing(
          some.buffer, {some.row.buffer, some.repeat.buffer}, some.bytes, some.count, some.repeats,
          packed, unpacks));
      packed += some.all_bytes();
    }
  }
};

/// Rows that are moved by calls to their owner, of which some are under way at a time.
class RowsCalls {
 public:
  RowsCalls(RemoteCalls& calls, dart_global_unit_t owner, RemoteCalls::Kind kind)
      : calls_(calls),
        owner_(owner),
        kind_(kind)
  {}

  dart_ret_t move(std::span<const RemoteRows> rows)
  {
    const dart_ret_t started = start_all(rows), finished = finish_all();
    return started == DART_OK ? finished : started;
  }

 private:
  bool gets() const { return kind_ == RemoteCalls::Kind::get; }

  dart_ret_t start_all(std::span<const RemoteRows> rows)
  {
    dart_ret_t result = DART_OK;
    next().clear();
    for (std::size_t i = 0; i < rows.size() && result == DART_OK; ++i) {
      result = for_each_part(rows[i], [&](const RemoteRows& part) {
        const dart_ret_t started = next().has_room_for(part) ? DART_OK : start();
        next().add(part);
        return started;
      });
    }
    return result == DART_OK && !next().rows.empty() ? start() : result;
  }

  dart_ret_t finish_all()
  {
    dart_ret_t result = DART_OK;
    while (finished_ < started_) {
      const dart_ret_t finished = finish();
      if (result == DART_OK) result = finished;
    }
    return result;
  }

  /// The calling thread has calls of its own, so that memory is reused. A thread that answers
  /// others makes no calls.
  static RowsCall& call(std::size_t number)
  {
    thread_local std::array<RowsCall, most_under_way> calls;
    return calls[number % calls.size()];
  }
  RowsCall& next() const { return call(started_); }

  dart_ret_t start()
  {
    RowsCall& rows = next();
    const std::size_t sent = rows.description_bytes() + (gets() ? 0 : rows.bytes);
    const std::size_t received = gets() ? rows.bytes : 0;
    std::byte* const data = rows.describe(calls_.prepare(rows.call, kind_, sent, received).data());
    if (!gets()) rows.copy(data, false);
    dart_ret_t result = calls_.start(rows.call, owner_.id);
    if (result != DART_OK) return result;
    ++started_;
    if (started_ - finished_ == most_under_way) result = finish();
    next().clear();
    return result;
  }

  dart_ret_t finish()
  {
    RowsCall& rows = call(finished_++);
    const dart_ret_t result = calls_.finish(rows.call);
    if (result == DART_OK && gets())
      rows.copy(const_cast<std::byte*>(rows.call.reply().data()), true);
    return result;
  }

  RemoteCalls& calls_;
  dart_global_unit_t owner_;
  RemoteCalls::Kind kind_;  ///< get or put
  std::size_t started_ = 0, finished_ = 0;
};

}  // namespace

dart_ret_t MessageTransport::put(
    RemoteAddress to, const void* from, std::size_t bytes, Ticket* ticket)
{
  *ticket = 0;
  auto* const buffer = const_cast<std::byte*>(static_cast<const std::byte*>(from));
  const RemoteRows run{to.address, buffer, bytes};
  return put_all(to.unit, {&run, 1});
}

dart_ret_t MessageTransport::get(void* to, RemoteAddress from, std::size_t bytes, Ticket* ticket)
{
  *ticket = 0;
  const RemoteRows run{from.address, static_cast<std::byte*>(to), bytes};
  return get_all(from.unit, {&run, 1});
}

dart_ret_t MessageTransport::put_all(dart_global_unit_t to, std::span<const RemoteRows> rows)
{
  return RowsCalls(calls_, to, RemoteCalls::Kind::put).move(rows);
}

dart_ret_t MessageTransport::get_all(dart_global_unit_t from, std::span<const RemoteRows> rows)
{
  return RowsCalls(calls_, from, RemoteCalls::Kind::get).move(rows);
}

dart_ret_t MessageTransport::atomic(RemoteAddress target, const AtomicRequest& request)
{
  const std::size_t bytes = request.elements * basic_type_bytes[request.type];
  const AtomicCall call{target.address, request.elements, request.type, request.operation};
  // Reading needs no operand, but the call has room for it.
  std::vector<std::byte> operands(bytes);
  if (request.operand != nullptr) copy_bytes(operands.data(), request.operand, bytes);
  const bool compares = request.operation == DART_OP_UNDEFINED;
  const RemoteCalls::Bytes compare(
      static_cast<const std::byte*>(request.compare), compares ? bytes : 0);
  std::vector<std::byte> old(request.result == nullptr ? bytes : 0);
  auto* result = request.result == nullptr ? old.data() : static_cast<std::byte*>(request.result);
  return calls_.call(
      target.unit.id, RemoteCalls::Kind::atomic, {bytes_of(call), operands, compare},
      {result, bytes});
}

}  // namespace dart
