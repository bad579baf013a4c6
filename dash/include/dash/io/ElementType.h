#pragma once

/// \file
/// The types of elements as files describe them, and the fields of the program's own types.

#include <dash/Atomic.h>
#include <dash/detail/base/Macro.h>

#include <concepts>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::io {

struct Field;

/// The representation of one element.
class DASH_API ElementType {
 public:
  /// \c opaque: nothing but the size is known.
  enum class Kind { boolean, signed_integer, unsigned_integer, floating, complex, record, opaque };

  /// A byte.
  ElementType();
  ElementType(Kind kind, std::size_t bytes);
  /// A record. \param fields  by ascending offset
  ElementType(std::size_t bytes, std::vector<Field> fields);
  ElementType(const ElementType&);
  ElementType(ElementType&&) noexcept;
  ElementType& operator=(const ElementType&);
  ElementType& operator=(ElementType&&) noexcept;
  ~ElementType();

  Kind kind() const noexcept { return kind_; }
  std::size_t bytes() const noexcept { return bytes_; }
  /// The fields of a record, by ascending offset.
  const std::vector<Field>& fields() const noexcept { return fields_; }

 private:
  Kind kind_;
  std::size_t bytes_;
  std::vector<Field> fields_;
};

/// A member of a record.
struct Field {
  std::string name;
  std::size_t offset;
  ElementType type;
};

/// The fields of a type of the program, so that its elements can be in files. Programs specialise
/// it:
///
///     template <>
///     struct dash::io::Record<Particle> {
///       static std::vector<dash::io::Field> fields()
///       {
///         return {DASH_IO_FIELD(Particle, x), DASH_IO_FIELD(Particle, charge)};
///       }
///     };
template <class T>
struct Record;

template <class T>
ElementType element_type();

}  // namespace dash::io

/// The field of a record that is a member of a type.
#define DASH_IO_FIELD(Type, member)                                                     \
  ::dash::io::Field                                                                     \
  {                                                                                     \
    #member, offsetof(Type, member), ::dash::io::element_type<decltype(Type::member)>() \
  }

namespace dash::detail {

/// Types like std::complex, whose header is for programs that use it: in memory, the real part is
/// in front of the imaginary one.
template <class T>
concept ComplexNumber = requires(const T& z) {
  requires std::is_floating_point_v<typename T::value_type>;
  requires sizeof(T) == 2 * sizeof(typename T::value_type);
  { z.real() } -> std::same_as<typename T::value_type>;
  { z.imag() } -> std::same_as<typename T::value_type>;
};

template <class T>
concept HasFields = requires { io::Record<T>::fields(); };

/// The type of the values of atomic elements.
template <class T>
struct ValueOfElement {
  using type = T;
};
template <class T>
struct ValueOfElement<Atomic<T>> {
  using type = T;
};

/// Values that io::element_type describes.
template <class Value>
concept DescribedValue = std::is_arithmetic_v<Value> || std::is_enum_v<Value> ||
                         ComplexNumber<Value> || HasFields<Value>;

}  // namespace dash::detail

namespace dash::io {

/// How elements of type \c T are described in files: bool, integers, characters and enumerations,
/// floating-point numbers, std::complex and types like it, dash::Atomic of them, and types that
/// have a \c Record.
template <class T>
ElementType element_type()
{
  using Value = typename detail::ValueOfElement<std::remove_cv_t<T>>::type;
  using Kind = ElementType::Kind;
  static_assert(sizeof(Value) == sizeof(T));
  if constexpr (detail::HasFields<Value>) {
    return {sizeof(Value), Record<Value>::fields()};
  } else if constexpr (std::is_enum_v<Value>) {
    return element_type<std::underlying_type_t<Value>>();
  } else if constexpr (detail::ComplexNumber<Value>) {
    return {Kind::complex, sizeof(Value)};
  } else {
    static_assert(
        detail::DescribedValue<Value>,
        "files describe elements by their type; specialise dash::io::Record for this one");
    if constexpr (std::is_same_v<Value, bool>) return {Kind::boolean, sizeof(Value)};
    if constexpr (std::is_floating_point_v<Value>) return {Kind::floating, sizeof(Value)};
    return {std::is_signed_v<Value> ? Kind::signed_integer : Kind::unsigned_integer, sizeof(Value)};
  }
}

}  // namespace dash::io

namespace dash::detail {

/// The description of elements of type \c T. Those that nothing describes are opaque: the program
/// may have a description of its own.
template <class T>
io::ElementType description_if_any()
{
  using Value = typename ValueOfElement<std::remove_cv_t<T>>::type;
  if constexpr (DescribedValue<Value>) {
    return io::element_type<T>();
  } else {
    return {io::ElementType::Kind::opaque, sizeof(T)};
  }
}

}  // namespace dash::detail
