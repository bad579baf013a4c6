#include "transfer/notifications.h"

#include <time.h>

#include <algorithm>
#include <cstdint>

#include "base/clock.h"
#include "base/log.h"
#include "base/wait.h"
#include "base/wait_place.h"
#include "trace/trace.h"
#include "types/datatype.h"

namespace dart {
namespace {

/// Stores or adds a value by a transport. \param[out] old what the flag was, unless nullptr
dart_ret_t update_flag(
    Transport& transport, const Target& flag, FlagUpdate update, FlagWord value, FlagWord* old)
{
  const dart_operation_t operation = update == FlagUpdate::add ? DART_OP_SUM : DART_OP_REPLACE;
  return transport.atomic(flag.remote(), {DART_TYPE_ULONGLONG, 1, operation, &value, nullptr, old});
}

/// Data and flag by a transport that keeps the order.
dart_ret_t put_together(
    Transport& transport, const NotifiedPut& put, const Target& data, std::size_t bytes,
    const Target& flag)
{
  Transport::Ticket ticket = 0;
  const dart_ret_t started = transport.put_notify(
      data.remote(), put.source, bytes, flag.remote().address, put.value, &ticket);
  return started == DART_OK ? transport.wait(ticket, false) : started;
}

}  // namespace

dart_ret_t Notifications::find_flags(
    dart_gptr_t gptr, std::size_t count, const char* function, Target* target) const
{
  std::size_t bytes = 0;
  if (!contiguous_bytes(count, DART_TYPE_ULONGLONG, function, &bytes)) return DART_ERR_INVAL;
  const dart_ret_t found = resolve(teams_, gptr, bytes, function, target);
  if (found != DART_OK) return found;
  DART_REQUIRE(
      target->remote().address % sizeof(FlagWord) == 0, DART_ERR_INVAL,
      "%s: the flag at offset %llu of unit %d's part is not aligned to %zu bytes", function,
      (unsigned long long)target->offset, gptr.unitid, sizeof(FlagWord));
  return DART_OK;
}

dart_ret_t Notifications::find_own_flags(
    dart_gptr_t gptr, std::size_t count, const char* function, Target* target) const
{
  const dart_ret_t found = find_flags(gptr, count, function, target);
  if (found != DART_OK) return found;
  DART_REQUIRE(
      target->part->mapped != nullptr || target->unit.id == units_.me(), DART_ERR_INVAL,
      "%s: the flags are memory of unit %d, which is not mapped here; only that unit can read them",
      function, target->unit.id);
  return DART_OK;
}

/// Flags that this process can look at.
dart_ret_t Notifications::find_readable(
    dart_gptr_t first, std::size_t count, const char* function, Flags* flags) const
{
  Target target{};
  const dart_ret_t found = find_own_flags(first, count, function, &target);
  return found == DART_OK ? flags->find(memory_, target, count, registered_lock_) : found;
}

dart_ret_t Notifications::check(const NotifiedPut& put, const char* function)
{
  DART_REQUIRE(is_basic(put.type), DART_ERR_INVAL, "%s: needs a basic data type", function);
  DART_REQUIRE(
      put.source != nullptr || put.elements == 0, DART_ERR_INVAL, "%s: the buffer is null",
      function);
  DART_REQUIRE(
      put.value != 0, DART_ERR_INVAL, "%s: the value is 0, which says that a flag is not set",
      function);
  return DART_OK;
}

dart_ret_t Notifications::find_targets(
    const NotifiedPut& put, const char* function, std::size_t* bytes, Target* data,
    Target* flag) const
{
  if (!contiguous_bytes(put.elements, put.type, function, bytes)) return DART_ERR_INVAL;
  dart_ret_t found = resolve(teams_, put.gptr, *bytes, function, data);
  if (found == DART_OK) found = find_flags(put.flag, 1, function, flag);
  if (found != DART_OK) return found;
  DART_REQUIRE(
      data->unit.id == flag->unit.id, DART_ERR_INVAL,
      "%s: the data goes to unit %d, but the flag is memory of unit %d", function, data->unit.id,
      flag->unit.id);
  return DART_OK;
}

dart_ret_t Notifications::put(const NotifiedPut& put, const char* function) const
{
  Target data{}, flag{};
  std::size_t bytes = 0;
  const dart_ret_t found = find_targets(put, function, &bytes, &data, &flag);
  if (found != DART_OK) return found;
  const Move move{
      memory_, Direction::put, data, static_cast<std::byte*>(const_cast<void*>(put.source)),
      memory_.is_device(put.source)};
  const NotifyRoute route =
      routes_.of_notification(*data.part, *flag.part, bytes, move.buffer_on_device);
  if (route.together != nullptr && put.update == FlagUpdate::set) {
    return put_together(*route.together, put, data, bytes, flag);
  }
  return put_apart(move, bytes, flag, put, route);
}

/// The flag once the data are there.
dart_ret_t Notifications::put_apart(
    const Move& data, std::size_t bytes, const Target& flag, const NotifiedPut& put,
    const NotifyRoute& route) const
{
  dart_ret_t done = DART_OK;
  if (bytes > 0) {
    Pending pending;
    const Route way = routes_.of(*data.target.part, data.buffer_on_device);
    done = move_run(data, way, {0, 0, bytes}, &pending);
    if (done == DART_OK && pending.ticket != 0)
      done = pending.operations->wait(pending.ticket, true);
  }
  if (done == DART_OK && route.flushed != nullptr) done = route.flushed->flush(flag.unit, true);
  if (done != DART_OK) return done;
  if (route.flag != nullptr) {
    return update_flag(*route.flag, flag, put.update, put.value, nullptr);
  }
  if (put.update == FlagUpdate::add) {
    mapped_flag(flag).fetch_add(put.value, std::memory_order_release);
  } else {
    mapped_flag(flag).store(put.value, std::memory_order_release);
  }
  return DART_OK;
}

/// Polls, and sleeps in between when it takes long: an adapter or a GPU wakes nobody. Flags from
/// other hosts may come as calls, which the waiter serves itself, sooner than the thread for them.
template <class Ready>
void Notifications::wait_until(const char* function, Ready ready) const
{
  if (calls_ != nullptr) {
    const WaitReason reason(function, WaitNote::no_team);
    calls_->wait(ready);
    return;
  }
  constexpr long shortest = 10'000, longest = 200'000;  // ns
  if (spin_until(ready)) return;
  const ShownWait shown(function);
  for (long length = shortest; !ready(); length = std::min(2 * length, longest)) {
    const timespec nap{0, length};
    nanosleep(&nap, nullptr);
  }
}

dart_ret_t Notifications::wait(
    dart_gptr_t first, std::size_t count, std::size_t* index, const char* function) const
{
  Flags flags;
  dart_ret_t polled = find_readable(first, count, function, &flags);
  if (polled != DART_OK) return polled;
  wait_until(function, [&] {
    polled = flags.poll(index);
    return polled != DART_OK || *index < count;
  });
  return polled;
}

dart_ret_t Notifications::test(
    dart_gptr_t first, std::size_t count, std::size_t* index, const char* function) const
{
  Flags flags;
  const dart_ret_t found = find_readable(first, count, function, &flags);
  return found == DART_OK && count > 0 ? flags.poll(index) : found;
}

dart_ret_t Notifications::read(dart_gptr_t flag, FlagWord* value, const char* function) const
{
  Flags flags;
  const dart_ret_t found = find_readable(flag, 1, function, &flags);
  return found == DART_OK ? flags.read(value) : found;
}

dart_ret_t Notifications::wait_change(
    dart_gptr_t flag, FlagWord seen, FlagWord* value, const char* function) const
{
  Flags flags;
  dart_ret_t result = find_readable(flag, 1, function, &flags);
  if (result != DART_OK) return result;
  wait_until(function, [&] {
    result = flags.read(value);
    return result != DART_OK || *value != seen;
  });
  return result;
}

dart_ret_t Notifications::await(
    dart_gptr_t flag, const FlagCondition& condition, std::int64_t limit,
    const char* function) const
{
  Flags flags;
  FlagWord seen = 0;
  dart_ret_t result = find_readable(flag, 1, function, &flags);
  if (result != DART_OK) return result;
  const std::int64_t end = limit == 0 ? INT64_MAX : now_ns() + limit * 1'000'000'000;
  bool is_late = false;
  const trace::Scope span("wait", "wait for a flag", trace::shortest_wait_ns);
  wait_until(function, [&] {
    result = flags.read(&seen);
    if (result != DART_OK || condition.holds(seen)) return true;
    return is_late = end != INT64_MAX && now_ns() > end;
  });
  if (result != DART_OK || !is_late) return result;
  log(LogLevel::error,
      "%s: the flag at offset %llu of segment %d of team %d, unit %d, is %llu after %lld s; it is "
      "to be %s %llu",
      function, (unsigned long long)flag.addr_or_offs.offset, flag.segid, flag.teamid, flag.unitid,
      (unsigned long long)seen, (long long)limit, condition.expectation(),
      (unsigned long long)condition.value);
  return DART_ERR_OTHER;
}

dart_ret_t Notifications::reset(dart_gptr_t gptr, FlagWord* value, const char* function) const
{
  Target flag{};
  const dart_ret_t found = find_own_flags(gptr, 1, function, &flag);
  if (found != DART_OK) return found;
  if (Transport* const transport = routes_.own_flags(*flag.part)) {
    return update_flag(*transport, flag, FlagUpdate::set, 0, value);
  }
  *value = mapped_flag(flag).exchange(0, std::memory_order_acq_rel);
  return DART_OK;
}

}  // namespace dart
