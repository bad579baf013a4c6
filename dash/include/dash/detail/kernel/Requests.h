#pragma once

/// \file
/// Requests of kernels to the runtime, for memory that they do not reach.

#include <dash/detail/base/Macro.h>
#include <dash/detail/kernel/SharedWord.h>
#include <dash/detail/kernel/TeamMemory.h>
#include <dash/kernel/TeamView.h>

#include <dash/dart/if/dart_kernel.h>

#include <cstddef>
#include <cstring>

namespace dash::kernel::detail {

/// What a request asks for, without its number.
struct Request {
  dart_kernel_operation_t operation;
  dart_gptr_t target;
  Word local;
  std::size_t bytes;
  dart_gptr_t flag = DART_GPTR_NULL;
  Word value = 0;
  dart_datatype_t type = DART_TYPE_UNDEFINED;
};

/// A number that no request has.
inline constexpr Word no_request = ~Word(0);

DASH_HOST_DEVICE inline Word* unread_result(const Team& team, Word number)
{
  return team.own<Word>(team.layout().unread()) + number % team.ring().num_slots;
}

/// Waits until the first \c count requests are complete. Reads host memory only if it is not known
/// that they are.
DASH_HOST_DEVICE inline bool await_requests(const Team& team, Word count)
{
  Word* const known = &team.state().room;
  if (load_acquire(known) >= count) return true;
  Word seen = 0;
  const bool done = team.wait_until(
      [&] { return (seen = load_acquire(team.ring().completed)) >= count; },
      [&](FaultRecord& fault) {
        fault.kind = FaultRecord::request;
        fault.expected = count;
        fault.seen = seen;
      });
  if (done) store_release(known, seen);
  return done;
}

/// Waits until the slot of a request is free.
DASH_HOST_DEVICE inline bool await_slot(const Team& team, Word number)
{
  const Word num_slots = team.ring().num_slots;
  if (number >= num_slots && !await_requests(team, number + 1 - num_slots)) return false;
  const Word* const unread = unread_result(team, number);
  return team.wait_until(
      [&] { return load_acquire(unread) == 0; },
      [&](FaultRecord& fault) {
        fault.kind = FaultRecord::request;
        fault.expected = number + 1 - num_slots;
        fault.seen = number + 1 - num_slots;
      });
}

/// Hands over a request of the calling thread. Who executes it sees what the thread knows to be
/// written. \param with_result  whether await_result will be called
/// \return its number; no_request if a wait of the team has failed
DASH_HOST_DEVICE inline Word submit(const Team& team, const Request& request, bool with_result)
{
  SharedOnGpu<Word> requests(team.state().requests);
  const Word number = requests.fetch_add(1, order::memory_order_relaxed);
  if (!await_slot(team, number)) return no_request;
  if (with_result) store_relaxed(unread_result(team, number), 1);
  dart_kernel_request_t& place = team.ring().requests[number % team.ring().num_slots];
  place.target = request.target;
  place.local = request.local;
  place.what = Word(request.bytes) | Word(request.type) << DART_KERNEL_TYPE_AT |
               Word(request.operation) << DART_KERNEL_OPERATION_AT;
  place.flag = request.flag;
  place.value = request.value;
  store_release(&place.sequence, number + 1);
  return number;
}

/// Executes a request for an atomic operation by a call of the runtime. Only for host functions.
/// \return the result, if it has one
/// \throws exception::RuntimeError if it fails
DASH_API Word update_by_call(const Request& request);

/// Waits for the result of a request. \return zeros if a wait of the team has failed
template <class T>
DASH_HOST_DEVICE T await_result(const Team& team, Word number)
{
  T result{};
  if (number == no_request || !await_requests(team, number + 1)) return result;
  const Word bits = load_relaxed(&team.ring().results[number % team.ring().num_slots]);
  std::memcpy(&result, &bits, sizeof result);
  store_release(unread_result(team, number), 0);
  return result;
}

}  // namespace dash::kernel::detail
