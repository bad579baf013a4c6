#pragma once

/// \file
/// How the processes of a run find each other before they share memory.

#include <cstddef>
#include <memory>
#include <string>

#include "base/wait_place.h"
#include "job/hosts.h"
#include "net/network.h"

namespace dart {

/// Start-up service. Its implementations are dartrun or a single process (bootstrap.cpp), and MPI
/// (dart/mpi).
class Bootstrap {
 public:
  virtual ~Bootstrap() = default;

  virtual const Hosts& hosts() const = 0;

  /// File descriptor in this process of this host's memory file (see job.h).
  /// \throws std::runtime_error if the file cannot be opened
  virtual int job_file() = 0;

  /// The network to other hosts; nullptr in a run on one host.
  virtual Network* network() { return nullptr; }

  /// Passes to a module how waits of this unit become visible.
  virtual void show_waits(const WaitSight&) {}

  /// Calls a function that calls MPI, while no other thread of the runtime does.
  /// \return false if the run has no MPI
  virtual bool call_mpi(void (*function)(void*), void* argument)
  {
    static_cast<void>(function);
    static_cast<void>(argument);
    return false;
  }

  /// Ends all processes of the run with exit code \c code.
  [[noreturn]] virtual void abort(int code) = 0;
};

/// Selects the implementation by the environment variables of dartrun or of an MPI launcher, or a
/// single process.
/// \throws std::runtime_error with the reason if the run cannot start
std::unique_ptr<Bootstrap> make_bootstrap();

/// Arguments for the module libdart-mpi.so.
struct MpiSetup {
  int (*job_create)(unsigned units);
  std::uint32_t
      /// number of emulated hosts, which share no memory, into which each host is divided; 1 for no
      /// division
      emulated_hosts;
  void (*log)(int level, const char* text);  ///< the level is a LogLevel
};

/// Entry point of the module libdart-mpi.so.
inline constexpr char mpi_module_entry[] = "dart_make_mpi_bootstrap";
using MpiModuleEntry = Bootstrap* (*)(const MpiSetup&);

}  // namespace dart
