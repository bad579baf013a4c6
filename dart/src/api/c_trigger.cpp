// Triggers of the C interface.

#include <memory>
#include <utility>

#include "api/guard.h"
#include "dash/dart/if/dart_trigger.h"
#include "stream/triggers.h"

using dart::guarded;
using dart::Runtime;
using dart::Triggers;

namespace {

dart::TriggersTable::Token token_of(dart_triggers_t triggers)
{
  return reinterpret_cast<dart::TriggersTable::Token>(triggers);
}

dart_ret_t refuse_triggers(const char* function)
{
  dart::log(
      dart::LogLevel::error,
      "%s: there are no such tags: they were never created, or have ended, or another unit has "
      "created them",
      function);
  return DART_ERR_INVAL;
}

/// Runs the body of a function about tags, which gets them and the name of the function.
template <class Body>
dart_ret_t with_triggers(const char* function, dart_triggers_t id, const Body& body)
{
  return guarded(function, [&](Runtime&, const char*) {
    const auto* const found = dart::triggers_table.find(token_of(id));
    return found == nullptr ? refuse_triggers(function) : body(**found, function);
  });
}

}  // namespace

extern "C" {

dart_ret_t dart_triggers_create(size_t tags, dart_triggers_t* triggers) DART_NOTHROW
{
  DART_REQUIRE_POINTER(triggers, __func__);
  *triggers = DART_TRIGGERS_NULL;
  return guarded(__func__, [=](Runtime& rt, const char* function) {
    std::unique_ptr<Triggers> made;
    const dart_ret_t created =
        Triggers::make(rt.streams(), rt.memory(), rt.units().me(), tags, &made, function);
    if (created != DART_OK) return created;
    *triggers = reinterpret_cast<dart_triggers_t>(dart::triggers_table.add(std::move(made)));
    return DART_OK;
  });
}

dart_ret_t dart_triggers_destroy(dart_triggers_t* triggers) DART_NOTHROW
{
  DART_REQUIRE_POINTER(triggers, __func__);
  if (*triggers == DART_TRIGGERS_NULL) return DART_OK;
  const dart_ret_t idle =
      with_triggers(__func__, *triggers, [](const Triggers& found, const char* function) {
        return found.require_none_armed(function);
      });
  if (idle != DART_OK) return idle;
  return guarded(__func__, [=](Runtime&, const char* function) {
    const auto taken = dart::triggers_table.take(token_of(std::exchange(*triggers, nullptr)));
    return taken ? (*taken)->wait(function) : refuse_triggers(function);
  });
}

dart_ret_t dart_triggers_view(dart_triggers_t triggers, dart_trigger_view_t* view) DART_NOTHROW
{
  DART_REQUIRE_POINTER(view, __func__);
  return with_triggers(__func__, triggers, [=](const Triggers& found, const char* function) {
    return found.view(view, function);
  });
}

dart_ret_t dart_trigger_put(dart_triggers_t triggers, size_t tag, const dart_triggered_put_t* put)
    DART_NOTHROW
{
  DART_REQUIRE_POINTER(put, __func__);
  return with_triggers(__func__, triggers, [=](Triggers& found, const char* function) {
    return found.post(tag, *put, function);
  });
}

dart_ret_t dart_trigger_put_described(
    dart_triggers_t triggers, size_t tag, uint64_t threshold, dart_gptr_t segment, const void* src,
    const dart_put_description_t* description) DART_NOTHROW
{
  DART_REQUIRE_POINTER(src, __func__);
  DART_REQUIRE_POINTER(description, __func__);
  return with_triggers(__func__, triggers, [=](Triggers& found, const char* function) {
    return found.post(tag, threshold, {segment, src, description}, function);
  });
}

dart_ret_t dart_trigger_fire(dart_triggers_t triggers, size_t tag, uint64_t count) DART_NOTHROW
{
  return with_triggers(__func__, triggers, [=](const Triggers& found, const char* function) {
    return found.fire(tag, count, function);
  });
}

dart_ret_t dart_triggers_wait(dart_triggers_t triggers) DART_NOTHROW
{
  return with_triggers(__func__, triggers, [](Triggers& found, const char* function) {
    return found.wait(function);
  });
}

}  // extern "C"
