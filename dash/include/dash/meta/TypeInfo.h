/**
 * \file dash/meta/TypeInfo.h
 * Readable names of types.
 */
#ifndef DASH__META__TYPE_INFO_H__INCLUDED
#define DASH__META__TYPE_INFO_H__INCLUDED

#include <dash/internal/Macro.h>

#include <string>
#include <typeinfo>

namespace dash {
namespace internal {

/** The name as it is written in a program, the mangled one if it cannot be told. */
DASH_API std::string demangled_name(const std::type_info& type);

}  // namespace internal

/** Name of type \c T. */
template <typename T>
std::string typestr()
{
  return internal::demangled_name(typeid(T));
}

/** Name of the (dynamic) type of a value. */
template <typename T>
std::string typestr(const T& value)
{
  return internal::demangled_name(typeid(value));
}

}  // namespace dash

#endif  // DASH__META__TYPE_INFO_H__INCLUDED
