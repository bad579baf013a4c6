#pragma once

/// \file
/// Tasks of callables on ranges.

#include <dash/detail/tasks/Start.h>

namespace dash {

/// Starts a task that calls \c body(spans...) on ranges of global memory, whichever units own them:
///
///     dash::async(dash::in(a.block(0)), dash::inout(b.block(0)), [](auto x, auto y) { … });
///     dash::async(dash::tasks::Options{.priority = 1}, dash::out(c[7]), [n](auto x) { x[0] = n;
///     });
///
/// \param args  maybe \c tasks::Options or a \c dash::launch, then ranges (\c in, \c out, \c
/// inout),
///        then the body: a function object for CPU units, \c tasks::on_gpu or \c tasks::on_either.
///        It returns nothing or, on CPU units, a trivially copyable value.
///
/// The body executes once, as a copy, in a process of the host that need not be the caller's. What
/// it captures has to be trivially copyable and mean the same everywhere: numbers, GlobPtr, unit
/// ids; no references or pointers to the caller's variables, no iterators and containers. A device
/// view is for the unit that made it: bind the task to this one (\c tasks::at).
///
/// Local, thread-safe; bodies may start tasks, too. Complete when the future is ready, or that of a
/// task that depends on this one by its ranges. A future without result may be destroyed before,
/// and the task executes nevertheless; one with a result then waits. Inside of a task that has to
/// be finished first it does not, and the memory of the result stays in use until dash::finalize.
///
/// \throws exception::RuntimeError if the runtime refuses the task, or, with launch::sync, by its
///         error; else wait, get and test of the future throw it: with the message of the exception
///         that left the body. A task that failed makes those fail that depend on it and that are
///         started before its future is destroyed.
template <class... Args>
auto async(const Args&... args)
{
  return detail::with_task_options(
      [](const tasks::Options& options, const auto&... rest) {
        return detail::with_body_first(
            [&](const auto& body, const auto&... ranges) {
              return detail::start_program(
                  "dash::async", options, detail::task_program(body), ranges...);
            },
            rest...);
      },
      args...);
}

}  // namespace dash
