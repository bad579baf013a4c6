// Rings for requests of kernels, of the C interface.

#include "dash/dart/if/dart_kernel.h"

#include <bit>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

#include "api/guard.h"
#include "base/environment.h"
#include "dash/dart/if/dart_gpu.h"
#include "job/job.h"
#include "proxy/kernel_ring.h"

using dart::guarded;
using dart::KernelRing;
using dart::Runtime;

namespace {

/// Parts of a ring in host memory, in bytes from its beginning.
struct Layout {
  explicit Layout(std::size_t slots)
      : results(slots * sizeof(dart_kernel_request_t)),
        completed(results + slots * sizeof(std::uint64_t)),
        bytes(completed + sizeof(dart_kernel_request_t))
  {}
  std::size_t results, completed, bytes;
};

/// A ring whose memory begins at an address.
dart_kernel_ring_t ring_at(std::byte* begin, std::size_t slots)
{
  const Layout layout(slots);
  return {
      0, slots, reinterpret_cast<dart_kernel_request_t*>(begin),
      reinterpret_cast<std::uint64_t*>(begin + layout.results),
      reinterpret_cast<std::uint64_t*>(begin + layout.completed)};
}

/// The address by which kernels of this unit access its host memory; \c own on CPU units, whose
/// kernels are host functions.
dart_ret_t find_kernel_address(
    Runtime& rt, dart_gptr_t gptr, std::size_t bytes, std::byte* own, std::byte** address)
{
  *address = own;
  if (!rt.units().mine().is_gpu()) return DART_OK;
  void* found = nullptr;
  const dart_ret_t result = dart_gptr_kernel_address(gptr, bytes, &found);
  *address = static_cast<std::byte*>(found);
  DART_REQUIRE(
      result != DART_OK || found != nullptr, DART_ERR_OTHER,
      "dart_kernel_ring_open: kernels of unit %d cannot access its host memory", rt.units().me());
  return result;
}

/// Makes a ring in memory that is allocated. \param[out] ring with the addresses for kernels
dart_ret_t open_in(Runtime& rt, dart_gptr_t gptr, std::size_t slots, dart_kernel_ring_t* ring)
{
  const std::size_t bytes = Layout(slots).bytes;
  void* own = nullptr;
  std::byte* for_kernels = nullptr;
  dart_ret_t found = dart_gptr_getaddr(gptr, &own);
  if (found != DART_OK) return found;
  auto* const begin = static_cast<std::byte*>(own);
  found = find_kernel_address(rt, gptr, bytes, begin, &for_kernels);
  if (found != DART_OK) return found;
  std::memset(begin, 0, bytes);
  const dart_kernel_ring_t here = ring_at(begin, slots);
  *ring = ring_at(for_kernels, slots);
  ring->id = dart::kernel_rings.add(std::make_unique<KernelRing>(
      dart::KernelRingMemory{gptr, {here.requests, slots}, here.results, here.completed},
      dart::KernelRingServices{rt.transfers(), rt.notifications(), rt.atomics()}));
  return DART_OK;
}

[[gnu::cold]] dart_ret_t refuse_ring(const char* function)
{
  dart::log(
      dart::LogLevel::error,
      "%s: no such ring: it was closed already, the runtime has ended, or another unit has opened "
      "it",
      function);
  return DART_ERR_INVAL;
}

/// Runs the body of a function about a ring like guarded(); \c body gets the ring.
template <class Body>
dart_ret_t guarded_ring(const char* function, std::uint64_t id, const Body& body) noexcept
{
  return guarded(function, [&](Runtime&, const char*) {
    auto* const ring = dart::kernel_rings.find(id);
    return ring == nullptr ? refuse_ring(function) : body(**ring);
  });
}

}  // namespace

extern "C" {

dart_ret_t dart_kernel_ring_open(size_t slots, dart_kernel_ring_t* ring) DART_NOTHROW
{
  DART_REQUIRE_POINTER(ring, __func__);
  *ring = {};
  return guarded(__func__, [=](Runtime& rt, const char* function) {
    constexpr std::size_t most = std::size_t(1) << 24;
    DART_REQUIRE(
        std::has_single_bit(slots) && slots <= most, DART_ERR_INVAL,
        "%s: %zu slots, but it has to be a power of two, at most %zu", function, slots, most);
    dart_gptr_t gptr = DART_GPTR_NULL;
    dart_ret_t opened =
        dart_memalloc_in(DART_MEMORY_HOST, Layout(slots).bytes, DART_TYPE_BYTE, &gptr);
    if (opened != DART_OK) return opened;
    opened =
        dart::guarded_always(function, [&](const char*) { return open_in(rt, gptr, slots, ring); });
    if (opened != DART_OK) {
      *ring = {};
      dart_memfree(gptr);
    }
    return opened;
  });
}

dart_ret_t dart_kernel_ring_serve(uint64_t id) DART_NOTHROW
{
  return guarded_ring(__func__, id, [](KernelRing& ring) {
    ring.serve();
    return DART_OK;
  });
}

dart_ret_t dart_kernel_ring_report(
    uint64_t id, dart_kernel_report_t* report, char* reason, size_t size) DART_NOTHROW
{
  DART_REQUIRE_POINTER(report, __func__);
  *report = {};
  return guarded_ring(__func__, id, [=](const KernelRing& ring) {
    *report = ring.report();
    if (reason != nullptr && size > 0) std::snprintf(reason, size, "%s", ring.reason().c_str());
    return DART_OK;
  });
}

dart_ret_t dart_kernel_ring_close(dart_kernel_ring_t* ring) DART_NOTHROW
{
  DART_REQUIRE_POINTER(ring, __func__);
  if (ring->id == 0) return DART_OK;
  auto closed = dart::kernel_rings.take(std::exchange(*ring, {}).id);
  if (!closed) return refuse_ring(__func__);
  const dart_gptr_t memory = (*closed)->memory();
  closed.reset();  // its thread ends
  return dart_memfree(memory);
}

dart_ret_t dart_kernel_time_limit(uint64_t* ns) DART_NOTHROW
{
  DART_REQUIRE_POINTER(ns, __func__);
  *ns = 0;
  return dart::guarded_always(__func__, [=](const char*) {
    const auto seconds = dart::environment_integer_or_default(dart::env_kernel_timeout);
    *ns = static_cast<std::uint64_t>(seconds) * 1'000'000'000;
    return DART_OK;
  });
}

}  // extern "C"
