#pragma once

/// \file
/// dash::run, the frame of a program: start, end, and exceptions.

#include <dash/detail/base/Macro.h>

#include <functional>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

DASH_API int run_program(int* argc, char*** argv, const std::function<int()>& program);

}  // namespace detail

/// Runs a program as a unit: dash::init, then \c program, then dash::finalize.
///
///     int main(int argc, char** argv)
///     {
///       return dash::run(argc, argv, [] {
///         dash::Array<int> a(1000);
///         dash::fill(a, 1);
///       });
///     }
///
/// An exception that leaves \c program ends the run with its text and the unit's id on standard
/// error, because the other units wait for this one. Collective over all units.
///
/// \param argc, argv  the arguments of main
/// \param program     called as \c program(argc, argv) or \c program(); returns nothing or an exit
///   code. Containers that it declares are destroyed before dash::finalize.
/// \return the exit code for main: that of \c program, or 0 if it returns nothing; EXIT_FAILURE,
///   after a message on standard error, if the library cannot start
template <class Program>
int run(int argc, char** argv, Program&& program)
{
  constexpr bool takes_arguments = std::is_invocable_v<Program&, int, char**>;
  static_assert(
      takes_arguments || std::is_invocable_v<Program&>,
      "dash::run needs a function that takes the arguments of main or none");
  const auto call = [&]() -> decltype(auto) {
    if constexpr (takes_arguments) {
      return program(argc, argv);
    } else {
      return program();
    }
  };
  return detail::run_program(&argc, &argv, [&]() -> int {
    if constexpr (std::is_void_v<decltype(call())>) {
      call();
      return 0;
    } else {
      return call();
    }
  });
}

}  // namespace dash
