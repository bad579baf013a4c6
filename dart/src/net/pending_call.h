#pragma once

/// \file
/// A call to another process that is not answered yet.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "base/byte_buffer.h"
#include "net/network.h"
#include "net/outbox.h"

namespace dart {

/// What RemoteCalls knows of a call from prepare() to finish(). It can be used again, and keeps its
/// memory until free_if_large(): to allocate large buffers costs more than their transfer. A call
/// that an exception has left under way is cancelled before that.
class PendingCall {
 public:
  PendingCall() = default;
  ~PendingCall() { cancel(); }
  PendingCall(const PendingCall&) = delete;
  PendingCall& operator=(const PendingCall&) = delete;

  /// The answer to a call that is finished.
  std::span<const std::byte> reply() const
  {
    return std::span(answer_).subspan(sizeof(ReplyHeader));
  }
  /// Frees the buffers of a call that is finished if they are too large to be kept.
  void free_if_large()
  {
    dart::free_if_large(message_);
    dart::free_if_large(answer_);
  }

 private:
  friend class RemoteCalls;

  /// Precedes the bytes of a reply.
  struct ReplyHeader {
    std::int64_t result;
  };

  bool is_answered() const { return sent_ == 0 && received_ == 0; }
  /// Looks at what is under way. \return is_answered()
  bool test()
  {
    if (sent_ != 0 && network_->test(sent_)) sent_ = 0;
    if (received_ != 0 && network_->test(received_)) received_ = 0;
    return is_answered();
  }
  /// Ends what is under way. The buffers can be used then.
  void cancel()
  {
    if (sent_ != 0) dart::cancel(*network_, std::exchange(sent_, 0), message_);
    if (received_ != 0) dart::cancel(*network_, std::exchange(received_, 0), answer_);
  }

  Network* network_ = nullptr;
  ByteBuffer message_, answer_;
  dart_unit_t unit_ = 0;
  int tag_ = 0;                                ///< the tag of the reply
  Network::Ticket sent_ = 0, received_ = 0;    ///< 0: not under way
  std::chrono::microseconds limit_{};          ///< the time to answer …
  std::chrono::steady_clock::time_point end_;  ///< … and its end
};

}  // namespace dart
