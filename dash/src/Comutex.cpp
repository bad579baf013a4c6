#include <dash/Comutex.h>

#include <dash/Exception.h>
#include <dash/Init.h>

namespace dash {

Comutex::Comutex(Team& team) : _team(&team)
{
  if (dash::is_initialized()) initialize(team);
}

Comutex::~Comutex()
{
  destroy();
}

void Comutex::initialize(Team& team)
{
  if (!_mutexes.empty()) return;
  _team = &team;
  _mutexes.reserve(team.size());
  while (_mutexes.size() < team.size()) _mutexes.emplace_back(team);
  team.register_deallocator(this, [this] { destroy(); });
}

void Comutex::destroy() noexcept
{
  if (_mutexes.empty()) return;
  if (dash::is_initialized()) _team->unregister_deallocator(this);
  _mutexes.clear();
}

Mutex& Comutex::operator()(team_unit_t unit)
{
  if (static_cast<size_type>(unit.id) >= size()) {
    DASH_THROW(
        dash::exception::OutOfRange,
        "Comutex: unit " << unit << " of " << size() << "; call initialize after dash::init");
  }
  return _mutexes[static_cast<size_type>(unit.id)];
}

}  // namespace dash
