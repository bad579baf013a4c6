/**
 * \file dash/exception/OutOfRange.h
 */
#ifndef DASH__EXCEPTION__OUT_OF_RANGE_H__INCLUDED
#define DASH__EXCEPTION__OUT_OF_RANGE_H__INCLUDED

#include <dash/internal/Macro.h>

#include <stdexcept>

namespace dash::exception {

/** An index, offset or unit id lies outside its range. */
class DASH_API OutOfRange : public std::out_of_range {
 public:
  using std::out_of_range::out_of_range;
};

}  // namespace dash::exception

#endif  // DASH__EXCEPTION__OUT_OF_RANGE_H__INCLUDED
