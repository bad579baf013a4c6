#pragma once

/// \file
/// Private memory of this process that units on other hosts can access.

#include <cstddef>
#include <iterator>
#include <map>
#include <mutex>
#include <new>

#include "net/transport.h"

namespace dart {

/// The ranges of its own memory that the program has registered. Ranges may overlap; they are
/// divided into disjoint pieces for transports.
class ExposedRanges {
 public:
  explicit ExposedRanges(Transport& transport) : transport_(transport) {}

  dart_ret_t add(void* begin, std::size_t bytes)
  {
    std::lock_guard guard(mutex_);
    auto* const first = static_cast<std::byte*>(begin);
    auto* next = first;  // everything before it is exposed already
    dart_ret_t exposed = DART_OK;
    for_each_fragment(first, bytes, [&](auto fragment) {
      if (exposed == DART_OK && next < fragment->first) exposed = expose(next, fragment->first);
      next = fragment->first + fragment->second.bytes;
    });
    if (exposed == DART_OK && next < first + bytes) exposed = expose(next, first + bytes);
    for_each_fragment(first, bytes, [](auto fragment) { ++fragment->second.uses; });
    if (exposed != DART_OK) drop(first, bytes);
    return exposed;
  }

  void remove(void* begin, std::size_t bytes)
  {
    std::lock_guard guard(mutex_);
    drop(static_cast<std::byte*>(begin), bytes);
  }

 private:
  struct Fragment {
    std::size_t bytes;
    int uses;  ///< number of ranges that contain it
  };
  using Fragments = std::map<std::byte*, Fragment>;

  /// Calls \c f(iterator) for the fragments that overlap a range; f may erase the fragment.
  template <class F>
  void for_each_fragment(std::byte* begin, std::size_t bytes, F f)
  {
    auto fragment = fragments_.lower_bound(begin);
    if (fragment != fragments_.begin()) {
      const auto before = std::prev(fragment);
      if (before->first + before->second.bytes > begin) fragment = before;
    }
    while (fragment != fragments_.end() && fragment->first < begin + bytes) f(fragment++);
  }

  dart_ret_t expose(std::byte* begin, std::byte* end)
  {
    const std::size_t bytes = end - begin;
    try {
      fragments_[begin] = {bytes, 0};  // first, as what is exposed has to be known here
    } catch (const std::bad_alloc&) {
      return DART_ERR_NOMEM;
    }
    const dart_ret_t exposed = transport_.expose(begin, bytes);
    if (exposed != DART_OK) fragments_.erase(begin);
    return exposed;
  }

  void drop(std::byte* begin, std::size_t bytes)
  {
    for_each_fragment(begin, bytes, [this](auto fragment) {
      if (--fragment->second.uses > 0) return;
      transport_.conceal(fragment->first, fragment->second.bytes);
      fragments_.erase(fragment);
    });
  }

  Transport& transport_;
  std::mutex mutex_;
  Fragments fragments_;  // the keys are the addresses where they begin
};

}  // namespace dart
