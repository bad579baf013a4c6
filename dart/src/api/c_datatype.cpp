// Data types of the C interface.

#include "types/datatype.h"

#include <algorithm>
#include <climits>
#include <utility>
#include <vector>

#include "api/guard.h"

using dart::Datatype;
using dart::guarded_always;

namespace {

/// What strided and indexed types have in common to be refused for.
dart_ret_t check_derived(const char* function, dart_datatype_t base, dart_datatype_t* newtype)
{
  DART_REQUIRE_POINTER(newtype, function);
  *newtype = DART_TYPE_UNDEFINED;
  const Datatype* element = dart::describe(base);
  if (element == nullptr) return dart::refuse_type(base, function);
  DART_REQUIRE(
      element->kind == Datatype::Kind::contiguous, DART_ERR_INVAL,
      "%s: the base type has to be a basic or a custom type", function);
  return DART_OK;
}

}  // namespace

extern "C" {

dart_ret_t dart_type_create_strided(
    dart_datatype_t basetype, size_t stride, size_t blocklen, dart_datatype_t* newtype) DART_NOTHROW
{
  const dart_ret_t checked = check_derived(__func__, basetype, newtype);
  if (checked != DART_OK) return checked;
  DART_REQUIRE(
      blocklen > 0 && blocklen <= INT_MAX && stride <= INT_MAX, DART_ERR_INVAL,
      "dart_type_create_strided: stride %zu, block length %zu: at most %d, block length at least 1",
      stride, blocklen, INT_MAX);
  return guarded_always(__func__, [=](const char*) {
    *newtype = dart::create_derived(
        *dart::describe(basetype), Datatype::Kind::strided, {{0, blocklen}}, stride);
    return DART_OK;
  });
}

dart_ret_t dart_type_create_indexed(
    dart_datatype_t basetype, size_t count, const size_t blocklen[], const size_t offset[],
    dart_datatype_t* newtype) DART_NOTHROW
{
  const dart_ret_t checked = check_derived(__func__, basetype, newtype);
  if (checked != DART_OK) return checked;
  DART_REQUIRE(
      count > 0 && count <= INT_MAX && blocklen != nullptr && offset != nullptr, DART_ERR_INVAL,
      "dart_type_create_indexed: %zu blocks: needs 1 to %d blocks and their lengths and offsets",
      count, INT_MAX);
  return guarded_always(__func__, [=](const char*) {
    std::vector<Datatype::Block> blocks;
    std::size_t end = 0;
    for (std::size_t i = 0; i < count; ++i) {
      DART_REQUIRE(
          blocklen[i] <= INT_MAX && offset[i] <= INT_MAX, DART_ERR_INVAL,
          "dart_type_create_indexed: block %zu: length %zu, offset %zu: at most %d", i, blocklen[i],
          offset[i], INT_MAX);
      if (blocklen[i] > 0) blocks.push_back({offset[i], blocklen[i]});
      end = std::max(end, offset[i] + blocklen[i]);
    }
    DART_REQUIRE(
        !blocks.empty(), DART_ERR_INVAL, "dart_type_create_indexed: all blocks have length 0");
    *newtype = dart::create_derived(
        *dart::describe(basetype), Datatype::Kind::indexed, std::move(blocks), end);
    return DART_OK;
  });
}

dart_ret_t dart_type_create_resized(dart_datatype_t type, size_t extent, dart_datatype_t* newtype)
    DART_NOTHROW
{
  DART_REQUIRE_POINTER(newtype, __func__);
  *newtype = DART_TYPE_UNDEFINED;
  const Datatype* const original = dart::describe(type);
  if (original == nullptr) return dart::refuse_type(type, __func__);
  DART_REQUIRE(
      extent > 0 && extent <= INT_MAX, DART_ERR_INVAL,
      "dart_type_create_resized: extent %zu: needs 1 to %d", extent, INT_MAX);
  return guarded_always(__func__, [=](const char*) {
    std::vector<Datatype::Block> blocks = original->blocks;
    if (blocks.empty()) blocks.push_back({0, 1});
    *newtype = dart::create_derived(*original, Datatype::Kind::indexed, std::move(blocks), extent);
    return DART_OK;
  });
}

dart_ret_t dart_type_create_custom(size_t num_bytes, dart_datatype_t* newtype) DART_NOTHROW
{
  DART_REQUIRE_POINTER(newtype, __func__);
  *newtype = DART_TYPE_UNDEFINED;
  DART_REQUIRE(
      num_bytes > 0 && num_bytes <= INT_MAX, DART_ERR_INVAL,
      "dart_type_create_custom: %zu bytes: needs 1 to %d", num_bytes, INT_MAX);
  return guarded_always(__func__, [=](const char*) {
    *newtype = dart::create_custom(num_bytes);
    return DART_OK;
  });
}

dart_ret_t dart_type_destroy(dart_datatype_t* dart_type) DART_NOTHROW
{
  DART_REQUIRE_POINTER(dart_type, __func__);
  DART_REQUIRE(
      *dart_type > DART_TYPE_LAST, DART_ERR_INVAL, "dart_type_destroy: %ld is no derived type",
      static_cast<long>(*dart_type));
  const dart_datatype_t ended = std::exchange(*dart_type, DART_TYPE_UNDEFINED);
  return dart::destroy_type(ended) ? DART_OK : dart::refuse_type(ended, __func__);
}

}  // extern "C"
