#pragma once

/// \file
/// Sums that travel around a ring of units.

#include <dash/Array.h>
#include <dash/Flags.h>
#include <dash/Team.h>
#include <dash/Types.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "vectors.h"

namespace ring_allreduce {

struct Add {
  const float* from;
  float* to;

  DASH_HOST_DEVICE void operator()(std::size_t i) const { to[i] += from[i]; }
};

/// Sums travel around a ring of units. In the first half, each unit adds its own chunk to the sum
/// that comes from the left and passes it on; in the second half the complete sums go around.
///
/// A unit can only complete the first half after its right neighbour has read what was sent to it:
/// each complete sum has passed all units. So no unit needs to say that its inbox is free.
template <class Control>
class Ring {
 public:
  static constexpr const char* name = Control::name;

  /// Collective. \param size  elements of each unit's vector
  explicit Ring(std::size_t size) : vectors_(size), inboxes_(dash::size() * vectors_.size()) {}

  Vectors& vectors() { return vectors_; }

  /// Replaces the vectors of all units by their sum. Collective.
  void run()
  {
    const std::size_t units = dash::size();
    for (std::size_t step = 0; step + 1 < units; ++step) {
      send(chunk_behind(step), inbox(right(), step));
      const std::span<float> sum = vectors_.own_chunk(chunk_behind(step + 1));
      const float* const received =
          inboxes_.device_view().local.begin() + step * vectors_.chunk_size();
      control_.for_each_index(static_cast<std::uint32_t>(sum.size()), Add{received, sum.data()});
    }
    for (std::size_t step = 0; step + 1 < units; ++step) {
      const std::size_t chunk = chunk_behind(step + units - 1);
      send(chunk, vectors_.chunk_of(right(), chunk));
    }
    control_.complete();
  }

 private:
  /// Puts an own chunk to the right, and waits for what comes from the left.
  template <class Position>
  void send(std::size_t chunk, const Position& to)
  {
    ++count_;
    control_.put_notify(to, vectors_.own_chunk(chunk), arrived_(static_cast<int>(right())), count_);
    control_.wait_for(arrived_[0], count_);
  }

  static std::size_t me() { return static_cast<std::size_t>(dash::myid().id); }
  static std::size_t right() { return (me() + 1) % dash::size(); }
  /// The chunk that a unit has \p steps after it was the turn of the chunk with the unit's id.
  static std::size_t chunk_behind(std::size_t steps)
  {
    return (me() + 2 * dash::size() - steps) % dash::size();
  }
  dash::Array<float>::iterator inbox(std::size_t unit, std::size_t step)
  {
    const std::size_t at = unit * vectors_.size() + step * vectors_.chunk_size();
    return inboxes_.begin() + static_cast<dash::default_index_t>(at);
  }

  Vectors vectors_;
  dash::Array<float> inboxes_;  ///< room for a chunk of each step at each unit
  dash::Flags<std::uint64_t, typename Control::FlagSpace> arrived_;
  std::uint64_t count_ = 0;  ///< number of chunks that the unit has received
  Control control_;
};

}  // namespace ring_allreduce
