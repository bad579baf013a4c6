/**
 * \file dash/util/UniversalMember.h
 */
#ifndef DASH__UTIL__UNIVERSAL_MEMBER_H__INCLUDED
#define DASH__UTIL__UNIVERSAL_MEMBER_H__INCLUDED

#include <memory>
#include <utility>

namespace dash {

/**
 * Holds a value that was moved in, or refers to an lvalue, which then must live as long. Copies
 * share the object.
 */
template <class T>
class UniversalMember {
 public:
  UniversalMember() : _value(std::make_shared<T>()) {}
  explicit UniversalMember(T&& value) : _value(std::make_shared<T>(std::move(value))) {}
  explicit UniversalMember(const T& value) : UniversalMember(&value) {}
  explicit UniversalMember(const T* value)
    : _value(std::shared_ptr<void>(), const_cast<T*>(value))  // refers, does not own
  {}

  UniversalMember& operator=(T&& value)
  {
    _value = std::make_shared<T>(std::move(value));
    return *this;
  }

  operator T&() { return *_value; }
  operator const T&() const { return *_value; }

 private:
  std::shared_ptr<T> _value;
};

}  // namespace dash

#endif  // DASH__UTIL__UNIVERSAL_MEMBER_H__INCLUDED
