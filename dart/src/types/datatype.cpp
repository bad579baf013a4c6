#include "types/datatype.h"

#include <array>
#include <utility>

#include "base/log.h"

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

dart_datatype_t create_derived(
    const Datatype& element, Datatype::Kind kind, std::vector<Datatype::Block> blocks,
    std::size_t extent)
{
  std::size_t instance = 0;
  for (const auto& block : blocks) instance += block.length;
  return reinterpret_cast<dart_datatype_t>(
      new Datatype{kind, element.base, element.element_bytes, std::move(blocks), instance, extent});
}

dart_datatype_t create_custom(std::size_t bytes)
{
  auto* type = new Datatype(contiguous(DART_TYPE_UNDEFINED, bytes));
  return type->base = reinterpret_cast<dart_datatype_t>(type);
}

void destroy_type(dart_datatype_t type)
{
  delete reinterpret_cast<const Datatype*>(type);
}

}  // namespace dart
