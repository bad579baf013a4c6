// GPU units of the C interface.

#include "dash/dart/if/dart_gpu.h"

#include <vector>

#include "api/guard.h"
#include "base/copy_bytes.h"
#include "memory/bounce_buffers.h"
#include "transfer/target.h"

using dart::guarded;
using dart::Runtime;

namespace {

/// The GPU of a unit as the unit has published it; -1 for CPU units.
dart_ret_t find_gpu(Runtime& rt, dart_global_unit_t unit, const char* function, int* gpu)
{
  DART_REQUIRE(
      rt.units().contains(unit.id), DART_ERR_INVAL, "%s: unit %d, but there are %u units", function,
      unit.id, rt.units().count());
  *gpu = rt.units().of(unit.id).gpu;
  return DART_OK;
}

/// Copies a box, or starts to copy it.
dart_ret_t start_copy(
    Runtime& rt, const dart_box_copy_t& copy, size_t index,
    std::vector<dart::DeviceSpace::Ticket>& tickets)
{
  DART_REQUIRE(
      copy.dimensions != nullptr || copy.ndimensions == 0, DART_ERR_INVAL,
      "dart_memory_copy_boxes: copy %zu: dimensions is null", index);
  const dart::Box box(copy.nbytes, {copy.dimensions, copy.dimensions + copy.ndimensions});
  if (box.is_empty()) return DART_OK;
  DART_REQUIRE(
      copy.to != nullptr && copy.from != nullptr, DART_ERR_INVAL,
      "dart_memory_copy_boxes: copy %zu: an address is null", index);
  if (rt.memory().devices() != nullptr) {
    return rt.memory().devices()->start_copy_box(copy.to, copy.from, box, &tickets.emplace_back(0));
  }
  dart::copy_box(
      box.simplified(), static_cast<std::byte*>(copy.to), static_cast<const std::byte*>(copy.from));
  return DART_OK;
}

}  // namespace

extern "C" {

dart_gpu_backend_t dart_gpu_backend(void) DART_NOTHROW
{
  Runtime* rt = dart::runtime();
  return rt == nullptr || rt->memory().devices() == nullptr ? DART_GPU_NONE
                                                            : rt->memory().devices()->backend();
}

dart_ret_t dart_unit_kind(dart_global_unit_t unit, dart_unit_kind_t* kind) DART_NOTHROW
{
  DART_REQUIRE_POINTER(kind, __func__);
  int gpu = -1;
  const dart_ret_t found = guarded(__func__, [&](Runtime& rt, const char* function) {
    return find_gpu(rt, unit, function, &gpu);
  });
  *kind = gpu < 0 ? DART_UNIT_CPU : DART_UNIT_GPU;
  return found;
}

dart_ret_t dart_unit_gpu(dart_global_unit_t unit, int* gpu) DART_NOTHROW
{
  DART_REQUIRE_POINTER(gpu, __func__);
  *gpu = -1;
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    return find_gpu(rt, unit, function, gpu);
  });
}

dart_ret_t dart_gpu_stream(void** stream) DART_NOTHROW
{
  DART_REQUIRE_POINTER(stream, __func__);
  *stream = nullptr;
  return guarded(__func__, [&](Runtime& rt, const char*) {
    DART_REQUIRE(
        rt.units().mine().is_gpu(), DART_ERR_INVAL, "dart_gpu_stream: unit %d is a CPU unit",
        rt.units().me());
    *stream = rt.memory().devices()->stream();
    const bool given = *stream != nullptr || rt.memory().devices()->backend() == DART_GPU_EMULATED;
    return given ? DART_OK : DART_ERR_OTHER;
  });
}

dart_ret_t dart_bounce_buffer_acquire(void** memory, size_t* nbytes) DART_NOTHROW
{
  DART_REQUIRE_POINTER(memory, __func__);
  DART_REQUIRE_POINTER(nbytes, __func__);
  *memory = nullptr;
  *nbytes = 0;
  return guarded(__func__, [&](Runtime& rt, const char*) {
    dart::DeviceSpace* const devices = rt.memory().devices();
    if (devices != nullptr) *memory = devices->acquire_bounce_buffer();
    if (*memory == nullptr) return DART_ERR_NOTFOUND;
    *nbytes = dart::BounceBuffers::bytes;
    return DART_OK;
  });
}

dart_ret_t dart_bounce_buffer_release(void* memory) DART_NOTHROW
{
  return guarded(__func__, [&](Runtime& rt, const char*) {
    dart::DeviceSpace* const devices = rt.memory().devices();
    const bool released =
        devices != nullptr && devices->release_bounce_buffer(static_cast<std::byte*>(memory));
    DART_REQUIRE(
        released, DART_ERR_INVAL, "dart_bounce_buffer_release: %p is no bounce buffer", memory);
    return DART_OK;
  });
}

dart_ret_t dart_gptr_kernel_address(dart_gptr_t gptr, size_t nbytes, void** addr) DART_NOTHROW
{
  DART_REQUIRE_POINTER(addr, __func__);
  *addr = nullptr;
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    dart::Target target{};
    const dart_ret_t found = dart::resolve(rt.teams(), gptr, nbytes, function, &target);
    if (found == DART_OK) *addr = rt.routes().kernel_address(target, nbytes);
    return found;
  });
}

void* dart_kernel_address(const void* local) DART_NOTHROW
{
  Runtime* rt = dart::runtime();
  const bool has_devices = rt != nullptr && rt->memory().devices() != nullptr;
  return has_devices ? rt->memory().devices()->kernel_address(local) : const_cast<void*>(local);
}

bool dart_is_device_memory(const void* addr) DART_NOTHROW
{
  const Runtime* rt = dart::runtime();
  return rt != nullptr && rt->memory().is_device(addr);
}

dart_ret_t dart_memory_copy(void* to, const void* from, size_t nbytes) DART_NOTHROW
{
  return guarded(__func__, [&](Runtime& rt, const char*) {
    DART_REQUIRE(
        (to != nullptr && from != nullptr) || nbytes == 0, DART_ERR_INVAL,
        "dart_memory_copy: an address is null");
    if (nbytes == 0) return DART_OK;
    if (rt.memory().devices() != nullptr) return rt.memory().devices()->copy(to, from, nbytes);
    dart::copy_bytes(to, from, nbytes);
    return DART_OK;
  });
}

void dart_host_copy(void* to, const void* from, size_t nbytes) DART_NOTHROW
{
  dart::copy_bytes(to, from, nbytes);
}

dart_ret_t dart_memory_copy_boxes(const dart_box_copy_t* copies, size_t ncopies) DART_NOTHROW
{
  DART_REQUIRE(
      copies != nullptr || ncopies == 0, DART_ERR_INVAL, "dart_memory_copy_boxes: copies is null");
  return guarded(__func__, [&](Runtime& rt, const char*) {
    std::vector<dart::DeviceSpace::Ticket> tickets;
    dart_ret_t result = DART_OK;
    for (size_t k = 0; k < ncopies && result == DART_OK; ++k) {
      result = start_copy(rt, copies[k], k, tickets);
    }
    for (const auto ticket : tickets) {
      const dart_ret_t waited = rt.memory().devices()->wait(ticket);
      if (result == DART_OK) result = waited;
    }
    return result;
  });
}

dart_ret_t dart_gptr_place(dart_gptr_t gptr, void** place) DART_NOTHROW
{
  DART_REQUIRE_POINTER(place, __func__);
  *place = nullptr;
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    dart::Target target{};
    const dart_ret_t found = dart::resolve_part(rt.teams(), gptr, function, &target);
    if (found == DART_OK) *place = target.place();
    return found;
  });
}

}  // extern "C"
