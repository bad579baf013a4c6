/**
 * \file dash/Meta.h
 * Type traits and type information.
 */
#ifndef DASH__META_H__INCLUDED
#define DASH__META_H__INCLUDED

#include <dash/meta/ClosureTraits.h>
#include <dash/meta/Conjunction.h>
#include <dash/meta/HasType.h>
#include <dash/meta/TypeInfo.h>

#endif  // DASH__META_H__INCLUDED
