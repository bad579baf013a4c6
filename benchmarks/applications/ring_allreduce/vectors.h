#pragma once

/// \file
/// A vector at each unit, all of which are added up: what the control paths have in common.

#include <dash/Array.h>
#include <dash/Team.h>

#include <cstddef>
#include <span>

namespace ring_allreduce {

/// Vectors of equal length, one in the memory of each unit, which consist of as many chunks of
/// equal size as there are units.
class Vectors {
 public:
  /// Collective. \param size  elements of each vector; made longer if they cannot be divided
  explicit Vectors(std::size_t size)
      : chunk_((size + dash::size() - 1) / dash::size()),
        values_(chunk_ * dash::size() * dash::size())
  {}

  std::size_t chunk_size() const { return chunk_; }
  std::size_t size() const { return chunk_ * dash::size(); }

  /// The vector of the calling unit, for its kernels.
  std::span<float> own() { return {values_.device_view().local.begin(), size()}; }
  /// One of its chunks.
  std::span<float> own_chunk(std::size_t k) { return own().subspan(k * chunk_, chunk_); }
  /// Where a chunk of any unit begins.
  dash::Array<float>::iterator chunk_of(std::size_t unit, std::size_t k)
  {
    const std::size_t at = unit * size() + k * chunk_;
    return values_.begin() + static_cast<dash::default_index_t>(at);
  }

  dash::Array<float>& all() { return values_; }

 private:
  std::size_t chunk_;
  dash::Array<float> values_;
};

}  // namespace ring_allreduce
