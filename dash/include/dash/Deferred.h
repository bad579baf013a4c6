/**
 * \file dash/Deferred.h
 */
#ifndef DASH__DEFERRED_H__INCLUDED
#define DASH__DEFERRED_H__INCLUDED

#include <functional>
#include <optional>
#include <utility>

namespace dash {

/** A value that is computed when it is first asked for. Local. */
template <typename T>
class Deferred {
 public:
  using value_type = T;
  using func_t = std::function<T()>;

  explicit Deferred(func_t func) : _func(std::move(func)) {}

  const T& get() const
  {
    if (!_value) _value.emplace(_func());
    return *_value;
  }

  operator T() const { return get(); }

 private:
  func_t _func;
  mutable std::optional<T> _value;
};

}  // namespace dash

#endif  // DASH__DEFERRED_H__INCLUDED
