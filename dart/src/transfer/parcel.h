#pragma once

/// \file
/// Many short runs that a transport moves together.

#include <cstddef>
#include <vector>

#include "transfer/move.h"

namespace dart {

/// Collects runs, and sends them when they are enough.
class Parcel {
 public:
  Parcel(const Move& move, Transport* transport) : move_(move), transport_(transport) {}

  dart_ret_t add(const MovedRun& run);
  dart_ret_t add(const Rows& rows);
  /// Sends what is collected; complete on return.
  dart_ret_t send();

 private:
  dart_ret_t send_if_full();
  std::vector<RemoteRows> remote_rows() const;
  dart_ret_t move_all(const std::vector<RemoteRows>& rows) const;
  dart_ret_t move_staged() const;

  const Move& move_;
  Transport* transport_;
  std::vector<Rows> rows_;
  std::size_t bytes_ = 0;
};

}  // namespace dart
