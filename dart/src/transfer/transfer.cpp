#include "transfer/transfer.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "transfer/layout.h"
#include "transfer/parcel.h"

namespace dart {
namespace {

dart_ret_t check_types(
    const TransferRequest& request, const Datatype* source, const Datatype* destination,
    const char* function)
{
  if (source == nullptr) return refuse_type(request.source_type, function);
  if (destination == nullptr) return refuse_type(request.target_type, function);
  // Elements only move, so their signs do not matter.
  DART_REQUIRE(
      with_sign(source->base) == with_sign(destination->base), DART_ERR_INVAL,
      "%s: source and destination have different base types", function);
  for (const Datatype* type : {source, destination}) {
    DART_REQUIRE(
        request.elements % type->instance == 0, DART_ERR_INVAL,
        "%s: %zu elements are no multiple of the data type's block of %zu", function,
        request.elements, type->instance);
  }
  return DART_OK;
}

/// The layouts of a transfer.
struct Layouts {
  const Datatype& remote;
  const Datatype& local;
};

/// Calls \c f(run) for the runs of a transfer, until one fails.
template <class F>
dart_ret_t for_each_run(const Layouts& layouts, std::size_t elements, F f)
{
  LayoutCursor there(layouts.remote), here(layouts.local);
  const std::size_t width = layouts.remote.element_bytes;
  while (elements > 0) {
    const std::size_t run = std::min(there.run(elements), here.run(elements));
    const dart_ret_t moved =
        f(MovedRun{there.offset() * width, here.offset() * width, run * width});
    if (moved != DART_OK) return moved;
    there.advance(run);
    here.advance(run);
    elements -= run;
  }
  return DART_OK;
}

/// The rows of one instance of both layouts, and how they repeat.
struct RepeatedRows {
  std::vector<Rows> rows;
  std::size_t repeats;
  Rows::Strides strides;

  std::size_t bytes() const  ///< size of one repetition
  {
    std::size_t sum = 0;
    for (const Rows& some : rows) sum += some.all_bytes();
    return sum;
  }
};

/// \return nullopt if no number of instances of one layout is an instance of the other one, or if
///   there are too many rows to collect, or times that are not apart
std::optional<RepeatedRows> repeated_rows(const Layouts& layouts, std::size_t elements)
{
  constexpr std::size_t most_rows = std::size_t(1) << 14;
  const Datatype &there = layouts.remote, &here = layouts.local;
  const bool is_contiguous = there.blocks.empty() && here.blocks.empty();
  const std::size_t instance = is_contiguous ? elements : std::max(there.instance, here.instance);
  if (instance % there.instance != 0 || instance % here.instance != 0 || elements % instance != 0)
    return std::nullopt;
  const auto stride = [&](const Datatype& type) {
    return instance / type.instance * type.extent * type.element_bytes;
  };
  RepeatedRows all{{}, elements / instance, {stride(there), stride(here)}};
  Rows::Strides begin{SIZE_MAX, SIZE_MAX}, end{0, 0};
  for_each_run(layouts, instance, [&](const MovedRun& run) {
    if (all.rows.empty() || !all.rows.back().add(run)) all.rows.emplace_back().add(run);
    begin = {std::min(begin.offset, run.offset), std::min(begin.at, run.at)};
    end = {std::max(end.offset, run.offset + run.bytes), std::max(end.at, run.at + run.bytes)};
    return all.rows.size() < most_rows ? DART_OK : DART_ERR_OTHER;
  });
  const bool are_apart =
      end.offset - begin.offset <= all.strides.offset && end.at - begin.at <= all.strides.at;
  if (all.rows.size() == most_rows || (all.repeats > 1 && !are_apart)) return std::nullopt;
  return all;
}

/// Joins what was started for a part of a transfer to the parts before.
dart_ret_t join(const Pending& part, Pending* pending)
{
  if (part.ticket == 0) return DART_OK;
  const auto earlier = std::exchange(*pending, part).ticket;
  return earlier == 0 ? DART_OK : part.operations->join(earlier, part.ticket);
}

/// Starts to move one more part of a transfer.
dart_ret_t start_part(
    const Move& move, const RunsRoute& route, const MovedRun& run, Pending* pending)
{
  Pending part;
  const dart_ret_t started = move_run(move, route.one, run, &part);
  return started == DART_OK ? join(part, pending) : started;
}

dart_ret_t start_part(const Move& move, const RunsRoute& route, const Rows& rows, Pending* pending)
{
  Pending part;
  const dart_ret_t started = move_rows(move, route.one, rows, &part);
  return started == DART_OK ? join(part, pending) : started;
}

dart_ret_t move_some_rows(
    const Move& move, const RunsRoute& route, const Rows& rows, Parcel& parcel, Pending* pending)
{
  if (route.as_rows) return start_part(move, route, rows, pending);
  if (rows.first().bytes < route.parcel_below) return parcel.add(rows);
  if (route.one.way == Way::mapped) {
    move_mapped(move, rows);
    return DART_OK;
  }
  for (std::size_t time = 0; time < rows.repeats(); ++time) {
    for (std::size_t row = 0; row < rows.count(); ++row) {
      const dart_ret_t moved = start_part(move, route, rows.run(row, time), pending);
      if (moved != DART_OK) return moved;
    }
  }
  return DART_OK;
}

/// Some times of all rows after each other, so that they are in the cache together; all times for
/// the device space, whose calls take long.
dart_ret_t move_repeated(
    const Move& move, const RunsRoute& route, const RepeatedRows& all, Pending* pending)
{
  constexpr std::size_t bytes_together = std::size_t(256) << 10;
  const bool is_for_device = route.as_rows || move.buffer_on_device;
  const std::size_t together =
      is_for_device ? all.repeats : std::max<std::size_t>(1, bytes_together / all.bytes());
  Parcel parcel(move, route.parcels);
  for (std::size_t time = 0; time < all.repeats; time += together) {
    const std::size_t repeats = std::min(together, all.repeats - time);
    for (const Rows& rows : all.rows) {
      const Rows some = rows.repeated(time, repeats, all.strides);
      const dart_ret_t moved = move_some_rows(move, route, some, parcel, pending);
      if (moved != DART_OK) return moved;
    }
  }
  return parcel.send();
}

dart_ret_t move_runs(
    const Move& move, const RunsRoute& route, const Layouts& layouts, std::size_t elements,
    Pending* pending)
{
  if (const auto repeated = repeated_rows(layouts, elements)) {
    return move_repeated(move, route, *repeated, pending);
  }
  Rows rows;
  Parcel parcel(move, route.parcels);
  const dart_ret_t moved = for_each_run(layouts, elements, [&](const MovedRun& run) {
    if (run.bytes < route.parcel_below) return parcel.add(run);
    if (!route.as_rows) return start_part(move, route, run, pending);
    if (rows.add(run)) return DART_OK;
    const dart_ret_t moved = start_part(move, route, rows, pending);
    rows = {};
    rows.add(run);
    return moved;
  });
  if (moved != DART_OK) return moved;
  const dart_ret_t sent = parcel.send();
  return sent == DART_OK ? start_part(move, route, rows, pending) : sent;
}

bool is_empty(const dart_rows_t& rows)
{
  return rows.nbytes == 0 || rows.count == 0 || rows.repeats == 0;
}

/// Extends a number of bytes to the end of the last row in global memory.
/// \return false if that is more than there are addresses
bool extend_to_end(const dart_rows_t& rows, std::size_t* bytes)
{
  if (is_empty(rows)) return true;
  std::size_t last = 0, time = 0, end = 0;
  const bool overflows =
      __builtin_mul_overflow(rows.count - 1, rows.global.stride, &last) ||
      __builtin_mul_overflow(rows.repeats - 1, rows.global.repeat_stride, &time) ||
      __builtin_add_overflow(rows.global.begin, rows.nbytes, &end) ||
      __builtin_add_overflow(end, last, &end) || __builtin_add_overflow(end, time, &end);
  *bytes = std::max(*bytes, end);
  return !overflows;
}

dart_ret_t move_all_rows(
    const Move& move, const RunsRoute& route, std::span<const dart_rows_t> all, Pending* pending)
{
  Parcel parcel(move, route.parcels);
  for (const dart_rows_t& some : all) {
    if (is_empty(some)) continue;
    const MovedRun first{some.global.begin, some.local.begin, some.nbytes};
    const Rows once(first, some.count, {some.global.stride, some.local.stride});
    const Rows rows =
        once.repeated(0, some.repeats, {some.global.repeat_stride, some.local.repeat_stride});
    if (all.size() == 1 && rows.is_run()) return move_run(move, route.one, first, pending);
    const dart_ret_t moved = move_some_rows(move, route, rows, parcel, pending);
    if (moved != DART_OK) return moved;
  }
  return parcel.send();
}

/// Waits at the end of a scope for what has been started, unless the transfer as a whole is: then
/// the buffer is not in use any more.
class CompletedUnlessReleased {
 public:
  explicit CompletedUnlessReleased(const Pending& pending) : pending_(pending) {}
  ~CompletedUnlessReleased()
  {
    if (!is_released_ && pending_.ticket != 0) pending_.operations->wait(pending_.ticket, false);
  }
  CompletedUnlessReleased(const CompletedUnlessReleased&) = delete;
  CompletedUnlessReleased& operator=(const CompletedUnlessReleased&) = delete;

  void release() { is_released_ = true; }

 private:
  const Pending& pending_;
  bool is_released_ = false;
};

bool overlap(dart_gptr_t a, dart_gptr_t b, std::size_t bytes)
{
  const auto first = a.addr_or_offs.offset;
  const auto second = b.addr_or_offs.offset;
  return a.segid == b.segid && a.teamid == b.teamid && a.unitid == b.unitid &&
         (first < second ? second - first : first - second) < bytes;
}

}  // namespace

dart_ret_t Transfers::start_runs(
    const TransferRequest& request, const char* function, Pending* pending) const
{
  const Datatype* source = describe(request.source_type);
  const Datatype* destination = describe(request.target_type);
  dart_ret_t checked = check_types(request, source, destination, function);
  if (checked != DART_OK) return checked;
  DART_REQUIRE(
      request.buffer != nullptr || request.elements == 0, DART_ERR_INVAL, "%s: the buffer is null",
      function);
  const bool gets = request.direction == Direction::get;
  const Layouts layouts{gets ? *source : *destination, gets ? *destination : *source};
  std::size_t bytes = 0;
  DART_REQUIRE(
      span_bytes(layouts.remote, request.elements, &bytes), DART_ERR_INVAL,
      "%s: %zu elements are more than there are addresses", function, request.elements);
  return start_many(
      request, bytes, function, pending, [&](const Move& move, const RunsRoute& route) {
        return move_runs(move, route, layouts, request.elements, pending);
      });
}

dart_ret_t Transfers::start_rows(
    const RowsRequest& request, const char* function, Pending* pending) const
{
  const std::span rows(request.rows, request.count);
  DART_REQUIRE(
      (request.buffer != nullptr && request.rows != nullptr) || request.count == 0, DART_ERR_INVAL,
      "%s: the %s null", function, request.rows == nullptr ? "rows are" : "buffer is");
  std::size_t bytes = 0;
  for (const dart_rows_t& some : rows) {
    DART_REQUIRE(
        extend_to_end(some, &bytes), DART_ERR_INVAL,
        "%s: %zu rows of %zu bytes, %zu times, are more than there are addresses", function,
        some.count, some.nbytes, some.repeats);
  }
  return start_many(
      request, bytes, function, pending, [&](const Move& move, const RunsRoute& route) {
        return move_all_rows(move, route, rows, pending);
      });
}

template <class Request, class StartMoves>
dart_ret_t Transfers::start_many(
    const Request& request, std::size_t bytes, const char* function, Pending* pending,
    StartMoves start_moves) const
{
  Target target{};
  const dart_ret_t found = resolve(teams_, request.gptr, bytes, function, &target);
  if (found != DART_OK || bytes == 0) return found;
  const Move move = move_of(request, target);
  CompletedUnlessReleased under_way(*pending);
  const dart_ret_t moved = start_moves(move, routes_.of_runs(*target.part, move.buffer_on_device));
  if (moved == DART_OK) under_way.release();
  return moved;
}

dart_ret_t Transfers::complete_at(
    const Target& target, Direction direction, void* buffer, std::size_t bytes) const
{
  const Move move{
      memory_, direction, target, static_cast<std::byte*>(buffer), memory_.is_device(buffer)};
  Pending pending;
  const Route route = routes_.of(*target.part, move.buffer_on_device);
  const dart_ret_t started = move_run(move, route, {0, 0, bytes}, &pending);
  if (started != DART_OK || pending.ticket == 0) return started;
  return pending.operations->wait(pending.ticket, true);
}

dart_ret_t Transfers::start_between(
    dart_gptr_t to, dart_gptr_t from, std::size_t bytes, const char* function,
    Pending* pending) const
{
  Target target{}, source{};
  dart_ret_t found = resolve(teams_, to, bytes, function, &target);
  if (found == DART_OK) found = resolve(teams_, from, bytes, function, &source);
  if (found != DART_OK) return found;
  if (overlap(to, from, bytes)) return DART_ERR_NOTFOUND;
  const BetweenRoute route = routes_.between(target, source, bytes);
  if (route.way == BetweenRoute::Way::none) return DART_ERR_NOTFOUND;
  const bool puts = route.way == BetweenRoute::Way::put;
  return start(
      {puts ? Direction::put : Direction::get, puts ? to : from, route.address, bytes,
       DART_TYPE_BYTE, DART_TYPE_BYTE},
      function, pending);
}

dart_ret_t Transfers::flush(
    dart_gptr_t gptr, bool remotely, bool all_units, const char* function) const
{
  const Team* team = teams_.find(gptr.teamid);
  const Segment* segment = team == nullptr ? nullptr : team->segment(gptr.segid);
  if (segment == nullptr || (!all_units && !team->contains(gptr.unitid))) [[unlikely]] {
    return refuse(teams_, gptr, function);
  }
  // Loads and stores to mapped memory are complete but for their order …
  std::atomic_thread_fence(std::memory_order_seq_cst);
  // … unless the local buffer was device memory.
  if (DeviceSpace* devices = routes_.devices()) {
    const dart_ret_t flushed = devices->flush();
    if (flushed != DART_OK) return flushed;
  }
  const std::uint32_t first = all_units ? 0 : gptr.unitid;
  const std::uint32_t end = all_units ? team->size() : first + 1;
  for (std::uint32_t unit = first; unit < end; ++unit) {
    Transport* const transport = routes_.pending(segment->parts[unit]);
    if (transport == nullptr) continue;
    const dart_global_unit_t target(team->global_id(unit));
    const dart_ret_t flushed = transport->flush(target, remotely);
    if (flushed != DART_OK) return flushed;
  }
  return DART_OK;
}

}  // namespace dart
