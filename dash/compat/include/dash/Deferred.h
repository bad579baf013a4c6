#pragma once

/// \file
/// A value that is computed on first use.

#include <functional>
#include <optional>
#include <utility>

namespace dash {

/// A value that is computed on first use. Local.
template <typename T>
class Deferred {
 public:
  using value_type = T;
  using func_t = std::function<T()>;

  explicit Deferred(func_t func) : func_(std::move(func)) {}

  const T& get() const
  {
    if (!value_) value_.emplace(func_());
    return *value_;
  }

  operator T() const { return get(); }

 private:
  func_t func_;
  mutable std::optional<T> value_;
};

}  // namespace dash
