#pragma once

// How a wait for the adapter spends its time.

#include <sched.h>

#include <chrono>
#include <thread>

namespace dart::ib {

/// Polls at once at first, then gives the core away in between, and sleeps once it waits so long
/// that a microsecond more does not count. The clock is read only while nothing comes.
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
    if (now - begin_ < until_sleep) {
      sched_yield();
    } else {
      std::this_thread::sleep_for(sleep);
    }
    return now - begin_ < limit_;
  }

  /// Something came: the time begins anew.
  void refresh() { polls_ = 0; }

 private:
  static constexpr int busy_polls = 200;
  static constexpr auto until_sleep = std::chrono::milliseconds(1);
  static constexpr auto sleep = std::chrono::microseconds(20);

  std::chrono::seconds limit_;
  int polls_ = 0;
  Clock::time_point begin_{};
};

}  // namespace dart::ib
