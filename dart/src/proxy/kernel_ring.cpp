#include "proxy/kernel_ring.h"

#include <time.h>

#include <algorithm>

#include "base/exception_guard.h"
#include "base/thread.h"
#include "base/wait.h"
#include "dash/dart/if/dart_error.h"

namespace dart {
namespace {

constexpr char name[] = "a kernel's request";

/// Longest time in ns that the thread sleeps when there are no requests, which is part of the
/// latency of the next one. It grows with the time since the last one, of which it is a small part.
/// Where there are none for long, the thread takes little from others on the core.
long longest_nap(long idle)
{
  constexpr long at_first = 50'000, at_last = 1'000'000, part = 64;
  return std::clamp(idle / part, at_first, at_last);
}

constexpr std::uint64_t bytes_mask = (std::uint64_t(1) << DART_KERNEL_TYPE_AT) - 1;

bool continues(dart_gptr_t first, std::size_t bytes, dart_gptr_t next)
{
  first.addr_or_offs.offset += bytes;
  return DART_GPTR_EQUAL(first, next);
}

bool is_same_part(const dart_gptr_t& a, const dart_gptr_t& b)
{
  return a.unitid == b.unitid && a.segid == b.segid && a.teamid == b.teamid;
}

}  // namespace

constinit KernelRings kernel_rings;

KernelRing::~KernelRing()
{
  if (!thread_.joinable()) return;
  ends_.store(true, std::memory_order_release);
  thread_.join();
}

void KernelRing::serve()
{
  const std::lock_guard guard(mutex_);
  if (thread_.joinable()) return;
  thread_ = start_thread("executes requests of kernels", [this] { run(); });
}

dart_kernel_report_t KernelRing::report() const
{
  return {requests_.load(), calls_.load(), failures_.load()};
}

std::string KernelRing::reason() const
{
  const std::lock_guard guard(mutex_);
  return reason_;
}

void KernelRing::run()
{
  dart_errors_kept = 1;  // the program asks for them
  long nap = 0, idle = 0;
  for (;;) {
    const bool ends = ends_.load(std::memory_order_acquire);
    if (execute_batch()) {
      nap = idle = 0;
    } else if (ends) {
      return;
    } else if (nap == 0 && spin_until([this] { return has_request(); })) {
      continue;
    } else {
      nap = std::clamp(2 * nap, 1'000L, longest_nap(idle));
      idle += nap;
      const timespec length{0, nap};
      nanosleep(&length, nullptr);
    }
  }
}

bool KernelRing::has_request() const
{
  const std::size_t slot = next_ % memory_.requests.size();
  const std::atomic_ref sequence(memory_.requests[slot].sequence);
  return sequence.load(std::memory_order_acquire) == next_ + 1;
}

template <class Call>
void KernelRing::perform(const Call& call)
{
  ++calls_;
  kept_errors().clear();
  if (guarded_always(name, [&](const char*) { return call(); }) == DART_OK) return;
  if (failures_++ > 0) return;
  const std::lock_guard guard(mutex_);
  reason_ = kept_errors();
}

/// \return whether there was a request
bool KernelRing::execute_batch()
{
  const std::uint64_t first = next_;
  bool goes_on = true;
  while (goes_on && has_request()) {
    goes_on = execute(memory_.requests[next_ % memory_.requests.size()]);
    ++next_;
  }
  if (next_ == first) return false;
  flush();
  requests_.store(next_);
  std::atomic_ref(*memory_.completed).store(next_, std::memory_order_release);
  return true;
}

/// \return whether others may follow in the batch: nobody waits for this one
bool KernelRing::execute(const dart_kernel_request_t& request)
{
  const std::size_t bytes = request.what & bytes_mask;
  std::uint64_t* const result = &memory_.results[next_ % memory_.requests.size()];
  switch (static_cast<dart_kernel_operation_t>(request.what >> DART_KERNEL_OPERATION_AT)) {
    case DART_KERNEL_PUT:
      put({request.target, request.local, bytes});
      return true;
    case DART_KERNEL_GET:
      get(request, bytes);
      return false;
    case DART_KERNEL_NOTIFY:
      notify(request, bytes, FlagUpdate::set);
      return true;
    case DART_KERNEL_NOTIFY_ADD:
      notify(request, bytes, FlagUpdate::add);
      return true;
    case DART_KERNEL_FETCH_OP:
      update_by_operation(request, result);
      return false;
    case DART_KERNEL_UPDATE:
      update_by_operation(request, nullptr);
      return true;
    case DART_KERNEL_COMPARE_SWAP:
      update(request, DART_OP_UNDEFINED, result);
      return false;
  }
  perform([&] {
    DART_REQUIRE(
        false, DART_ERR_INVAL, "%s: there is no operation with the number %d", name,
        static_cast<int>(request.what >> DART_KERNEL_OPERATION_AT));
    return DART_OK;
  });
  return true;
}

void KernelRing::put(const Put& next)
{
  if (put_.bytes > 0 && continues(put_.target, put_.bytes, next.target) &&
      put_.local + put_.bytes == next.local) {
    put_.bytes += next.bytes;
    return;
  }
  start_put();
  put_ = next;
}

void KernelRing::start_put()
{
  if (put_.bytes == 0) return;
  perform([&] {
    Pending pending;
    return services_.transfers.start(
        {Direction::put, put_.target, reinterpret_cast<void*>(put_.local), put_.bytes,
         DART_TYPE_BYTE, DART_TYPE_BYTE},
        name, &pending);
  });
  must_flush(put_.target);
  put_.bytes = 0;
}

void KernelRing::get(const dart_kernel_request_t& request, std::size_t bytes)
{
  start_put();
  perform([&] {
    return services_.transfers.complete(
        {Direction::get, request.target, reinterpret_cast<void*>(request.local), bytes,
         DART_TYPE_BYTE, DART_TYPE_BYTE},
        name);
  });
}

/// Who sees the flag sees all that the kernel has put before.
void KernelRing::notify(const dart_kernel_request_t& request, std::size_t bytes, FlagUpdate update)
{
  flush();
  perform([&] {
    return services_.notifications.put(
        {request.target, reinterpret_cast<const void*>(request.local), bytes, DART_TYPE_BYTE,
         request.flag, request.value, update},
        name);
  });
  must_flush(request.target);
}

/// \param result  where the old value goes; nullptr: nobody needs it
void KernelRing::update(
    const dart_kernel_request_t& request, dart_operation_t operation, std::uint64_t* result)
{
  start_put();
  const auto type = static_cast<dart_datatype_t>((request.what >> DART_KERNEL_TYPE_AT) & 0xff);
  perform([&] {
    return services_.atomics.perform(
        request.target, {type, 1, operation, &request.value, &request.local, result}, name);
  });
}

void KernelRing::update_by_operation(const dart_kernel_request_t& request, std::uint64_t* result)
{
  const dart_operation_t operation = request.local;
  if (operation != DART_OP_UNDEFINED) return update(request, operation, result);
  perform([&] {
    DART_REQUIRE(false, DART_ERR_INVAL, "%s: undefined operation of an atomic update", name);
    return DART_OK;
  });
}

void KernelRing::flush()
{
  start_put();
  for (const dart_gptr_t& target : unflushed_) {
    perform([&] { return services_.transfers.flush(target, true, false, name); });
  }
  unflushed_.clear();
}

void KernelRing::must_flush(dart_gptr_t target)
{
  const bool is_known = std::any_of(unflushed_.begin(), unflushed_.end(), [&](const auto& other) {
    return is_same_part(target, other);
  });
  if (!is_known) unflushed_.push_back(target);
}

}  // namespace dart
