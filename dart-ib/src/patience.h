#pragma once

/// \file
/// How a wait for the adapter spends its time.

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace dart::ib {

/// Polls at once at first, then gives the core away in between. Once it waits long it sleeps, for
/// so small a share of that time that it does not count: what moves the data may need the core. The
/// clock is read only while nothing comes.
class Patience {
  using Clock = std::chrono::steady_clock;

 public:
  explicit Patience(std::chrono::seconds limit) : limit_(limit) {}

  /// Between two polls. \return false if the limit is exceeded
  bool step()
  {
    if (++polls_ <= busy_polls) return true;
    const auto now = Clock::now();
    if (polls_ == busy_polls + 1) begin_ = now;
    const auto waited = now - begin_;
    if (waited < until_sleep) {
      sched_yield();
    } else {
      std::this_thread::sleep_for(std::min<Clock::duration>(waited / share_asleep, longest_sleep));
    }
    return waited < limit_;
  }

  /// Something came: the time begins anew.
  void refresh() { polls_ = 0; }

 private:
  static constexpr int busy_polls = 200;
  static constexpr auto until_sleep = std::chrono::milliseconds(1);
  static constexpr int share_asleep = 64;
  static constexpr auto longest_sleep = std::chrono::milliseconds(1);

  std::chrono::seconds limit_;
  int polls_ = 0;
  Clock::time_point begin_{};
};

}  // namespace dart::ib
