/**
 * \file dash/meta/Conjunction.h
 */
#ifndef DASH__META__CONJUNCTION_H__INCLUDED
#define DASH__META__CONJUNCTION_H__INCLUDED

#include <type_traits>

namespace dash {

/** Logical and of traits; std's, under the name that programs know. */
template <class... Traits>
struct conjunction : std::conjunction<Traits...> {};

}  // namespace dash

#endif  // DASH__META__CONJUNCTION_H__INCLUDED
