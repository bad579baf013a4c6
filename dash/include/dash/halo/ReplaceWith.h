/**
 * \file dash/halo/ReplaceWith.h
 * How values are set unless there is an operation.
 */
#ifndef DASH__HALO__REPLACE_WITH_H__INCLUDED
#define DASH__HALO__REPLACE_WITH_H__INCLUDED

namespace dash::halo {

/** The new value. */
struct ReplaceWith {
  template <class T>
  constexpr T operator()(const T& /*old_value*/, const T& new_value) const
  {
    return new_value;
  }
};

}  // namespace dash::halo

#endif  // DASH__HALO__REPLACE_WITH_H__INCLUDED
