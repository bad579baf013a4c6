// Puts with notifications, of the C interface.

#include "api/guard.h"
#include "dash/dart/if/dart_notify.h"

using dart::guarded;
using dart::Runtime;

namespace {

dart_ret_t put(const char* name, const dart::NotifiedPut& put)
{
  return guarded(name, [&](Runtime& rt, const char* function) {
    const dart_ret_t checked = dart::Notifications::check(put, function);
    return checked == DART_OK ? rt.notifications().put(put, function) : checked;
  });
}

}  // namespace

extern "C" {

dart_ret_t dart_put_notify(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t dtype, dart_gptr_t flag,
    uint64_t value) DART_NOTHROW
{
  return put(__func__, {gptr, src, nelem, dtype, flag, value, dart::FlagUpdate::set});
}

dart_ret_t dart_put_notify_add(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t dtype, dart_gptr_t flag,
    uint64_t value) DART_NOTHROW
{
  return put(__func__, {gptr, src, nelem, dtype, flag, value, dart::FlagUpdate::add});
}

dart_ret_t dart_notify_wait(dart_gptr_t first, size_t count, size_t* index) DART_NOTHROW
{
  DART_REQUIRE_POINTER(index, __func__);
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    DART_REQUIRE(count > 0, DART_ERR_INVAL, "dart_notify_wait: there are no flags to wait for");
    return rt.notifications().wait(first, count, index, function);
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
    const dart_ret_t polled = rt.notifications().test(first, count, index, function);
    *found = polled == DART_OK && count > 0 && *index < count;
    return polled;
  });
}

dart_ret_t dart_notify_reset(dart_gptr_t flag, uint64_t* value) DART_NOTHROW
{
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    dart::FlagWord old = 0;
    const dart_ret_t done = rt.notifications().reset(flag, &old, function);
    if (value != nullptr) *value = old;
    return done;
  });
}

dart_ret_t dart_notify_value(dart_gptr_t flag, uint64_t* value) DART_NOTHROW
{
  DART_REQUIRE_POINTER(value, __func__);
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    return rt.notifications().read(flag, value, function);
  });
}

dart_ret_t dart_notify_wait_change(dart_gptr_t flag, uint64_t seen, uint64_t* value) DART_NOTHROW
{
  DART_REQUIRE_POINTER(value, __func__);
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    return rt.notifications().wait_change(flag, seen, value, function);
  });
}

dart_ret_t dart_notify_wait_for(dart_gptr_t flag, dart_flag_condition_t condition, uint64_t value)
    DART_NOTHROW
{
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    const dart::FlagCondition expected{condition, value};
    DART_REQUIRE(
        expected.is_known(), DART_ERR_INVAL, "%s: there is no condition %d", function, condition);
    return rt.notifications().await(flag, expected, 0, function);
  });
}

}  // extern "C"
