// Tier: suite n3 c2g2; sanitized c2g2

// Flags that never come, for which streams wait a limited time.

#include <dash/dart/if/dart_error.h>
#include <dash/dart/if/dart_stream.h>
#include <dash/dart/if/dart_stream_collectives.h>

#include <array>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "flag_set.h"
#include "own_stream.h"

namespace dart::test {
namespace {

[[maybe_unused]] const int limit_is_set = setenv("DART_STREAM_TIMEOUT", "1", 1);

class StreamTimeoutTest : public DartTest {
 protected:
  /// All units meet in a stream. Then the last one goes on when the others call barrier(), which
  /// they do when they have given up.
  /// \return whether this is the last one
  bool meet_and_delay_last(dart_stream_t stream) const
  {
    EXPECT_OK(dart_stream_barrier(stream, DART_TEAM_ALL));
    EXPECT_OK(dart_stream_wait(stream));
    const bool is_late = me() + 1 == size;
    if (is_late) barrier();
    return is_late;
  }
  void expect_late(std::size_t late) const;
  void expect_no_wrong_sum(std::size_t n) const;
};

/// Waits for a stream. \return the messages of its error
std::string error_of_wait(dart_stream_t stream)
{
  dart_errors_kept = 1;
  EXPECT_EQ(DART_ERR_OTHER, dart_stream_wait(stream));
  dart_errors_kept = 0;
  std::string text(1000, '\0');
  text.resize(dart_error_reasons(text.data(), text.size()));
  return text;
}

void expect_part(const std::string& text, const std::string& part)
{
  EXPECT_NE(std::string::npos, text.find(part)) << '"' << part << "\" in: " << text;
}

TEST_F(StreamTimeoutTest, AFlagThatNeverComesIsNamed)
{
  for (Memory memory : {Memory::unit, Memory::host}) {
    const FlagSet flags(memory, 2);
    const OwnStream stream;
    EXPECT_OK(dart_stream_notify_wait(stream, flags.at(me(), 1), DART_FLAG_REACHED, 1234));
    const std::string text = error_of_wait(stream);
    expect_part(text, "flag at offset 8");
    expect_part(text, "at or past 1234");
    // The stream can be used again.
    EXPECT_OK(dart_stream_notify_wait(stream, flags.at(me(), 0), DART_FLAG_EQUAL, 0));
    EXPECT_OK(dart_stream_wait(stream));
    barrier();
  }
}

TEST_F(StreamTimeoutTest, AUnitThatDoesNotComeToABarrier)
{
  if (size < 2) GTEST_SKIP() << "a unit alone waits for nobody";
  const OwnStream stream;
  const bool is_late = meet_and_delay_last(stream);
  EXPECT_OK(dart_stream_barrier(stream, DART_TEAM_ALL));
  if (is_late) {
    EXPECT_OK(dart_stream_wait(stream));
  } else {
    expect_part(error_of_wait(stream), "1 s");
    barrier();
  }
  barrier();
}

/// Barriers behind one that has failed are left out, but later ones still belong together.
TEST_F(StreamTimeoutTest, BarriersBehindAFailedOne)
{
  if (size < 2) GTEST_SKIP() << "a unit alone waits for nobody";
  const OwnStream stream;
  const bool is_late = meet_and_delay_last(stream);
  for (int i = 0; i < 2; ++i) EXPECT_OK(dart_stream_barrier(stream, DART_TEAM_ALL));
  expect_part(error_of_wait(stream), "1 s");
  if (!is_late) barrier();
  for (int i = 0; i < 2; ++i) {
    barrier();
    EXPECT_OK(dart_stream_barrier(stream, DART_TEAM_ALL));
    EXPECT_OK(dart_stream_wait(stream));
  }
  barrier();
}

/// Adds sums of n elements of each unit, of which one comes late to the second one. All of those
/// that succeed are right.
void StreamTimeoutTest::expect_no_wrong_sum(std::size_t n) const
{
  SCOPED_TRACE(testing::Message() << n << " elements");
  dart_team_t team = DART_TEAM_NULL;  // it must not be used any more afterwards
  ASSERT_OK(dart_team_clone(DART_TEAM_ALL, &team));
  GlobalMemory send(Memory::unit, n * sizeof(long)), recv(Memory::unit, n * sizeof(long));
  const OwnStream stream;
  const auto add = [&] {
    EXPECT_OK(dart_stream_allreduce(
        stream, send.local(), recv.local(), n, DART_TYPE_LONG, DART_OP_SUM, team));
  };
  const auto units = static_cast<long>(size);
  const auto set = [&](long round) {
    const std::vector<long> values(n, 100 * round + static_cast<long>(me()));
    Bytes bytes(n * sizeof(long));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    send.set(bytes);
  };
  const auto check = [&](long round) {
    std::vector<long> sums(n);
    const Bytes bytes = recv.values();
    std::memcpy(sums.data(), bytes.data(), bytes.size());
    EXPECT_EQ(std::vector<long>(n, 100 * round * units + units * (units - 1) / 2), sums);
  };
  set(1);
  add();
  ASSERT_OK(dart_stream_wait(stream));
  check(1);
  // What is behind a collective that has failed is left out, so nobody has success twice.
  set(2);
  const bool is_late = me() + 1 == size;
  if (is_late) barrier();
  add();
  add();
  expect_part(error_of_wait(stream), "1 s (DART_STREAM_TIMEOUT)");
  if (!is_late) barrier();
  barrier();
  set(3);
  add();
  dart_errors_kept = 1;
  const dart_ret_t waited = dart_stream_wait(stream);
  dart_errors_kept = 0;
  if (waited == DART_OK) check(3);
  barrier();
}

/// Kernels push small sums in other ways than large ones, of which they work on several parts one
/// after the other; so do hosts.
TEST_F(StreamTimeoutTest, NoUnitGetsAWrongSum)
{
  if (size < 2) GTEST_SKIP() << "a unit alone waits for nobody";
  const bool has_gpus = dart_gpu_backend() == DART_GPU_CUDA;
  for (const std::size_t n : std::array<std::size_t, 3>{1, 10'000, has_gpus ? 8'000'000U : 20'000U})
    expect_no_wrong_sum(n);
}

/// One unit does not come to a collective in time; the others name it, or the first unit of its
/// host, if nobody else there can tell which unit it is.
void StreamTimeoutTest::expect_late(std::size_t late) const
{
  if (size < 2) return;  // a unit alone waits for nobody
  SCOPED_TRACE("unit " + std::to_string(late) + " is late");
  dart_team_t team = DART_TEAM_NULL;  // it must not be used any more afterwards
  ASSERT_OK(dart_team_clone(DART_TEAM_ALL, &team));
  const OwnStream stream;
  const auto units = static_cast<std::size_t>(size);
  const std::vector<std::size_t> counts(units, 1);
  std::vector<std::size_t> places(units);
  std::iota(places.begin(), places.end(), 0);
  std::vector<dart_unit_t> all(units);
  const dart_unit_t mine = me();
  const auto add = [&] {  // threads execute this one everywhere
    return dart_stream_allgatherv(
        stream, &mine, 1, DART_TYPE_INT, all.data(), counts.data(), places.data(), team);
  };
  EXPECT_OK(add());
  EXPECT_OK(dart_stream_wait(stream));
  EXPECT_EQ(size - 1, all.back());
  // The late unit comes when the others have given up. What it needs may be there, however.
  const bool is_late = me() == late;
  if (is_late) barrier();
  EXPECT_OK(add());
  if (is_late) {
    dart_stream_wait(stream);
    EXPECT_OK(add());
  }
  const std::string text = error_of_wait(stream);
  expect_part(text, "unit " + std::to_string(late) + " did not come");
  expect_part(text, "1 s (DART_STREAM_TIMEOUT)");
  if (!is_late) barrier();
  barrier();
}

TEST_F(StreamTimeoutTest, ALastUnitThatDoesNotComeToACollective)
{
  expect_late(size - 1);
}

TEST_F(StreamTimeoutTest, AFirstUnitThatDoesNotComeToACollective)
{
  expect_late(0);
}

}  // namespace
}  // namespace dart::test
