#include <dash/Comutex.h>

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/detail/memory/CallAgreement.h>

#include <string>
#include <typeinfo>

namespace dash {

Comutex::Comutex(Team& team) : mutexes_(team)
{
  if (dash::is_initialized()) initialize(team);
}

void Comutex::initialize(Team& team)
{
  if (mutexes_.is_allocated()) return;
  mutexes_.allocate(team, "dash::Comutex", [&] {
    // Several mutexes that another unit makes would be the same calls of the runtime.
    const detail::CallAgreement agreement(
        typeid(Comutex).hash_code(), [] { return std::string("dash::Comutex"); });
    detail::require_agreement(team, *agreement.get());
    Mutexes mutexes;
    mutexes.each.reserve(team.size());
    while (mutexes.each.size() < team.size()) mutexes.each.emplace_back(team);
    return mutexes;
  });
}

Mutex& Comutex::operator()(team_unit_t unit)
{
  if (static_cast<size_type>(unit.id) >= size()) {
    DASH_THROW(
        dash::exception::OutOfRange,
        "Comutex: unit " << unit << " of " << size()
                         << (size() > 0
                                 ? ""
                                 : ": there are no mutexes: Team::free or dash::finalize has "
                                   "freed them, or initialize was not called after "
                                   "dash::init"));
  }
  return mutexes_->each[static_cast<size_type>(unit.id)];
}

}  // namespace dash
