// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Rings for requests of kernels: what the requests do, how many calls they take, and misuse. The
// test writes them as a kernel would.

#include <dash/dart/if/dart_kernel.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <tuple>

#include "memories.h"

namespace dart::test {
namespace {

constexpr size_t slots = 8;

/// A ring of this unit, and what is written into it.
class Ring {
 public:
  Ring() { EXPECT_OK(dart_kernel_ring_open(slots, &ring_)); }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  ~Ring() { close(); }

  void serve() const { EXPECT_OK(dart_kernel_ring_serve(ring_.id)); }
  void close() { EXPECT_OK(dart_kernel_ring_close(&ring_)); }

  void write(dart_kernel_request_t request)
  {
    while (number_ >= completed() + slots) std::this_thread::yield();
    dart_kernel_request_t& place = ring_.requests[number_ % slots];
    request.sequence = place.sequence;
    place = request;
    std::atomic_ref(place.sequence).store(++number_, std::memory_order_release);
  }
  void put(dart_gptr_t to, const void* from, size_t nbytes)
  {
    write(request(DART_KERNEL_PUT, to, from, nbytes));
  }

  void wait() const
  {
    while (completed() < number_) std::this_thread::yield();
  }
  /// The result of the last request.
  uint64_t result() const
  {
    wait();
    return ring_.results[(number_ - 1) % slots];
  }
  dart_kernel_report_t report(std::string* reason = nullptr) const
  {
    dart_kernel_report_t report{};
    std::string text(200, ' ');
    EXPECT_OK(dart_kernel_ring_report(ring_.id, &report, text.data(), text.size()));
    if (reason != nullptr) *reason = text.c_str();
    return report;
  }

  static dart_kernel_request_t request(
      dart_kernel_operation_t operation, dart_gptr_t target, const void* local, size_t nbytes)
  {
    dart_kernel_request_t request{};
    request.target = target;
    request.local = reinterpret_cast<uint64_t>(local);
    request.what = nbytes | uint64_t{operation} << DART_KERNEL_OPERATION_AT;
    return request;
  }

 private:
  uint64_t completed() const
  {
    return std::atomic_ref(*ring_.completed).load(std::memory_order_acquire);
  }

  dart_kernel_ring_t ring_{};
  uint64_t number_ = 0;
};

/// A word of each unit, which is zero before any unit goes on. Collective.
class ZeroWords : public GlobalMemory {
 public:
  explicit ZeroWords(Memory memory) : GlobalMemory(memory, sizeof(uint64_t))
  {
    set(Bytes(nbytes()));
    barrier();
  }
};

class KernelRingTest : public DartTest {
 protected:
  static void barrier() { EXPECT_OK(dart_barrier(DART_TEAM_ALL)); }

  /// A request for an atomic operation on a word.
  static dart_kernel_request_t atomic(
      dart_kernel_operation_t operation, dart_gptr_t target, uint64_t value, uint64_t compare = 0)
  {
    auto request = Ring::request(operation, target, nullptr, sizeof value);
    request.local = compare;
    request.value = value;
    request.what |= uint64_t{DART_TYPE_ULONGLONG} << DART_KERNEL_TYPE_AT;
    return request;
  }

  /// The same for a predefined operation, with or without a result.
  static dart_kernel_request_t atomic_op(
      dart_kernel_operation_t kind, dart_gptr_t target, dart_operation_t operation, uint64_t value)
  {
    return atomic(kind, target, value, operation);
  }

  /// Writes the requests before the thread starts, so that they are one batch.
  /// \return number of calls that they take
  template <class Write>
  static uint64_t calls_of(Write write)
  {
    Ring ring;
    write(ring);
    ring.serve();
    ring.wait();
    EXPECT_EQ(0U, ring.report().failures);
    return ring.report().calls;
  }
};

TEST_F(KernelRingTest, PutsAndGetsMoveBytes)
{
  for (const Memory memory : memories) {
    SCOPED_TRACE(testing::Message() << memory);
    GlobalMemory target(memory, 5000);
    for (const Place place : places) {
      const Bytes sent = random_bytes(me(), 5000);
      LocalBuffer from(place, sent), back(place, Bytes(5000));
      Ring ring;
      ring.serve();
      ring.put(target.at(next()), from.data(), 5000);
      ring.wait();
      barrier();
      EXPECT_TRUE(same_bytes(random_bytes(previous(), 5000), target.values()));
      ring.write(Ring::request(DART_KERNEL_GET, target.at(next()), back.data(), 5000));
      ring.wait();
      EXPECT_TRUE(same_bytes(sent, back.values()));
      barrier();
    }
  }
}

TEST_F(KernelRingTest, FlagsComeBehindAllEarlierPuts)
{
  GlobalMemory target(Memory::unit, 64), flags(Memory::unit, 2 * sizeof(uint64_t));
  flags.set(Bytes(flags.nbytes()));
  barrier();
  Ring ring;
  ring.serve();
  const Bytes sent = random_bytes(me(), 48);
  ring.put(target.at(next()), sent.data(), 16);
  ring.put(target.at(next(), 16), &sent[16], 16);
  auto request = Ring::request(DART_KERNEL_NOTIFY, target.at(next(), 32), &sent[32], 16);
  request.flag = flags.at(next());
  request.value = 7;
  ring.write(request);
  request = Ring::request(DART_KERNEL_NOTIFY_ADD, flags.at(next()), nullptr, 0);
  request.flag = flags.at(next(), sizeof(uint64_t));
  request.value = 3;
  for (int i = 0; i < 2; ++i) ring.write(request);
  uint64_t value = 0;
  EXPECT_OK(dart_notify_wait_change(flags.at(me()), 0, &value));
  EXPECT_EQ(7U, value);
  const Bytes expected = random_bytes(previous(), 48), all = target.values();
  EXPECT_TRUE(same_bytes(expected, Bytes(all.begin(), all.begin() + 48)));
  while (value != 6) EXPECT_OK(dart_notify_value(flags.at(me(), sizeof value), &value));
  barrier();
}

TEST_F(KernelRingTest, AtomicOperationsGiveOldValues)
{
  ZeroWords words(Memory::unit);
  Ring ring;
  ring.serve();
  const dart_gptr_t word = words.at(next());
  for (const auto& [request, old] : {
           std::pair{atomic_op(DART_KERNEL_FETCH_OP, word, DART_OP_SUM, 5), 0U},
           std::pair{atomic_op(DART_KERNEL_FETCH_OP, word, DART_OP_REPLACE, 9), 5U},
           std::pair{atomic(DART_KERNEL_COMPARE_SWAP, word, 1, 8), 9U},
           std::pair{atomic(DART_KERNEL_COMPARE_SWAP, word, 2, 9), 9U},
           std::pair{atomic_op(DART_KERNEL_FETCH_OP, word, DART_OP_SUM, 1), 2U},
       }) {
    ring.write(request);
    EXPECT_EQ(old, ring.result());
  }
  barrier();
}

TEST_F(KernelRingTest, OperationsCombineWithElements)
{
  ZeroWords words(Memory::unit);
  Ring ring;
  ring.serve();
  const dart_gptr_t word = words.at(next());
  uint64_t old = 0;
  for (const auto& [operation, value, expected] : {
           std::tuple{DART_OP_SUM, 12U, 12U},
           std::tuple{DART_OP_BXOR, 10U, 6U},
           std::tuple{DART_OP_BOR, 9U, 15U},
           std::tuple{DART_OP_BAND, 13U, 13U},
           std::tuple{DART_OP_MIN, 20U, 13U},
           std::tuple{DART_OP_MAX, 20U, 20U},
           std::tuple{DART_OP_REPLACE, 0U, 0U},
       }) {
    for (const auto kind : {DART_KERNEL_FETCH_OP, DART_KERNEL_UPDATE}) {
      ring.write(atomic_op(DART_KERNEL_FETCH_OP, word, DART_OP_REPLACE, old));
      ring.write(atomic_op(kind, word, operation, value));
      if (kind == DART_KERNEL_FETCH_OP) {
        EXPECT_EQ(old, ring.result());
      }
      ring.write(atomic_op(DART_KERNEL_FETCH_OP, word, DART_OP_NO_OP, 0));
      EXPECT_EQ(expected, ring.result()) << "operation " << operation;
    }
    old = expected;
  }
  EXPECT_EQ(0U, ring.report().failures);
  barrier();
}

TEST_F(KernelRingTest, UpdatesOfABatchNeedOneCallEach)
{
  ZeroWords words(Memory::host);
  EXPECT_EQ(slots, calls_of([&](Ring& ring) {
              for (size_t i = 0; i < slots; ++i) {
                ring.write(atomic_op(DART_KERNEL_UPDATE, words.at(next()), DART_OP_SUM, 1));
              }
            }));
  barrier();
  uint64_t sum = 0;
  std::memcpy(&sum, words.values().data(), sizeof sum);
  EXPECT_EQ(slots, sum);
  barrier();
}

TEST_F(KernelRingTest, UpdatesByNoOperationFail)
{
  GlobalMemory words(Memory::host, sizeof(uint64_t));
  Ring ring;
  ring.serve();
  ring.write(atomic_op(DART_KERNEL_UPDATE, words.at(next()), DART_OP_UNDEFINED, 1));
  ring.write(atomic_op(DART_KERNEL_FETCH_OP, words.at(next()), 4711, 1));
  ring.wait();
  std::string reason;
  EXPECT_EQ(2U, ring.report(&reason).failures);
  EXPECT_NE(std::string::npos, reason.find("a kernel's request")) << reason;
  barrier();
}

TEST_F(KernelRingTest, RequestsOfABatchShareCalls)
{
  GlobalMemory target(Memory::unit, 64);
  const Bytes sent = random_bytes(me(), 64);
  LocalBuffer from(Place::own_unit, sent);
  const auto put = [&](Ring& ring, size_t to, size_t at) {
    ring.put(target.at(next(), to), from.data() + at, 8);
  };
  // The host takes two calls as well: a put and a flush.
  EXPECT_EQ(2U, calls_of([&](Ring& ring) { put(ring, 0, 0); }));
  EXPECT_EQ(2U, calls_of([&](Ring& ring) {
              for (size_t i = 0; i < slots; ++i) put(ring, 8 * i, 8 * i);
            }));
  EXPECT_EQ(slots + 1, calls_of([&](Ring& ring) {
              for (size_t i = 0; i < slots; ++i) put(ring, 8 * i, 8 * (slots - 1 - i));
            }));
  barrier();
  const Bytes theirs = random_bytes(previous(), 64), found = target.values();
  for (size_t i = 0; i < slots; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(8 * i);
    const auto sent_at = static_cast<std::ptrdiff_t>(8 * (slots - 1 - i));
    EXPECT_TRUE(std::equal(&found[0] + at, &found[0] + at + 8, &theirs[0] + sent_at));
  }
  barrier();
}

TEST_F(KernelRingTest, SlotsAreUsedAgain)
{
  ZeroWords words(Memory::host);
  Ring ring;
  ring.serve();
  for (uint64_t i = 0; i < 10 * slots; ++i) {
    ring.write(atomic_op(DART_KERNEL_FETCH_OP, words.at(next()), DART_OP_SUM, 1));
  }
  EXPECT_EQ(10 * slots - 1, ring.result());
  EXPECT_EQ(10 * slots, ring.report().requests);
  barrier();
}

TEST_F(KernelRingTest, ClosingCompletesRequests)
{
  GlobalMemory target(Memory::unit, 8);
  const Bytes sent = random_bytes(me(), 8);
  Ring ring;
  ring.serve();
  ring.serve();  // has no effect
  ring.put(target.at(next()), sent.data(), 8);
  ring.close();
  barrier();
  EXPECT_TRUE(same_bytes(random_bytes(previous(), 8), target.values()));
  barrier();
}

TEST_F(KernelRingTest, FailuresHaveAReason)
{
  GlobalMemory target(Memory::unit, 8);
  uint64_t word = 0;
  Ring ring;
  ring.serve();
  ring.put(target.at(next(), 4), &word, sizeof word);
  ring.write(Ring::request(static_cast<dart_kernel_operation_t>(0), target.at(0), &word, 8));
  ring.wait();
  std::string reason;
  EXPECT_LE(2U, ring.report(&reason).failures);
  EXPECT_NE(std::string::npos, reason.find("a kernel's request")) << reason;
  // Later requests are executed.
  ring.put(target.at(next()), &word, sizeof word);
  ring.wait();
  EXPECT_EQ(3U, ring.report().requests);
}

TEST_F(KernelRingTest, Misuse)
{
  dart_kernel_ring_t ring{};
  for (const size_t wrong : {size_t{0}, size_t{3}, size_t{1} << 40}) {
    EXPECT_INVAL(dart_kernel_ring_open(wrong, &ring));
    EXPECT_EQ(0U, ring.id);
  }
  EXPECT_INVAL(dart_kernel_ring_open(slots, nullptr));
  EXPECT_OK(dart_kernel_ring_close(&ring));  // there is none
  ASSERT_OK(dart_kernel_ring_open(slots, &ring));
  EXPECT_INVAL(dart_kernel_ring_report(ring.id, nullptr, nullptr, 0));
  dart_kernel_ring_t copy = ring;
  EXPECT_OK(dart_kernel_ring_close(&ring));
  EXPECT_EQ(0U, ring.id);
  dart_kernel_report_t report{};
  EXPECT_INVAL(dart_kernel_ring_serve(copy.id));
  EXPECT_INVAL(dart_kernel_ring_report(copy.id, &report, nullptr, 0));
  EXPECT_INVAL(dart_kernel_ring_close(&copy));
  EXPECT_INVAL(dart_kernel_ring_close(nullptr));
}

/// A ring that the program has forgotten ends with the runtime.
TEST_F(KernelRingTest, EndsWithTheRuntime)
{
  dart_kernel_ring_t ring{};
  ASSERT_OK(dart_kernel_ring_open(slots, &ring));
  ASSERT_OK(dart_kernel_ring_serve(ring.id));
  ASSERT_OK(dart_exit());
  EXPECT_EQ(DART_ERR_NOTINIT, dart_kernel_ring_serve(ring.id));
}

TEST_F(KernelRingTest, TimeLimit)
{
  uint64_t limit = 0;
  unsetenv("DART_KERNEL_TIMEOUT");
  EXPECT_OK(dart_kernel_time_limit(&limit));
  EXPECT_EQ(30'000'000'000U, limit);
  setenv("DART_KERNEL_TIMEOUT", "0", 1);
  EXPECT_OK(dart_kernel_time_limit(&limit));
  EXPECT_EQ(0U, limit);
  setenv("DART_KERNEL_TIMEOUT", "soon", 1);
  EXPECT_EQ(DART_ERR_OTHER, dart_kernel_time_limit(&limit));
  unsetenv("DART_KERNEL_TIMEOUT");
  EXPECT_INVAL(dart_kernel_time_limit(nullptr));
}

}  // namespace
}  // namespace dart::test
