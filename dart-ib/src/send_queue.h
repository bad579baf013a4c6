#pragma once

/// \file
/// Work requests towards one unit: how many are under way and which are complete.

#include <string>

#include <functional>
#include <vector>

#include "patience.h"
#include "queue_pair.h"

namespace dart::ib {

/// What is left to do when a work request is complete.
struct Finish {
  std::byte* staged = nullptr;  ///< arrived here …
  void* user = nullptr;         ///< … and belongs there
  std::size_t bytes = 0;
  bool device = false;             ///< \c user is device memory
  std::uint64_t ring_mark = 0;     ///< staging memory up to here is free; 0: none was taken
  ibv_mr* registration = nullptr;  ///< made for this request only
};

/// A queue pair for requests, with a completion queue of its own. Requests have numbers from 1 on
/// and complete in this order. Not thread-safe.
///
/// Only some requests are signalled: each one that finds the queue idle, as somebody may wait for
/// it next, and then each whose turn it is. A wait for another one posts an empty write behind it.
class SendQueue {
 public:
  using Number = std::uint64_t;
  /// Does what a request left; \c good: it was successful.
  using Finisher = std::function<void(const Finish&, bool good)>;

  /// \throws std::runtime_error
  SendQueue(
      const Device& device, const Settings& settings, dart_unit_t unit, std::uint32_t timeout_s,
      Finisher finisher);
  ~SendQueue();

  EndPoint end_point() const { return pair_.end_point(); }
  void connect(const EndPoint& peer) { pair_.connect(peer, timeout_s_); }
  std::uint32_t inline_bytes() const { return pair_.inline_bytes(); }

  /// Posts a request, after it waited for room. \c what names it in messages.
  dart_ret_t post(ibv_send_wr& request, const Finish* finish, const char* what)
  {
    if (posted_ - completed_ >= depth_) [[unlikely]] {
      if (const dart_ret_t done = make_room(what); done != DART_OK) return done;
    }
    const Number number = posted_ + 1;
    Slot& slot = slots_[number & mask_];
    slot.what = what;
    slot.unfinished = finish != nullptr;
    if (finish != nullptr) slot.finish = *finish;
    request.wr_id = number;
    if (posted_ == completed_ || number - signalled_ >= signal_interval_) {
      request.send_flags |= IBV_SEND_SIGNALED;
    }
    ibv_send_wr* refused = nullptr;
    const int error = ibv_post_send(pair_.get(), &request, &refused);
    if (error != 0) [[unlikely]]
      return refuse(error, what);
    if (request.send_flags & IBV_SEND_SIGNALED) signalled_ = number;
    posted_ = number;
    return DART_OK;
  }

  /// The latest request.
  Number posted() const { return posted_; }
  /// All up to here are complete; after a failure, all.
  Number completed() const { return completed_; }
  /// Requests from here on failed, as this connection did.
  Number failed_from() const { return failed_from_; }
  bool failed() const { return failed_from_ != never; }

  /// Takes what has completed by now.
  void progress();
  /// Sees to it that the completion of \c number will show.
  dart_ret_t signal(Number number);
  /// For a wait for completions. The adapter itself gives a dead peer up in time; this is for an
  /// adapter that tells nothing at all, and long enough for a large request over a lossy link.
  Patience patience() const { return Patience(wait_limit()); }
  /// Ends the connection: nothing came for too long.
  void give_up(const char* what);

 private:
  static constexpr Number never = ~Number(0);

  struct Slot {
    Finish finish;
    bool unfinished = false;
    const char* what = "";
  };

  std::chrono::seconds wait_limit() const { return std::chrono::seconds(20 + 4 * timeout_s_); }
  dart_ret_t make_room(const char* what);
  dart_ret_t refuse(int error, const char* what);
  void complete_until(Number number, bool good);
  void fail(const ibv_wc& completion);
  void abandon(const std::string& cause);

  const Device& device_;
  dart_unit_t unit_;
  std::uint32_t timeout_s_;
  Finisher finisher_;
  CompletionQueue completions_;
  QueuePair pair_;
  std::vector<Slot> slots_;  // of a power of two
  std::uint64_t mask_;
  Number posted_ = 0;
  Number completed_ = 0;
  Number signalled_ = 0;  // the latest one
  Number failed_from_ = never;
  std::uint32_t depth_;
  std::uint32_t signal_interval_;
};

}  // namespace dart::ib
