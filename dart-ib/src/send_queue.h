#pragma once

/// \file
/// Work requests to one unit: how many are in progress and which are complete.

#include <string>

#include <functional>
#include <vector>

#include "patience.h"
#include "queue_pair.h"

namespace dart::ib {

/// What remains to be done when a work request is complete.
struct Finish {
  std::byte* staged = nullptr;  ///< staging buffer in which the data have arrived
  void* user = nullptr;         ///< address to which they are to be copied
  std::size_t bytes = 0;
  bool device = false;  ///< \c user is device memory
  /// staging memory up to this mark is free then; 0 if none was taken
  std::uint64_t ring_mark = 0;
  ibv_mr* registration = nullptr;  ///< registration that was made for this request only
};

/// A queue pair for requests, with a completion queue of its own. Requests are numbered from 1 and
/// complete in this order. Not thread-safe.
///
/// Only some requests are signalled: each one that is posted to an idle queue, because somebody may
/// wait for it next, and otherwise one in every signal interval. A wait for another request posts
/// an empty write behind it.
class SendQueue {
 public:
  using Number = std::uint64_t;
  /// Does what remains after a request; \c good tells whether the request was successful.
  using Finisher = std::function<void(const Finish&, bool good)>;

  /// \throws std::runtime_error
  SendQueue(
      const Device& device, const Settings& settings, dart_unit_t unit, std::uint32_t timeout_s,
      Finisher finisher);
  ~SendQueue();

  EndPoint end_point() const { return pair_.end_point(); }
  void connect(const EndPoint& peer) { pair_.connect(peer, timeout_s_); }
  std::uint32_t inline_bytes() const { return pair_.inline_bytes(); }

  /// Posts a request; waits first if the queue is full. \c what names it in messages.
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

  /// The number of the latest request.
  Number posted() const { return posted_; }
  /// All requests up to this number are complete; after a failure, all requests are.
  Number completed() const { return completed_; }
  /// The number from which requests have failed together with the connection.
  Number failed_from() const { return failed_from_; }
  bool failed() const { return failed_from_ != never; }

  /// Processes the requests that are complete by now.
  void progress();
  /// Ensures that the completion of request \c number will be signalled.
  dart_ret_t signal(Number number);
  /// The patience of a wait for completions. The adapter itself gives up a dead peer in time; this
  /// limit is for an adapter that reports nothing at all, and is long enough for a large request
  /// over a lossy link.
  Patience patience() const { return Patience(wait_limit()); }
  /// Ends the connection because nothing has arrived for too long.
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
  std::vector<Slot> slots_;  // their number is a power of two
  std::uint64_t mask_;
  Number posted_ = 0;
  Number completed_ = 0;
  Number signalled_ = 0;  // number of the latest signalled request
  Number failed_from_ = never;
  std::uint32_t depth_;
  std::uint32_t signal_interval_;
};

}  // namespace dart::ib
