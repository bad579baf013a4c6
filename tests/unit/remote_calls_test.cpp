// Tier: suite

// Calls between processes over a network that takes its time.

#include "net/remote_calls.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <chrono>
#include <cstring>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

/// A network of one unit, which sends messages to itself. Each takes the same time.
class LoopNetwork final : public dart::Network {
 public:
  explicit LoopNetwork(Clock::duration time) : time_(time) {}

  Ticket start_send(dart_unit_t, int tag, const void* data, std::size_t bytes) override
  {
    const std::lock_guard guard(mutex_);
    const auto* const begin = static_cast<const std::byte*>(data);
    messages_.push_back({tag, dart::ByteBuffer(begin, begin + bytes), Clock::now() + time_});
    return 0;
  }

  Ticket start_receive(dart_unit_t, int tag, void* data, std::size_t) override
  {
    const std::lock_guard guard(mutex_);
    receives_[tag] = data;
    return tag;
  }

  bool test(Ticket ticket) override
  {
    if (ticket == 0) return true;
    const std::lock_guard guard(mutex_);
    dart::ByteBuffer bytes;
    if (!find(static_cast<int>(ticket), bytes)) return false;
    std::memcpy(receives_.at(static_cast<int>(ticket)), bytes.data(), bytes.size());
    return true;
  }

  bool cancel(Ticket) override { return true; }

  bool take(int tag, dart_unit_t* from, dart::ByteBuffer* data) override
  {
    const std::lock_guard guard(mutex_);
    *from = 0;
    return find(tag, *data);
  }

  std::unique_ptr<dart::Transport> make_transport() override { return nullptr; }

 private:
  struct Message {
    int tag;
    dart::ByteBuffer bytes;
    Clock::time_point arrival;
  };

  /// The caller holds the lock.
  bool find(int tag, dart::ByteBuffer& bytes)
  {
    for (auto message = messages_.begin(); message != messages_.end(); ++message) {
      if (message->tag != tag || message->arrival > Clock::now()) continue;
      bytes = std::move(message->bytes);
      messages_.erase(message);
      return true;
    }
    return false;
  }

  const Clock::duration time_;
  std::mutex mutex_;
  std::list<Message> messages_;    // guarded by mutex_
  std::map<int, void*> receives_;  // the keys are tags; guarded by mutex_
};

class RemoteCallsTest : public testing::Test {
 protected:
  static constexpr auto kind = dart::RemoteCalls::Kind::message;
  static constexpr dart::RemoteCalls::Knobs knobs{.poll_us = 100, .timeout_s = 1};

  /// Calls the unit itself with \c sent bytes, for a reply of \c received bytes.
  static dart_ret_t call(dart::RemoteCalls& calls, std::size_t sent, std::size_t received)
  {
    const std::vector<std::byte> bytes(sent, std::byte{1});
    std::vector<std::byte> reply(received);
    return calls.call(0, kind, {bytes}, reply);
  }

  static void serve(dart::RemoteCalls& calls)
  {
    calls.serve(
        kind, [](dart_unit_t, dart::RemoteCalls::Bytes, dart::ByteBuffer&) { return DART_OK; });
  }
};

TEST_F(RemoteCallsTest, UnitsHaveMoreTimeForMoreBytes)
{
  LoopNetwork network(std::chrono::milliseconds(700));  // call and reply: more than the timeout
  dart::RemoteCalls calls(network, knobs);
  serve(calls);
  constexpr std::size_t few = 1000, many = 30'000'000;
  EXPECT_EQ(DART_OK, call(calls, many, few));
  EXPECT_EQ(DART_OK, call(calls, few, many));
  EXPECT_EQ(DART_ERR_OTHER, call(calls, few, few));
}

TEST_F(RemoteCallsTest, LargeMessagesLeaveNoMemoryBehind)
{
  LoopNetwork network(std::chrono::milliseconds(0));
  dart::RemoteCalls calls(network, knobs);
  serve(calls);
  constexpr std::size_t few = 1000, many = std::size_t(64) << 20;  // always of mmap()
  EXPECT_EQ(DART_OK, call(calls, few, few));
  const std::size_t before = mallinfo2().hblkhd;
  EXPECT_EQ(DART_OK, call(calls, many, few));
  EXPECT_EQ(DART_OK, call(calls, few, many));
  EXPECT_EQ(DART_OK, call(calls, few, few));  // whose answer begins with what is sent by now
  EXPECT_EQ(before, mallinfo2().hblkhd);
}

}  // namespace
