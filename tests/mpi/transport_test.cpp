// One-sided access to the memory of other units.

#include "net/transport.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <numeric>
#include <optional>
#include <random>
#include <string_view>
#include <thread>

#include "run.h"

namespace {

using namespace dart::test;
using Ticket = dart::Transport::Ticket;

constexpr std::size_t KiB = 1024, MiB = 1024 * KiB;

/// A sparse file, which is mapped like the memory of the runtime's units.
class Memory {
 public:
  explicit Memory(std::size_t bytes) : bytes_(bytes)
  {
    const int fd = memfd_create("memory", 0);
    if (ftruncate(fd, bytes) == 0) {
      begin_ = static_cast<std::byte*>(
          mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0));
    }
    close(fd);
  }
  ~Memory() { munmap(begin_, bytes_); }

  std::byte* begin() const { return begin_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::byte* begin_ = nullptr;
  std::size_t bytes_;
};

class TransportTest : public testing::Test {
 protected:
  void SetUp() override
  {
    if (units() < 2) GTEST_SKIP() << "needs two units";
    service_.emplace();
    transport_ = network().make_transport();
    const char* ways = std::getenv("OMPI_MCA_btl");
    if (ways != nullptr && std::string_view(ways).starts_with("tcp")) {
      EXPECT_EQ(transport_, nullptr) << "units could wait for each other without end";
      GTEST_SKIP() << "there are no one-sided operations over TCP";
    }
    ASSERT_NE(transport_, nullptr) << last_message();
  }

  void TearDown() override
  {
    if (memory_) transport_->conceal(memory_->begin(), memory_->bytes());
    transport_.reset();
    memory_.reset();
    service_.reset();
    if (units() >= 2) barrier();
  }

  /// Memory of each unit that the others can access.
  std::byte* expose(std::size_t bytes)
  {
    memory_.emplace(bytes);
    EXPECT_EQ(transport_->expose(memory_->begin(), bytes), DART_OK);
    addresses_ = all_gather(reinterpret_cast<std::uint64_t>(memory_->begin()));
    return memory_->begin();
  }

  dart::RemoteAddress at(int unit, std::size_t offset) const
  {
    return {unit, addresses_[unit] + offset};
  }

  Ticket put(int unit, std::size_t offset, const void* from, std::size_t bytes)
  {
    Ticket ticket = 0;
    EXPECT_EQ(transport_->put(at(unit, offset), from, bytes, &ticket), DART_OK);
    return ticket;
  }

  Ticket get(void* to, int unit, std::size_t offset, std::size_t bytes)
  {
    Ticket ticket = 0;
    EXPECT_EQ(transport_->get(to, at(unit, offset), bytes, &ticket), DART_OK);
    return ticket;
  }

  std::optional<ServiceThread> service_;
  std::unique_ptr<dart::Transport> transport_;
  std::optional<Memory> memory_;
  std::vector<std::uint64_t> addresses_;
};

TEST_F(TransportTest, EachUnitReachesEachOther)
{
  std::byte* mine = expose(64 * KiB);
  std::vector<std::uint64_t> out(units());
  for (int unit = 0; unit < units(); ++unit) {
    out[unit] = 1000 * me() + unit;
    put(unit, 8 * me(), &out[unit], 8);
  }
  for (int unit = 0; unit < units(); ++unit) EXPECT_EQ(transport_->flush(unit, true), DART_OK);
  barrier();
  for (int unit = 0; unit < units(); ++unit) {
    std::uint64_t here = 0, there = 0;
    std::memcpy(&here, mine + 8 * unit, 8);
    EXPECT_EQ(here, 1000u * unit + me());
    EXPECT_EQ(transport_->wait(get(&there, unit, 8 * me(), 8), false), DART_OK);
    EXPECT_EQ(there, out[unit]);
  }
  barrier();
}

TEST_F(TransportTest, NothingToDoCostsNothing)
{
  expose(4096);
  EXPECT_EQ(put(0, 0, nullptr, 0), 0u);
  EXPECT_EQ(get(nullptr, 0, 0, 0), 0u);
  EXPECT_TRUE(transport_->test(0, true));
  EXPECT_EQ(transport_->wait(0, true), DART_OK);
  const std::clock_t start = std::clock();  // time of this process, because others use its core
  for (int i = 0; i < 100'000; ++i) {
    EXPECT_EQ(transport_->flush(neighbour(1), true), DART_OK);
  }
  EXPECT_LT(std::clock() - start, 2 * CLOCKS_PER_SEC);
}

TEST_F(TransportTest, ABufferIsFreeWhenItsPutIsCompleteLocally)
{
  expose(4 * MiB);
  for (const std::size_t bytes : {std::size_t(1), 100 * sizeof(int), 30 * KiB, MiB}) {
    std::vector<unsigned char> buffer(bytes), back(bytes);
    for (int round = 0; round < 10; ++round) {
      std::fill(buffer.begin(), buffer.end(), 1 + round);
      const Ticket ticket = put(neighbour(1), me() * MiB, buffer.data(), bytes);
      if (round % 2 == 0)
        EXPECT_EQ(transport_->wait(ticket, false), DART_OK);
      else
        EXPECT_TRUE(transport_->test(ticket, false));
      std::fill(buffer.begin(), buffer.end(), 200);
      EXPECT_EQ(transport_->flush(neighbour(1), true), DART_OK);
      EXPECT_EQ(
          transport_->wait(get(back.data(), neighbour(1), me() * MiB, bytes), false), DART_OK);
      EXPECT_EQ(back, std::vector<unsigned char>(bytes, 1 + round));
    }
  }
  barrier();
}

TEST_F(TransportTest, LaterTicketsCoverEarlierOnes)
{
  expose(MiB);
  std::vector<int> out(1000), in(1000);
  std::iota(out.begin(), out.end(), me());
  Ticket last = 0;
  for (int i = 0; i < 1000; ++i) last = put(neighbour(1), 4 * i, &out[i], 4);
  EXPECT_EQ(transport_->wait(last, true), DART_OK);
  for (int i = 0; i < 1000; ++i) last = get(&in[i], neighbour(1), 4 * i, 4);
  EXPECT_EQ(transport_->wait(last, false), DART_OK);
  EXPECT_EQ(in, out);
  EXPECT_TRUE(transport_->test(last, true));
  barrier();
}

/// Unordered puts and gets at disjoint locations, and their expected results.
class RandomTransfers {
 public:
  RandomTransfers(std::size_t bytes, unsigned seed)
      : random_(seed),
        there_(bytes),
        source_(bytes),
        gets_(bytes)
  {
    std::generate(source_.begin(), source_.end(), [&] { return std::byte(random_() >> 8); });
  }

  /// Transfers of 1 byte to \c longest bytes, uniformly distributed on a logarithmic scale.
  template <class Put, class Get>
  void run(std::size_t longest, int most, Put put, Get get)
  {
    std::uniform_real_distribution<> logarithm(0, std::log2(double(longest)));
    std::size_t place = random_() % 100;
    expected_.clear();
    for (int i = 0; i < most; ++i) {
      const auto bytes = static_cast<std::size_t>(std::exp2(logarithm(random_)));
      if (place + bytes > there_.size()) break;
      if (random_() % 3 != 0) {
        const std::size_t from = random_() % (source_.size() - bytes + 1);
        put(place, &source_[from], bytes);
        std::copy_n(source_.begin() + from, bytes, there_.begin() + place);
      } else {
        get(&gets_[place], place, bytes);
        expected_.push_back({place, bytes});
      }
      place += bytes + random_() % 50;
    }
  }

  /// Tests call it when the operations are complete.
  void check_gets() const
  {
    for (const auto& [place, bytes] : expected_) {
      EXPECT_EQ(std::memcmp(&gets_[place], &there_[place], bytes), 0)
          << "get of " << bytes << " bytes at " << place;
    }
  }

  const std::vector<std::byte>& there() const { return there_; }

 private:
  struct Stretch {
    std::size_t place, bytes;
  };

  std::mt19937 random_;
  std::vector<std::byte> there_;   // the target's bytes
  std::vector<std::byte> source_;  // source of puts
  std::vector<std::byte> gets_;    // results of gets, in the order of there_
  std::vector<Stretch> expected_;
};

TEST_F(TransportTest, RandomPutsAndGetsOfAllSizes)
{
  const std::size_t bytes = 70 * MiB;
  std::byte* mine = expose(bytes);
  RandomTransfers transfers(bytes, me());
  for (int round = 0; round < 20; ++round) {
    const bool is_huge = round % 10 == 0;
    transfers.run(
        is_huge          ? 64 * MiB
        : round % 3 == 0 ? 256 * KiB
                         : 200,
        is_huge ? 40 : 2000,
        [&](std::size_t place, const void* from, std::size_t n) {
          put(neighbour(1), place, from, n);
        },
        [&](void* to, std::size_t place, std::size_t n) { get(to, neighbour(1), place, n); });
    EXPECT_EQ(transport_->flush(neighbour(1), true), DART_OK);
    transfers.check_gets();
  }
  barrier();
  const auto expected = send_and_receive(neighbour(1), transfers.there(), neighbour(-1));
  ASSERT_EQ(expected.size(), bytes);
  EXPECT_EQ(std::memcmp(expected.data(), mine, bytes), 0);
  barrier();
}

TEST_F(TransportTest, GetsAreCompleteLocallyWithTheirBytes)
{
  const std::size_t bytes = 10 * MiB;
  std::byte* mine = expose(bytes);
  const auto value = [](int unit, std::size_t i) { return std::byte(i * 7 + i / 256 + unit); };
  for (std::size_t i = 0; i < bytes; ++i) mine[i] = value(me(), i);
  barrier();
  std::vector<std::byte> in(bytes);
  for (const std::size_t n : {std::size_t(1), 100 * KiB, bytes}) {
    std::fill(in.begin(), in.end(), std::byte(0));
    const Ticket ticket = get(in.data(), neighbour(1), 0, n);
    EXPECT_EQ(transport_->wait(ticket, false), DART_OK);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n; ++i) wrong += in[i] != value(neighbour(1), i);
    EXPECT_EQ(wrong, 0u) << "of " << n;
  }
  barrier();
}

TEST_F(TransportTest, ThreadsShareATransport)
{
  const std::size_t part = 4 * MiB;
  std::byte* mine = expose(2 * part);
  std::vector<RandomTransfers> transfers;
  for (int thread = 0; thread < 2; ++thread) transfers.emplace_back(part, 100 + 2 * me() + thread);
  const auto run = [&](int thread) {
    const int target = neighbour(1);
    for (int round = 0; round < 100; ++round) {
      Ticket last = 0;
      transfers[thread].run(
          round % 10 == 0 ? 500 * KiB : 500, 300,
          [&](std::size_t place, const void* from, std::size_t n) {
            last = put(target, thread * part + place, from, n);
          },
          [&](void* to, std::size_t place, std::size_t n) {
            last = get(to, target, thread * part + place, n);
          });
      EXPECT_EQ(transport_->wait(last, true), DART_OK);
      transfers[thread].check_gets();
    }
  };
  std::thread other(run, 1);
  run(0);
  other.join();
  barrier();
  for (int thread = 0; thread < 2; ++thread) {
    const auto expected = send_and_receive(neighbour(1), transfers[thread].there(), neighbour(-1));
    EXPECT_EQ(std::memcmp(expected.data(), mine + thread * part, part), 0);
  }
  barrier();
}

std::atomic_ref<std::uint64_t> word_at(std::byte* place)
{
  return std::atomic_ref(*reinterpret_cast<std::uint64_t*>(place));
}

TEST_F(TransportTest, AFlagPutAfterAFlushFollowsItsData)
{
  const std::size_t most = MiB, flag = 2 * MiB;
  std::byte* mine = expose(flag + 8);
  std::vector<std::uint64_t> out(most / 8);
  for (std::uint64_t round = 1; round <= 200; ++round) {
    const std::size_t words = round % 20 == 0 ? out.size() : round % 17;
    std::fill_n(out.begin(), words, round);
    EXPECT_EQ(transport_->wait(put(neighbour(1), 0, out.data(), 8 * words), true), DART_OK);
    EXPECT_EQ(transport_->wait(put(neighbour(1), flag, &round, 8), true), DART_OK);
    // Meanwhile, only the service thread calls MPI here.
    while (word_at(mine + flag) < round) sched_yield();
    EXPECT_EQ(word_at(mine + flag), round);
    for (std::size_t i = 0; i < words; ++i) {
      EXPECT_EQ(word_at(mine + 8 * i), round);
    }
    // The neighbour overwrites the data next.
    barrier();
  }
}

TEST_F(TransportTest, ATargetMayCompute)
{
  const std::size_t bytes = 32 * MiB;
  std::byte* mine = expose(bytes + 8);
  const auto done = word_at(mine + bytes);
  if (me() == 0) {
    std::vector<std::byte> data(bytes, std::byte(5)), back(bytes);
    for (int unit = 1; unit < units(); ++unit) {
      for (std::size_t n = 1; n <= bytes; n *= 4) {
        EXPECT_EQ(transport_->wait(put(unit, 0, data.data(), n), true), DART_OK);
        EXPECT_EQ(transport_->wait(get(back.data(), unit, 0, n), false), DART_OK);
        EXPECT_EQ(std::memcmp(data.data(), back.data(), n), 0);
      }
      const std::uint64_t one = 1;
      EXPECT_EQ(transport_->wait(put(unit, bytes, &one, 8), true), DART_OK);
    }
  } else {
    while (done.load(std::memory_order_relaxed) == 0) {
    }
  }
  barrier();
}

TEST_F(TransportTest, MessagesAreTakenWhileAThreadTransfers)
{
  expose(MiB);
  std::vector<std::byte> data(100 * KiB);
  constexpr int rounds = 20;
  const auto start = std::chrono::steady_clock::now();
  int taken = 0;
  for (int round = 1; round <= rounds; ++round) {
    const auto sent = network().start_send(neighbour(1), ServiceThread::tag, &round, sizeof round);
    wait_until([&] { return network().test(sent); });
    // Continues until the neighbour has come as far; the service thread needs the lock that this
    // thread takes all the time.
    while (taken < round) {
      put(neighbour(1), 0, data.data(), data.size());
      EXPECT_EQ(transport_->flush(neighbour(1), true), DART_OK);
      taken += static_cast<int>(service_->take_messages().size());
    }
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
  barrier();
}

TEST_F(TransportTest, ManyRangesComeAndGo)
{
  constexpr std::size_t count = 500, bytes = 5000;  // not a multiple of a page
  Memory memory(2 * count * bytes);
  const auto addresses = all_gather(reinterpret_cast<std::uint64_t>(memory.begin()));
  const auto range = [&](std::size_t k) { return k * 2 * bytes + 123; };
  for (int round = 0; round < 2; ++round) {
    for (std::size_t k = 0; k < count; ++k) {
      ASSERT_EQ(transport_->expose(memory.begin() + range(k), bytes), DART_OK) << "range " << k;
    }
    barrier();
    std::vector<std::byte> data(bytes, std::byte(round + 1));
    for (std::size_t k = 0; k < count; ++k) {
      Ticket ticket = 0;
      EXPECT_EQ(
          transport_->put(
              {neighbour(1), addresses[neighbour(1)] + range(k)}, data.data(), bytes, &ticket),
          DART_OK);
    }
    EXPECT_EQ(transport_->flush(neighbour(1), true), DART_OK);
    barrier();
    for (std::size_t k = 0; k < count; ++k) {
      EXPECT_EQ(memory.begin()[range(k)], std::byte(round + 1));
      EXPECT_EQ(memory.begin()[range(k) + bytes - 1], std::byte(round + 1));
    }
    // First every other range, then the rest in reverse order.
    for (std::size_t k = 0; k < count; k += 2)
      transport_->conceal(memory.begin() + range(k), bytes);
    for (std::size_t k = count - 1; k < count; k -= 2) {
      transport_->conceal(memory.begin() + range(k), bytes);
    }
    barrier();
  }
}

TEST_F(TransportTest, RangesMayShareAPage)
{
  constexpr std::size_t count = 64, bytes = 200;
  Memory memory(count * bytes);
  const auto addresses = all_gather(reinterpret_cast<std::uint64_t>(memory.begin()));
  for (std::size_t k = 0; k < count; ++k) {
    ASSERT_EQ(transport_->expose(memory.begin() + k * bytes, bytes), DART_OK) << "range " << k;
  }
  barrier();
  std::vector<std::byte> data(bytes, std::byte(7));
  for (std::size_t k = 0; k < count; ++k) {
    Ticket ticket = 0;
    EXPECT_EQ(
        transport_->put(
            {neighbour(1), addresses[neighbour(1)] + k * bytes}, data.data(), bytes, &ticket),
        DART_OK);
  }
  EXPECT_EQ(transport_->flush(neighbour(1), true), DART_OK);
  barrier();
  for (std::size_t i = 0; i < count * bytes; ++i) EXPECT_EQ(memory.begin()[i], std::byte(7));
  for (std::size_t k = 0; k < count; ++k) transport_->conceal(memory.begin() + k * bytes, bytes);
  barrier();
}

std::size_t resident_bytes()
{
  std::size_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

TEST_F(TransportTest, ExposedMemoryIsNotTouched)
{
  const std::size_t before = resident_bytes();
  expose(std::size_t(64) << 30);
  const int value = 3;
  int back = 0;
  EXPECT_EQ(
      transport_->wait(put(neighbour(1), 63 * (std::size_t(1) << 30), &value, 4), true), DART_OK);
  EXPECT_EQ(
      transport_->wait(get(&back, neighbour(1), 63 * (std::size_t(1) << 30), 4), true), DART_OK);
  EXPECT_EQ(back, 3);
  EXPECT_LT(resident_bytes(), before + 50 * MiB);
  barrier();
}

TEST_F(TransportTest, AtomicOperationsAreLeftToTheOwner)
{
  EXPECT_FALSE(transport_->has_atomics(DART_TYPE_INT));
  EXPECT_EQ(transport_->atomic({1, 0}, {}), DART_ERR_OTHER);
  EXPECT_EQ(last_message(), "MPI does no atomic operation on memory of unit 1");
}

TEST_F(TransportTest, TransportsComeAndGo)
{
  for (int round = 0; round < 5; ++round) {
    transport_ = network().make_transport();
    ASSERT_NE(transport_, nullptr);
    expose(4096);
    put(neighbour(1), 0, &round, sizeof round);
    EXPECT_EQ(transport_->flush(neighbour(1), true), DART_OK);
    barrier();
    EXPECT_EQ(*reinterpret_cast<int*>(memory_->begin()), round);
    transport_->conceal(memory_->begin(), memory_->bytes());
    transport_.reset();
    memory_.reset();
  }
  transport_ = network().make_transport();
}

}  // namespace
