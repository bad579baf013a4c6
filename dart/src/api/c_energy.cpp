// Energy of the C interface.

#include "dash/dart/if/dart_energy.h"

#include <cstdio>

#include "api/guard.h"

using dart::guarded;
using dart::Runtime;

extern "C" {

dart_ret_t dart_energy(dart_energy_t* energy) DART_NOTHROW
{
  DART_REQUIRE_POINTER(energy, __func__);
  *energy = {};
  return guarded(__func__, [energy](Runtime& rt, const char*) {
    *energy = rt.energy().read();
    return DART_OK;
  });
}

dart_ret_t dart_energy_missing(char* text, size_t size) DART_NOTHROW
{
  DART_REQUIRE_POINTER(text, __func__);
  DART_REQUIRE(size > 0, DART_ERR_INVAL, "%s: no room for the text", __func__);
  *text = '\0';
  return guarded(__func__, [text, size](Runtime& rt, const char*) {
    std::snprintf(text, size, "%s", rt.energy().missing().c_str());
    return DART_OK;
  });
}

}  // extern "C"
