#include <dash/Coevent.h>

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/internal/CheckResult.h>

#include <dash/dart/if/dart_notify.h>

#include <memory>

namespace dash {

namespace {

/** Takes \c count posts if there are as many. */
bool take(const GlobRef<Atomic<std::int64_t>>& pending, std::int64_t count)
{
  for (auto found = pending.load(); found >= count; found = pending.load()) {
    if (pending.compare_exchange(found, found - count)) return true;
  }
  return false;
}

}  // namespace

dart_gptr_t coarray::CoEventRef::flag() const noexcept
{
  auto flag = _words;
  flag.addr_or_offs.offset += offsetof(Words, flag);
  return flag;
}

void coarray::CoEventRef::post() const
{
  pending().add(1);
  internal::check_result(
      dart_put_notify(_words, nullptr, 0, DART_TYPE_BYTE, flag(), 1), "Coevent::post");
}

Coevent::Coevent(Team& team) : _team(&team)
{
  if (dash::is_initialized()) initialize(team);
}

Coevent::~Coevent()
{
  deallocate();
}

void Coevent::initialize(Team& team)
{
  if (_memory.is_allocated()) return;
  GlobStaticMem<HostSpace> memory(team);
  memory.allocate(sizeof(coarray::CoEventRef::Words));
  std::construct_at(
      reinterpret_cast<coarray::CoEventRef::Words*>(memory.local_base()),
      coarray::CoEventRef::Words{0, 0});
  _memory = std::move(memory);
  _team = &team;
  team.register_deallocator(this, [this] { deallocate(); });
  team.barrier();
}

void Coevent::deallocate()
{
  if (!_memory.is_allocated()) return;
  if (dash::is_initialized()) {
    _team->unregister_deallocator(this);
    _team->barrier();
  }
  _memory.deallocate(_memory.begin(), 0);
}

Coevent::size_type Coevent::size() const noexcept
{
  return _memory.is_allocated() ? _team->size() : 0;
}

coarray::CoEventRef Coevent::operator()(team_unit_t unit) const
{
  if (static_cast<size_type>(unit.id) >= size()) {
    DASH_THROW(
        dash::exception::OutOfRange,
        "Coevent: unit " << unit << " of " << size() << "; call initialize after dash::init");
  }
  return {_memory.gptr(unit), *_team};
}

void Coevent::wait(int count)
{
  if (count < 0) {
    DASH_THROW(dash::exception::InvalidArgument, "Coevent: waiting for " << count << " posts");
  }
  const auto own = (*this)(_team->myid());
  // Cleared before the posts are counted: one that comes in between sets the flag again.
  while (!take(own.pending(), count)) {
    std::size_t index = 0;
    internal::check_result(dart_notify_wait(own.flag(), 1, &index), "Coevent::wait");
    internal::check_result(dart_notify_reset(own.flag(), nullptr), "Coevent::wait");
  }
}

int Coevent::test() const
{
  return (*this)(_team->myid()).test();
}

}  // namespace dash
