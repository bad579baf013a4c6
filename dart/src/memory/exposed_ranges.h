#pragma once

/// \file
/// Private memory of this process that units on other hosts can access.

#include <cstddef>
#include <iterator>
#include <map>
#include <mutex>
#include <new>

#include "transport/transport.h"

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
    for_each_piece(first, bytes, [&](auto piece) {
      if (exposed == DART_OK && next < piece->first) exposed = expose(next, piece->first);
      next = piece->first + piece->second.bytes;
    });
    if (exposed == DART_OK && next < first + bytes) exposed = expose(next, first + bytes);
    for_each_piece(first, bytes, [](auto piece) { ++piece->second.uses; });
    if (exposed != DART_OK) drop(first, bytes);
    return exposed;
  }

  void remove(void* begin, std::size_t bytes)
  {
    std::lock_guard guard(mutex_);
    drop(static_cast<std::byte*>(begin), bytes);
  }

 private:
  struct Piece {
    std::size_t bytes;
    int uses;  ///< number of ranges that contain it
  };
  using Pieces = std::map<std::byte*, Piece>;

  /// Calls \c f(iterator) for the pieces that overlap a range; f may erase the piece.
  template <class F>
  void for_each_piece(std::byte* begin, std::size_t bytes, F f)
  {
    auto piece = pieces_.lower_bound(begin);
    if (piece != pieces_.begin()) {
      const auto before = std::prev(piece);
      if (before->first + before->second.bytes > begin) piece = before;
    }
    while (piece != pieces_.end() && piece->first < begin + bytes) f(piece++);
  }

  dart_ret_t expose(std::byte* begin, std::byte* end)
  {
    const std::size_t bytes = end - begin;
    try {
      pieces_[begin] = {bytes, 0};  // recorded first, because exposed memory has to be known here
    } catch (const std::bad_alloc&) {
      return DART_ERR_NOMEM;
    }
    const dart_ret_t exposed = transport_.expose(begin, bytes);
    if (exposed != DART_OK) pieces_.erase(begin);
    return exposed;
  }

  void drop(std::byte* begin, std::size_t bytes)
  {
    for_each_piece(begin, bytes, [this](auto piece) {
      if (--piece->second.uses > 0) return;
      transport_.conceal(piece->first, piece->second.bytes);
      pieces_.erase(piece);
    });
  }

  Transport& transport_;
  std::mutex mutex_;
  Pieces pieces_;  // ordered by begin
};

}  // namespace dart
