#pragma once

/// \file
/// Requests from units of other hosts that a process serves.

#include <sched.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <list>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>

#include "base/wait_place.h"
#include "net/host_fence.h"
#include "net/network.h"
#include "net/network_tags.h"
#include "net/outbox.h"
#include "net/peers.h"
#include "net/pending_call.h"

namespace dart {

/// Calls to other processes, and the thread that serves calls of other processes. A unit that waits
/// for another host serves calls meanwhile, so calls in both directions never wait for each other.
class RemoteCalls {
 public:
  enum class Kind : std::uint32_t {
    put,
    get,
    atomic,
    message,
    lock,
    team_id,
    transport,
    task,
    token,
    circle,
    said,
    count
  };
  /// Called on any thread, one call at a time; makes no calls itself.
  using Handler = Peers::Handler;
  using Bytes = std::span<const std::byte>;

  struct Knobs {
    std::uint32_t poll_us;    ///< interval between two looks while no calls arrive
    std::uint32_t timeout_s;  ///< after which an unanswered call fails; large ones have more
  };

  RemoteCalls(Network& network, Knobs knobs);
  ~RemoteCalls();
  RemoteCalls(const RemoteCalls&) = delete;
  RemoteCalls& operator=(const RemoteCalls&) = delete;

  /// Passes calls of a kind to \c handler, also those that have arrived before. Calls of a kind
  /// whose handler was taken away fail.
  void serve(Kind kind, Handler handler);

  /// Calls \c unit with the pieces, one after the other, and waits for a reply of exactly
  /// \c reply.size() bytes.
  /// \return the handler's return value; DART_ERR_OTHER, after a message, if there is no answer in
  ///   time. The reply is unchanged unless it is DART_OK.
  dart_ret_t call(
      dart_unit_t unit, Kind kind, std::initializer_list<Bytes> pieces,
      std::span<std::byte> reply = {});

  /// The same in steps, for threads that have several calls under way.
  /// \return room for the bytes of the call
  std::span<std::byte> prepare(
      PendingCall& call, Kind kind, std::size_t bytes, std::size_t reply_bytes);
  /// \return DART_ERR_OTHER, after a message, if too many calls were not answered in time; then
  ///   the call is not under way
  dart_ret_t start(PendingCall& call, dart_unit_t unit);
  /// Waits for the reply.
  dart_ret_t finish(PendingCall& call);

  /// Sends the bytes to the handler of \c unit, which nobody answers. Messages of this process to
  /// one unit arrive in order. Never waits, so handlers may use it.
  void post(dart_unit_t unit, Kind kind, Bytes bytes);

  /// Waits until \c ready() holds and serves calls of others meanwhile.
  template <class Ready>
  void wait(Ready ready)
  {
    std::optional<ShownWait> shown;
    for (int polls = 0; !ready(); ++polls) {
      if (polls >= polls_until_shown && !shown)
        shown.emplace(WaitReason::current().call, WaitReason::current().team);
      looks_by_waiters_.fetch_add(1, std::memory_order_relaxed);
      if (serve_one()) polls = 0;
      pause_after(polls);
    }
  }

  Network& network() { return network_; }
  HostFence& fence() { return fence_; }
  std::uint32_t timeout_s() const { return knobs_.timeout_s; }

 private:
  struct Header {
    Kind kind;
    std::int32_t reply_tag;
    std::uint64_t reply_bytes;
  };

  static constexpr std::int32_t no_reply = -1;
  /// Some milliseconds: most waits for another host are shorter.
  static constexpr int polls_until_shown = 1000;

  int take_reply_tag();
  std::chrono::microseconds limit_for(std::size_t bytes) const;
  static void pause_after(int polls);
  void run();
  std::chrono::microseconds nap(int idle, int disturbing) const;
  bool serve_one();
  void answer(dart_unit_t from);
  void answer_early(Kind kind);

  Network& network_;
  Knobs knobs_;
  HostFence fence_;
  std::mutex serving_;
  // Guarded by serving_.
  std::array<Handler, std::size_t(Kind::count)> handlers_;
  ByteBuffer message_;  // reused unless it is large
  std::array<bool, std::size_t(Kind::count)> are_served_{};
  std::list<std::pair<dart_unit_t, ByteBuffer>> early_;  // before their handler
  std::atomic<std::uint32_t> calls_{0};
  /// Tags of calls that are under way, which may last while other threads make thousands, and of
  /// those that got no answer in time: an answer must not be mistaken for that of another call.
  std::array<std::atomic<bool>, reply_tags> taken_tags_{};
  std::atomic<std::uint32_t> looks_by_waiters_{0};
  Outbox outbox_;  // posts and replies
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

/// The bytes of an object, as a piece of a call.
template <class T>
RemoteCalls::Bytes bytes_of(const T& object)
{
  return std::as_bytes(std::span(&object, 1));
}

/// The bytes of an object that receives the reply of a call.
template <class T>
std::span<std::byte> reply_to(T& object)
{
  return std::as_writable_bytes(std::span(&object, 1));
}

/// The object at the front of a call's bytes, for its handler.
template <class T>
T front_of(RemoteCalls::Bytes bytes)
{
  T object;
  std::memcpy(&object, bytes.data(), sizeof object);
  return object;
}

/// The calls of a transport to its counterparts, as calls of a kind of their own.
class TransportPeers final : public Peers {
 public:
  explicit TransportPeers(RemoteCalls& calls) : calls_(calls) {}

  void answer(Handler handler) override;
  dart_ret_t ask(
      dart_unit_t unit, std::span<const std::byte> request, std::span<std::byte> reply) override;

 private:
  RemoteCalls& calls_;
};

}  // namespace dart
