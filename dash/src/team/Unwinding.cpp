#include <dash/detail/team/Unwinding.h>

#include <dash/Init.h>

#include <dash/dart/if/dart.h>

#include <dlfcn.h>

#include <algorithm>
#include <atomic>

namespace dash::detail {

namespace {

std::atomic<bool> is_abandoned{false};

/// The exceptions that a thread has thrown together with other units.
struct Account {
  int exceptions = 0;
  const Team* team = nullptr;  ///< the smallest team that has thrown one of them
};
constinit thread_local Account thrown_together;

/// Whether all units of \c part are in \c whole.
bool includes(const Team& whole, const Team& part)
{
  if (whole.is_all() || whole == part) return true;
  return std::all_of(part.begin(), part.end(), [&](int unit) {
    return whole.is_member(part.global_id(team_unit_t(unit)));
  });
}

/// The number of uncaught exceptions, including the one whose text is wanted; 0: none is.
constinit thread_local int wanted = 0;

void abandon_with_text() noexcept
{
  is_abandoned = true;
  wanted = 0;
  try {
    const std::string reason =
        "an exception has interrupted this unit, for which the others wait: " + text_of_exception();
    dart_abandon(reason.c_str());
  } catch (...) {  // no memory for the text
    dart_abandon(nullptr);
  }
}

}  // namespace

ThrownTogether::ThrownTogether(const Team& team) noexcept : team_(&team), thread_(&thrown_together)
{
  Account& account = thrown_together;
  if (account.exceptions == 0 || team.size() < account.team->size()) account.team = &team;
  ++account.exceptions;
}

ThrownTogether::~ThrownTogether()
{
  // another thread may own the exception now
  if (thread_ == &thrown_together) --thrown_together.exceptions;
}

bool ThrownTogether::exists_in(const Team& team) noexcept
{
  return thrown_together.exceptions > 0 && includes(*thrown_together.team, team);
}

bool abandon(const Team& team) noexcept
{
  if (is_abandoned) return true;
  if (!is_initialized() || team.size() <= 1) return false;
  is_abandoned = true;
  wanted = std::uncaught_exceptions();
  dart_abandon(nullptr);
  return true;
}

void abandon_in_handler(const Team& team) noexcept
{
  if (!is_abandoned && is_initialized() && team.size() > 1) abandon_with_text();
}

std::string text_of_exception()
{
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (const std::string& text) {
    return text;
  } catch (const char* text) {
    return text;
  } catch (...) {
    return "an exception of unknown type";
  }
}

}  // namespace dash::detail

/// Takes the place of the function of the C++ runtime by which handlers begin, as it is the only
/// one that knows an exception which has destroyed objects: destructors cannot ask for it, and the
/// program need not say anything. Programs that link the C++ runtime statically do not use this
/// one; then the text is missing in the message of the runtime.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" DASH_API void* __cxa_begin_catch(void* exception) noexcept
{
  using Function = void* (*)(void*);
  static const auto next = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "__cxa_begin_catch"));
  // Another exception may come and go in a destructor meanwhile.
  const bool is_wanted =
      dash::detail::wanted != 0 && std::uncaught_exceptions() == dash::detail::wanted;
  void* const object = next(exception);
  if (is_wanted) dash::detail::abandon_with_text();
  return object;
}
