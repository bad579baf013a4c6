#pragma once

/// \file
/// A member that holds a value, or refers to an object.

#include <memory>
#include <utility>

namespace dash {

/// Holds a value that was moved into it, or refers to an lvalue, which must exist as long. Copies
/// share the object.
template <class T>
class UniversalMember {
 public:
  UniversalMember() : value_(std::make_shared<T>()) {}
  explicit UniversalMember(T&& value) : value_(std::make_shared<T>(std::move(value))) {}
  explicit UniversalMember(const T& value) : UniversalMember(&value) {}
  explicit UniversalMember(const T* value)
      // refers to the object without owning it
      : value_(std::shared_ptr<void>(), const_cast<T*>(value))
  {}

  /// Assigns to the value that is held, or to the object that is referred to.
  UniversalMember& operator=(T&& value)
  {
    *value_ = std::move(value);
    return *this;
  }
  UniversalMember& operator=(const T& value)
  {
    *value_ = value;
    return *this;
  }

  operator T&() { return *value_; }
  operator const T&() const { return *value_; }

 private:
  std::shared_ptr<T> value_;
};

}  // namespace dash
