#include "transfer/transfer.h"

#include <algorithm>
#include <atomic>
#include <optional>

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
  DART_REQUIRE(
      source->base == destination->base, DART_ERR_INVAL,
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

/// The whole transfer as rows; nullopt if its runs are not of one length at constant distances.
std::optional<Rows> rows_of(const Layouts& layouts, std::size_t elements)
{
  const auto there = row_layout(layouts.remote, elements);
  const auto here = row_layout(layouts.local, elements);
  if (!there || !here) return std::nullopt;
  const std::size_t length = std::min(there->length, here->length);
  if (length == 0 || elements % length != 0) return std::nullopt;
  // Longer rows are divided, if there are no gaps between the parts.
  const auto stride = [&](const RowLayout& rows) {
    return rows.length == length ? rows.stride : rows.length == elements ? length : 0;
  };
  if (stride(*there) < length || stride(*here) < length) return std::nullopt;
  const std::size_t width = layouts.remote.element_bytes;
  return Rows(
      {there->offset * width, here->offset * width, length * width}, elements / length,
      stride(*there) * width, stride(*here) * width);
}

dart_ret_t move_equal_rows(
    const Move& move, const RunsRoute& route, const Rows& rows, Pending* pending)
{
  if (route.as_rows) return move_rows(move, route.one, rows, pending);
  if (rows.first().bytes < route.parcel_below) {
    Parcel parcel(move, route.parcels);
    const dart_ret_t added = parcel.add(rows);
    return added == DART_OK ? parcel.send() : added;
  }
  if (route.one.way == Way::mapped) {
    move_mapped(move, rows);
    return DART_OK;
  }
  for (std::size_t row = 0; row < rows.count(); ++row) {
    const dart_ret_t moved = move_run(move, route.one, rows.run(row), pending);
    if (moved != DART_OK) return moved;
  }
  return DART_OK;
}

dart_ret_t move_runs(
    const Move& move, const RunsRoute& route, const Layouts& layouts, std::size_t elements,
    Pending* pending)
{
  if (const auto equal = rows_of(layouts, elements)) {
    return move_equal_rows(move, route, *equal, pending);
  }
  Rows rows;
  Parcel parcel(move, route.parcels);
  const dart_ret_t moved = for_each_run(layouts, elements, [&](const MovedRun& run) {
    if (run.bytes < route.parcel_below) return parcel.add(run);
    if (!route.as_rows) return move_run(move, route.one, run, pending);
    if (rows.add(run)) return DART_OK;
    const dart_ret_t moved = move_rows(move, route.one, rows, pending);
    rows = {};
    rows.add(run);
    return moved;
  });
  if (moved != DART_OK) return moved;
  const dart_ret_t sent = parcel.send();
  return sent == DART_OK ? move_rows(move, route.one, rows, pending) : sent;
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
  Target target{};
  checked = resolve(teams_, request.gptr, bytes, function, &target);
  if (checked != DART_OK || request.elements == 0) return checked;
  const Move move = move_of(request, target);
  const RunsRoute route = routes_.of_runs(*target.part, move.buffer_on_device);
  CompletedUnlessReleased under_way(*pending);
  const dart_ret_t moved = move_runs(move, route, layouts, request.elements, pending);
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
