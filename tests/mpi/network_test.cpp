// Messages between units.

#include "net/network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <thread>

#include "run.h"

namespace {

using namespace dart::test;

class NetworkTest : public testing::Test {
 protected:
  void SetUp() override
  {
    if (units() < 2) GTEST_SKIP() << "needs two units";
    barrier();
  }
  void TearDown() override { barrier(); }
};

std::vector<std::byte> pattern(std::size_t bytes, unsigned seed)
{
  std::vector<std::byte> data(bytes);
  for (std::size_t i = 0; i < bytes; ++i) data[i] = std::byte(i * 7 + i / 256 + seed);
  return data;
}

TEST_F(NetworkTest, MessagesReachTheirReceivers)
{
  for (int distance = 0; distance < units(); ++distance) {
    for (const std::size_t bytes : {0, 1, 1000, 100'000}) {
      const auto received =
          send_and_receive(neighbour(distance), pattern(bytes, me()), neighbour(-distance));
      EXPECT_EQ(received, pattern(bytes, neighbour(-distance)));
    }
  }
}

TEST_F(NetworkTest, TicketZeroIsDone)
{
  EXPECT_TRUE(network().test(0));
  network().cancel(0);
}

TEST_F(NetworkTest, AMessageMayBeShorterThanItsBuffer)
{
  std::uint64_t in[4] = {1, 2, 3, 4};
  const std::uint64_t out = 100 + me();
  const auto received = network().start_receive(neighbour(-1), 1, in, sizeof in);
  const auto sent = network().start_send(neighbour(1), 1, &out, sizeof out);
  wait_until([&] { return network().test(received); });
  wait_until([&] { return network().test(sent); });
  EXPECT_EQ(in[0], 100u + neighbour(-1));
  EXPECT_EQ(in[1], 2u);
}

TEST_F(NetworkTest, ManyMessagesMayBeOutstanding)
{
  constexpr int count = 5000;
  std::vector<int> out(count), in(count, -1);
  for (int round = 0; round < 3; ++round) {
    std::vector<dart::Network::Ticket> tickets;
    for (int i = 0; i < count; ++i) {
      tickets.push_back(network().start_receive(neighbour(-1), i % 7, &in[i], sizeof(int)));
    }
    for (int i = 0; i < count; ++i) {
      out[i] = i + round;
      tickets.push_back(network().start_send(neighbour(1), i % 7, &out[i], sizeof(int)));
    }
    // The last ones are cancelled first.
    for (; !tickets.empty(); tickets.pop_back()) {
      wait_until([&] { return network().test(tickets.back()); });
    }
    EXPECT_EQ(in, out);
  }
}

TEST_F(NetworkTest, LargeMessages)
{
  const auto data = pattern(30'000'001, 5);
  EXPECT_EQ(send_and_receive(neighbour(1), data, neighbour(-1)), data);
}

// This needs 5 GiB of memory.
TEST_F(NetworkTest, DISABLED_MessagesBeyondAnInt)
{
  const std::size_t bytes = (std::size_t(1) << 31) + 12345;
  dart::ByteBuffer data(bytes, std::byte(me()));
  data.back() = std::byte(99);
  if (me() == 0) {
    const auto sent = network().start_send(1, ServiceThread::tag, data.data(), bytes);
    wait_until([&] { return network().test(sent); });
    const auto again = network().start_send(1, 3, data.data(), bytes);
    wait_until([&] { return network().test(again); });
  } else if (me() == 1) {
    dart_unit_t from = -1;
    wait_until([&] { return network().take(ServiceThread::tag, &from, &data); });
    ASSERT_EQ(data.size(), bytes);
    EXPECT_EQ(data[bytes - 2], std::byte(0));
    EXPECT_EQ(data.back(), std::byte(99));
    std::fill(data.begin(), data.end(), std::byte(1));
    const auto received = network().start_receive(0, 3, data.data(), bytes);
    wait_until([&] { return network().test(received); });
    EXPECT_EQ(data[bytes - 2], std::byte(0));
    EXPECT_EQ(data.back(), std::byte(99));
  }
}

TEST_F(NetworkTest, NothingToTake)
{
  dart_unit_t from = -1;
  dart::ByteBuffer data(3);
  EXPECT_FALSE(network().take(1234, &from, &data));
  EXPECT_EQ(data.size(), 3u);
}

/// Beginning of the messages that the service thread receives.
struct Numbered {
  int thread, number;
};

/// Sends \c count messages to each other unit, with lengths below and above MPI's eager limits.
void send_numbered(int thread, int count)
{
  std::minstd_rand random(me() * 10 + thread + 1);
  for (int number = 0; number < count; ++number) {
    const Numbered head{thread, number};
    std::vector<std::byte> message(sizeof head + (number % 50 == 0 ? 200'000 : random() % 2000));
    std::memcpy(message.data(), &head, sizeof head);
    for (int distance = 1; distance < units(); ++distance) {
      const auto sent = network().start_send(
          neighbour(distance), ServiceThread::tag, message.data(), message.size());
      wait_until([&] { return network().test(sent); });
    }
  }
}

TEST_F(NetworkTest, MessagesOfASenderStayInOrder)
{
  constexpr int threads = 2, count = 1000;
  ServiceThread service;
  std::thread other([] { send_numbered(1, count); });
  send_numbered(0, count);
  other.join();
  std::map<std::pair<int, int>, int> next;  // one for each unit and thread
  int missing = threads * count * (units() - 1);
  wait_until([&] {
    for (const auto& [from, data] : service.take_messages()) {
      Numbered head;
      std::memcpy(&head, data.data(), sizeof head);
      EXPECT_EQ(head.number, (next[{from, head.thread}]++))
          << "from thread " << head.thread << " of unit " << from;
      --missing;
    }
    return missing == 0;
  });
  barrier();
}

TEST_F(NetworkTest, LongMessagesInBothDirectionsAreTaken)
{
  ServiceThread service;
  const auto message = pattern(20'000'000, me());
  for (int round = 0; round < 3; ++round) {
    const auto sent =
        network().start_send(neighbour(1), ServiceThread::tag, message.data(), message.size());
    wait_until([&] { return network().test(sent); });
  }
  int missing = 3;
  wait_until([&] {
    for (const auto& [from, data] : service.take_messages()) {
      EXPECT_EQ(from, neighbour(-1));
      EXPECT_TRUE(data == pattern(message.size(), from));
      --missing;
    }
    return missing == 0;
  });
  barrier();
}

TEST_F(NetworkTest, ReceivesAreCancelled)
{
  constexpr int tag = 21;
  for (int round = 0; round < 100; ++round) {
    std::vector<int> buffer(10, -1);
    const auto received = network().start_receive(neighbour(-1), tag, buffer.data(), 40);
    EXPECT_FALSE(network().test(received));
    network().cancel(received);
    EXPECT_EQ(buffer, std::vector<int>(10, -1));
  }
  // Messages that are sent later are received by whoever asks then.
  barrier();
  const int out = me();
  int in = -1;
  const auto sent = network().start_send(neighbour(1), tag, &out, sizeof out);
  const auto received = network().start_receive(neighbour(-1), tag, &in, sizeof in);
  wait_until([&] { return network().test(sent); });
  wait_until([&] { return network().test(received); });
  EXPECT_EQ(in, neighbour(-1));
}

TEST_F(NetworkTest, CancelOfAMessageThatArrived)
{
  constexpr int tag = 22;
  const int out = me();
  int in = -1;
  const auto received = network().start_receive(neighbour(-1), tag, &in, sizeof in);
  const auto sent = network().start_send(neighbour(1), tag, &out, sizeof out);
  wait_until([&] { return network().test(sent); });
  barrier();
  network().cancel(received);
  barrier();
}

}  // namespace
