// Tier: suite n3 c2g2; sanitized c2g2

// Wrong calls return the documented error code and have no effect.

#include "support.h"

namespace dart::test {
namespace {

/* ---- return codes -----------------------------------------------------------------------------
 */

static_assert(DART_OK == 0 && DART_PENDING == 1 && DART_ERR_INVAL == 2);
static_assert(DART_ERR_NOTFOUND == 3 && DART_ERR_NOTINIT == 4 && DART_ERR_NOMEM == 5);
static_assert(DART_ERR_OTHER == 999);
static_assert(DART_EXIT_SUCCESS == EXIT_SUCCESS && DART_EXIT_ABORT == EXIT_FAILURE);
static_assert(DART_EXIT_ASSERT == -6);
static_assert(DART_THREAD_SINGLE == 0 && DART_THREAD_MULTIPLE == 10);
static_assert(DART_TEAM_ALL == 0 && DART_TEAM_NULL == -1 && DART_UNDEFINED_TEAM_ID == -1);

/* ---- without the runtime ------------------------------------------------------------------------
 */

/// Calls functions that need the runtime, without the runtime.
void expect_all_refused()
{
  const dart_gptr_t gptr{0, 0, 1, DART_TEAM_ALL, {0}};
  dart_gptr_t out = DART_GPTR_NULL;
  dart_team_t team = DART_TEAM_NULL;
  dart_group_t group = DART_GROUP_NULL;
  dart_lock_t lock = DART_LOCK_NULL;
  dart_allocator_t allocator = nullptr;
  dart_team_unit_t local;
  dart_global_unit_t global;
  dart_handle_t handle = DART_HANDLE_NULL;
  size_t n = 0;
  int value = 0;
  int result = 0;
  void* addr = nullptr;
  EXPECT_EQ(DART_ERR_OTHER, dart_exit());
  EXPECT_EQ(DART_ERR_OTHER, dart_myid(&global));
  EXPECT_EQ(DART_UNDEFINED_UNIT_ID, global.id);
  EXPECT_EQ(DART_ERR_OTHER, dart_size(&n));
  EXPECT_EQ(0U, n);
  const dart_ret_t codes[] = {
      dart_team_myid(DART_TEAM_ALL, &local),
      dart_team_size(DART_TEAM_ALL, &n),
      dart_team_get_group(DART_TEAM_ALL, &group),
      dart_team_clone(DART_TEAM_ALL, &team),
      dart_team_unit_l2g(DART_TEAM_ALL, 0, &global),
      dart_team_unit_g2l(DART_TEAM_ALL, 0, &local),
      dart_gptr_getaddr(gptr, &addr),
      dart_memalloc(1, DART_TYPE_INT, &out),
      dart_allocator_new(1024, DART_TEAM_ALL, &allocator),
      dart_team_memalloc_aligned(DART_TEAM_ALL, 1, DART_TYPE_INT, &out),
      dart_team_memregister(DART_TEAM_ALL, 1, DART_TYPE_INT, &value, &out),
      dart_get(&value, gptr, 1, DART_TYPE_INT, DART_TYPE_INT),
      dart_put(gptr, &value, 1, DART_TYPE_INT, DART_TYPE_INT),
      dart_get_blocking(&value, gptr, 1, DART_TYPE_INT, DART_TYPE_INT),
      dart_put_blocking(gptr, &value, 1, DART_TYPE_INT, DART_TYPE_INT),
      dart_get_handle(&value, gptr, 1, DART_TYPE_INT, DART_TYPE_INT, &handle),
      dart_flush(gptr),
      dart_accumulate(gptr, &value, 1, DART_TYPE_INT, DART_OP_SUM),
      dart_fetch_and_op(gptr, &value, &result, DART_TYPE_INT, DART_OP_SUM),
      dart_barrier(DART_TEAM_ALL),
      dart_bcast(&value, 1, DART_TYPE_INT, 0, DART_TEAM_ALL),
      dart_allreduce(&value, &result, 1, DART_TYPE_INT, DART_OP_SUM, DART_TEAM_ALL),
      dart_send(&value, 1, DART_TYPE_INT, 0, 0),
      dart_recv(&value, 1, DART_TYPE_INT, 0, 0),
      dart_team_lock_init(DART_TEAM_ALL, &lock),
  };
  for (size_t i = 0; i < std::size(codes); ++i) {
    EXPECT_NE(DART_OK, codes[i]) << "call " << i;
  }
}

TEST(ErrorTestWithoutRuntime, BeforeInit)
{
  ASSERT_FALSE(dart_initialized());
  expect_all_refused();
}

TEST(ErrorTestWithoutRuntime, AfterExit)
{
  dash::test::Arguments& args = dash::test::arguments();
  ASSERT_OK(dart_init(&args.count, &args.values));
  ASSERT_OK(dart_exit());
  expect_all_refused();
}

/* ---- global pointers that name nothing
 * ----------------------------------------------------------- */

/// A call with a global pointer as argument.
struct Call {
  const char* name;
  dart_ret_t (*run)(dart_gptr_t gptr);
};

int value = 1;
int results[2];
dart_handle_t handle = DART_HANDLE_NULL;

const Call calls[] = {
    {"get", [](dart_gptr_t g) { return dart_get(results, g, 1, DART_TYPE_INT, DART_TYPE_INT); }},
    {"put", [](dart_gptr_t g) { return dart_put(g, &value, 1, DART_TYPE_INT, DART_TYPE_INT); }},
    {"get_blocking",
     [](dart_gptr_t g) { return dart_get_blocking(results, g, 1, DART_TYPE_INT, DART_TYPE_INT); }},
    {"put_blocking",
     [](dart_gptr_t g) { return dart_put_blocking(g, &value, 1, DART_TYPE_INT, DART_TYPE_INT); }},
    {"get_handle",
     [](dart_gptr_t g) {
       return dart_get_handle(results, g, 1, DART_TYPE_INT, DART_TYPE_INT, &handle);
     }},
    {"put_handle",
     [](dart_gptr_t g) {
       return dart_put_handle(g, &value, 1, DART_TYPE_INT, DART_TYPE_INT, &handle);
     }},
    {"flush", dart_flush},
    {"flush_all", dart_flush_all},
    {"flush_local", dart_flush_local},
    {"flush_local_all", dart_flush_local_all},
    {"accumulate",
     [](dart_gptr_t g) { return dart_accumulate(g, &value, 1, DART_TYPE_INT, DART_OP_SUM); }},
    {"accumulate_blocking_local",
     [](dart_gptr_t g) {
       return dart_accumulate_blocking_local(g, &value, 1, DART_TYPE_INT, DART_OP_SUM);
     }},
    {"fetch_and_op",
     [](dart_gptr_t g) {
       return dart_fetch_and_op(g, &value, results, DART_TYPE_INT, DART_OP_SUM);
     }},
    {"compare_and_swap",
     [](dart_gptr_t g) {
       return dart_compare_and_swap(g, &value, &value, results, DART_TYPE_INT);
     }},
};

class CallsErrorTest : public DartTest, public testing::WithParamInterface<Call> {
 protected:
  void expect_invalid(dart_gptr_t gptr) const { EXPECT_INVAL(GetParam().run(gptr)) << gptr; }
  /// Whether the call uses the unit of the pointer.
  bool names_a_unit() const
  {
    const std::string name = GetParam().name;
    return name != "flush_all" && name != "flush_local_all";
  }
};

TEST_P(CallsErrorTest, NullPointer)
{
  expect_invalid(DART_GPTR_NULL);
}

TEST_P(CallsErrorTest, UnknownSegmentOrTeam)
{
  const Segment<int> segment(4);
  dart_gptr_t gptr = segment.at(0);
  gptr.segid = 12345;
  expect_invalid(gptr);
  gptr.segid = -12345;
  expect_invalid(gptr);
  gptr = segment.at(0);
  gptr.teamid = 12345;
  expect_invalid(gptr);
  gptr.teamid = DART_TEAM_NULL;
  expect_invalid(gptr);
}

TEST_P(CallsErrorTest, UnitOutsideTheTeam)
{
  const Segment<int> segment(4);
  if (names_a_unit()) {
    expect_invalid(segment.at(size));
    expect_invalid(segment.at(size + 1000));
    dart_gptr_t negative = segment.at(0);
    negative.unitid = -1;
    expect_invalid(negative);
  }
}

TEST_P(CallsErrorTest, UnitOutsideASubTeam)
{
  const SubTeam even(every(2, 0, size));
  const SubTeam odd(every(2, 1, size));
  const SubTeam& team = even ? even : odd;
  const Segment<int> segment(4, team.id());
  if (names_a_unit()) {
    expect_invalid(segment.at(team.size()));
  }
}

TEST_P(CallsErrorTest, UnitOutsideTheLocalHeap)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  ASSERT_OK(dart_memalloc(4, DART_TYPE_INT, &gptr));
  dart_gptr_t stranger = gptr;
  stranger.unitid = static_cast<dart_unit_t>(size);
  if (names_a_unit()) {
    expect_invalid(stranger);
  }
  EXPECT_OK(dart_memfree(gptr));
}

TEST_P(CallsErrorTest, FreedSegment)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  ASSERT_OK(dart_team_memalloc_aligned(DART_TEAM_ALL, 4, DART_TYPE_INT, &gptr));
  ASSERT_OK(dart_team_memfree(gptr));
  expect_invalid(gptr);
}

TEST_P(CallsErrorTest, DestroyedTeam)
{
  dart_team_t team = DART_TEAM_NULL;
  ASSERT_OK(dart_team_clone(DART_TEAM_ALL, &team));
  dart_gptr_t gptr = DART_GPTR_NULL;
  ASSERT_OK(dart_team_memalloc_aligned(team, 4, DART_TYPE_INT, &gptr));
  ASSERT_OK(dart_team_destroy(&team));
  expect_invalid(gptr);
}

TEST_P(CallsErrorTest, TeamOfOthers)
{
  const SubTeam first({0});
  const std::vector<dart_team_t> ids = gather_all(first.id());
  dart_gptr_t gptr = DART_GPTR_NULL;
  if (first) {
    ASSERT_OK(dart_team_memalloc_aligned(first.id(), 4, DART_TYPE_INT, &gptr));
  }
  ASSERT_OK(dart_bcast(&gptr, sizeof(gptr), DART_TYPE_BYTE, 0, DART_TEAM_ALL));
  if (!first) {
    expect_invalid(gptr);
  }
  barrier();
}

INSTANTIATE_TEST_SUITE_P(
    Calls, CallsErrorTest, testing::ValuesIn(calls),
    [](const testing::TestParamInfo<Call>& info) { return info.param.name; });

/* ---- arguments of one-sided operations
 * ------------------------------------------------------------- */

class ErrorTest : public DartTest {};

TEST_F(ErrorTest, UndefinedTypes)
{
  const Segment<int> segment(4);
  const dart_datatype_t undefined = DART_TYPE_UNDEFINED;
  for (Completion how : {Completion::blocking, Completion::flush, Completion::wait}) {
    EXPECT_INVAL(get(how, results, segment.at(0), 1, undefined, undefined));
    EXPECT_INVAL(get(how, results, segment.at(0), 1, DART_TYPE_INT, undefined));
    EXPECT_INVAL(put(how, segment.at(0), &value, 1, undefined, DART_TYPE_INT));
    EXPECT_INVAL(put(how, segment.at(0), &value, 1, DART_TYPE_LAST, DART_TYPE_LAST));
  }
}

TEST_F(ErrorTest, NullBuffers)
{
  const Segment<int> segment(4);
  for (Completion how : {Completion::blocking, Completion::flush, Completion::wait}) {
    EXPECT_INVAL(get(how, nullptr, segment.at(0), 1, DART_TYPE_INT, DART_TYPE_INT));
    EXPECT_INVAL(put(how, segment.at(0), nullptr, 1, DART_TYPE_INT, DART_TYPE_INT));
  }
}

TEST_F(ErrorTest, RefusedCallsLeaveMemoryAlone)
{
  Segment<int> segment(4);
  segment.fill(7);
  results[0] = 5;
  const DerivedType strided = DerivedType::strided(DART_TYPE_INT, 3, 2);
  EXPECT_INVAL(dart_put_blocking(segment.at(0), results, 1, DART_TYPE_INT, strided));
  EXPECT_INVAL(dart_get_blocking(results, segment.at(0), 1, strided, DART_TYPE_INT));
  EXPECT_INVAL(dart_put_blocking(segment.at(0), results, 1, DART_TYPE_INT, DART_TYPE_FLOAT));
  EXPECT_INVAL(dart_get_blocking(results, segment.at(size), 1, DART_TYPE_INT, DART_TYPE_INT));
  EXPECT_EQ(5, results[0]);
  barrier();
  EXPECT_EQ(7, segment.value(0));
}

TEST_F(ErrorTest, RefusedCallsLeaveNoHandle)
{
  const Segment<int> segment(4);
  dart_handle_t refused = DART_HANDLE_NULL;
  EXPECT_INVAL(
      dart_get_handle(results, segment.at(size), 1, DART_TYPE_INT, DART_TYPE_INT, &refused));
  EXPECT_EQ(DART_HANDLE_NULL, refused);
  EXPECT_INVAL(
      dart_put_handle(segment.at(size), &value, 1, DART_TYPE_INT, DART_TYPE_INT, &refused));
  EXPECT_EQ(DART_HANDLE_NULL, refused);
}

TEST_F(ErrorTest, TheRuntimeStaysUsable)
{
  Segment<int> segment(4);
  EXPECT_INVAL(dart_put_blocking(segment.at(size), &value, 1, DART_TYPE_INT, DART_TYPE_INT));
  EXPECT_INVAL(dart_barrier(12345));
  store(segment.at(next()), 42);
  barrier();
  EXPECT_EQ(42, segment.value());
}

}  // namespace
}  // namespace dart::test
