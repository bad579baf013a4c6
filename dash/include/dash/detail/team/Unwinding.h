#pragma once

/// \file
/// Exceptions that interrupt a unit in something in which all units of a team take part.
///
/// The others wait then for a unit that does not come, and whatever this unit does together with
/// them later would meet the wrong operation. So it does nothing together with them any more: the
/// unit abandons the run, which ends with the exception's text (dart_abandon). A team of one unit
/// waits for nobody, and so goes on.

#include <dash/Logging.h>
#include <dash/Team.h>
#include <dash/detail/base/Macro.h>

#include <exception>
#include <string>
#include <utility>

namespace dash::detail {

/// A base class of exceptions that all units of a team throw at the same place. Such an exception
/// unwinds on all of them, so their destructors meet each other as usual.
class DASH_API ThrownTogether {
 public:
  ThrownTogether(const ThrownTogether& other) noexcept : ThrownTogether(*other.team_) {}
  ThrownTogether& operator=(const ThrownTogether&) = delete;
  ~ThrownTogether();

  /// Whether the calling thread has thrown such an exception, which still exists, together with all
  /// units of \c team.
  static bool exists_in(const Team& team) noexcept;

 protected:
  /// \param team  the units that throw
  explicit ThrownTogether(const Team& team) noexcept;

 private:
  const Team* team_;
  const void* thread_;  ///< the account of the thread that has thrown the exception
};

/// Throws an exception with the unit's id in front of the message. Called by all units of \c team
/// at the same place.
template <class Exception>
[[noreturn]] void throw_together(const Team& team, const std::string& message)
{
  struct ForAll final : Exception, private ThrownTogether {
    ForAll(const Team& team, const std::string& text) : Exception(text), ThrownTogether(team) {}
  };
  throw ForAll(team, logging::unit_prefix() + message);
}

/// Whether the calling thread destroys objects because of an exception of this unit that not all
/// units of \c team have thrown.
/// \param exceptions_before  std::uncaught_exceptions() when the object was constructed
inline bool is_unwound_alone(int exceptions_before, const Team& team) noexcept
{
  return std::uncaught_exceptions() > exceptions_before && !ThrownTogether::exists_in(team);
}

/// Abandons the run because of the exception that destroys the caller, whose text is added when it
/// is caught. Has no effect for a team of one unit. Local call.
/// \return whether the unit must do nothing together with others any more
DASH_API bool abandon(const Team& team) noexcept;

/// Abandons the run because of the exception that the caller handles. Has no effect for a team of
/// one unit. Local call.
DASH_API void abandon_in_handler(const Team& team) noexcept;

/// The text of the exception that the caller handles.
DASH_API std::string text_of_exception();

/// Runs the calling unit's part of an algorithm, which calls functions of the program, in front of
/// a step in which all units of \c team take part. Costs nothing unless there is an exception.
/// \return what \c part returns
template <class Part>
decltype(auto) in_front_of_step(const Team& team, Part&& part)
{
  try {
    return std::forward<Part>(part)();
  } catch (...) {
    if (!ThrownTogether::exists_in(team)) abandon_in_handler(team);
    throw;
  }
}

}  // namespace dash::detail
