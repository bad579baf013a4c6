// All algorithms on arrays of all distributions give the results that they give on BLOCKED arrays,
// and move elements in bulk: the number of transfers, copies and steps does not grow with the
// number of elements.

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>
#include <dash/dart/if/dart_trace.h>
#include <dash/detail/base/TraceSpan.h>

#include <dlfcn.h>

#include <cstdint>
#include <string>
#include <vector>

#include "dash_test_base.h"
#include "distribution_cases.h"
#include "distribution_outcome.h"

namespace {

std::int64_t calls = 0;

/// Counts a call of a function of the runtime, and executes it there.
template <class F, class... Args>
auto count_call(F* /*function*/, const char* name, Args... args)
{
  ++calls;
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name))(args...);
}

}  // namespace

// The library calls these instead of the runtime's functions, since the linker finds them first.
#define COUNTED(name, parameters, ...)            \
  dart_ret_t name parameters DART_NOTHROW         \
  {                                               \
    return count_call(&name, #name, __VA_ARGS__); \
  }

extern "C" {
COUNTED(
    dart_get_blocking,
    (void* to, dart_gptr_t from, size_t n, dart_datatype_t from_type, dart_datatype_t to_type), to,
    from, n, from_type, to_type)
COUNTED(
    dart_put_blocking,
    (dart_gptr_t to, const void* from, size_t n, dart_datatype_t from_type,
     dart_datatype_t to_type),
    to, from, n, from_type, to_type)
COUNTED(
    dart_get_handle,
    (void* to, dart_gptr_t from, size_t n, dart_datatype_t from_type, dart_datatype_t to_type,
     dart_handle_t* handle),
    to, from, n, from_type, to_type, handle)
COUNTED(
    dart_put_handle,
    (dart_gptr_t to, const void* from, size_t n, dart_datatype_t from_type, dart_datatype_t to_type,
     dart_handle_t* handle),
    to, from, n, from_type, to_type, handle)
COUNTED(
    dart_copy_handle, (dart_gptr_t to, dart_gptr_t from, size_t nbytes, dart_handle_t* handle), to,
    from, nbytes, handle)
COUNTED(dart_memory_copy, (void* to, const void* from, size_t nbytes), to, from, nbytes)

/// A step of an algorithm: a kernel on a GPU unit, nothing but a function call on others.
void dart_trace_begin(const char*, const char*) DART_NOTHROW
{
  if (dash::is_gpu_unit()) ++calls;
}
void dart_trace_end(size_t) DART_NOTHROW {}
}

namespace dash::test {
namespace {

/// A call, and the largest number of transfers, copies and steps that a unit needs for it.
struct CountedCall {
  Outcome outcome;
  std::int64_t calls = 0;
};

CountedCall counted_call(
    const DistributionCase& test, std::ptrdiff_t n, const Distribution& from,
    const Distribution& to)
{
  DistributedData data(n, from, to);
  dash::barrier();
  dash::detail::run_is_traced = true;
  calls = 0;
  std::int64_t answer = 0;
  if (test.by == CalledBy::all_units || dash::myid() == 0) answer = test.call(data);
  dash::detail::run_is_traced = false;
  const std::int64_t mine = calls;
  CountedCall counted;
  EXPECT_EQ(
      DART_OK,
      dart_allreduce(&mine, &counted.calls, 1, DART_TYPE_LONG, DART_OP_MAX, DART_TEAM_ALL));
  dash::barrier();
  counted.outcome = outcome_of(test, answer, data);
  return counted;
}

class DistributionsTest : public TestBase, public testing::WithParamInterface<DistributionCase> {};

TEST_P(DistributionsTest, SameResultsAsBlocked)
{
  constexpr std::ptrdiff_t n = 2'003;
  const Distribution& blocked = distributions().front();
  const Outcome expected = counted_call(GetParam(), n, blocked, blocked).outcome;
  for_each_combination(GetParam(), [&](const Distribution& from, const Distribution& to) {
    const Outcome found = counted_call(GetParam(), n, from, to).outcome;
    EXPECT_EQ(expected.answer, found.answer);
    EXPECT_EQ(expected.elements, found.elements);
  });
}

TEST_P(DistributionsTest, TransfersInBulk)
{
  const auto units = static_cast<std::int64_t>(dash::size());
  for_each_combination(GetParam(), [&](const Distribution& from, const Distribution& to) {
    // With blocks of 1000 elements, there are several runs a unit.
    const std::int64_t few = counted_call(GetParam(), 20'003, from, to).calls;
    EXPECT_LE(few, 40 + 40 * units);
  });
}

INSTANTIATE_TEST_SUITE_P(All, DistributionsTest, testing::ValuesIn(distribution_cases()), name_of);

}  // namespace
}  // namespace dash::test
