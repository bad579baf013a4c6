#pragma once

/// \file
/// How a thread spends its time while it waits for the adapter.

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include "base/wait_place.h"

namespace dart::ib {

/// First it only polls, then it yields the core between polls. In a long wait it also sleeps, for a
/// share of the waiting time that is too small to matter, because the process that moves the data
/// may need the core. It reads the clock only while nothing arrives.
class Patience {
  using Clock = std::chrono::steady_clock;

 public:
  explicit Patience(std::chrono::seconds limit) : limit_(limit) {}

  /// Called between two polls. \return false if the time limit is exceeded
  bool step()
  {
    if (++polls_ <= busy_polls) return true;
    const auto now = Clock::now();
    if (polls_ == busy_polls + 1) begin_ = now;
    const auto waited = now - begin_;
    if (waited < until_sleep) {
      sched_yield();
    } else {
      if (!shown_) shown_.emplace("ibv_poll_cq");
      std::this_thread::sleep_for(std::min<Clock::duration>(waited / share_asleep, longest_sleep));
    }
    return waited < limit_;
  }

  /// Something has arrived: the time starts again.
  void refresh()
  {
    polls_ = 0;
    shown_.reset();
  }

 private:
  static constexpr int busy_polls = 200;
  static constexpr auto until_sleep = std::chrono::milliseconds(1);
  static constexpr int share_asleep = 64;
  static constexpr auto longest_sleep = std::chrono::milliseconds(1);

  std::chrono::seconds limit_;
  int polls_ = 0;
  Clock::time_point begin_{};
  std::optional<ShownLibraryCall> shown_;
};

}  // namespace dart::ib
