// Tier: suite n2; sanitized n2

// Functions of the C interface when this process has no memory left: each allocation fails once,
// the function says so, nothing is lost, and the next call works.

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_locality.h>
#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <ostream>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "dart_test_base.h"
#include "failing_new.h"

namespace dart::test {
namespace {

constexpr std::size_t heap_limit = std::size_t(16) << 20;
/// More than half: with a second charge of it, the account of the heap is over its limit.
constexpr std::size_t most_of_heap = heap_limit / 8 * 5;

/// Before the runtime starts.
const bool has_limit = setenv("DART_HEAP", std::to_string(heap_limit).c_str(), 1) == 0;

/// What the functions are called with, and what they make.
struct Things {
  dart_group_t group = DART_GROUP_NULL, other_group = DART_GROUP_NULL;
  std::array<dart_group_t, 3> made_groups{};
  dart_datatype_t type = DART_TYPE_UNDEFINED;
  dart_operation_t operation = DART_OP_UNDEFINED;
  dart_gptr_t gptr = DART_GPTR_NULL, array = DART_GPTR_NULL, registered = DART_GPTR_NULL;
  dart_allocator_t pool = nullptr;
  dart_team_t team = DART_TEAM_NULL;
  dart_lock_t lock = DART_LOCK_NULL;
  dart_handle_t handle = DART_HANDLE_NULL;
  dart_tapi_task_t task = DART_TAPI_TASK_NULL;
  dart_domain_locality_t *root = nullptr, *domain = nullptr, *other_domain = nullptr;
  std::vector<long> memory = std::vector<long>(1024, 1), buffer = std::vector<long>(1024);
};

using Step = dart_ret_t (*)(Things&);

dart_ret_t nothing(Things&)
{
  return DART_OK;
}

/// A function under test.
struct Case {
  const char* name;
  Step call;
  Step undo = nothing;     ///< after a call that worked
  Step prepare = nothing;  ///< once, before the calls
  Step clean_up = nothing;
  /// All units are in it, and get the same result whichever unit lacks memory.
  bool is_collective = false;
};

std::ostream& operator<<(std::ostream& os, const Case& tested)
{
  return os << tested.name;
}

/* ---- steps that several cases share -----------------------------------------------------------
 */

dart_ret_t destroy_made_groups(Things& t)
{
  for (dart_group_t& group : t.made_groups) dart_group_destroy(&group);
  return DART_OK;
}
dart_ret_t destroy_type(Things& t)
{
  return dart_type_destroy(&t.type);
}
dart_ret_t free_segment(Things& t)
{
  return dart_team_memfree(t.gptr);
}
dart_ret_t destroy_team(Things& t)
{
  return dart_team_destroy(&t.team);
}
dart_ret_t destroy_task(Things& t)
{
  return dart_tapi_task_destroy(&t.task);
}
dart_ret_t destroy_domain(Things& t)
{
  return dart_domain_destroy(t.domain);
}

dart_ret_t register_memory(Things& t)
{
  return dart_team_memregister(
      DART_TEAM_ALL, t.memory.size(), DART_TYPE_LONG, t.memory.data(), &t.registered);
}
dart_ret_t deregister_memory(Things& t)
{
  return dart_team_memderegister(t.registered);
}

/// The memory that the last unit registered, which is another unit's for all but one.
dart_gptr_t of_last_unit(const Things& t)
{
  std::size_t units = 0;
  dart_size(&units);
  dart_gptr_t gptr = t.registered;
  gptr.unitid = static_cast<dart_unit_t>(units) - 1;
  return gptr;
}

dart_ret_t make_large_custom(Things& t)
{
  const auto first_wins = [](const void*, void*, std::size_t, void*) {};
  dart_ret_t made = dart_type_create_custom(std::size_t(1) << 20, &t.type);
  if (made == DART_OK) {
    made = dart_op_create(first_wins, nullptr, true, t.type, false, &t.operation);
  }
  t.memory.resize((std::size_t(1) << 20) / sizeof(long));
  t.buffer.resize(t.memory.size());
  return made;
}
dart_ret_t destroy_large_custom(Things& t)
{
  dart_op_destroy(&t.operation);
  return dart_type_destroy(&t.type);
}

dart_ret_t do_nothing(const dart_tapi_task_args_t*)
{
  return DART_OK;
}
dart_ret_t fail(const dart_tapi_task_args_t*)
{
  return DART_ERR_OTHER;
}

dart_ret_t create_task(Things& t, dart_tapi_function_t function)
{
  dart_tapi_task_desc_t desc{};
  desc.cpu = function;
  return dart_tapi_task_create(&desc, &t.task);
}

/// Each task can only be started once.
dart_ret_t run_new_task(Things& t, dart_tapi_function_t function)
{
  dart_ret_t done = create_task(t, function);
  if (done != DART_OK) return done;
  done = dart_tapi_task_run(t.task);
  dart_tapi_task_destroy(&t.task);
  return done;
}

/* ---- the functions ----------------------------------------------------------------------------
 */

const Case cases[] = {
    // Groups.
    {"dart_group_create", [](Things& t) { return dart_group_create(&t.made_groups[0]); },
     destroy_made_groups},
    {"dart_group_clone", [](Things& t) { return dart_group_clone(t.group, &t.made_groups[0]); },
     destroy_made_groups},
    {"dart_group_union",
     [](Things& t) { return dart_group_union(t.group, t.other_group, &t.made_groups[0]); },
     destroy_made_groups},
    {"dart_group_intersect",
     [](Things& t) { return dart_group_intersect(t.group, t.group, &t.made_groups[0]); },
     destroy_made_groups},
    {"dart_group_addmember",
     [](Things& t) { return dart_group_addmember(t.made_groups[0], dart_global_unit_t(7)); },
     [](Things& t) { return dart_group_delmember(t.made_groups[0], dart_global_unit_t(7)); },
     [](Things& t) { return dart_group_create(&t.made_groups[0]); }, destroy_made_groups},
    {"dart_group_split",
     [](Things& t) {
       std::size_t made = 0;
       return dart_group_split(t.group, t.made_groups.size(), &made, t.made_groups.data());
     },
     destroy_made_groups},
    {"dart_group_locality_split",
     [](Things& t) {
       std::size_t made = 0;
       return dart_group_locality_split(
           t.group, t.root, DART_LOCALITY_SCOPE_GLOBAL, 1, &made, t.made_groups.data());
     },
     destroy_made_groups},
    {"dart_team_get_group",
     [](Things& t) { return dart_team_get_group(DART_TEAM_ALL, &t.made_groups[0]); },
     destroy_made_groups},

    // Types and operations.
    {"dart_type_create_strided",
     [](Things& t) { return dart_type_create_strided(DART_TYPE_INT, 4, 2, &t.type); },
     destroy_type},
    {"dart_type_create_indexed",
     [](Things& t) {
       const std::size_t lengths[] = {1, 2, 3}, offsets[] = {0, 4, 8};
       return dart_type_create_indexed(DART_TYPE_INT, 3, lengths, offsets, &t.type);
     },
     destroy_type},
    {"dart_type_create_resized",
     [](Things& t) { return dart_type_create_resized(DART_TYPE_INT, 4, &t.type); }, destroy_type},
    {"dart_type_create_custom", [](Things& t) { return dart_type_create_custom(12, &t.type); },
     destroy_type},
    {"dart_op_create",
     [](Things& t) {
       const auto nothing_to_do = [](const void*, void*, std::size_t, void*) {};
       return dart_op_create(nothing_to_do, nullptr, true, DART_TYPE_INT, false, &t.operation);
     },
     [](Things& t) { return dart_op_destroy(&t.operation); }},

    // Memory.
    {"dart_memalloc",
     [](Things& t) { return dart_memalloc(most_of_heap, DART_TYPE_BYTE, &t.gptr); },
     [](Things& t) { return dart_memfree(t.gptr); }},
    {"dart_team_memalloc_aligned",
     [](Things& t) {
       return dart_team_memalloc_aligned(DART_TEAM_ALL, most_of_heap, DART_TYPE_BYTE, &t.gptr);
     },
     free_segment, nothing, nothing, true},
    {"dart_team_memregister", register_memory, deregister_memory, nothing, nothing, true},
    {"dart_allocator_new",
     [](Things& t) { return dart_allocator_new(most_of_heap / 2, DART_TEAM_ALL, &t.pool); },
     [](Things& t) { return dart_allocator_destroy(&t.pool); }, nothing, nothing, true},
    {"dart_memory_copy_boxes",
     [](Things& t) {
       const dart_box_dimension_t dimension{4, 16, 16};
       const dart_box_copy_t copy{t.buffer.data(), t.memory.data(), 8, &dimension, 1};
       return dart_memory_copy_boxes(&copy, 1);
     }},
    {"dart_gptr_from_mapped",
     [](Things& t) {
       void* address = nullptr;
       dart_gptr_mapped(t.array, &address);
       return dart_gptr_from_mapped(address, &t.gptr);
     }},

    // Teams and locks.
    {"dart_team_create",
     [](Things& t) { return dart_team_create(DART_TEAM_ALL, t.group, &t.team); }, destroy_team,
     nothing, nothing, true},
    {"dart_team_create_ordered",
     [](Things& t) {
       const dart_team_unit_t first(0);
       return dart_team_create_ordered(DART_TEAM_ALL, &first, 1, &t.team);
     },
     destroy_team, nothing, nothing, true},
    {"dart_team_create_alone", [](Things& t) { return dart_team_create_alone(&t.team); },
     destroy_team},
    {"dart_team_clone", [](Things& t) { return dart_team_clone(DART_TEAM_ALL, &t.team); },
     destroy_team, nothing, nothing, true},
    {"dart_team_lock_init", [](Things& t) { return dart_team_lock_init(DART_TEAM_ALL, &t.lock); },
     [](Things& t) { return dart_team_lock_destroy(&t.lock); }, nothing, nothing, true},
    {"dart_barrier", [](Things&) { return dart_barrier(DART_TEAM_ALL); }, nothing, nothing, nothing,
     true},

    // Transfers.
    {"dart_put",
     [](Things& t) {
       return dart_put(t.array, t.memory.data(), 64, DART_TYPE_LONG, DART_TYPE_LONG);
     }},
    {"dart_get_blocking of registered memory",
     [](Things& t) {
       return dart_get_blocking(
           t.buffer.data(), of_last_unit(t), 64, DART_TYPE_LONG, DART_TYPE_LONG);
     },
     nothing, register_memory, deregister_memory},
    {"dart_get_handle of registered memory",
     [](Things& t) {
       return dart_get_handle(
           t.buffer.data(), of_last_unit(t), 64, DART_TYPE_LONG, DART_TYPE_LONG, &t.handle);
     },
     [](Things& t) { return dart_wait(&t.handle); }, register_memory, deregister_memory},
    {"dart_get_rows_handle of registered memory",
     [](Things& t) {
       const dart_rows_t rows[] = {
           {8, 4, 1, {0, 16, 0}, {0, 8, 0}}, {8, 3, 2, {64, 16, 64}, {32, 8, 24}}};
       return dart_get_rows_handle(t.buffer.data(), of_last_unit(t), rows, 2, &t.handle);
     },
     [](Things& t) { return dart_wait(&t.handle); }, register_memory, deregister_memory},
    {"dart_get_blocking of strided elements",
     [](Things& t) {
       return dart_get_blocking(t.buffer.data(), t.array, 32, t.type, DART_TYPE_LONG);
     },
     nothing, [](Things& t) { return dart_type_create_strided(DART_TYPE_LONG, 4, 2, &t.type); },
     destroy_type},
    {"dart_accumulate on registered memory",
     [](Things& t) {
       return dart_accumulate(of_last_unit(t), t.memory.data(), 64, DART_TYPE_LONG, DART_OP_SUM);
     },
     nothing, register_memory, deregister_memory},
    {"dart_send and dart_recv",
     [](Things& t) {
       dart_global_unit_t me;
       dart_myid(&me);
       const dart_ret_t sent = dart_send(t.memory.data(), 64, DART_TYPE_LONG, 1, me);
       return sent != DART_OK ? sent : dart_recv(t.buffer.data(), 64, DART_TYPE_LONG, 1, me);
     }},

    // Collectives.
    {"dart_alltoall in place",
     [](Things& t) {
       return dart_alltoall(nullptr, t.buffer.data(), 64, DART_TYPE_LONG, DART_TEAM_ALL);
     },
     nothing, nothing, nothing, true},
    {"dart_allreduce",
     [](Things& t) {
       return dart_allreduce(
           t.memory.data(), t.buffer.data(), 512, DART_TYPE_LONG, DART_OP_SUM, DART_TEAM_ALL);
     },
     nothing, nothing, nothing, true},
    {"dart_allreduce of large elements",
     [](Things& t) {
       return dart_allreduce(
           t.memory.data(), t.buffer.data(), 1, t.type, t.operation, DART_TEAM_ALL);
     },
     nothing, make_large_custom, destroy_large_custom},

    {"dart_alltoallv",
     [](Things& t) {
       const std::array<std::size_t, 2> counts{3, 3}, displacements{0, 3};
       return dart_alltoallv(
           t.memory.data(), counts.data(), displacements.data(), DART_TYPE_LONG, t.buffer.data(),
           counts.data(), displacements.data(), DART_TEAM_ALL);
     },
     nothing, nothing, nothing, true},

    // Tasks.
    {"dart_tapi_task_create",
     [](Things& t) {
       const std::array<char, 10'000> args{};
       std::array<dart_tapi_range_t, 100> ranges{};
       ranges.fill({t.array, 0, DART_TAPI_IN});
       dart_tapi_task_desc_t desc{};
       desc.cpu = do_nothing;
       desc.args = args.data();
       desc.args_nbytes = args.size();
       desc.ranges = ranges.data();
       desc.nranges = ranges.size();
       return dart_tapi_task_create(&desc, &t.task);
     },
     destroy_task},
    {"dart_tapi_task_run", [](Things& t) { return run_new_task(t, do_nothing); }},
    {"dart_tapi_task_run of a task that fails",
     [](Things& t) {
       const dart_ret_t done = run_new_task(t, fail);
       return done == DART_ERR_OTHER ? DART_OK : done;
     }},
    {"dart_tapi_task_cancel", [](Things& t) { return dart_tapi_task_cancel(t.task, nullptr); },
     [](Things& t) {
       dart_tapi_task_destroy(&t.task);
       return create_task(t, do_nothing);
     },
     [](Things& t) { return create_task(t, do_nothing); }, destroy_task},

    // Locality.
    {"dart_domain_create", [](Things& t) { return dart_domain_create(&t.domain); }, destroy_domain},
    {"dart_domain_clone", [](Things& t) { return dart_domain_clone(t.root, &t.domain); },
     destroy_domain},
    {"dart_domain_scope_tags",
     [](Things& t) {
       int found = 0;
       char** tags = nullptr;
       const dart_ret_t ret =
           dart_domain_scope_tags(t.root, DART_LOCALITY_SCOPE_GLOBAL, &found, &tags);
       for (int k = 0; k < found; ++k) std::free(tags[k]);
       std::free(tags);
       return ret;
     }},
    {"dart_domain_scope_domains",
     [](Things& t) {
       int found = 0;
       dart_domain_locality_t** domains = nullptr;
       const dart_ret_t ret =
           dart_domain_scope_domains(t.root, DART_LOCALITY_SCOPE_GLOBAL, &found, &domains);
       std::free(domains);
       return ret;
     }},
    {"dart_domain_add_subdomain",
     [](Things& t) { return dart_domain_add_subdomain(t.root, t.domain, 0); },
     [](Things& t) {
       const char* tag = t.domain->domain_tag;
       const dart_ret_t excluded = dart_domain_exclude(t.root, 1, &tag);
       return excluded == DART_OK ? dart_domain_create(&t.domain) : excluded;
     },
     [](Things& t) { return dart_domain_create(&t.domain); }, destroy_domain},
    {"dart_domain_move_subdomain",
     [](Things& t) { return dart_domain_move_subdomain(t.domain, t.other_domain, 0); },
     [](Things& t) { return dart_domain_move_subdomain(t.domain, t.root, 0); },
     [](Things& t) {
       dart_domain_create(&t.domain);
       dart_domain_create(&t.other_domain);
       dart_domain_add_subdomain(t.root, t.domain, 0);
       return dart_domain_add_subdomain(t.root, t.other_domain, -1);
     }},
    {"dart_unit_locality",
     [](Things&) {
       dart_unit_locality_t* found = nullptr;
       return dart_unit_locality(DART_TEAM_ALL, dart_team_unit_t(0), &found);
     },
     [](Things&) { return dart_team_locality_finalize(DART_TEAM_ALL); }},
};

/* ---- the test ---------------------------------------------------------------------------------
 */

/// Which units lack memory.
enum class Who { all, first, last };

class NoMemoryTest : public TestBase, public testing::WithParamInterface<std::tuple<Case, Who>> {
 protected:
  void SetUp() override
  {
    TestBase::SetUp();
    ASSERT_TRUE(has_limit);
    ASSERT_EQ(DART_OK, dart_team_get_group(DART_TEAM_ALL, &things.group));
    ASSERT_EQ(DART_OK, dart_group_create(&things.other_group));
    ASSERT_EQ(DART_OK, dart_group_addmember(things.other_group, dart_global_unit_t(100)));
    ASSERT_EQ(
        DART_OK, dart_team_memalloc_aligned(DART_TEAM_ALL, 1024, DART_TYPE_LONG, &things.array));
    ASSERT_EQ(DART_OK, dart_domain_team_locality(DART_TEAM_ALL, ".", &things.domain));
    ASSERT_EQ(DART_OK, dart_domain_clone(things.domain, &things.root));
    ASSERT_EQ(DART_OK, tested().prepare(things));
  }
  void TearDown() override
  {
    EXPECT_EQ(DART_OK, tested().clean_up(things));
    EXPECT_EQ(DART_OK, dart_domain_destroy(things.root));
    EXPECT_EQ(DART_OK, dart_team_memfree(things.array));
    dart_group_destroy(&things.other_group);
    dart_group_destroy(&things.group);
    TestBase::TearDown();
  }

  const Case& tested() const { return std::get<0>(GetParam()); }
  bool lacks_memory() const
  {
    const Who who = std::get<1>(GetParam());
    return who == Who::all || (who == Who::first ? myid.id == 0 : myid.id + 1 == int(size));
  }
  /// The largest value of a number at all units.
  static int largest(int mine)
  {
    int of_all = 0;
    EXPECT_EQ(
        DART_OK, dart_allreduce(&mine, &of_all, 1, DART_TYPE_INT, DART_OP_MAX, DART_TEAM_ALL));
    return of_all;
  }

  /// The number of allocations, which a task of another unit changes as long as it is under way
  /// here.
  static std::ptrdiff_t allocations_at_rest(std::ptrdiff_t expected)
  {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(2);
    while (live_allocations() != expected && Clock::now() < end) std::this_thread::yield();
    return live_allocations();
  }

  /// The number of allocations, when it has not changed for a while: tasks of the last call may
  /// still end here.
  static std::ptrdiff_t allocations_that_stay()
  {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::microseconds a_while(500);
    std::ptrdiff_t count = live_allocations();
    for (auto since = Clock::now(); Clock::now() < since + a_while; std::this_thread::yield()) {
      if (live_allocations() == count) continue;
      count = live_allocations();
      since = Clock::now();
    }
    return count;
  }

  /// Calls the function with a failure at the n-th allocation.
  /// \return whether an allocation failed, on any unit
  bool fail_at(std::size_t n, bool checks_leaks)
  {
    const std::ptrdiff_t before = checks_leaks ? allocations_that_stay() : 0;
    // No unit begins while another one counts, because tasks change what others have allocated.
    EXPECT_EQ(DART_OK, dart_barrier(DART_TEAM_ALL));
    bool failed = false;
    dart_ret_t result = DART_OK;
    {
      const FailingNew failing(lacks_memory() ? n : 0);
      result = tested().call(things);
      failed = failing.has_failed();
    }
    EXPECT_TRUE(result == DART_OK || result == DART_ERR_NOMEM)
        << "result " << result << " with a failure at allocation " << n;
    const int worst = tested().is_collective ? largest(result) : result;
    if (tested().is_collective) {
      EXPECT_EQ(worst, result) << "units differ after a failure at allocation " << n;
    }
    if (!failed && worst == DART_OK) {
      EXPECT_EQ(DART_OK, result);
    }
    if (result == DART_OK) {
      EXPECT_EQ(DART_OK, tested().undo(things));
    } else if (checks_leaks) {
      EXPECT_EQ(before, allocations_at_rest(before)) << "leak after a failure at allocation " << n;
    }
    return largest(failed ? 1 : 0) != 0;
  }

  Things things;
};

/// Twice, as the first calls may fill what the runtime keeps for later ones.
TEST_P(NoMemoryTest, FunctionSaysSoAndWorksAgain)
{
  constexpr std::size_t most = 1000;
  for (const bool checks_leaks : {false, true}) {
    std::size_t n = 1;
    while (n < most && fail_at(n, checks_leaks)) ++n;
    EXPECT_LT(n, most);
  }
}

std::string name_of(const testing::TestParamInfo<std::tuple<Case, Who>>& info)
{
  std::string name = std::get<0>(info.param).name;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  const char* const who[] = {"_all", "_first", "_last"};
  return name + who[static_cast<int>(std::get<1>(info.param))];
}

INSTANTIATE_TEST_SUITE_P(
    Functions, NoMemoryTest,
    testing::Combine(testing::ValuesIn(cases), testing::Values(Who::all, Who::first, Who::last)),
    name_of);

}  // namespace
}  // namespace dart::test
