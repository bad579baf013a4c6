#pragma once

/// \file
/// Messages of a unit that ends in a way that would leave the others waiting.

namespace dart {

class Bootstrap;

/// Installs the handlers, once per process, for exit without dart_exit, uncaught exceptions, and
/// memory that the host cannot provide.
void install_fault_handlers(Bootstrap& bootstrap);

}  // namespace dart
