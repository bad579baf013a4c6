#pragma once

/// \file
/// Reduction of large data between the hosts of a team.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "net/host_exchange.h"
#include "transfer/operation.h"

namespace dart {

/// Combines pieces of data that the leaders of all hosts have, in the order of the hosts: each
/// leader combines a slice of the piece and sends it to all others (reduce-scatter and all-gather;
/// Rabenseifner, ICCS 2004), so a piece crosses each host's link twice whatever the number of
/// hosts.
///
/// A piece goes through three stages in turn, and each stage only waits for messages that the one
/// before started. All leaders call the stages of all pieces in the same order.
class HostReduction {
 public:
  /// Pieces that can be under way at once.
  static constexpr std::size_t depth = 3;

  HostReduction(HostExchange& hosts, const Reduction& reduce) : hosts_(hosts), reduce_(reduce) {}

  /// Stage 1: sends each host the slice of piece \c number that it combines.
  /// \param data this host's data at first, and the result in the end
  void scatter(std::size_t number, std::byte* data, std::size_t bytes);
  /// Stage 2: combines this host's slice, and sends it to all.
  void combine(std::size_t number);
  /// Stage 3: waits until the slices of all hosts are in place. \return the piece
  const std::byte* collect(std::size_t number);

 private:
  struct Piece {
    std::byte* data;
    std::size_t bytes;
    std::byte* slices;  // all hosts' versions of the slice that this host combines
    HostExchange::Messages under_way;
  };

  Piece& piece(std::size_t number) { return pieces_[number % depth]; }
  /// Bytes of the slices before that of \c host.
  std::size_t begin_of(const Piece& piece, std::uint32_t host) const;
  std::size_t bytes_of(const Piece& piece, std::uint32_t host) const
  {
    return begin_of(piece, host + 1) - begin_of(piece, host);
  }

  HostExchange& hosts_;
  const Reduction& reduce_;
  std::array<Piece, depth> pieces_;
};

}  // namespace dart
