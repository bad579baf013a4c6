#include <dash/io/ElementType.h>

namespace dash::io {

ElementType::ElementType() : ElementType(Kind::unsigned_integer, 1) {}

ElementType::ElementType(Kind kind, std::size_t bytes) : kind_(kind), bytes_(bytes) {}

ElementType::ElementType(std::size_t bytes, std::vector<Field> fields)
    : kind_(Kind::record),
      bytes_(bytes),
      fields_(std::move(fields))
{}

ElementType::ElementType(const ElementType&) = default;
ElementType::ElementType(ElementType&&) noexcept = default;
ElementType& ElementType::operator=(const ElementType&) = default;
ElementType& ElementType::operator=(ElementType&&) noexcept = default;
ElementType::~ElementType() = default;

}  // namespace dash::io
