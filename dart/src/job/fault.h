#pragma once

/// \file
/// What a unit says when it ends in a way that would leave the others waiting.

namespace dart {

class Bootstrap;

/// Installs the handlers, once a process: exit without dart_exit, exceptions that nobody catches,
/// memory that the host cannot provide.
void install_fault_handlers(Bootstrap& bootstrap);

}  // namespace dart
