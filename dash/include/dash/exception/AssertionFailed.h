/**
 * \file dash/exception/AssertionFailed.h
 */
#ifndef DASH__EXCEPTION__ASSERTION_FAILED_H__INCLUDED
#define DASH__EXCEPTION__ASSERTION_FAILED_H__INCLUDED

#include <dash/internal/Macro.h>

#include <stdexcept>

namespace dash::exception {

/** A condition that the library or the program asserts does not hold. */
class DASH_API AssertionFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace dash::exception

#endif  // DASH__EXCEPTION__ASSERTION_FAILED_H__INCLUDED
