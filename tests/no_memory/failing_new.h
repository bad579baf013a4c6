#pragma once

/// \file
/// An allocator that fails on request: operator new of this program and of the libraries it loads.

#include <cstddef>

namespace dart::test {

/// Lets the n-th allocation of the calling thread fail, counted from the construction on, until the
/// end of a scope.
class FailingNew {
 public:
  /// \param n  number of the allocation, from 1; 0: none fails
  explicit FailingNew(std::size_t n);
  ~FailingNew();
  FailingNew(const FailingNew&) = delete;
  FailingNew& operator=(const FailingNew&) = delete;

  /// Whether the allocation has failed.
  bool has_failed() const;
};

/// Allocations of the process that have not been freed yet.
std::ptrdiff_t live_allocations();

}  // namespace dart::test
