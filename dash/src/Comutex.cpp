#include <dash/Comutex.h>

#include <dash/Exception.h>
#include <dash/Init.h>

namespace dash {

Comutex::Comutex(Team& team) : team_(&team)
{
  if (dash::is_initialized()) initialize(team);
}

Comutex::~Comutex()
{
  destroy();
}

void Comutex::initialize(Team& team)
{
  if (!mutexes_.empty()) return;
  team_ = &team;
  mutexes_.reserve(team.size());
  while (mutexes_.size() < team.size()) mutexes_.emplace_back(team);
  team.register_deallocator(this, [this] { destroy(); });
}

void Comutex::destroy() noexcept
{
  if (mutexes_.empty()) return;
  if (dash::is_initialized()) team_->unregister_deallocator(this);
  mutexes_.clear();
}

Mutex& Comutex::operator()(team_unit_t unit)
{
  if (static_cast<size_type>(unit.id) >= size()) {
    DASH_THROW(
        dash::exception::OutOfRange,
        "Comutex: unit " << unit << " of " << size() << "; call initialize after dash::init");
  }
  return mutexes_[static_cast<size_type>(unit.id)];
}

}  // namespace dash
