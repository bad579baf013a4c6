#pragma once

/// \file
/// What a unit does if it ends, or cannot go on, in a way that would leave the others waiting.

namespace dart {

class Bootstrap;

/// Installs the handlers, once per process, for exit without dart_exit, uncaught exceptions, and
/// memory that the host cannot provide.
void install_fault_handlers(Bootstrap& bootstrap);

/// Whether this process was forked by a unit while the runtime was running. It takes no part in the
/// run: for it, the runtime is not running, and it cannot start.
bool is_forked_child();

/// An exception has interrupted this unit in a collective operation, or has destroyed what the
/// units own together. The run ends with \p reason when the unit takes part in the next collective
/// operation, when it exits, and half a second later in any case. Thread-safe.
/// \param reason  nullptr: not known yet; a later call gives it
void abandon_run(const char* reason) noexcept;

/// Ends the run after abandon_run(). \param function  that would have been next
[[noreturn]] void end_abandoned_run(const char* function) noexcept;

}  // namespace dart
