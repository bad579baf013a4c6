// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Collectives that units start and wait for later: several at once, in any order, beside others.

#include <array>
#include <chrono>
#include <string>
#include <thread>

#include "collective_way.h"
#include "support.h"

namespace dart::test {
namespace {

class StartedCollectivesTest : public DartTest {
 protected:
  static constexpr dart_team_unit_t unit(size_t id) { return {static_cast<dart_unit_t>(id)}; }
  long sum_of_ids() const { return static_cast<long>(size * (size - 1) / 2); }

  dart_handle_t start_sum(const long* from, long* to, size_t n, dart_team_t team) const
  {
    dart_handle_t handle = DART_HANDLE_NULL;
    EXPECT_OK(dart_allreduce_handle(from, to, n, DART_TYPE_LONG, DART_OP_SUM, team, &handle));
    EXPECT_NE(DART_HANDLE_NULL, handle);
    return handle;
  }

  /// Destroys a team. \return what it has written
  static std::string destroy(dart_team_t team, dart_ret_t expected)
  {
    testing::internal::CaptureStderr();
    const dart_ret_t ended = dart_team_destroy(&team);
    const std::string message = testing::internal::GetCapturedStderr();
    EXPECT_EQ(expected, ended) << message;
    return message;
  }
  static dart_team_t clone_of_all()
  {
    dart_team_t team = DART_TEAM_NULL;
    EXPECT_OK(dart_team_clone(DART_TEAM_ALL, &team));
    return team;
  }
};

/// In the order of their starts, in the opposite one, and all at once.
TEST_F(StartedCollectivesTest, ManyAtOnceInAnyOrder)
{
  constexpr size_t many = 20, n = 3000;
  for (int order = 0; order < 3; ++order) {
    SCOPED_TRACE(order);
    std::vector<std::vector<long>> from(many), to(many, std::vector<long>(n));
    std::vector<dart_handle_t> handles;
    for (size_t k = 0; k < many; ++k) {
      from[k].assign(n, static_cast<long>(k * me()));
      handles.push_back(start_sum(from[k].data(), to[k].data(), k % 2 == 0 ? n : 1, DART_TEAM_ALL));
    }
    long id = static_cast<long>(me()), sum = 0;
    EXPECT_OK(dart_allreduce(&id, &sum, 1, DART_TYPE_LONG, DART_OP_SUM, DART_TEAM_ALL));
    EXPECT_EQ(sum_of_ids(), sum) << "a collective beside those that were started";
    if (order == 0) {
      for (dart_handle_t& handle : handles) EXPECT_OK(dart_wait(&handle));
    } else if (order == 1) {
      for (size_t k = many; k-- > 0;) EXPECT_OK(dart_wait_local(&handles[k]));
    } else {
      EXPECT_OK(dart_waitall(handles.data(), many));
    }
    EXPECT_EQ(std::vector<dart_handle_t>(many, DART_HANDLE_NULL), handles);
    for (size_t k = 0; k < many; ++k) {
      const long expected = static_cast<long>(k) * sum_of_ids();
      EXPECT_EQ(expected, to[k].front());
      EXPECT_EQ(k % 2 == 0 ? expected : 0, to[k].back());
    }
  }
}

/// A unit need not wait, nor call anything else, for the others to go on.
TEST_F(StartedCollectivesTest, GoOnBesideTheProgram)
{
  constexpr size_t n = 100'000;  // many steps
  const std::vector<long> mine(n, 1);
  std::vector<long> sum(n);
  dart_handle_t handle = start_sum(mine.data(), sum.data(), n, DART_TEAM_ALL);
  if (me() == 0) {
    int32_t is_finished = 0;
    while (is_finished == 0) EXPECT_OK(dart_test(&handle, &is_finished));
    EXPECT_EQ(DART_HANDLE_NULL, handle);
  }
  barrier();  // unit 0 comes only when all units have gone on
  EXPECT_OK(dart_wait(&handle));
  EXPECT_EQ(std::vector<long>(n, static_cast<long>(size)), sum);
}

TEST_F(StartedCollectivesTest, BarrierWaitsForAllStarts)
{
  Segment<int> arrived(size);
  arrived.fill(0);
  for (int round = 1; round <= 20; ++round) {
    for (size_t other = 0; other < size; ++other) store(arrived.at(other, me()), round);
    dart_handle_t handle = DART_HANDLE_NULL;
    EXPECT_OK(dart_barrier_handle(DART_TEAM_ALL, &handle));
    EXPECT_OK(dart_wait(&handle));
    for (int seen : arrived.values()) EXPECT_GE(seen, round);
  }
}

/// The order of starts counts per team alone.
TEST_F(StartedCollectivesTest, TeamsInDifferentOrders)
{
  const SubTeam one = SubTeam::clone(DART_TEAM_ALL), other = SubTeam::clone(DART_TEAM_ALL);
  const long mine = 1;
  for (int round = 0; round < 10; ++round) {
    std::array<long, 2> sums{};
    std::array<dart_handle_t, 2> handles;
    const bool is_turned = me() % 2 == 1;
    for (const size_t k : {size_t{is_turned}, size_t{!is_turned}})
      handles[k] = start_sum(&mine, &sums[k], 1, k == 0 ? one.id() : other.id());
    EXPECT_OK(dart_waitall(handles.data(), 2));
    EXPECT_EQ((std::array{static_cast<long>(size), static_cast<long>(size)}), sums);
  }
}

TEST_F(StartedCollectivesTest, HandlesOutliveTheirTeam)
{
  const dart_team_t team = clone_of_all();
  const long mine = 2;
  long sum = 0, forgotten = 0;
  dart_handle_t handle = start_sum(&mine, &sum, 1, team);
  dart_handle_t freed = start_sum(&mine, &forgotten, 1, team);
  EXPECT_OK(dart_handle_free(&freed));
  const std::string message = destroy(team, DART_OK);
  const std::string warning =
      "has not waited for 1 of the collectives that it has started on team " +
      std::to_string(team) + ", the first of them dart_allreduce_handle of 1 × long by SUM";
  EXPECT_NE(message.npos, message.find(warning)) << message;
  EXPECT_EQ(2 * static_cast<long>(size), sum);
  EXPECT_EQ(2 * static_cast<long>(size), forgotten);
  EXPECT_OK(dart_wait(&handle));
}

/// What is not started everywhere is never complete. The team can go on.
TEST_F(StartedCollectivesTest, DifferentNumbers)
{
  if (size < 2) return;
  const dart_team_t team = clone_of_all();
  dart_handle_t handle = DART_HANDLE_NULL;
  if (me() == size - 1) {
    EXPECT_OK(dart_barrier_handle(team, &handle));
  }
  const std::string message = destroy(team, DART_ERR_INVAL);
  const std::string error = "unit " + std::to_string(size - 1) +
                            " has started 1 collectives on team " + std::to_string(team) +
                            ", at last dart_barrier_handle, but unit 0 has started 0";
  EXPECT_NE(message.npos, message.find(error)) << message;
  if (me() != size - 1) {
    EXPECT_OK(dart_barrier_handle(team, &handle));
  }
  EXPECT_OK(dart_wait(&handle));
  EXPECT_EQ("", destroy(team, DART_OK));
}

/// The same error on all units as from collectives that are complete on return.
TEST_F(StartedCollectivesTest, DifferentCalls)
{
  if (size < 2) return;
  const dart_team_t team = clone_of_all();
  long value = 0, sum = 0;
  std::array<dart_handle_t, 2> handles{};
  testing::internal::CaptureStderr();
  if (me() == size - 1) {
    EXPECT_OK(dart_bcast_handle(&value, 1, DART_TYPE_LONG, unit(0), team, &handles[0]));
  } else {
    handles[0] = start_sum(&value, &sum, 1, team);
  }
  EXPECT_OK(dart_barrier_handle(team, &handles[1]));
  dart_wait(&handles[0]);  // need not fail on units that wait for no others
  EXPECT_INVAL(dart_wait(&handles[1]));
  const std::string message = testing::internal::GetCapturedStderr();
  EXPECT_NE(message.npos, message.find(" called dart_allreduce_handle of 1 × long by SUM"))
      << message;
  EXPECT_NE(
      message.npos,
      message.find(
          "unit " + std::to_string(size - 1) + " called dart_bcast_handle of 1 × long from root 0"))
      << message;
  barrier(team);  // other collectives of the team are not affected
  EXPECT_EQ("", destroy(team, DART_OK));
}

/// A unit that waits for what it has started, and one that waits for this unit in the form that is
/// complete on return, wait for each other.
TEST_F(StartedCollectivesTest, OneFormWaitsForTheOther)
{
  if (size < 2 || !dart_team_is_on_one_host(DART_TEAM_ALL)) return;
  dart_team_t team = clone_of_all();
  testing::internal::CaptureStderr();
  dart_ret_t result = DART_OK;
  if (me() == 0) {
    dart_handle_t handle = DART_HANDLE_NULL;
    EXPECT_OK(dart_barrier_handle(team, &handle));
    result = dart_wait(&handle);
  } else {
    result = dart_barrier(team);
  }
  const std::string message = testing::internal::GetCapturedStderr();
  EXPECT_INVAL(result);
  EXPECT_NE(message.npos, message.find("unit 0 called dart_barrier_handle on team")) << message;
  EXPECT_OK(dart_team_destroy(&team));
}

/// A unit whose program waits still goes on with what it has started.
TEST_F(StartedCollectivesTest, SlowCollectivesAreNoCircle)
{
  dart_operation_t op = DART_OP_UNDEFINED;
  EXPECT_OK(dart_op_create(
      [](const void* in, void* inout, size_t, void*) {
        std::this_thread::sleep_for(std::chrono::milliseconds(450));  // longer than a wait is short
        *static_cast<long*>(inout) += *static_cast<const long*>(in);
      },
      nullptr, true, DART_TYPE_LONG, false, &op));
  const long mine = 1;
  long sum = 0;
  dart_handle_t handle = DART_HANDLE_NULL, meets = DART_HANDLE_NULL;
  EXPECT_OK(dart_reduce_handle(
      &mine, &sum, 1, DART_TYPE_LONG, op, unit(size - 1), DART_TEAM_ALL, &handle));
  EXPECT_OK(dart_op_destroy(&op));
  EXPECT_OK(dart_barrier_handle(DART_TEAM_ALL, &meets));
  if (me() != size - 1) {
    EXPECT_OK(dart_wait(&meets));
  }
  barrier();
  EXPECT_OK(dart_wait(&meets));
  EXPECT_OK(dart_wait(&handle));
  EXPECT_EQ(me() == size - 1 ? static_cast<long>(size) : 0, sum);
}

TEST_F(StartedCollectivesTest, WrongArgumentsStartNothing)
{
  long value = 0;
  dart_handle_t handle = DART_HANDLE_NULL;
  EXPECT_INVAL(dart_barrier_handle(DART_TEAM_ALL, nullptr));
  EXPECT_INVAL(dart_barrier_handle(99, &handle));
  EXPECT_INVAL(dart_bcast_handle(&value, 1, DART_TYPE_LONG, unit(size), DART_TEAM_ALL, &handle));
  EXPECT_INVAL(dart_bcast_handle(nullptr, 1, DART_TYPE_LONG, unit(0), DART_TEAM_ALL, &handle));
  EXPECT_INVAL(dart_allreduce_handle(
      &value, &value, 1, DART_TYPE_DOUBLE, DART_OP_BAND, DART_TEAM_ALL, &handle));
  EXPECT_EQ(DART_HANDLE_NULL, handle);
  EXPECT_OK(dart_barrier_handle(DART_TEAM_ALL, &handle));
  dart_handle_t copy = handle;
  EXPECT_OK(dart_wait(&handle));
  EXPECT_INVAL(dart_wait(&copy));
}

}  // namespace
}  // namespace dart::test
