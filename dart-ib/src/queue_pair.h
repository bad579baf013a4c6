#pragma once

/// \file
/// One process's end of a reliable connection.

#include "device.h"
#include "messages.h"

namespace dart::ib {

class QueuePair {
 public:
  /// \throws std::runtime_error if the adapter has no more queue pairs
  QueuePair(
      const Device& device, const Settings& settings, ibv_cq* completions, std::uint32_t depth);

  /// The data that the other end needs.
  EndPoint end_point() const;
  /// Makes the queue pair ready.
  /// \param timeout_s  time after which a peer that does not answer is considered dead
  /// \throws std::runtime_error if the two ends are incompatible or the adapter refuses
  void connect(const EndPoint& peer, std::uint32_t timeout_s);

  /// Destroys the queue pair: the adapter does not access memory on its behalf any more.
  void close() { object_.reset(); }

  ibv_qp* get() const { return object_.get(); }
  /// Number of work requests that may be in progress.
  std::uint32_t depth() const { return depth_; }
  /// Number of bytes that are sent with a work request itself, so that their buffer may be reused
  /// immediately.
  std::uint32_t inline_bytes() const { return inline_bytes_; }

 private:
  void create(ibv_cq* completions, std::uint32_t depth);
  void initialise();
  void ready_to_receive(const EndPoint& peer);
  void ready_to_send(const EndPoint& peer, std::uint32_t timeout_s);
  ibv_ah_attr path_to(const EndPoint& peer) const;
  void modify(ibv_qp_attr& attributes, int mask, const char* what);

  const Device& device_;
  const Settings& settings_;
  QueuePairObject object_;
  std::uint32_t first_packet_;
  std::uint32_t depth_ = 0;
  std::uint32_t inline_bytes_ = 0;
};

}  // namespace dart::ib
