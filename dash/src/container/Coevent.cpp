#include <dash/Coevent.h>

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/memory/CallAgreement.h>

#include <dash/dart/if/dart_notify.h>

#include <memory>
#include <string>
#include <typeinfo>

namespace dash {

namespace {

/// Takes \c count posts if there are so many. \return whether it did
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
  auto flag = words_;
  flag.addr_or_offs.offset += offsetof(Words, flag);
  return flag;
}

void coarray::CoEventRef::post() const
{
  pending().add(1);
  detail::CheckedCall().result(
      dart_put_notify(words_, nullptr, 0, DART_TYPE_BYTE, flag(), 1), "Coevent::post");
}

Coevent::Coevent(Team& team) : words_(team)
{
  if (dash::is_initialized()) initialize(team);
}

void Coevent::initialize(Team& team)
{
  if (words_.is_allocated()) return;
  const detail::CurrentCall call("dash::Coevent");
  const detail::CallAgreement agreement(
      typeid(Coevent).hash_code(), [] { return std::string("dash::Coevent"); });
  words_.allocate(team, "dash::Coevent", sizeof(coarray::CoEventRef::Words), agreement.get());
  std::construct_at(
      reinterpret_cast<coarray::CoEventRef::Words*>(words_->local_base()),
      coarray::CoEventRef::Words{0, 0});
  team.barrier();
}

Coevent::size_type Coevent::size() const noexcept
{
  return words_.is_allocated() ? team().size() : 0;
}

coarray::CoEventRef Coevent::operator()(team_unit_t unit) const
{
  if (static_cast<size_type>(unit.id) >= size()) {
    DASH_THROW(
        dash::exception::OutOfRange,
        "Coevent: unit " << unit << " of " << size() << "; call initialize after dash::init");
  }
  return {words_->gptr(unit), team()};
}

void Coevent::wait(int count)
{
  if (count < 0) {
    DASH_THROW(dash::exception::InvalidArgument, "Coevent: waiting for " << count << " posts");
  }
  const auto own = (*this)(team().myid());
  const detail::CurrentCall call("dash::Coevent::wait");
  // The flag is cleared before the posts are counted, so that a post in between sets it again.
  while (!take(own.pending(), count)) {
    std::size_t index = 0;
    detail::CheckedCall().result(dart_notify_wait(own.flag(), 1, &index), "Coevent::wait");
    detail::CheckedCall().result(dart_notify_reset(own.flag(), nullptr), "Coevent::wait");
  }
}

int Coevent::test() const
{
  return (*this)(team().myid()).test();
}

}  // namespace dash
