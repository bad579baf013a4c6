#pragma once

// How the processes of a run find each other, before they share memory.

#include <cstddef>
#include <memory>
#include <string>

namespace dart {

/// Start-up service. Implementations: dartrun or a single process (bootstrap.cpp), MPI (dart/mpi).
class Bootstrap {
public:
  virtual ~Bootstrap() = default;

  virtual int rank() const = 0;

  /// Descriptor of the job's memory file (see job.h), valid in this process.
  /// \throws std::runtime_error if the units do not share a host, or the file cannot be opened
  virtual int job_file() = 0;

  /// Ends all processes of the run with \c code.
  [[noreturn]] virtual void abort(int code) = 0;
};

/// Chooses by the environment: dartrun's variables, an MPI launcher's, or a single process.
/// \throws std::runtime_error with the reason if the run cannot start
std::unique_ptr<Bootstrap> make_bootstrap();

/// Entry point of the module libdart-mpi.so.
inline constexpr char mpi_module_entry[] = "dart_make_mpi_bootstrap";
using MpiModuleEntry = Bootstrap* (*)(int (*job_create)(unsigned units));

}  // namespace dart
