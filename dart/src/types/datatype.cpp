#include "types/datatype.h"

#include <array>
#include <utility>

#include "base/log.h"
#include "base/token_table.h"

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

using Types = TokenTable<Datatype, TokenKind::type>;
constinit Types derived_types;

}  // namespace

const Datatype* describe(dart_datatype_t type)
{
  if (is_basic(type)) return &basic_types[type];
  return derived_types.find(static_cast<Types::Token>(type));
}

dart_ret_t refuse_type(dart_datatype_t type, const char* function)
{
  log(LogLevel::error,
      type > DART_TYPE_LAST
          ? "%s: no such data type: it was destroyed already, or another unit has created it"
          : "%s: undefined data type",
      function);
  return DART_ERR_INVAL;
}

bool contiguous_bytes_checked(
    std::size_t elements, dart_datatype_t type, const char* function, std::size_t* bytes)
{
  const Datatype* description = describe(type);
  if (description == nullptr) {
    refuse_type(type, function);
    return false;
  }
  DART_REQUIRE(
      description->kind == Datatype::Kind::contiguous, false,
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
  return static_cast<dart_datatype_t>(derived_types.add(
      kind, element.base, element.element_bytes, std::move(blocks), instance, extent));
}

dart_datatype_t create_custom(std::size_t bytes)
{
  const Types::Token type = derived_types.add(contiguous(DART_TYPE_UNDEFINED, bytes));
  return derived_types.find(type)->base = static_cast<dart_datatype_t>(type);
}

bool destroy_type(dart_datatype_t type)
{
  return derived_types.remove(static_cast<Types::Token>(type));
}

}  // namespace dart
