#include "staging.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "uncached_copy.h"

namespace {

using dart::cuda::Staging;

constexpr std::size_t piece_bytes = Staging::piece_bytes;

/// A thread that copies in order.
class FakeGpu {
 public:
  ~FakeGpu()
  {
    stops_ = true;
    thread_.join();
  }

  std::uint64_t start(std::function<void()> copy)
  {
    std::lock_guard guard(mutex_);
    copies_.push_back(std::move(copy));
    return ++started_;
  }
  bool is_done(std::uint64_t number) const { return done_ >= number; }
  bool is_idle() const { return is_done(started_); }
  void drain() const
  {
    while (!is_idle()) std::this_thread::yield();
  }

 private:
  void run()
  {
    while (!stops_) {
      std::function<void()> copy;
      {
        std::lock_guard guard(mutex_);
        if (!copies_.empty()) {
          copy = std::move(copies_.front());
          copies_.pop_front();
        }
      }
      if (!copy) {
        std::this_thread::yield();
        continue;
      }
      copy();
      ++done_;
    }
  }

  std::mutex mutex_;
  std::deque<std::function<void()>> copies_;
  std::atomic<std::uint64_t> started_{0}, done_{0};
  std::atomic<bool> stops_{false};
  std::thread thread_{[this] { run(); }};
};

std::vector<std::byte> random_bytes(std::size_t size, unsigned seed)
{
  std::minstd_rand random(seed);
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; i += 1 + random() % 61) bytes[i] = std::byte(random());
  return bytes;
}

/// Events that disturb a transfer.
struct Disturbance {
  std::function<void(std::size_t piece)> in_carry = [](std::size_t) {};
  std::function<void(std::size_t first)> in_start = [](std::size_t) {};
};

class StagingTest : public testing::TestWithParam<unsigned> {
 protected:
  /// \return the data that arrived
  std::vector<std::byte> upload(const std::vector<std::byte>& from, const Disturbance& with = {})
  {
    std::vector<std::byte> to(from.size());
    staging_.upload(
        pieces(from),
        [&](std::size_t piece, std::byte* buffer) {
          with.in_carry(piece);
          dart::cuda::fill_uncached(buffer, &from[piece * piece_bytes], length(from, piece, 1));
        },
        gpu_side([&](std::size_t first, std::size_t count, std::byte* buffer) {
          with.in_start(first);
          return gpu_.start([=, &to, this, bytes = length(from, first, count)] {
            std::memcpy(&to[first * piece_bytes], buffer, bytes);
          });
        }));
    return to;
  }

  std::vector<std::byte> download(const std::vector<std::byte>& from, const Disturbance& with = {})
  {
    std::vector<std::byte> to(from.size());
    staging_.download(
        pieces(from),
        [&](std::size_t piece, std::byte* buffer) {
          with.in_carry(piece);
          dart::cuda::drain_uncached(&to[piece * piece_bytes], buffer, length(from, piece, 1));
        },
        gpu_side([&](std::size_t first, std::size_t count, std::byte* buffer) {
          with.in_start(first);
          return gpu_.start([=, &from, this, bytes = length(from, first, count)] {
            std::memcpy(buffer, &from[first * piece_bytes], bytes);
          });
        }));
    return to;
  }

  static std::size_t pieces(const std::vector<std::byte>& bytes)
  {
    return (bytes.size() + piece_bytes - 1) / piece_bytes;
  }
  static std::size_t length(
      const std::vector<std::byte>& bytes, std::size_t first, std::size_t count)
  {
    return std::min(count * piece_bytes, bytes.size() - first * piece_bytes);
  }

  template <class Start>
  Staging::Gpu gpu_side(Start start)
  {
    return {
        start, [this](std::uint64_t number) { return gpu_.is_done(number); },
        [this] { gpu_.drain(); }};
  }

  FakeGpu gpu_;
  Staging staging_{
      GetParam(),
      {[](std::size_t bytes) { return static_cast<std::byte*>(std::aligned_alloc(4096, bytes)); },
       [](std::byte* memory) { std::free(memory); }}};
};

TEST_P(StagingTest, AllBytesArrive)
{
  const std::size_t buffers = staging_.buffers();
  for (const std::size_t bytes :
       {std::size_t(1), piece_bytes - 1, piece_bytes, 5 * piece_bytes + 63, buffers * piece_bytes,
        (buffers + 1) * piece_bytes + 1, (3 * buffers + 5) * piece_bytes - 7}) {
    const auto data = random_bytes(bytes, static_cast<unsigned>(bytes));
    EXPECT_TRUE(data == upload(data)) << bytes;
    EXPECT_TRUE(data == download(data)) << bytes;
  }
}

TEST_P(StagingTest, CallersTakeTurns)
{
  std::vector<std::thread> callers;
  std::atomic<int> wrong{0};
  for (unsigned caller = 0; caller < 3; ++caller) {
    callers.emplace_back([&, caller] {
      for (unsigned round = 0; round < 10; ++round) {
        const auto data = random_bytes((1 + 7 * caller + round) * piece_bytes / 2, caller + round);
        if (data != (round % 2 == 0 ? upload(data) : download(data))) ++wrong;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(0, wrong);
}

TEST_P(StagingTest, FailuresReachTheCallerAndLeaveNothingUnderWay)
{
  const auto data = random_bytes((2 * staging_.buffers() + 3) * piece_bytes, 1);
  for (const std::size_t at : {std::size_t(0), std::size_t(4), staging_.buffers() + 2}) {
    const auto fail = [at](std::size_t piece) {
      if (piece >= at) throw std::runtime_error("piece");
    };
    for (const Disturbance& with : {Disturbance{.in_carry = fail}, Disturbance{.in_start = fail}}) {
      EXPECT_THROW(upload(data, with), std::runtime_error) << at;
      EXPECT_TRUE(gpu_.is_idle());
      EXPECT_THROW(download(data, with), std::runtime_error) << at;
      EXPECT_TRUE(gpu_.is_idle());
    }
  }
  EXPECT_TRUE(data == upload(data));
  EXPECT_TRUE(data == download(data));
}

/// Number of units of the host: one unit has all cores, many share each core.
INSTANTIATE_TEST_SUITE_P(Units, StagingTest, testing::Values(1u, 4096u));

}  // namespace
