// Puts with notifications: functions of the C interface.

#include "dash/dart/if/dart_notify.h"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "api/guard.h"
#include "base/wait.h"
#include "runtime/runtime.h"
#include "transfer/datatype.h"
#include "transfer/target.h"
#include "transfer/transfer.h"

namespace dart {
namespace {

using Word = std::uint64_t;

/// Resolves the pointer to the first of \c count flags.
dart_ret_t resolve_flags(
    Runtime& rt, dart_gptr_t gptr, std::size_t count, const char* function, Target* target)
{
  std::size_t bytes = 0;
  if (!contiguous_bytes(count, DART_TYPE_ULONGLONG, function, &bytes)) return DART_ERR_INVAL;
  const dart_ret_t found = resolve(rt, gptr, bytes, function, target);
  if (found != DART_OK) return found;
  const std::uint64_t offset = gptr.addr_or_offs.offset;
  DART_REQUIRE(
      target->remote(offset).address % sizeof(Word) == 0, DART_ERR_INVAL,
      "%s: the flag at offset %llu of unit %d's part is not aligned to %zu bytes", function,
      (unsigned long long)offset, gptr.unitid, sizeof(Word));
  return DART_OK;
}

/// Resolves flags that this process reads.
dart_ret_t resolve_own_flags(
    Runtime& rt, dart_gptr_t gptr, std::size_t count, const char* function, Target* target)
{
  const dart_ret_t found = resolve_flags(rt, gptr, count, function, target);
  if (found != DART_OK) return found;
  DART_REQUIRE(
      target->part->mapped != nullptr || target->unit.id == rt.unit(), DART_ERR_INVAL,
      "%s: the flags are memory of unit %d, which is not mapped here; only that unit can read them",
      function, target->unit.id);
  return DART_OK;
}

std::atomic_ref<Word> mapped_word(const Target& target, dart_gptr_t gptr)
{
  return std::atomic_ref(*reinterpret_cast<Word*>(target.part->mapped + gptr.addr_or_offs.offset));
}

/* ---- setting ------------------------------------------------------------------------------- */

/// A notified put whose arguments are valid.
struct NotifiedPut {
  Runtime& rt;
  const char* function;
  dart_gptr_t gptr, flag;
  Target data_target, flag_target;
  const void* source;
  std::size_t elements, bytes;
  dart_datatype_t type;
  Word value;
};

/// The transport that keeps the order of notifications, which may then be in progress when calls
/// return; nullptr if they are complete on return.
Transport* ordered_way(Runtime& rt, dart_global_unit_t unit)
{
  if (rt.hosts().is_here(unit.id) || !rt.network_transport()->keeps_order()) return nullptr;
  return rt.network_transport();
}

/// Puts data and flag by a transport that keeps their order.
dart_ret_t put_in_order(const NotifiedPut& put, Transport& transport)
{
  const RemoteAddress data = put.data_target.remote(put.gptr.addr_or_offs.offset);
  const RemoteAddress flag = put.flag_target.remote(put.flag.addr_or_offs.offset);
  Transport::Ticket ticket = 0;
  const dart_ret_t started =
      transport.put_notify(data, put.source, put.bytes, flag.address, put.value, &ticket);
  return started == DART_OK ? transport.wait(ticket, false) : started;
}

dart_ret_t complete_data(const NotifiedPut& put)
{
  if (put.bytes == 0) return DART_OK;
  Pending pending;
  const dart_ret_t started = start_transfer(
      put.rt, Direction::put, put.gptr, const_cast<void*>(put.source), put.elements, put.type,
      put.type, put.function, &pending);
  if (started != DART_OK || pending.ticket == 0) return started;
  return pending.transport->wait(pending.ticket, true);
}

/// Sets the flag by an atomic operation, which stores the word once. A copy may store it twice, the
/// second time after the flag was seen and reset.
dart_ret_t complete_flag(const NotifiedPut& put)
{
  const Target& target = put.flag_target;
  if (target.part->mapped != nullptr) {
    mapped_word(target, put.flag).store(put.value, std::memory_order_release);
    return DART_OK;
  }
  const bool is_here = put.rt.hosts().is_here(target.unit.id);
  Transport* transport = is_here ? target.part->transport : put.rt.message_transport();
  return transport->atomic(
      target.remote(put.flag.addr_or_offs.offset),
      {DART_TYPE_ULONGLONG, 1, DART_OP_REPLACE, &put.value, nullptr, nullptr});
}

dart_ret_t perform(const NotifiedPut& put)
{
  Transport* ordered = ordered_way(put.rt, put.data_target.unit);
  // An adapter that writes memory of a GPU and host memory does not keep the order between the two.
  const bool one_way = ordered != nullptr && put.data_target.part->transport == ordered &&
                       put.flag_target.part->transport == ordered &&
                       put.data_target.part->memory == put.flag_target.part->memory;
  const bool takes_source = one_way && (put.bytes == 0 || !put.rt.is_device(put.source) ||
                                        ordered->takes_device_buffers());
  if (takes_source) return put_in_order(put, *ordered);
  dart_ret_t done = complete_data(put);
  // Earlier notifications may still be in progress.
  if (done == DART_OK && ordered != nullptr) done = ordered->flush(put.data_target.unit, true);
  return done == DART_OK ? complete_flag(put) : done;
}

/* ---- waiting ------------------------------------------------------------------------------- */

/// Flags that this process reads: mapped ones, or flags in device memory of this unit.
class Flags {
 public:
  dart_ret_t find(Runtime& rt, dart_gptr_t first, std::size_t count, const char* function)
  {
    Target target{};
    const dart_ret_t found = resolve_own_flags(rt, first, count, function, &target);
    if (found != DART_OK) return found;
    const std::uint64_t offset = first.addr_or_offs.offset;
    count_ = count;
    if (target.part->mapped != nullptr) {
      words_ = reinterpret_cast<Word*>(target.part->mapped + offset);
      return DART_OK;
    }
    devices_ = rt.devices();
    on_device_ = rt.reach(*target.part, target.unit, offset, count * sizeof(Word));
    copy_.resize(count);
    words_ = copy_.data();
    return on_device_ != nullptr ? DART_OK : DART_ERR_OTHER;
  }

  /// Tests all flags once. \param[out] index  index of a flag that is set, otherwise the number of
  /// flags
  dart_ret_t poll(std::size_t* index)
  {
    if (on_device_ != nullptr) {
      const dart_ret_t copied =
          devices_->copy(copy_.data(), on_device_, copy_.size() * sizeof(Word));
      if (copied != DART_OK) return copied;
    }
    std::atomic<std::size_t>& turn = turn_of_these();
    const std::size_t start =
        turn.load(std::memory_order_relaxed) % std::max<std::size_t>(count_, 1);
    *index = first_set(start, count_);
    if (*index == count_) *index = first_set(0, start, count_);
    if (*index == count_) return DART_OK;
    turn.store(*index + 1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acquire);
    return DART_OK;
  }

 private:
  std::size_t first_set(std::size_t begin, std::size_t end, std::size_t otherwise) const
  {
    for (std::size_t i = begin; i < end; ++i) {
      if (std::atomic_ref(words_[i]).load(std::memory_order_relaxed) != 0) return i;
    }
    return otherwise;
  }
  std::size_t first_set(std::size_t begin, std::size_t end) const
  {
    return first_set(begin, end, end);
  }

  /// Where the next search for these flags starts. Different flags may share this by chance, which
  /// only affects the order in which they are found.
  std::atomic<std::size_t>& turn_of_these() const
  {
    static std::atomic<std::size_t> turns[64];
    const void* place = on_device_ != nullptr ? static_cast<const void*>(on_device_) : words_;
    return turns[reinterpret_cast<std::uintptr_t>(place) / sizeof(Word) % std::size(turns)];
  }

  std::size_t count_ = 0;
  Word* words_ = nullptr;
  DeviceSpace* devices_ = nullptr;
  const std::byte* on_device_ = nullptr;
  std::vector<Word> copy_;  // copy of flags in device memory
};

/// Polls, and sleeps in between if it takes long, because adapters and GPUs wake no thread. Flags
/// from other hosts may arrive as calls, which the waiting thread serves itself, sooner than the
/// service thread would.
template <class Ready>
void wait_for_flags(Runtime& rt, Ready ready)
{
  if (rt.calls() != nullptr) {
    rt.calls()->wait(ready);
    return;
  }
  constexpr long shortest = 10'000, longest = 200'000;  // in ns
  if (spin_until(ready)) return;
  for (long length = shortest; !ready(); length = std::min(2 * length, longest)) {
    const timespec nap{0, length};
    nanosleep(&nap, nullptr);
  }
}

}  // namespace
}  // namespace dart

using dart::guarded;
using dart::Runtime;

extern "C" {

dart_ret_t dart_put_notify(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t dtype, dart_gptr_t flag,
    uint64_t value) DART_NOTHROW
{
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    DART_REQUIRE(dart::is_basic(dtype), DART_ERR_INVAL, "dart_put_notify: needs a basic data type");
    DART_REQUIRE(
        src != nullptr || nelem == 0, DART_ERR_INVAL, "dart_put_notify: the buffer is null");
    DART_REQUIRE(
        value != 0, DART_ERR_INVAL,
        "dart_put_notify: the value is 0, which says that a flag is not set");
    dart::NotifiedPut put{rt, function, gptr, flag, {}, {}, src, nelem, 0, dtype, value};
    if (!dart::contiguous_bytes(nelem, dtype, function, &put.bytes)) return DART_ERR_INVAL;
    dart_ret_t found = dart::resolve(rt, gptr, put.bytes, function, &put.data_target);
    if (found == DART_OK) found = dart::resolve_flags(rt, flag, 1, function, &put.flag_target);
    if (found != DART_OK) return found;
    DART_REQUIRE(
        put.data_target.unit.id == put.flag_target.unit.id, DART_ERR_INVAL,
        "dart_put_notify: the data goes to unit %d, but the flag is memory of unit %d",
        put.data_target.unit.id, put.flag_target.unit.id);
    return dart::perform(put);
  });
}

dart_ret_t dart_notify_wait(dart_gptr_t first, size_t count, size_t* index) DART_NOTHROW
{
  DART_REQUIRE_POINTER(index, __func__);
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    DART_REQUIRE(count > 0, DART_ERR_INVAL, "dart_notify_wait: there are no flags to wait for");
    dart::Flags flags;
    dart_ret_t polled = flags.find(rt, first, count, function);
    if (polled != DART_OK) return polled;
    dart::wait_for_flags(rt, [&] {
      polled = flags.poll(index);
      return polled != DART_OK || *index < count;
    });
    return polled;
  });
}

dart_ret_t dart_notify_test(dart_gptr_t first, size_t count, size_t* index, int32_t* found)
    DART_NOTHROW
{
  DART_REQUIRE(
      index != nullptr && found != nullptr, DART_ERR_INVAL,
      "dart_notify_test: index or found is null");
  *found = 0;
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    dart::Flags flags;
    dart_ret_t polled = flags.find(rt, first, count, function);
    if (polled == DART_OK && count > 0) polled = flags.poll(index);
    *found = polled == DART_OK && count > 0 && *index < count;
    return polled;
  });
}

dart_ret_t dart_notify_reset(dart_gptr_t flag, uint64_t* value) DART_NOTHROW
{
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    dart::Target target{};
    const dart_ret_t found = dart::resolve_own_flags(rt, flag, 1, function, &target);
    if (found != DART_OK) return found;
    dart::Word old = 0;
    dart_ret_t done = DART_OK;
    if (target.part->mapped != nullptr) {
      old = dart::mapped_word(target, flag).exchange(0, std::memory_order_acq_rel);
    } else {
      const dart::Word zero = 0;
      done = target.part->transport->atomic(
          target.remote(flag.addr_or_offs.offset),
          {DART_TYPE_ULONGLONG, 1, DART_OP_REPLACE, &zero, nullptr, &old});
    }
    if (value != nullptr) *value = old;
    return done;
  });
}

}  // extern "C"
