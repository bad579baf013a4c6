/**
 * \file dash/exception/RuntimeError.h
 */
#ifndef DASH__EXCEPTION__RUNTIME_ERROR_H__INCLUDED
#define DASH__EXCEPTION__RUNTIME_ERROR_H__INCLUDED

#include <dash/internal/Macro.h>

#include <stdexcept>

namespace dash::exception {

/** An operation cannot be carried out in the present state. */
class DASH_API RuntimeError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace dash::exception

#endif  // DASH__EXCEPTION__RUNTIME_ERROR_H__INCLUDED
