#include <dash/Mutex.h>

#include <dash/Exception.h>
#include <dash/Init.h>

#include <cstdint>
#include <utility>

namespace dash {

namespace {

void check(dart_ret_t ret, dart_lock_t lock, const char* mistake)
{
  if (ret == DART_OK) [[likely]] return;
  DASH_THROW(
      dash::exception::RuntimeError,
      "Mutex: " << (lock == DART_LOCK_NULL ? "it was not created; call init after dash::init"
                                           : mistake));
}

}  // namespace

Mutex::Mutex(Team& team) : _team(&team)
{
  init();
}

Mutex::Mutex(Mutex&& other) noexcept : _team(other._team)
{
  take(other);
}

Mutex& Mutex::operator=(Mutex&& other) noexcept
{
  if (this == &other) return *this;
  destroy();
  _team = other._team;
  take(other);
  return *this;
}

Mutex::~Mutex()
{
  destroy();
}

bool Mutex::init()
{
  if (_lock != DART_LOCK_NULL || !dash::is_initialized()) return false;
  if (dart_team_lock_init(_team->dart_id(), &_lock) != DART_OK) {
    DASH_THROW(
        dash::exception::RuntimeError,
        "Mutex: no lock could be created for team " << _team->dart_id());
  }
  register_deallocator();
  return true;
}

void Mutex::lock()
{
  check(dart_lock_acquire(_lock), _lock, "the calling thread holds it; it is not recursive");
}

bool Mutex::try_lock()
{
  std::int32_t acquired = 0;
  check(dart_lock_try_acquire(_lock, &acquired), _lock, "it could not be asked for");
  return acquired != 0;
}

void Mutex::unlock()
{
  check(dart_lock_release(_lock), _lock, "unlocked by a thread that does not hold it");
}

void Mutex::register_deallocator()
{
  _team->register_deallocator(this, [this] { destroy(); });
}

void Mutex::take(Mutex& other) noexcept
{
  if (other._lock == DART_LOCK_NULL) return;
  other._team->unregister_deallocator(&other);
  _lock = std::exchange(other._lock, DART_LOCK_NULL);
  register_deallocator();
}

void Mutex::destroy() noexcept
{
  if (_lock == DART_LOCK_NULL) return;
  if (dash::is_initialized()) {
    _team->unregister_deallocator(this);
    _team->barrier();
    dart_team_lock_destroy(&_lock);
  }
  _lock = DART_LOCK_NULL;
}

}  // namespace dash
