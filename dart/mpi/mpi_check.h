#pragma once

/// \file
/// Errors of MPI calls as exceptions.

#include <mpi.h>

#include <stdexcept>
#include <string>

namespace dart {

/// MPI's description of an error code.
inline std::string mpi_error_text(int code)
{
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) {
    return "error " + std::to_string(code);
  }
  return std::string(text, length);
}

/// \param call  name of the function that returned \c code
/// \throws std::runtime_error with the name of the call and MPI's text, unless \c code is
///   MPI_SUCCESS
inline void mpi_check(int code, const char* call)
{
  if (code != MPI_SUCCESS) [[unlikely]] {
    throw std::runtime_error(std::string(call) + ": " + mpi_error_text(code));
  }
}

}  // namespace dart

/// Makes an MPI call and checks its result: DART_MPI(MPI_Comm_rank, comm, &rank).
#define DART_MPI(function, ...) ::dart::mpi_check(function(__VA_ARGS__), #function)
