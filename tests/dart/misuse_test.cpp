// Tier: suite n3 c2g2; sanitized c2g2

// Objects of the runtime that are used wrongly: after their end, twice, before their begin, on
// another unit, or where they cannot work. Each of these calls is an error that names the cause.

#include <functional>
#include <string>

#include "task.h"

namespace dart::test {
namespace {

/// A call that is wrong, after what it needs has been prepared.
struct Misuse {
  const char* name;
  std::function<dart_ret_t()> run;
  const char* cause;  ///< a part of the message
};

class MisuseTest : public DartTest {
 protected:
  /// \return the messages of the calls
  static std::string messages_of(const std::function<void()>& calls)
  {
    testing::internal::CaptureStderr();
    calls();
    return testing::internal::GetCapturedStderr();
  }

  /// All units make each of the calls, and go on as if there had been none.
  static void expect_refused(const std::vector<Misuse>& table)
  {
    for (const Misuse& misuse : table) {
      SCOPED_TRACE(misuse.name);
      dart_ret_t result = DART_OK;
      const std::string messages = messages_of([&] { result = misuse.run(); });
      EXPECT_EQ(DART_ERR_INVAL, result) << messages;
      EXPECT_NE(std::string::npos, messages.find(misuse.cause)) << messages;
      barrier();
    }
  }
};

/// A number that no function has returned as a handle.
template <class Handle>
Handle never_made(std::uint64_t number)
{
  return reinterpret_cast<Handle>(number);
}

/// Arbitrary words: small, an address of the program, and what debuggers fill memory with.
const std::uint64_t arbitrary[] = {
    1,
    15,
    4096,
    reinterpret_cast<std::uint64_t>(&arbitrary),
    0xcdcdcdcdcdcdcdcd,
    0x1000000000000000,
    0x7fffffffffffffff};

/* ---- handles --------------------------------------------------------------------------------- */

TEST_F(MisuseTest, HandlesThatNeverWere)
{
  for (const std::uint64_t word : arbitrary) {
    dart_handle_t handle = never_made<dart_handle_t>(word);
    const auto garbage = [=] { return never_made<dart_handle_t>(word); };
    std::int32_t finished = 0;
    constexpr char cause[] = "no operation in progress";
    expect_refused({
        {"wait", [&] { return dart_wait(&(handle = garbage())); }, cause},
        {"wait_local", [&] { return dart_wait_local(&(handle = garbage())); }, cause},
        {"waitall", [&] { return dart_waitall(&(handle = garbage()), 1); }, cause},
        {"waitall_local", [&] { return dart_waitall_local(&(handle = garbage()), 1); }, cause},
        {"test", [&] { return dart_test(&(handle = garbage()), &finished); }, cause},
        {"test_local", [&] { return dart_test_local(&(handle = garbage()), &finished); }, cause},
        {"testall", [&] { return dart_testall(&(handle = garbage()), 1, &finished); }, cause},
        {"testall_local", [&] { return dart_testall_local(&(handle = garbage()), 1, &finished); },
         cause},
        {"free", [&] { return dart_handle_free(&(handle = garbage())); }, cause},
    });
    EXPECT_EQ(DART_HANDLE_NULL, handle);
    EXPECT_EQ(1, finished) << "a loop that tests ends";
  }
}

/* ---- locks ----------------------------------------------------------------------------------- */

class LockMisuseTest : public MisuseTest {
 protected:
  static dart_ret_t try_acquire(dart_lock_t lock)
  {
    std::int32_t acquired = 7;
    const dart_ret_t result = dart_lock_try_acquire(lock, &acquired);
    EXPECT_EQ(0, acquired);
    return result;
  }

  static dart_ret_t destroy(dart_lock_t copy) { return dart_team_lock_destroy(&copy); }

  static void expect_dead(dart_lock_t lock)
  {
    constexpr char cause[] = "no such lock";
    EXPECT_FALSE(dart_lock_initialized(lock));
    expect_refused({
        {"acquire", [=] { return dart_lock_acquire(lock); }, cause},
        {"try_acquire", [=] { return try_acquire(lock); }, cause},
        {"release", [=] { return dart_lock_release(lock); }, cause},
        {"destroy", [=] { return destroy(lock); }, cause},
    });
  }
};

TEST_F(LockMisuseTest, DestroyedLocks)
{
  dart_lock_t lock = DART_LOCK_NULL;
  ASSERT_OK(dart_team_lock_init(DART_TEAM_ALL, &lock));
  const dart_lock_t copy = lock;
  EXPECT_TRUE(dart_lock_initialized(copy));
  ASSERT_OK(dart_team_lock_destroy(&lock));
  expect_dead(copy);
  dart_lock_t next = DART_LOCK_NULL;
  ASSERT_OK(dart_team_lock_init(DART_TEAM_ALL, &next));
  expect_dead(copy);
  EXPECT_OK(dart_team_lock_destroy(&next));
}

TEST_F(LockMisuseTest, LocksOfDestroyedTeams)
{
  dart_team_t team = DART_TEAM_NULL;
  dart_lock_t lock = DART_LOCK_NULL;
  ASSERT_OK(dart_team_clone(DART_TEAM_ALL, &team));
  ASSERT_OK(dart_team_lock_init(team, &lock));
  ASSERT_OK(dart_team_destroy(&team));
  expect_dead(lock);
}

TEST_F(LockMisuseTest, LocksOfAnEarlierRun)
{
  dart_lock_t lock = DART_LOCK_NULL;
  ASSERT_OK(dart_team_lock_init(DART_TEAM_ALL, &lock));
  ASSERT_OK(dart_exit());
  EXPECT_FALSE(dart_lock_initialized(lock));
  EXPECT_NE(DART_OK, dart_lock_acquire(lock));
  ASSERT_OK(dart_init(nullptr, nullptr));
  expect_dead(lock);
}

TEST_F(LockMisuseTest, LocksThatNeverWere)
{
  for (const std::uint64_t word : arbitrary) expect_dead(never_made<dart_lock_t>(word));
}

TEST_F(LockMisuseTest, LocksOfOtherUnits)
{
  dart_lock_t lock = DART_LOCK_NULL;
  ASSERT_OK(dart_team_lock_init(DART_TEAM_ALL, &lock));
  const std::vector<dart_lock_t> all = gather_all(lock);
  if (size > 1) expect_dead(all[next()]);
  EXPECT_OK(dart_team_lock_destroy(&lock));
}

TEST_F(LockMisuseTest, MistakesOfHolders)
{
  dart_lock_t lock = DART_LOCK_NULL;
  ASSERT_OK(dart_team_lock_init(DART_TEAM_ALL, &lock));
  expect_refused({{"not held", [=] { return dart_lock_release(lock); }, "does not hold the lock"}});
  if (me() == 0) {
    EXPECT_OK(dart_lock_acquire(lock));
    const std::string messages = messages_of([=] { EXPECT_INVAL(dart_lock_acquire(lock)); });
    EXPECT_NE(std::string::npos, messages.find("holds the lock already")) << messages;
    EXPECT_OK(dart_lock_release(lock));
  }
  barrier();
  EXPECT_OK(dart_team_lock_destroy(&lock));
}

TEST_F(LockMisuseTest, LocksThatAreHeldStay)
{
  dart_team_t team = DART_TEAM_NULL;
  dart_lock_t first = DART_LOCK_NULL, second = DART_LOCK_NULL;
  ASSERT_OK(dart_team_clone(DART_TEAM_ALL, &team));
  ASSERT_OK(dart_team_lock_init(team, &first));
  ASSERT_OK(dart_team_lock_init(team, &second));
  const std::string cause =
      "unit " + std::to_string(size - 1) + " holds lock 1 of team " + std::to_string(team);
  if (me() == size - 1) {
    EXPECT_OK(dart_lock_acquire(second));
  }
  const dart_team_t same_team = team;
  expect_refused({
      {"lock_destroy", [&] { return dart_team_lock_destroy(&second); }, cause.c_str()},
      {"team_destroy", [&] { return dart_team_destroy(&team); }, cause.c_str()},
  });
  EXPECT_EQ(same_team, team);
  EXPECT_TRUE(dart_lock_initialized(second));
  if (me() == size - 1) {
    EXPECT_OK(dart_lock_release(second));
  }
  EXPECT_OK(dart_team_lock_destroy(&second));
  EXPECT_OK(dart_team_destroy(&team));
}

/* ---- data types and operations --------------------------------------------------------------- */

class TypeMisuseTest : public MisuseTest {
 protected:
  void expect_dead(dart_datatype_t type) const
  {
    const Segment<int> segment(8);
    const dart_gptr_t at = segment.at(next());
    int buffer[8] = {};
    int* const b = buffer;
    const size_t ones[] = {1};
    dart_datatype_t made = DART_TYPE_UNDEFINED;
    dart_operation_t op = DART_OP_UNDEFINED;
    dart_gptr_t gptr = DART_GPTR_NULL;
    const dart_team_t all = DART_TEAM_ALL;
    const dart_operator_t nothing = [](const void*, void*, size_t, void*) {};
    const dart_datatype_t i = DART_TYPE_INT;
    constexpr char cause[] = "no such data type";
    expect_refused({
        {"destroy", [copy = type]() mutable { return dart_type_destroy(&copy); }, cause},
        {"strided", [&] { return dart_type_create_strided(type, 2, 1, &made); }, cause},
        {"indexed", [&] { return dart_type_create_indexed(type, 1, ones, ones, &made); }, cause},
        {"resized", [&] { return dart_type_create_resized(type, 1, &made); }, cause},
        {"op_create", [&] { return dart_op_create(nothing, b, true, type, false, &op); }, cause},
        {"get", [&] { return dart_get(b, at, 4, type, i); }, cause},
        {"get to", [&] { return dart_get(b, at, 4, i, type); }, cause},
        {"get_blocking", [&] { return dart_get_blocking(b, at, 4, type, type); }, cause},
        {"put", [&] { return dart_put(at, b, 4, i, type); }, cause},
        {"put_blocking", [&] { return dart_put_blocking(at, b, 4, type, i); }, cause},
        {"memalloc", [&] { return dart_memalloc(4, type, &gptr); }, cause},
        {"bcast", [&] { return dart_bcast(b, 1, type, 0, all); }, cause},
        {"allgather", [&] { return dart_allgather(b, b, 1, type, all); }, cause},
        {"send", [&] { return dart_send(b, 1, type, 0, myid); }, cause},
        {"recv", [&] { return dart_recv(b, 1, type, 0, myid); }, cause},
        {"team_memalloc", [&] { return dart_team_memalloc_aligned(all, 4, type, &gptr); }, cause},
        {"memregister", [&] { return dart_team_memregister(all, 4, type, b, &gptr); }, cause},
    });
  }
};

TEST_F(TypeMisuseTest, DestroyedTypes)
{
  dart_datatype_t types[3] = {};
  const size_t lengths[] = {1, 1}, offsets[] = {0, 2};
  ASSERT_OK(dart_type_create_custom(4, &types[0]));
  ASSERT_OK(dart_type_create_strided(DART_TYPE_INT, 2, 1, &types[1]));
  ASSERT_OK(dart_type_create_indexed(DART_TYPE_INT, 2, lengths, offsets, &types[2]));
  for (dart_datatype_t& type : types) {
    const dart_datatype_t copy = type;
    ASSERT_OK(dart_type_destroy(&type));
    EXPECT_EQ(DART_TYPE_UNDEFINED, type);
    expect_dead(copy);
    // A type of another kind in its place does not bring it back.
    const DerivedType next = DerivedType::custom(8);
    expect_dead(copy);
  }
}

TEST_F(TypeMisuseTest, TypesThatNeverWere)
{
  for (const std::uint64_t word : arbitrary) {
    if (word > DART_TYPE_LAST && static_cast<dart_datatype_t>(word) > 0) {
      expect_dead(static_cast<dart_datatype_t>(word));
    }
  }
}

TEST_F(TypeMisuseTest, Operations)
{
  const dart_operator_t nothing = [](const void*, void*, size_t, void*) {};
  dart_operation_t op = DART_OP_UNDEFINED, other = DART_OP_UNDEFINED;
  ASSERT_OK(dart_op_create(nothing, nullptr, true, DART_TYPE_INT, false, &op));
  const dart_operation_t copy = op;
  ASSERT_OK(dart_op_destroy(&op));
  ASSERT_OK(dart_op_create(nothing, nullptr, true, DART_TYPE_INT, false, &other));
  int value = 1, result = 0;
  const auto expect_dead = [&](dart_operation_t operation) {
    constexpr char cause[] = "no such operation";
    const dart_team_t all = DART_TEAM_ALL;
    const dart_datatype_t i = DART_TYPE_INT;
    expect_refused({
        {"reduce", [&] { return dart_reduce(&value, &result, 1, i, operation, 0, all); }, cause},
        {"allreduce", [&] { return dart_allreduce(&value, &result, 1, i, operation, all); }, cause},
        {"destroy", [=]() mutable { return dart_op_destroy(&operation); }, cause},
    });
  };
  expect_dead(copy);
  for (const std::uint64_t word : arbitrary) {
    if (word > DART_OP_LAST) expect_dead(word);
  }
  EXPECT_OK(dart_op_destroy(&other));
}

TEST_F(TypeMisuseTest, OperationsOfDestroyedTypes)
{
  const dart_operator_t nothing = [](const void*, void*, size_t, void*) {};
  dart_datatype_t type = DART_TYPE_UNDEFINED;
  dart_operation_t op = DART_OP_UNDEFINED;
  ASSERT_OK(dart_type_create_custom(4, &type));
  ASSERT_OK(dart_op_create(nothing, nullptr, true, type, true, &op));
  const dart_datatype_t copy = type;
  ASSERT_OK(dart_type_destroy(&type));
  const DerivedType next = DerivedType::custom(4);
  int value = 1, result = 0;
  const dart_team_t all = DART_TEAM_ALL;
  expect_refused({
      {"its type", [&] { return dart_allreduce(&value, &result, 1, copy, op, all); },
       "no such data type"},
      {"another one", [&] { return dart_allreduce(&value, &result, 1, next, op, all); },
       "created for another data type"},
  });
  EXPECT_OK(dart_op_destroy(&op));
}

/* ---- groups and teams ------------------------------------------------------------------------ */

class TeamMisuseTest : public MisuseTest {
 protected:
  static void expect_dead(dart_group_t group)
  {
    dart_group_t good = DART_GROUP_NULL, made = DART_GROUP_NULL;
    ASSERT_OK(dart_team_get_group(DART_TEAM_ALL, &good));
    dart_domain_locality_t* domain = nullptr;
    ASSERT_OK(dart_domain_team_locality(DART_TEAM_ALL, ".", &domain));
    dart_team_t team = DART_TEAM_NULL;
    dart_global_unit_t members[64];
    std::int32_t is_member = 0;
    size_t n = 0;
    constexpr char cause[] = "no such group";
    expect_refused({
        {"destroy", [=]() mutable { return dart_group_destroy(&group); }, cause},
        {"clone", [&] { return dart_group_clone(group, &made); }, cause},
        {"union", [&] { return dart_group_union(good, group, &made); }, cause},
        {"intersect", [&] { return dart_group_intersect(group, good, &made); }, cause},
        {"addmember", [&] { return dart_group_addmember(group, 0); }, cause},
        {"delmember", [&] { return dart_group_delmember(group, 0); }, cause},
        {"ismember", [&] { return dart_group_ismember(group, 0, &is_member); }, cause},
        {"size", [&] { return dart_group_size(group, &n); }, cause},
        {"getmembers", [&] { return dart_group_getmembers(group, members); }, cause},
        {"split", [&] { return dart_group_split(group, 1, &n, &made); }, cause},
        {"locality_split",
         [&] {
           return dart_group_locality_split(group, domain, DART_LOCALITY_SCOPE_NODE, 1, &n, &made);
         },
         cause},
        {"team_create", [&] { return dart_team_create(DART_TEAM_ALL, group, &team); }, cause},
    });
    EXPECT_EQ(DART_GROUP_NULL, made);
    EXPECT_EQ(DART_TEAM_NULL, team);
    EXPECT_OK(dart_group_destroy(&good));
  }
};

TEST_F(TeamMisuseTest, DestroyedGroups)
{
  dart_group_t group = DART_GROUP_NULL, other = DART_GROUP_NULL;
  ASSERT_OK(dart_group_create(&group));
  const dart_group_t copy = group;
  ASSERT_OK(dart_group_destroy(&group));
  expect_dead(copy);
  ASSERT_OK(dart_group_create(&other));
  expect_dead(copy);
  EXPECT_OK(dart_group_destroy(&other));
}

TEST_F(TeamMisuseTest, GroupsThatNeverWere)
{
  for (const std::uint64_t word : arbitrary) expect_dead(never_made<dart_group_t>(word));
}

TEST_F(TeamMisuseTest, AGroupOfOneUnitDoesNotExist)
{
  dart_group_t group = DART_GROUP_NULL;
  ASSERT_OK(dart_team_get_group(DART_TEAM_ALL, &group));
  const dart_group_t copy = group;
  if (me() == size - 1) {
    ASSERT_OK(dart_group_destroy(&group));
  }
  dart_team_t team = DART_TEAM_NULL;
  expect_refused(
      {{"team_create", [&] { return dart_team_create(DART_TEAM_ALL, copy, &team); },
        "the group of a unit does not exist"}});
  EXPECT_OK(dart_group_destroy(&group));
}

TEST_F(TeamMisuseTest, IdsOfDestroyedTeams)
{
  dart_team_t team = DART_TEAM_NULL, next_team = DART_TEAM_NULL;
  dart_gptr_t gptr = DART_GPTR_NULL;
  ASSERT_OK(dart_team_clone(DART_TEAM_ALL, &team));
  ASSERT_OK(dart_team_memalloc_aligned(team, 4, DART_TYPE_INT, &gptr));
  const dart_team_t ended = team;
  ASSERT_OK(dart_team_destroy(&team));
  ASSERT_OK(dart_team_clone(DART_TEAM_ALL, &next_team));
  dart_gptr_t made = DART_GPTR_NULL;
  ASSERT_OK(dart_team_memalloc_aligned(next_team, 4, DART_TYPE_INT, &made));
  EXPECT_NE(ended, next_team);
  dart_team_unit_t unit;
  dart_lock_t lock = DART_LOCK_NULL;
  dart_allocator_t allocator = nullptr;
  dart_group_t group = DART_GROUP_NULL;
  int value = 0;
  size_t n = 0;
  const std::string no_team = "no team " + std::to_string(ended);
  const char* const cause = no_team.c_str();
  const dart_datatype_t i = DART_TYPE_INT;
  expect_refused({
      {"barrier", [=] { return dart_barrier(ended); }, cause},
      {"bcast", [&] { return dart_bcast(&value, 1, i, 0, ended); }, cause},
      {"size", [&] { return dart_team_size(ended, &n); }, cause},
      {"myid", [&] { return dart_team_myid(ended, &unit); }, cause},
      {"get_group", [&] { return dart_team_get_group(ended, &group); }, cause},
      {"memalloc", [&] { return dart_team_memalloc_aligned(ended, 4, i, &made); }, cause},
      {"lock_init", [&] { return dart_team_lock_init(ended, &lock); }, cause},
      {"allocator_new", [&] { return dart_allocator_new(64, ended, &allocator); }, cause},
      {"clone", [&] { return dart_team_clone(ended, &team); }, cause},
      {"destroy", [copy = ended]() mutable { return dart_team_destroy(&copy); }, cause},
      {"memfree", [=] { return dart_team_memfree(gptr); }, cause},
      {"get", [&] { return dart_get_blocking(&value, gptr, 1, i, i); }, "does not exist"},
  });
  EXPECT_OK(dart_team_destroy(&next_team));
}

TEST_F(TeamMisuseTest, PointersToFreedSegments)
{
  dart_gptr_t freed = DART_GPTR_NULL;
  ASSERT_OK(dart_team_memalloc_aligned(DART_TEAM_ALL, 4, DART_TYPE_INT, &freed));
  ASSERT_OK(dart_team_memfree(freed));
  Segment<int> next_segment(4);
  next_segment.fill(7);
  int value = 1;
  const dart_datatype_t i = DART_TYPE_INT;
  expect_refused({
      {"put", [&] { return dart_put_blocking(freed, &value, 1, i, i); }, "freed already"},
      {"get", [&] { return dart_get_blocking(&value, freed, 1, i, i); }, "freed already"},
      {"flush", [=] { return dart_flush(freed); }, "freed already"},
      {"free", [=] { return dart_team_memfree(freed); }, "no such segment"},
  });
  EXPECT_EQ(7, next_segment.value());
}

TEST_F(TeamMisuseTest, Allocators)
{
  dart_allocator_t allocator = nullptr;
  dart_gptr_t gptr = DART_GPTR_NULL;
  ASSERT_OK(dart_allocator_new(1024, DART_TEAM_ALL, &allocator));
  ASSERT_OK(dart_allocator_alloc(4, DART_TYPE_INT, &gptr, allocator));
  const dart_allocator_t copy = allocator;
  ASSERT_OK(dart_allocator_destroy(&allocator));
  const auto expect_dead = [&](dart_allocator_t dead) {
    dart_gptr_t made = DART_GPTR_NULL;
    constexpr char cause[] = "no such allocator";
    expect_refused({
        {"alloc", [&] { return dart_allocator_alloc(1, DART_TYPE_INT, &made, dead); }, cause},
        {"free", [&, was = gptr]() mutable { return dart_allocator_free(&was, dead); }, cause},
        {"destroy", [=]() mutable { return dart_allocator_destroy(&dead); }, cause},
    });
  };
  expect_dead(copy);
  for (const std::uint64_t word : arbitrary) expect_dead(never_made<dart_allocator_t>(word));
  ASSERT_OK(dart_allocator_new(1024, DART_TEAM_ALL, &allocator));
  ASSERT_OK(dart_exit());
  ASSERT_OK(dart_init(nullptr, nullptr));
  expect_dead(allocator);
}

/* ---- tasks ----------------------------------------------------------------------------------- */

class TaskMisuseTest : public MisuseTest {
 protected:
  static dart_ret_t nothing(const Args*) { return DART_OK; }

  static void expect_dead(dart_tapi_task_t task)
  {
    std::int32_t flag = 0;
    char text[64];
    constexpr char cause[] = "no such task";
    expect_refused({
        {"start", [=] { return dart_tapi_task_start(task); }, cause},
        {"run", [=] { return dart_tapi_task_run(task); }, cause},
        {"wait", [=] { return dart_tapi_task_wait(task); }, cause},
        {"waitall", [=] { return dart_tapi_task_waitall(&task, 1); }, cause},
        {"test", [&] { return dart_tapi_task_test(task, &flag); }, cause},
        {"cancel", [&] { return dart_tapi_task_cancel(task, &flag); }, cause},
        {"error", [&] { return dart_tapi_task_error(task, text, sizeof text); }, cause},
        {"destroy", [=]() mutable { return dart_tapi_task_destroy(&task); }, cause},
    });
  }

  dart_tapi_task_desc_t here(dart_tapi_function_t function) const
  {
    dart_tapi_task_desc_t desc = description(function);
    desc.affinity = DART_TAPI_AFFINITY_UNIT;
    desc.unit = myid;
    return desc;
  }
};

TEST_F(TaskMisuseTest, DestroyedTasks)
{
  dart_tapi_task_t task = DART_TAPI_TASK_NULL;
  const dart_tapi_task_desc_t desc = here(nothing);
  ASSERT_OK(dart_tapi_task_create(&desc, &task));
  ASSERT_OK(dart_tapi_task_run(task));
  EXPECT_OK(dart_tapi_task_wait(task)) << "again";
  const dart_tapi_task_t copy = task;
  EXPECT_OK(dart_tapi_task_destroy(&task));
  expect_dead(copy);
  const Task next(desc);
  expect_dead(copy);
}

TEST_F(TaskMisuseTest, TasksOfAnEarlierRun)
{
  dart_tapi_task_t task = DART_TAPI_TASK_NULL;
  dart_tapi_task_desc_t desc = here(nothing);
  ASSERT_OK(dart_tapi_task_create(&desc, &task));
  ASSERT_OK(dart_exit());
  ASSERT_OK(dart_init(nullptr, nullptr));
  expect_dead(task);
  const Task next(desc);  // often in the place of the first one
  expect_dead(task);
}

TEST_F(TaskMisuseTest, TasksThatNeverWere)
{
  const Segment<char> segment(4096);
  const Segment<char> host(4096, DART_TEAM_ALL, DART_MEMORY_HOST);
  for (const std::uint64_t word : arbitrary) {
    expect_dead({never_made<void*>(word), 1});
    expect_dead({never_made<void*>((word | 64) & ~std::uint64_t(63)), word});
    expect_dead({host.local(), word});
    expect_dead({host.local() + 1, word});
    expect_dead({address_of<char>(segment.at(me())), word});
  }
}

/// The results of calls in a task, which are in host memory of the unit that starts it.
struct Calls {
  int* refused;  ///< number of calls with the right result and message
  dart_team_t team;
  dart_gptr_t segment;
  dart_lock_t lock;
  dart_allocator_t pool;
};

/// Calls all functions that need all units.
dart_ret_t call_collectives(const Args* args)
{
  const Calls& calls = arguments_of<Calls>(args);
  dart_team_t team = calls.team, made_team = DART_TEAM_NULL;
  dart_lock_t lock = calls.lock, made_lock = DART_LOCK_NULL;
  dart_allocator_t allocator = nullptr, pool = calls.pool;
  dart_gptr_t gptr = DART_GPTR_NULL;
  int value[64] = {};
  const dart_datatype_t i = DART_TYPE_INT;
  const dart_ret_t results[] = {
      dart_exit(),
      dart_team_create(team, DART_GROUP_NULL, &made_team),
      dart_team_create_ordered(team, nullptr, 0, &made_team),
      dart_team_clone(team, &made_team),
      dart_team_destroy(&team),
      dart_team_memalloc_aligned(team, 4, i, &gptr),
      dart_team_memfree(calls.segment),
      dart_team_memregister(team, 4, i, value, &gptr),
      dart_team_memregister_aligned(team, 4, i, value, &gptr),
      dart_team_lock_init(team, &made_lock),
      dart_team_lock_destroy(&lock),
      dart_allocator_new(64, team, &allocator),
      dart_allocator_destroy(&pool),
      dart_barrier(team),
      dart_bcast(value, 1, i, 0, team),
      dart_allgather(value, value, 1, i, team),
      dart_allreduce(value, value, 1, i, DART_OP_SUM, team),
  };
  for (const dart_ret_t result : results) *calls.refused += result == DART_ERR_INVAL ? 1 : 0;
  *calls.refused += dart_init(nullptr, nullptr) == DART_ERR_OTHER ? 1 : 0;
  return DART_OK;
}

TEST_F(TaskMisuseTest, CollectivesInTasks)
{
  constexpr int calls_in_task = 18;
  const SubTeam team = SubTeam::clone(DART_TEAM_ALL);
  Segment<int> refused(1, team.id(), DART_MEMORY_HOST);
  dart_lock_t lock = DART_LOCK_NULL;
  ASSERT_OK(dart_team_lock_init(team.id(), &lock));
  dart_allocator_t pool = nullptr;
  ASSERT_OK(dart_allocator_new(64, team.id(), &pool));
  refused.fill(0);
  const Calls calls{refused.local(), team.id(), refused.begin(), lock, pool};
  dart_tapi_task_desc_t desc = here(call_collectives);
  desc.args = &calls;
  desc.args_nbytes = sizeof calls;
  if (me() == 0 && leave_to_host(desc)) {  // CPU units have the lower ids
    const Task task(desc);
    const std::string messages = messages_of([&] { EXPECT_OK(dart_tapi_task_run(task)); });
    EXPECT_EQ(calls_in_task, refused.value()) << messages;
    for (const char* function : {"dart_exit", "dart_team_create", "dart_barrier"}) {
      EXPECT_NE(std::string::npos, messages.find(std::string(function) + ": called inside a task"))
          << messages;
    }
  }
  barrier(team.id());
  EXPECT_OK(dart_allocator_destroy(&pool));
  EXPECT_OK(dart_team_lock_destroy(&lock));
}

}  // namespace
}  // namespace dart::test
