#include "connections.h"

namespace dart::ib {

Connections::Connections(const Surroundings& around) : around_(around), by_unit_(around.setup.units)
{}

Connection* Connections::make(dart_unit_t unit)
{
  DART_REQUIRE(
      static_cast<std::size_t>(unit) < by_unit_.size(), nullptr, "there is no unit %d", unit);
  const std::lock_guard guard(mutex_);
  if (Connection* found = existing(unit)) return found;  // another thread has connected meanwhile
  try {
    made_.push_back(std::make_unique<Connection>(around_, unit));
  } catch (const std::runtime_error& failure) {
    log(LogLevel::error, "no connection to unit %d: %s", unit, failure.what());
    return nullptr;
  }
  by_unit_[static_cast<std::size_t>(unit)].store(made_.back().get(), std::memory_order_release);
  return made_.back().get();
}

}  // namespace dart::ib
