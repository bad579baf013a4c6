#pragma once

/// \file
/// The connections of this unit, made when they are first used.

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "connection.h"

namespace dart::ib {

class Connections {
 public:
  Connections(const Surroundings& around);

  /// Connects on first use. \return nullptr, after a message, if the unit cannot be reached
  Connection* to(dart_unit_t unit)
  {
    if (static_cast<std::size_t>(unit) < by_unit_.size()) [[likely]] {
      Connection* found = by_unit_[static_cast<std::size_t>(unit)].load(std::memory_order_acquire);
      if (found != nullptr) [[likely]]
        return found;
    }
    return make(unit);
  }
  /// \return nullptr if there has been no connection to this unit yet
  Connection* existing(dart_unit_t unit) const
  {
    return by_unit_[static_cast<std::size_t>(unit)].load(std::memory_order_acquire);
  }

 private:
  Connection* make(dart_unit_t unit);

  const Surroundings around_;
  std::vector<std::atomic<Connection*>> by_unit_;
  std::mutex mutex_;  // guards what follows
  std::vector<std::unique_ptr<Connection>> made_;
};

}  // namespace dart::ib
