#include <dash/Mutex.h>

#include <dash/Exception.h>
#include <dash/Init.h>

#include <cstdint>
#include <utility>

namespace dash {

namespace {

void check(dart_ret_t ret, dart_lock_t lock, const char* mistake)
{
  if (ret == DART_OK) [[likely]]
    return;
  DASH_THROW(
      dash::exception::RuntimeError, "Mutex: "
                                         << (lock == DART_LOCK_NULL
                                                 ? "it was not created; call init after dash::init"
                                                 : mistake));
}

}  // namespace

Mutex::Mutex(Team& team) : team_(&team)
{
  init();
}

Mutex::Mutex(Mutex&& other) noexcept : team_(other.team_)
{
  take(other);
}

Mutex& Mutex::operator=(Mutex&& other) noexcept
{
  if (this == &other) return *this;
  destroy();
  team_ = other.team_;
  take(other);
  return *this;
}

Mutex::~Mutex()
{
  destroy();
}

bool Mutex::init()
{
  if (lock_ != DART_LOCK_NULL || !dash::is_initialized()) return false;
  if (dart_team_lock_init(team_->dart_id(), &lock_) != DART_OK) {
    DASH_THROW(
        dash::exception::RuntimeError,
        "Mutex: no lock could be created for team " << team_->dart_id());
  }
  register_deallocator();
  return true;
}

void Mutex::lock()
{
  check(dart_lock_acquire(lock_), lock_, "the calling thread holds it; it is not recursive");
}

bool Mutex::try_lock()
{
  std::int32_t acquired = 0;
  check(dart_lock_try_acquire(lock_, &acquired), lock_, "it could not be requested");
  return acquired != 0;
}

void Mutex::unlock()
{
  check(dart_lock_release(lock_), lock_, "unlocked by a thread that does not hold it");
}

void Mutex::register_deallocator()
{
  team_->register_deallocator(this, [this] { destroy(); });
}

void Mutex::take(Mutex& other) noexcept
{
  if (other.lock_ == DART_LOCK_NULL) return;
  other.team_->unregister_deallocator(&other);
  lock_ = std::exchange(other.lock_, DART_LOCK_NULL);
  register_deallocator();
}

void Mutex::destroy() noexcept
{
  if (lock_ == DART_LOCK_NULL) return;
  if (dash::is_initialized()) {
    team_->unregister_deallocator(this);
    team_->barrier();
    dart_team_lock_destroy(&lock_);
  }
  lock_ = DART_LOCK_NULL;
}

}  // namespace dash
