/**
 * \file dash/exception/NotImplemented.h
 */
#ifndef DASH__EXCEPTION__NOT_IMPLEMENTED_H__INCLUDED
#define DASH__EXCEPTION__NOT_IMPLEMENTED_H__INCLUDED

#include <dash/internal/Macro.h>

#include <stdexcept>

namespace dash::exception {

/** The operation is not supported for these arguments. */
class DASH_API NotImplemented : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace dash::exception

#endif  // DASH__EXCEPTION__NOT_IMPLEMENTED_H__INCLUDED
