#pragma once

/// \file
/// MPI requests in progress, by number.

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace dart {

/// A table of requests. Entries are reused when their request is complete. Numbers begin at 1.
class RequestTable {
 public:
  /// Stores a request. If there is no memory for it, the process ends, because a request in
  /// progress cannot be dropped.
  std::uint64_t insert(MPI_Request request) noexcept
  {
    if (free_.empty()) {
      requests_.push_back(request);
      return requests_.size();
    }
    const std::uint64_t number = free_.back();
    free_.pop_back();
    requests_[number - 1] = request;
    return number;
  }

  MPI_Request& operator[](std::uint64_t number) { return requests_[number - 1]; }

  void erase(std::uint64_t number) noexcept { free_.push_back(number); }

 private:
  std::vector<MPI_Request> requests_;
  std::vector<std::uint64_t> free_;
};

}  // namespace dart
