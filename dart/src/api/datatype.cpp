#include "transfer/datatype.h"

#include <array>
#include <climits>
#include <memory>

#include "api/guard.h"

namespace dart {
namespace {

Datatype contiguous(dart_datatype_t base, std::size_t bytes)
{
  return {Datatype::Kind::contiguous, base, bytes, {}, 1, 1};
}

const auto basic_types = [] {
  std::array<Datatype, DART_TYPE_LAST> types;
  for (dart_datatype_t type = 0; type < DART_TYPE_LAST; ++type) {
    types[type] = contiguous(type, basic_type_bytes[type]);
  }
  return types;
}();

/// Stores a derived type of a contiguous base type and returns its handle.
dart_ret_t publish(
    dart_datatype_t base, Datatype::Kind kind, std::vector<Datatype::Block> blocks,
    std::size_t extent, dart_datatype_t* newtype)
{
  const Datatype* element = describe(base);
  auto type = std::make_unique<Datatype>(
      Datatype{kind, base, element->element_bytes, std::move(blocks), 0, extent});
  for (const auto& block : type->blocks) type->instance += block.length;
  *newtype = reinterpret_cast<dart_datatype_t>(type.release());
  return DART_OK;
}

/// Checks the arguments that strided and indexed types have in common.
dart_ret_t check_derived(const char* function, dart_datatype_t base, dart_datatype_t* newtype)
{
  DART_REQUIRE_POINTER(newtype, function);
  *newtype = DART_TYPE_UNDEFINED;
  const Datatype* element = describe(base);
  DART_REQUIRE(
      element != nullptr && element->kind == Datatype::Kind::contiguous, DART_ERR_INVAL,
      "%s: the base type has to be a basic or a custom type", function);
  return DART_OK;
}

}  // namespace

const Datatype* describe(dart_datatype_t type)
{
  if (is_basic(type)) return &basic_types[type];
  return type <= DART_TYPE_LAST ? nullptr : reinterpret_cast<const Datatype*>(type);
}

bool contiguous_bytes_checked(
    std::size_t elements, dart_datatype_t type, const char* function, std::size_t* bytes)
{
  const Datatype* description = describe(type);
  DART_REQUIRE(
      description != nullptr && description->kind == Datatype::Kind::contiguous, false,
      "%s: the data type has to be a basic or a custom type", function);
  DART_REQUIRE(
      !__builtin_mul_overflow(elements, description->element_bytes, bytes), false,
      "%s: %zu elements of %zu bytes are more than there are addresses", function, elements,
      description->element_bytes);
  return true;
}

}  // namespace dart

using dart::Datatype;
using dart::guarded_always;

extern "C" {

dart_ret_t dart_type_create_strided(
    dart_datatype_t basetype, size_t stride, size_t blocklen, dart_datatype_t* newtype) DART_NOTHROW
{
  const dart_ret_t checked = dart::check_derived(__func__, basetype, newtype);
  if (checked != DART_OK) return checked;
  DART_REQUIRE(
      blocklen > 0 && blocklen <= INT_MAX && stride <= INT_MAX, DART_ERR_INVAL,
      "dart_type_create_strided: stride %zu, block length %zu: at most %d, block length at least 1",
      stride, blocklen, INT_MAX);
  return guarded_always(__func__, [=](const char*) {
    return dart::publish(basetype, Datatype::Kind::strided, {{0, blocklen}}, stride, newtype);
  });
}

dart_ret_t dart_type_create_indexed(
    dart_datatype_t basetype, size_t count, const size_t blocklen[], const size_t offset[],
    dart_datatype_t* newtype) DART_NOTHROW
{
  const dart_ret_t checked = dart::check_derived(__func__, basetype, newtype);
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
    return dart::publish(basetype, Datatype::Kind::indexed, std::move(blocks), end, newtype);
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
    auto* type = new Datatype(dart::contiguous(DART_TYPE_UNDEFINED, num_bytes));
    type->base = *newtype = reinterpret_cast<dart_datatype_t>(type);
    return DART_OK;
  });
}

dart_ret_t dart_type_destroy(dart_datatype_t* dart_type) DART_NOTHROW
{
  DART_REQUIRE_POINTER(dart_type, __func__);
  DART_REQUIRE(
      *dart_type > DART_TYPE_LAST, DART_ERR_INVAL, "dart_type_destroy: %ld is no derived type",
      static_cast<long>(*dart_type));
  delete dart::describe(*dart_type);
  *dart_type = DART_TYPE_UNDEFINED;
  return DART_OK;
}

}  // extern "C"
