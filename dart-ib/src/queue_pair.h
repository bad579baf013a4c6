#pragma once

/// \file
/// A reliable connection's end in one process.

#include "device.h"
#include "messages.h"

namespace dart::ib {

class QueuePair {
 public:
  /// \throws std::runtime_error if the adapter has no more of them
  QueuePair(
      const Device& device, const Settings& settings, ibv_cq* completions, std::uint32_t depth);

  /// What the other end has to know.
  EndPoint end_point() const;
  /// Makes it ready. \param timeout_s after which a peer that does not answer counts as dead
  /// \throws std::runtime_error if the two ends do not fit or the adapter refuses
  void connect(const EndPoint& peer, std::uint32_t timeout_s);

  /// Ends it: the adapter touches no memory on its behalf any more.
  void close() { object_.reset(); }

  ibv_qp* get() const { return object_.get(); }
  /// Work requests that may be under way.
  std::uint32_t depth() const { return depth_; }
  /// Bytes that travel with a work request, so that their buffer may be reused at once.
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
