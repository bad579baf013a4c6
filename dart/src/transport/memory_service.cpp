#include "transport/memory_service.h"

#include <cstring>
#include <mutex>

#include "transport/memory_calls.h"
#include "types/exclusive_update.h"

namespace dart {
namespace {

/// Calls \c f(range) for the ranges in front of a call. \return what is behind them
template <class F>
RemoteCalls::Bytes for_each_range(RemoteCalls::Bytes call, F f)
{
  const auto count = front_of<std::uint64_t>(call);
  call = call.subspan(sizeof count);
  for (std::uint64_t i = 0; i < count; ++i) {
    f(front_of<CalledRange>(call.subspan(i * sizeof(CalledRange))));
  }
  return call.subspan(count * sizeof(CalledRange));
}

/// \return where \c bytes more bytes begin
std::byte* grow(std::vector<std::byte>& reply, std::size_t bytes)
{
  reply.resize(reply.size() + bytes);
  return reply.data() + reply.size() - bytes;
}

}  // namespace

MemoryService::MemoryService(
    RemoteCalls& calls, const GlobalMemory& memory, const UnitTable& units, AtomicLocks& locks,
    SpinLock& registered_lock)
    : memory_(memory),
      index_(units.index()),
      locks_(locks),
      registered_lock_(registered_lock)
{
  using Kind = RemoteCalls::Kind;
  calls.serve(Kind::put, [this](dart_unit_t, Bytes call, Reply&) { return put(call); });
  calls.serve(
      Kind::get, [this](dart_unit_t, Bytes call, Reply& reply) { return get(call, reply); });
  calls.serve(
      Kind::atomic, [this](dart_unit_t, Bytes call, Reply& reply) { return update(call, reply); });
}

/// Copies from or to memory of this unit, whatever its kind.
dart_ret_t MemoryService::copy_own(
    std::byte* own, std::byte* other, std::size_t bytes, bool to_own) const
{
  if (memory_.arena().is_device_address(own)) {
    DeviceSpace& devices = *memory_.devices();
    own = devices.reach(index_, memory_.arena().offset_of(own), bytes);
    if (own == nullptr) return DART_ERR_OTHER;
    return to_own ? devices.copy(own, other, bytes) : devices.copy(other, own, bytes);
  }
  std::memcpy(to_own ? own : other, to_own ? other : own, bytes);
  return DART_OK;
}

/// Copies between own ranges and the bytes of a call, or of its reply.
dart_ret_t MemoryService::copy_ranges(Bytes call, std::byte* other, bool to_own) const
{
  dart_ret_t result = DART_OK;
  for_each_range(call, [&](const CalledRange& range) {
    auto* own = reinterpret_cast<std::byte*>(range.address);
    if (result == DART_OK) result = copy_own(own, other, range.bytes, to_own);
    other += range.bytes;
  });
  return result;
}

dart_ret_t MemoryService::put(Bytes call) const
{
  const Bytes data = for_each_range(call, [](const CalledRange&) {});
  return copy_ranges(call, const_cast<std::byte*>(data.data()), true);
}

dart_ret_t MemoryService::get(Bytes call, Reply& reply) const
{
  std::size_t bytes = 0;
  for_each_range(call, [&](const CalledRange& range) { bytes += range.bytes; });
  return copy_ranges(call, grow(reply, bytes), false);
}

/// The same way as the units of this host: no other update of the word comes between.
dart_ret_t MemoryService::update(Bytes bytes, Reply& reply)
{
  const auto call = front_of<AtomicCall>(bytes);
  const std::size_t operand_bytes = call.elements * basic_type_bytes[call.type];
  const bool compares = call.operation == DART_OP_UNDEFINED;
  const std::byte* operands = bytes.data() + sizeof call;
  const AtomicRequest request{
      call.type,
      call.elements,
      call.operation,
      operands,
      compares ? operands + operand_bytes : nullptr,
      grow(reply, operand_bytes)};
  auto* target = reinterpret_cast<std::byte*>(call.address);
  const Arena& arena = memory_.arena();
  if (arena.is_device_address(target)) {
    return memory_.devices()->atomic(index_, arena.offset_of(target), request);
  }
  if (arena.contains(target)) {
    apply_atomically(target, request, locks_);
  } else {
    std::lock_guard guard(registered_lock_);
    apply_exclusively(target, request);
  }
  return DART_OK;
}

}  // namespace dart
