#pragma once

/// \file
/// Starts tasks that call a function object on ranges.

#include <dash/detail/tasks/Start.h>

namespace dash {

/// Starts a task that calls \c body(spans...) on ranges of global memory, whichever units own them:
///
///     dash::async(dash::in(a.block(0)), dash::inout(b.block(0)), [](auto x, auto y) { … });
///     dash::async(dash::tasks::Options{.priority = 1}, dash::out(c[7]), [](auto x) { x[0] = 1; });
///
/// \param args  optionally \c tasks::Options or a \c dash::launch, then ranges (\c in, \c out,
///   \c inout), then the body: a function object for CPU units, \c tasks::on_gpu or
///   \c tasks::on_either. The body returns nothing or, on CPU units, a trivially copyable value.
///
/// The body is copied and executes once, in a process of the host that need not be the caller's.
/// What it captures has to be trivially copyable and to mean the same in all processes: numbers,
/// GlobPtr, unit ids, but no references or pointers to the caller's variables, no iterators and no
/// containers. A device view is valid only on the unit that made it: bind the task to this unit (
/// \c tasks::at).
///
/// Local and thread-safe; bodies may start tasks, too. The task's effects are complete when its
/// future is ready, or the future of a task that depends on it by its ranges. A future without
/// result may be destroyed earlier; the task executes nevertheless. The destructor of a future with
/// a result waits for the task, except inside a task that has to be finished first; then the memory
/// of the result stays in use until dash::finalize.
///
/// \throws exception::RuntimeError if the runtime refuses the task, or if the task fails with
///   launch::sync. Otherwise wait, get and test of the future throw the error, with the message of
///   the exception that the body has thrown. If a task fails, tasks that depend on it and are
///   started before its future is destroyed fail, too.
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
