// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Messages between two units: send, receive, exchange.

#include <random>

#include "support.h"

namespace dart::test {
namespace {

class MessageTest : public ThreadedTest {
 protected:
  static dart_global_unit_t as_unit(size_t id) { return static_cast<dart_unit_t>(id); }

  template <class T>
  static void send(const std::vector<T>& values, int tag, size_t to)
  {
    EXPECT_OK(dart_send(values.data(), values.size(), datatype_v<T>, tag, as_unit(to)));
  }

  template <class T>
  static std::vector<T> receive(size_t n, int tag, size_t from)
  {
    std::vector<T> values(n);
    EXPECT_OK(dart_recv(values.data(), n, datatype_v<T>, tag, as_unit(from)));
    return values;
  }

  template <class T>
  static std::vector<T> exchange(
      const std::vector<T>& values, int send_tag, size_t to, size_t n, int recv_tag, size_t from)
  {
    std::vector<T> result(n);
    EXPECT_OK(dart_sendrecv(
        values.data(), values.size(), datatype_v<T>, send_tag, as_unit(to), result.data(), n,
        datatype_v<T>, recv_tag, as_unit(from)));
    return result;
  }
};

constexpr size_t message_sizes[] = {0, 1, 2, 100, 1000, 4096, 5000, 100000, 1 << 20};

TEST_F(MessageTest, FromUnitToUnit)
{
  // Each ordered pair of different units takes its turn.
  for (size_t from = 0; from < size; ++from) {
    for (size_t to = 0; to < size; ++to) {
      for (size_t n : message_sizes) {
        if (from != to && me() == from) {
          send(elements<int>(from + n, n), 5, to);
        }
        if (from != to && me() == to) {
          EXPECT_TRUE(same(elements<int>(from + n, n), receive<int>(n, 5, from)));
        }
      }
    }
  }
}

TEST_F(MessageTest, Ring)
{
  for (size_t n : message_sizes) {
    SCOPED_TRACE(n);
    const auto result = exchange(elements<int>(me(), n), 1, next(), n, 1, previous());
    EXPECT_TRUE(same(elements<int>(previous(), n), result));
  }
}

TEST_F(MessageTest, ExchangeWithOneself)
{
  for (size_t n : message_sizes) {
    SCOPED_TRACE(n);
    const auto result = exchange(elements<int>(me(), n), 9, me(), n, 9, me());
    EXPECT_TRUE(same(elements<int>(me(), n), result));
  }
}

TEST_F(MessageTest, CrossingExchangesOfDifferentSizesAndTags)
{
  for (size_t distance = 1; distance < size; ++distance) {
    const size_t partner = (distance ^ me()) < size ? distance ^ me() : me();
    for (size_t n : message_sizes) {
      // Unit u sends u additional elements, with the tag u.
      const auto result = exchange(
          elements<long>(me(), n + me()), static_cast<int>(me()), partner, n + partner,
          static_cast<int>(partner), partner);
      EXPECT_TRUE(same(elements<long>(partner, n + partner), result));
    }
  }
}

TEST_F(MessageTest, LargeCrossingExchanges)
{
  constexpr size_t nbytes = size_t{8} << 20;
  const size_t partner = (me() ^ 1) < size ? me() ^ 1 : me();
  const auto mine = elements<unsigned char>(me(), nbytes);
  const auto result = exchange(mine, 3, partner, nbytes, 3, partner);
  EXPECT_EQ(elements<unsigned char>(partner, nbytes), result);
}

TEST_F(MessageTest, ExchangeMeetsSendAndReceive)
{
  if (size < 2) {
    GTEST_SKIP() << "needs 2 units";
  }
  for (size_t n : message_sizes) {
    if (me() == 0) {
      const auto result = exchange(elements<int>(0, n), 1, 1, n, 2, 1);
      EXPECT_TRUE(same(elements<int>(1, n), result));
    } else if (me() == 1) {
      EXPECT_TRUE(same(elements<int>(0, n), receive<int>(n, 1, 0)));
      send(elements<int>(1, n), 2, 0);
    }
  }
}

TEST_F(MessageTest, SourceIsReusableAfterSend)
{
  run_threads(2, [&](int thread) {
    for (size_t n : message_sizes) {
      if (thread == 0) {
        std::vector<int> source = elements<int>(me(), n);
        send(source, 1, next());
        std::fill(source.begin(), source.end(), -1);
      } else {
        EXPECT_TRUE(same(elements<int>(previous(), n), receive<int>(n, 1, previous())));
      }
    }
  });
}

TEST_F(MessageTest, OrderOfOneTag)
{
  constexpr int nmessages = 500;
  const auto take = [&](size_t from) {
    for (int i = 0; i < nmessages; ++i) {
      const auto length = static_cast<size_t>(1 + i % 7);
      const std::vector<int> expected(length, 1000 * static_cast<int>(from) + i);
      ASSERT_EQ(expected, receive<int>(length, 4, from));
    }
  };
  const auto give = [&](size_t to) {
    for (int i = 0; i < nmessages; ++i) {
      send(std::vector<int>(static_cast<size_t>(1 + i % 7), 1000 * myid.id + i), 4, to);
    }
  };
  run_threads(2, [&](int thread) { thread == 0 ? give(next()) : take(previous()); });
}

TEST_F(MessageTest, TagsAreKeptApart)
{
  // There is a sender and a receiver for each tag; messages with different tags overtake each
  // other.
  constexpr int ntags = 3;
  constexpr int nmessages = 100;
  run_threads(2 * ntags, [&](int thread) {
    const int tag = thread % ntags;
    for (int i = 0; i < nmessages; ++i) {
      if (thread < ntags) {
        send(std::vector<int>{myid.id, tag, i}, tag, next());
      } else {
        const std::vector<int> expected{static_cast<int>(previous()), tag, i};
        ASSERT_EQ(expected, receive<int>(3, tag, previous()));
      }
    }
  });
}

TEST_F(MessageTest, SourcesAreKeptApart)
{
  // Unit 0 receives in the reverse order of unit ids, with the same tag.
  for (int round = 0; round < 50; ++round) {
    if (me() != 0) {
      send(std::vector<int>{myid.id, round}, 7, 0);
    } else {
      for (size_t from = size - 1; from > 0; --from) {
        const std::vector<int> expected{static_cast<int>(from), round};
        EXPECT_EQ(expected, receive<int>(2, 7, from));
      }
    }
  }
}

TEST_F(MessageTest, ToOneselfByTwoThreads)
{
  run_threads(2, [&](int thread) {
    for (size_t n : message_sizes) {
      if (thread == 0) {
        send(elements<int>(me(), n), 2, me());
      } else {
        EXPECT_TRUE(same(elements<int>(me(), n), receive<int>(n, 2, me())));
      }
    }
  });
}

TEST_F(MessageTest, AllPairsAtOnce)
{
  std::mt19937 random(3);
  for (int round = 0; round < 30; ++round) {
    const size_t n = random() % 20000;
    for (size_t distance = 0; distance < size; ++distance) {
      const size_t to = (me() + distance) % size;
      const size_t from = (me() + size - distance) % size;
      const auto result = exchange(elements<int>(me() * size + to, n), round, to, n, round, from);
      EXPECT_TRUE(same(elements<int>(from * size + me(), n), result));
    }
  }
}

TEST_F(MessageTest, ManyThreadsExchange)
{
  constexpr int nthreads = 4;
  run_threads(nthreads, [&](int thread) {
    for (int round = 0; round < 50; ++round) {
      const std::vector<int> mine{myid.id, thread, round};
      const std::vector<int> expected{static_cast<int>(previous()), thread, round};
      ASSERT_EQ(expected, exchange(mine, thread, next(), 3, thread, previous()));
    }
  });
}

TEST_F(MessageTest, UnitIdsAreGlobal)
{
  // A team with other ids makes no difference.
  const SubTeam upper(every(1, size / 2, size));
  const auto result = exchange(std::vector<int>{myid.id}, 0, next(), 1, 0, previous());
  EXPECT_EQ(static_cast<int>(previous()), result[0]);
}

TEST_F(MessageTest, MessagesAndCollectivesDoNotMix)
{
  for (int round = 0; round < 50; ++round) {
    const auto result = exchange(std::vector<int>{round}, 0, next(), 1, 0, previous());
    EXPECT_EQ(round, result[0]);
    int sum = 0;
    EXPECT_OK(dart_allreduce(&round, &sum, 1, DART_TYPE_INT, DART_OP_SUM, DART_TEAM_ALL));
    EXPECT_EQ(round * static_cast<int>(size), sum);
  }
}

template <class T>
class TypesMessageTest : public MessageTest {};
TYPED_TEST_SUITE(TypesMessageTest, BasicTypes);

TYPED_TEST(TypesMessageTest, Ring)
{
  using T = TypeParam;
  const auto result =
      this->exchange(elements<T>(this->me(), 333), 0, this->next(), 333, 0, this->previous());
  EXPECT_TRUE(same(elements<T>(this->previous(), 333), result));
}

TEST_F(MessageTest, CustomType)
{
  const DerivedType type = DerivedType::custom(24);
  const auto mine = elements<unsigned char>(me(), 240);
  std::vector<unsigned char> result(240);
  EXPECT_OK(dart_sendrecv(
      mine.data(), 10, type, 0, as_unit(next()), result.data(), 10, type, 0, as_unit(previous())));
  EXPECT_TRUE(same(elements<unsigned char>(previous(), 240), result));
}

TEST_F(MessageTest, InvalidArguments)
{
  int value = 0;
  const DerivedType strided = DerivedType::strided(DART_TYPE_INT, 2, 1);
  for (dart_global_unit_t stranger : {as_unit(size), dart_global_unit_t(-1)}) {
    EXPECT_INVAL(dart_send(&value, 1, DART_TYPE_INT, 0, stranger));
    EXPECT_INVAL(dart_recv(&value, 1, DART_TYPE_INT, 0, stranger));
    EXPECT_INVAL(dart_sendrecv(
        &value, 1, DART_TYPE_INT, 0, stranger, &value, 1, DART_TYPE_INT, 0, as_unit(me())));
    EXPECT_INVAL(dart_sendrecv(
        &value, 1, DART_TYPE_INT, 0, as_unit(me()), &value, 1, DART_TYPE_INT, 0, stranger));
  }
  for (dart_datatype_t type : {DART_TYPE_UNDEFINED, dart_datatype_t{strided}}) {
    EXPECT_INVAL(dart_send(&value, 1, type, 0, as_unit(me())));
    EXPECT_INVAL(dart_recv(&value, 1, type, 0, as_unit(me())));
  }
}

/* ---- messages that nobody has received yet ------------------------------------------------- */

/// Runs in which a unit has a limit of 1 MiB, and a quarter of it for messages that wait.
class WaitingMessageTest : public MessageTest {
 protected:
  void SetUp() override
  {
    ASSERT_EQ(0, setenv("DART_HEAP", "1M", 1));
    MessageTest::SetUp();
    ASSERT_EQ(0, unsetenv("DART_HEAP"));
  }

  static constexpr size_t part = 16 << 10;  // elements in a quarter of what may wait
  static constexpr int fitting = 3;         // with what the runtime adds, not 4
  static std::vector<int> message(size_t from, int k) { return elements<int>(from + 7 * k, part); }
};

TEST_F(WaitingMessageTest, FloodWaitsForTheReceiver)
{
  if (size < 2) {
    GTEST_SKIP() << "needs 2 units";
  }
  constexpr int messages = 40;
  const Segment<int> sent(1, DART_TEAM_ALL, DART_MEMORY_HOST);
  const int zero = 0, one = 1;
  EXPECT_OK(dart_put_blocking(sent.at(me()), &zero, 1, DART_TYPE_INT, DART_TYPE_INT));
  barrier();
  const auto count = [&] {
    int value = 0;
    EXPECT_OK(dart_fetch_and_op(sent.at(1), &zero, &value, DART_TYPE_INT, DART_OP_SUM));
    return value;
  };
  if (me() == 0) {
    for (int k = 0; k < messages; ++k) {
      send(message(0, k), 1, 1);
      EXPECT_OK(dart_accumulate(sent.at(1), &one, 1, DART_TYPE_INT, DART_OP_SUM));
    }
  } else if (me() == 1) {
    while (count() < fitting) {
    }
    for (int k = 0; k < messages; ++k) {
      EXPECT_LE(count(), k + fitting);
      EXPECT_EQ(message(0, k), receive<int>(part, 1, 0));
    }
  }
}

TEST_F(WaitingMessageTest, ExchangeWhileOthersWait)
{
  // The account is used up by messages that are received last.
  for (int k = 0; k < fitting; ++k) send(message(me(), k), 7, next());
  for (int round = 0; round < 5; ++round) {
    const auto result = exchange(message(me(), round), 1, next(), part, 1, previous());
    EXPECT_EQ(message(previous(), round), result);
  }
  for (int k = 0; k < fitting; ++k) {
    EXPECT_EQ(message(previous(), k), receive<int>(part, 7, previous()));
  }
}

TEST_F(WaitingMessageTest, ExchangeInPlaceWhileOthersWait)
{
  for (int k = 0; k < fitting; ++k) send(message(me(), k), 7, next());
  auto values = message(me(), 9);
  EXPECT_OK(dart_sendrecv(
      values.data(), part, DART_TYPE_INT, 1, as_unit(next()), values.data(), part, DART_TYPE_INT, 1,
      as_unit(previous())));
  EXPECT_EQ(message(previous(), 9), values);
  for (int k = 0; k < fitting; ++k) receive<int>(part, 7, previous());
}

TEST_F(WaitingMessageTest, AwaitedMessageNeedsNoRoom)
{
  for (int k = 0; k < fitting; ++k) send(message(me(), k), 7, next());
  run_threads(2, [&](int thread) {
    for (int round = 0; round < 5; ++round) {
      if (thread == 0) {
        send(message(me(), round), 1, next());
      } else {
        EXPECT_EQ(message(previous(), round), receive<int>(part, 1, previous()));
      }
    }
  });
  for (int k = 0; k < fitting; ++k) receive<int>(part, 7, previous());
}

TEST_F(WaitingMessageTest, SingleMessageMayBeLarger)
{
  constexpr size_t large = 9 * part;
  send(elements<int>(me(), large), 1, next());
  EXPECT_EQ(elements<int>(previous(), large), receive<int>(large, 1, previous()));
}

TEST_F(WaitingMessageTest, MessageBeyondTheLimit)
{
  const std::vector<int> values(17 * part);
  EXPECT_EQ(
      DART_ERR_NOMEM, dart_send(values.data(), values.size(), DART_TYPE_INT, 1, as_unit(next())));
}

}  // namespace
}  // namespace dart::test
