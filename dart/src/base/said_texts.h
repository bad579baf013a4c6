#pragma once

/// \file
/// What the units of a host have said already.

#include <atomic>
#include <cstdint>
#include <string_view>

#include "base/hash.h"

namespace dart {

/// Remembers texts that are to be said once, by their hash values. The object is in shared memory,
/// zero-filled at first.
class SaidTexts {
 public:
  /// \return whether nobody has said this before; true, too, when there is no room to remember it
  bool is_new(std::string_view text)
  {
    const std::uint64_t hash = hash_of(text);
    for (std::uint64_t k = 0; k < places; ++k) {
      std::uint64_t seen = 0;
      if (hashes_[(hash + k) % places].compare_exchange_strong(seen, hash)) return true;
      if (seen == hash) return false;
    }
    return true;
  }

 private:
  static constexpr std::uint64_t places = 256;

  std::atomic<std::uint64_t> hashes_[places];
};

}  // namespace dart
