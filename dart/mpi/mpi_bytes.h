#pragma once

/// \file
/// Describes any number of bytes to MPI calls, whose counts have the type int.

#include <mpi.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <vector>

#include "mpi_check.h"

namespace dart {

/// The count and the datatype for \c bytes consecutive bytes.
class MpiBytes {
 public:
  explicit MpiBytes(std::size_t bytes)
  {
    if (bytes <= INT_MAX) {
      count_ = static_cast<int>(bytes);
    } else {
      make_type(bytes);
    }
  }

  /// Frees the type; MPI keeps it alive while operations use it.
  ~MpiBytes()
  {
    if (type_ != MPI_BYTE) MPI_Type_free(&type_);
  }

  MpiBytes(const MpiBytes&) = delete;
  MpiBytes& operator=(const MpiBytes&) = delete;

  int count() const { return count_; }
  MPI_Datatype type() const { return type_; }

 private:
  void make_type(std::size_t bytes)
  {
    constexpr std::size_t block = std::size_t(1) << 30;
    std::vector<int> lengths;
    std::vector<MPI_Aint> offsets;
    for (std::size_t offset = 0; offset < bytes; offset += block) {
      offsets.push_back(static_cast<MPI_Aint>(offset));
      lengths.push_back(static_cast<int>(std::min(block, bytes - offset)));
    }
    DART_MPI(
        MPI_Type_create_hindexed, static_cast<int>(lengths.size()), lengths.data(), offsets.data(),
        MPI_BYTE, &type_);
    DART_MPI(MPI_Type_commit, &type_);
  }

  int count_ = 1;
  MPI_Datatype type_ = MPI_BYTE;
};

}  // namespace dart
