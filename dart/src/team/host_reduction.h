#pragma once

/// \file
/// Reduction of large data between the hosts of a team.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "net/host_exchange.h"
#include "types/reduction.h"

namespace dart {

/// Combines pieces of data of the leaders of all hosts, in the order of the hosts: each leader
/// combines a slice of the piece and sends it to all others (reduce-scatter and all-gather;
/// Rabenseifner, ICCS 2004), so a piece crosses each host's link twice, independent of the number
/// of hosts.
///
/// A piece passes through three stages, and each stage only waits for messages that the preceding
/// one has started. All leaders call the stages of all pieces in the same order.
class HostReduction {
 public:
  /// Number of pieces that can be in progress at the same time.
  static constexpr std::size_t depth = 3;

  HostReduction(HostExchange& hosts, const Reduction& reduce) : hosts_(hosts), reduce_(reduce) {}

  /// Stage 1: sends each host the slice of piece \c number that it combines.
  /// \param data  this host's data, which are replaced by the result
  void scatter(std::size_t number, std::byte* data, std::size_t bytes);
  /// Stage 2: combines this host's slice and sends it to all hosts.
  void combine(std::size_t number);
  /// Stage 3: waits until the slices of all hosts have arrived. \return the piece
  const std::byte* collect(std::size_t number);

 private:
  struct Batch {
    std::byte* data;
    std::size_t bytes;
    std::byte* slices;  // all hosts' versions of the slice that this host combines
    HostExchange::Messages under_way;
  };

  Batch& batch(std::size_t number) { return batches_[number % depth]; }
  /// Bytes of the slices before that of \c host.
  std::size_t begin_of(const Batch& batch, std::uint32_t host) const;
  std::size_t bytes_of(const Batch& batch, std::uint32_t host) const
  {
    return begin_of(batch, host + 1) - begin_of(batch, host);
  }

  HostExchange& hosts_;
  const Reduction& reduce_;
  std::array<Batch, depth> batches_;
};

}  // namespace dart
