// Tier: suite n3 c2g2; sanitized c2g2

// Units that call different collectives, or one with different arguments, get an error on all units
// that names the calls; so do units that wait for each other in collectives of different teams.

#include <array>
#include <chrono>
#include <functional>
#include <thread>

#include "support.h"

namespace dart::test {
namespace {

/// A team of all units with what collectives are about. Its calls can be wrong: other teams work
/// on.
struct Stage {
  Stage() : team(SubTeam::clone(DART_TEAM_ALL))
  {
    for (int k = 0; k < 2; ++k) {
      EXPECT_OK(dart_team_memalloc_aligned(id(), 4, DART_TYPE_INT, &segments[k]));
      EXPECT_OK(dart_team_memregister(id(), 4, DART_TYPE_INT, &own[k], &registered[k]));
      EXPECT_OK(dart_team_lock_init(id(), &locks[k]));
    }
  }

  dart_team_t id() const { return team.id(); }

  SubTeam team;
  std::array<std::array<int, 4>, 2> own{};
  dart_gptr_t segments[2], registered[2];
  dart_lock_t locks[2];
  const DerivedType large = DerivedType::custom(24), small = DerivedType::custom(16);
  std::vector<std::byte> from = std::vector<std::byte>(1 << 20), to = from;
  std::vector<size_t> counts = std::vector<size_t>(team.size(), 2), displacements = counts;
};

struct Call {
  std::string text;  ///< that the message has for it
  std::function<dart_ret_t(Stage&)> run;

  /// Name of the function.
  std::string name() const { return text.substr(0, text.find(' ')); }
};

std::string by(size_t n, const char* type)
{
  return " of " + std::to_string(n) + " × " + type;
}

Call bcast(size_t n, dart_datatype_t type, const char* name, int root)
{
  return {"dart_bcast" + by(n, name) + " from root " + std::to_string(root), [=](Stage& on) {
            return dart_bcast(on.from.data(), n, type, dart_team_unit_t(root), on.id());
          }};
}

Call scatter(size_t n, dart_datatype_t type, const char* name, int root)
{
  return {"dart_scatter" + by(n, name) + " from root " + std::to_string(root), [=](Stage& on) {
            return dart_scatter(
                on.from.data(), on.to.data(), n, type, dart_team_unit_t(root), on.id());
          }};
}

Call gather(size_t n, dart_datatype_t type, const char* name, int root)
{
  return {"dart_gather" + by(n, name) + " to root " + std::to_string(root), [=](Stage& on) {
            return dart_gather(
                on.from.data(), on.to.data(), n, type, dart_team_unit_t(root), on.id());
          }};
}

Call allgather(size_t n, dart_datatype_t type, const char* name)
{
  return {"dart_allgather" + by(n, name), [=](Stage& on) {
            return dart_allgather(on.from.data(), on.to.data(), n, type, on.id());
          }};
}

Call alltoall(size_t n, dart_datatype_t type, const char* name)
{
  return {"dart_alltoall" + by(n, name), [=](Stage& on) {
            return dart_alltoall(on.from.data(), on.to.data(), n, type, on.id());
          }};
}

/// \param more counts on unit 0
Call allgatherv(size_t n, size_t more, dart_datatype_t type)
{
  return {"dart_allgatherv of ", [=](Stage& on) {
            std::vector<size_t> counts(on.team.size(), n);
            counts[0] += more;
            return dart_allgatherv(
                on.from.data(), counts[static_cast<size_t>(on.team.myid())], type, on.to.data(),
                counts.data(), on.displacements.data(), on.id());
          }};
}

Call reduce(
    size_t n, dart_datatype_t type, const char* name, dart_operation_t op, const char* op_name,
    int root)
{
  return {
      "dart_reduce" + by(n, name) + " by " + op_name + " to root " + std::to_string(root),
      [=](Stage& on) {
        return dart_reduce(
            on.from.data(), on.to.data(), n, type, op, dart_team_unit_t(root), on.id());
      }};
}

Call allreduce(
    size_t n, dart_datatype_t type, const char* name, dart_operation_t op, const char* op_name)
{
  return {"dart_allreduce" + by(n, name) + " by " + op_name, [=](Stage& on) {
            return dart_allreduce(on.from.data(), on.to.data(), n, type, op, on.id());
          }};
}

Call custom_bcast(bool large)
{
  return {
      std::string("dart_bcast of 3 × ") + (large ? "24" : "16") + " bytes from root 0",
      [=](Stage& on) {
        return dart_bcast(
            on.from.data(), 3, large ? on.large : on.small, dart_team_unit_t(0), on.id());
      }};
}

dart_ret_t create_team(Stage& on, size_t members)
{
  dart_group_t group = DART_GROUP_NULL;
  dart_team_t team = DART_TEAM_NULL;
  EXPECT_OK(dart_group_create(&group));
  for (size_t unit = 0; unit < members; ++unit) {
    EXPECT_OK(dart_group_addmember(group, static_cast<dart_unit_t>(unit)));
  }
  const dart_ret_t created = dart_team_create(on.id(), group, &team);
  EXPECT_OK(dart_group_destroy(&group));
  return created;
}

dart_ret_t create_ordered_team(Stage& on)
{
  const dart_team_unit_t first(0);
  dart_team_t team = DART_TEAM_NULL;
  return dart_team_create_ordered(on.id(), &first, 1, &team);
}

dart_ret_t clone_team(Stage& on)
{
  dart_team_t team = DART_TEAM_NULL;
  return dart_team_clone(on.id(), &team);
}

dart_ret_t allocate(Stage& on, dart_memory_t memory)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  return dart_team_memalloc_aligned_in(memory, on.id(), 4, DART_TYPE_INT, &gptr);
}

dart_ret_t enlist(Stage& on)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  return dart_team_memregister(on.id(), 4, DART_TYPE_INT, on.from.data(), &gptr);
}

dart_ret_t enlist_aligned(Stage& on, size_t n)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  return dart_team_memregister_aligned(on.id(), n, DART_TYPE_INT, on.from.data(), &gptr);
}

dart_ret_t make_lock(Stage& on)
{
  dart_lock_t lock = DART_LOCK_NULL;
  return dart_team_lock_init(on.id(), &lock);
}

dart_ret_t make_allocator(Stage& on, size_t bytes)
{
  dart_allocator_t allocator = nullptr;
  return dart_allocator_new(bytes, on.id(), &allocator);
}

/// Each collective, and each with one argument that is different. The first call of each function
/// meets the first calls of all others.
const std::vector<Call>& calls()
{
  static const std::vector<Call> all = {
      {"dart_barrier", [](Stage& on) { return dart_barrier(on.id()); }},
      bcast(10, DART_TYPE_INT, "int", 0),
      bcast(100, DART_TYPE_INT, "int", 0),
      bcast(200000, DART_TYPE_INT, "int", 0),
      bcast(10, DART_TYPE_FLOAT, "float", 0),
      bcast(10, DART_TYPE_INT, "int", 1),
      custom_bcast(true),
      custom_bcast(false),
      scatter(10, DART_TYPE_INT, "int", 0),
      scatter(11, DART_TYPE_INT, "int", 0),
      scatter(10, DART_TYPE_UINT, "unsigned", 0),
      scatter(10, DART_TYPE_INT, "int", 1),
      gather(10, DART_TYPE_INT, "int", 0),
      gather(11, DART_TYPE_INT, "int", 0),
      gather(5, DART_TYPE_LONG, "long", 0),
      gather(10, DART_TYPE_INT, "int", 1),
      allgather(2, DART_TYPE_DOUBLE, "double"),
      allgather(3, DART_TYPE_DOUBLE, "double"),
      allgather(4000, DART_TYPE_DOUBLE, "double"),
      allgather(16, DART_TYPE_BYTE, "byte"),
      alltoall(2, DART_TYPE_SHORT, "short"),
      alltoall(3, DART_TYPE_SHORT, "short"),
      alltoall(1, DART_TYPE_INT, "int"),
      allgatherv(2, 0, DART_TYPE_INT),
      allgatherv(2, 1, DART_TYPE_INT),
      allgatherv(4, 0, DART_TYPE_SHORT),
      reduce(1, DART_TYPE_INT, "int", DART_OP_SUM, "SUM", 0),
      reduce(2, DART_TYPE_INT, "int", DART_OP_SUM, "SUM", 0),
      reduce(1, DART_TYPE_UINT, "unsigned", DART_OP_SUM, "SUM", 0),
      reduce(1, DART_TYPE_INT, "int", DART_OP_PROD, "PROD", 0),
      reduce(1, DART_TYPE_INT, "int", DART_OP_SUM, "SUM", 1),
      allreduce(1, DART_TYPE_INT, "int", DART_OP_MIN, "MIN"),
      allreduce(10, DART_TYPE_INT, "int", DART_OP_MIN, "MIN"),
      allreduce(100000, DART_TYPE_INT, "int", DART_OP_MIN, "MIN"),
      allreduce(200000, DART_TYPE_INT, "int", DART_OP_MIN, "MIN"),
      allreduce(1, DART_TYPE_FLOAT, "float", DART_OP_MIN, "MIN"),
      allreduce(1, DART_TYPE_INT, "int", DART_OP_MAX, "MAX"),
      {"dart_team_create", [](Stage& on) { return create_team(on, 1); }},
      {"dart_team_create_ordered", create_ordered_team},
      {"dart_team_clone", clone_team},
      {"dart_team_destroy",
       [](Stage& on) {
         dart_team_t team = on.id();
         return dart_team_destroy(&team);
       }},
      {"dart_team_memalloc_aligned", [](Stage& on) { return allocate(on, DART_MEMORY_UNIT); }},
      {"dart_team_memalloc_aligned in host memory",
       [](Stage& on) { return allocate(on, DART_MEMORY_HOST); }},
      {"dart_team_memfree of segment 1",
       [](Stage& on) { return dart_team_memfree(on.segments[0]); }},
      {"dart_team_memfree of segment 2",
       [](Stage& on) { return dart_team_memfree(on.segments[1]); }},
      {"dart_team_memregister", enlist},
      {"dart_team_memregister_aligned of 16 × byte",
       [](Stage& on) { return enlist_aligned(on, 4); }},
      {"dart_team_memregister_aligned of 20 × byte",
       [](Stage& on) { return enlist_aligned(on, 5); }},
      {"dart_team_memderegister of segment -1",
       [](Stage& on) { return dart_team_memderegister(on.registered[0]); }},
      {"dart_team_memderegister of segment -2",
       [](Stage& on) { return dart_team_memderegister(on.registered[1]); }},
      {"dart_team_lock_init", make_lock},
      {"dart_team_lock_destroy of lock 0",
       [](Stage& on) { return dart_team_lock_destroy(&on.locks[0]); }},
      {"dart_team_lock_destroy of lock 1",
       [](Stage& on) { return dart_team_lock_destroy(&on.locks[1]); }},
      {"dart_allocator_new of 64 × byte", [](Stage& on) { return make_allocator(on, 64); }},
      {"dart_allocator_new of 128 × byte", [](Stage& on) { return make_allocator(on, 128); }},
  };
  return all;
}

class MismatchTest : public DartTest {
 protected:
  /// The last unit makes another call than the others do.
  void expect_error(const Call& call, const Call& last) const
  {
    SCOPED_TRACE("the last unit: " + last.text + ", the others: " + call.text);
    Stage on;
    testing::internal::CaptureStderr();
    (me() == size - 1 ? last : call).run(on);
    // Those who need not wait for others learn of it in their next call.
    const dart_ret_t next = dart_barrier(on.id());
    const std::string message = testing::internal::GetCapturedStderr();
    EXPECT_INVAL(next);
    const std::string last_unit = "unit " + std::to_string(size - 1) + " called " + last.text;
    EXPECT_NE(std::string::npos, message.find(last_unit)) << message;
    EXPECT_NE(std::string::npos, message.find(" called " + call.text)) << message;
  }
};

TEST_F(MismatchTest, DifferentCalls)
{
  if (size < 2) return;
  std::string one_name;
  for (const Call& one : calls()) {
    if (one.name() == one_name) continue;
    one_name = one.name();
    std::string other_name;
    for (const Call& other : calls()) {
      if (other.name() == other_name) continue;
      other_name = other.name();
      if (one_name != other_name) expect_error(one, other);
    }
  }
}

TEST_F(MismatchTest, DifferentArguments)
{
  if (size < 2) return;
  for (const Call& one : calls()) {
    for (const Call& other : calls()) {
      if (one.name() == other.name() && &one != &other) expect_error(one, other);
    }
  }
}

TEST_F(MismatchTest, TheSameCallsMatch)
{
  for (const Call& call : calls()) {
    SCOPED_TRACE(call.text);
    if (size < 2 && call.text.find("root 1") != std::string::npos) continue;
    if (call.name() == "dart_team_destroy") continue;
    Stage on;
    EXPECT_OK(call.run(on));
    barrier(on.id());
  }
}

class CircleTest : public DartTest {
 protected:
  bool is_last() const { return me() == size - 1; }

  static std::string name_of(const char* function, size_t unit, const SubTeam& team)
  {
    return "unit " + std::to_string(unit) + " called " + function + " on team " +
           std::to_string(team.id());
  }

  /// Whether the last unit and the one in front of it are on one host: circles are found among the
  /// units of a host. Collective.
  bool has_last_a_neighbour() const
  {
    if (size < 2) return false;
    const SubTeam pair(every(1, size - 2, size));
    const int mine = pair && dart_team_is_on_one_host(pair.id()) ? 1 : 0;
    int any = 0;
    EXPECT_OK(dart_allreduce(&mine, &any, 1, DART_TYPE_INT, DART_OP_MAX, DART_TEAM_ALL));
    return any != 0;
  }

  /// Longer than units wait before they look at each other.
  static void compute() { std::this_thread::sleep_for(std::chrono::milliseconds(450)); }
};

TEST_F(CircleTest, DifferentTeams)
{
  if (!has_last_a_neighbour()) return;
  const SubTeam one = SubTeam::clone(DART_TEAM_ALL), other = SubTeam::clone(DART_TEAM_ALL);
  testing::internal::CaptureStderr();
  long value = 0, sum = 0;
  const dart_ret_t waited =
      is_last() ? dart_allreduce(&value, &sum, 1, DART_TYPE_LONG, DART_OP_SUM, other.id())
                : dart_barrier(one.id());
  // It is the end of both teams, also for units that wait on one of them only.
  for (const SubTeam* team : {&one, &other}) EXPECT_INVAL(dart_barrier(team->id()));
  const std::string message = testing::internal::GetCapturedStderr();
  EXPECT_INVAL(waited);
  EXPECT_NE(message.npos, message.find("called dart_barrier on team " + std::to_string(one.id())))
      << message;
  EXPECT_NE(
      message.npos, message.find(name_of("dart_allreduce of 1 × long by SUM", size - 1, other)))
      << message;
  barrier();  // other teams are not affected
}

TEST_F(CircleTest, TeamOfAllAndPartOfIt)
{
  if (!has_last_a_neighbour()) return;
  const SubTeam all = SubTeam::clone(DART_TEAM_ALL);
  const SubTeam part(every(1, size - 2, size));
  testing::internal::CaptureStderr();
  const dart_ret_t waited = dart_barrier(is_last() ? part.id() : all.id());
  // The last but one waits for the last one, which waits for it; all others wait with the former.
  EXPECT_INVAL(waited);
  const std::string message = testing::internal::GetCapturedStderr();
  EXPECT_NE(message.npos, message.find(name_of("dart_barrier", size - 2, all))) << message;
  EXPECT_NE(message.npos, message.find(" waits for unit " + std::to_string(size - 1))) << message;
}

TEST_F(CircleTest, EachWaitsForTheNext)
{
  if (size < 3 || !dart_team_is_on_one_host(DART_TEAM_ALL)) return;
  // Each team has a unit and the next one; in a circle each unit begins with the one where it is
  // first.
  std::vector<SubTeam> teams;
  for (size_t k = 0; k < size; ++k) {
    teams.emplace_back(
        std::vector{static_cast<dart_unit_t>(k), static_cast<dart_unit_t>((k + 1) % size)});
  }
  testing::internal::CaptureStderr();
  EXPECT_INVAL(dart_barrier(teams[me()].id()));
  const std::string message = testing::internal::GetCapturedStderr();
  EXPECT_NE(message.npos, message.find("which waits for unit 2 called")) << message;
  EXPECT_NE(message.npos, message.find(", which waits for unit 0;")) << message;
}

TEST_F(CircleTest, SlowUnitsAreNoCircle)
{
  if (size < 2) return;
  const SubTeam one = SubTeam::clone(DART_TEAM_ALL), other = SubTeam::clone(DART_TEAM_ALL);
  // Unit 0 waits for the last one, which waits for nobody.
  if (is_last()) compute();
  EXPECT_OK(dart_barrier(one.id()));
  EXPECT_OK(dart_barrier(other.id()));
}

TEST_F(CircleTest, WaitsOfDifferentThreadsAreNoCircle)
{
  if (size < 2) return;
  const SubTeam one = SubTeam::clone(DART_TEAM_ALL), other = SubTeam::clone(DART_TEAM_ALL);
  const dart_team_t first = is_last() ? one.id() : other.id();
  const dart_team_t second = is_last() ? other.id() : one.id();
  std::thread thread([=] {
    compute();
    EXPECT_OK(dart_barrier(second));
  });
  EXPECT_OK(dart_barrier(first));
  thread.join();
}

TEST_F(CircleTest, AStreamThatEndsIsNoCircle)
{
  if (size < 2) return;
  const SubTeam one = SubTeam::clone(DART_TEAM_ALL), other = SubTeam::clone(DART_TEAM_ALL);
  if (!is_last()) {
    EXPECT_OK(dart_barrier(other.id()));
    EXPECT_OK(dart_barrier(one.id()));
    return;
  }
  // The thread that waits for the stream calls what the others wait for, but later.
  dart_stream_t stream;
  ASSERT_OK(dart_stream_create(&stream));
  EXPECT_OK(dart_stream_call(stream, [](void*) { compute(); }, nullptr));
  std::thread thread([&] { EXPECT_OK(dart_barrier(one.id())); });
  EXPECT_OK(dart_stream_wait(stream));
  EXPECT_OK(dart_barrier(other.id()));
  thread.join();
  EXPECT_OK(dart_stream_destroy(&stream));
}

}  // namespace
}  // namespace dart::test
