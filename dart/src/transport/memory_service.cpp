#include "transport/memory_service.h"

#include <mutex>

#include "base/byte_buffer.h"
#include "types/exclusive_update.h"

namespace dart {
namespace {

/// Calls \c f(rows) for what is in front of a call. \return what is behind it
template <class F>
RemoteCalls::Bytes for_each_rows(RemoteCalls::Bytes call, F f)
{
  const auto count = front_of<std::uint64_t>(call);
  call = call.subspan(sizeof count);
  for (std::uint64_t i = 0; i < count; ++i) {
    f(front_of<CalledRows>(call.subspan(i * sizeof(CalledRows))));
  }
  return call.subspan(count * sizeof(CalledRows));
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

/// Copies between rows of this unit, whatever the kind of its memory, and bytes without gaps.
dart_ret_t MemoryService::copy_own(const CalledRows& rows, std::byte* packed, bool to_own) const
{
  auto* own = reinterpret_cast<std::byte*>(rows.address);
  if (rows.count == 0) return DART_OK;
  const bool on_device = memory_.arena().is_device_address(own);
  if (on_device)
    own = memory_.devices()->reach(index_, memory_.arena().offset_of(own), rows.span());
  if (own == nullptr) return DART_ERR_OTHER;
  const RowsCopy copy = RowsCopy::packing(
      own, {rows.stride, rows.repeat_stride}, rows.bytes, rows.count, rows.repeats, packed, to_own);
  if (on_device) return memory_.devices()->copy_box(copy.to, copy.from, copy.box());
  copy_rows(copy);
  return DART_OK;
}

/// Copies between own rows and the bytes of a call, or of its reply.
dart_ret_t MemoryService::copy_all(Bytes call, std::byte* packed, bool to_own) const
{
  dart_ret_t result = DART_OK;
  for_each_rows(call, [&](const CalledRows& rows) {
    if (result == DART_OK) result = copy_own(rows, packed, to_own);
    packed += rows.all_bytes();
  });
  return result;
}

dart_ret_t MemoryService::put(Bytes call) const
{
  const Bytes data = for_each_rows(call, [](const CalledRows&) {});
  return copy_all(call, const_cast<std::byte*>(data.data()), true);
}

dart_ret_t MemoryService::get(Bytes call, Reply& reply) const
{
  std::size_t bytes = 0;
  for_each_rows(call, [&](const CalledRows& rows) { bytes += rows.all_bytes(); });
  return copy_all(call, grow(reply, bytes), false);
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
