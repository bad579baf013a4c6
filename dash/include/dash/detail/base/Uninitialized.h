#pragma once

/// \file
/// A place for a value whose bytes are copied there.

namespace dash::detail {

/// Needs no constructor of T without arguments, which elements of containers may lack.
template <class T>
union Uninitialized {
  Uninitialized() {}
  ~Uninitialized() {}
  T value;
};

}  // namespace dash::detail
