#pragma once

/// \file
/// A member that holds or refers to what it is made of.

#include <memory>
#include <utility>

namespace dash {

/// Holds a value that was moved in, or refers to an lvalue, which then must live as long. Copies
/// share the object.
template <class T>
class UniversalMember {
 public:
  UniversalMember() : value_(std::make_shared<T>()) {}
  explicit UniversalMember(T&& value) : value_(std::make_shared<T>(std::move(value))) {}
  explicit UniversalMember(const T& value) : UniversalMember(&value) {}
  explicit UniversalMember(const T* value)
      : value_(std::shared_ptr<void>(), const_cast<T*>(value))  // refers, does not own
  {}

  UniversalMember& operator=(T&& value)
  {
    value_ = std::make_shared<T>(std::move(value));
    return *this;
  }

  operator T&() { return *value_; }
  operator const T&() const { return *value_; }

 private:
  std::shared_ptr<T> value_;
};

}  // namespace dash
