#pragma once

/// \file
/// How the processes of a run find each other, before they share memory.

#include <cstddef>
#include <memory>
#include <string>

#include "job/hosts.h"
#include "net/network.h"

namespace dart {

/// Start-up service. Implementations: dartrun or a single process (bootstrap.cpp), MPI (dart/mpi).
class Bootstrap {
 public:
  virtual ~Bootstrap() = default;

  virtual const Hosts& hosts() const = 0;

  /// Descriptor of this host's memory file (see job.h), valid in this process.
  /// \throws std::runtime_error if the file cannot be opened
  virtual int job_file() = 0;

  /// The way to other hosts; nullptr in a run on one host.
  virtual Network* network() { return nullptr; }

  /// Ends all processes of the run with \c code.
  [[noreturn]] virtual void abort(int code) = 0;
};

/// Chooses by the environment: dartrun's variables, an MPI launcher's, or a single process.
/// \throws std::runtime_error with the reason if the run cannot start
std::unique_ptr<Bootstrap> make_bootstrap();

/// DART_HOSTS_EMULATED; 1 if not set. \throws std::runtime_error if it is no number of hosts
std::uint32_t emulated_hosts();

/// What the module libdart-mpi.so is told.
struct MpiSetup {
  int (*job_create)(unsigned units);
  std::uint32_t
      emulated_hosts;  ///< cuts each host into so many that share no memory; 1: not at all
  void (*log)(int level, const char* text);  ///< level of LogLevel
};

/// Entry point of the module libdart-mpi.so.
inline constexpr char mpi_module_entry[] = "dart_make_mpi_bootstrap";
using MpiModuleEntry = Bootstrap* (*)(const MpiSetup&);

}  // namespace dart
