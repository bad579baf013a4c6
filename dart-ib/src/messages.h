#pragma once

/// \file
/// The requests that units exchange while they make connections.

#include <infiniband/verbs.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace dart::ib {

enum class Request : std::uint32_t { connect, key };

/// One end of a connection: the data that the other end needs.
struct EndPoint {
  ibv_gid gid;
  std::uint32_t number;        ///< number of the queue pair
  std::uint32_t first_packet;  ///< first sequence number
  std::uint16_t lid;
  std::uint8_t mtu;
  std::uint8_t link_layer;
  std::uint8_t reads;         ///< number of reads that it answers at the same time
  bool needs_global_address;  ///< whether the LID does not identify the port
};

/// Asks for a connection. \return EndPoint of a queue pair that is ready
struct ConnectRequest {
  Request kind = Request::connect;
  EndPoint origin;
};

/// Asks for the range that contains an address. \return KeyReply
struct KeyRequest {
  Request kind = Request::key;
  std::uint64_t address;
};

struct KeyReply {
  std::uint64_t begin;
  std::uint64_t bytes;
  std::uint32_t rkey;
  std::uint32_t device;
};

/// All units run the same program, so messages consist of the bytes of plain structures.
template <class Message>
std::span<std::byte> bytes_of(Message& message)
{
  static_assert(std::is_trivially_copyable_v<Message>);
  return std::as_writable_bytes(std::span(&message, 1));
}

/// \return false if the message has a different size
template <class Message>
bool read_message(std::span<const std::byte> bytes, Message& message)
{
  static_assert(std::is_trivially_copyable_v<Message>);
  if (bytes.size() != sizeof message) return false;
  std::memcpy(&message, bytes.data(), sizeof message);
  return true;
}

}  // namespace dart::ib
