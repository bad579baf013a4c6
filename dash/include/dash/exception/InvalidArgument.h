/**
 * \file dash/exception/InvalidArgument.h
 */
#ifndef DASH__EXCEPTION__INVALID_ARGUMENT_H__INCLUDED
#define DASH__EXCEPTION__INVALID_ARGUMENT_H__INCLUDED

#include <dash/exception/RuntimeError.h>

namespace dash::exception {

/** A function cannot work with an argument's value. */
class DASH_API InvalidArgument : public RuntimeError {
 public:
  using RuntimeError::RuntimeError;
};

}  // namespace dash::exception

#endif  // DASH__EXCEPTION__INVALID_ARGUMENT_H__INCLUDED
