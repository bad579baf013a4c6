// Programs that use DASH wrongly, or encounter external faults. Unit 1 is the faulty one.

#include <dash/Array.h>
#include <dash/GlobRef.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Reduce.h>

#include <stdexcept>

#include "scenario.h"

namespace {

/// What the other units do.
void wait_for_others()
{
  dash::barrier();
  dash::barrier();
}

void uncaught_exception()
{
  dash::init(nullptr, nullptr);
  if (dash::myid() == 1) throw std::runtime_error("disc is full");
  wait_for_others();
  dash::finalize();
}

void array_before_init()
{
  dash::Array<int> array(10);
}

void array_after_finalize()
{
  dash::init(nullptr, nullptr);
  dash::finalize();
  dash::Array<int> array(10);
}

void returns_without_finalize()
{
  dash::init(nullptr, nullptr);
  if (dash::myid() != 1) wait_for_others();
}

/// The array does not fit into memory; a smaller one does.
void memory_exhausted()
{
  dash::init(nullptr, nullptr);
  bool thrown = false;
  try {
    dash::Array<double> array(std::size_t(1) << 40);
  } catch (const std::exception& error) {
    thrown = true;
    std::fprintf(stderr, "%s\n", error.what());
  }
  EXPECT(thrown);
  dash::Array<double> array(100);
  dash::fill(array.begin(), array.end(), 1.0);
  dash::barrier();
  EXPECT(static_cast<double>(array[99]) == 1.0);
  std::puts("went on");
  dash::barrier();
  dash::finalize();
}

void memory_exhausted_uncaught()
{
  dash::init(nullptr, nullptr);
  dash::Array<double> array(std::size_t(1) << 40);
  dash::finalize();
}

void index_out_of_range()
{
  dash::init(nullptr, nullptr);
  dash::Array<int> array(10);
  if (dash::myid() == 1) array[10] = 1;
  wait_for_others();
  dash::finalize();
}

void at_out_of_range()
{
  dash::init(nullptr, nullptr);
  dash::Array<int> array(10);
  if (dash::myid() == 1) array.at(12) = 1;
  wait_for_others();
  dash::finalize();
}

void null_pointer_read()
{
  dash::init(nullptr, nullptr);
  dash::Array<int> array(10);
  if (dash::myid() == 1) {
    const decltype(array)::pointer pointer{nullptr};
    std::printf("%d\n", static_cast<int>(*pointer));
  }
  wait_for_others();
  dash::finalize();
}

void freed_pointer_read()
{
  dash::init(nullptr, nullptr);
  dart_gptr_t gptr = DART_GPTR_NULL;
  EXPECT(dart_team_memalloc_aligned(DART_TEAM_ALL, 10, DART_TYPE_INT, &gptr) == DART_OK);
  EXPECT(dart_team_memfree(gptr) == DART_OK);
  if (dash::myid() == 1) {
    const dash::GlobRef<int> reference(gptr);
    std::printf("%d\n", static_cast<int>(reference));
  }
  wait_for_others();
  dash::finalize();
}

void aborts()
{
  dash::init(nullptr, nullptr);
  if (dash::myid() == 1) dash::abort(7);
  wait_for_others();
}

/// Runs without a fault.
void algorithms()
{
  dash::init(nullptr, nullptr);
  {
    dash::Array<int> array(100 * dash::size());
    dash::fill(array, 2);
    EXPECT(dash::accumulate(array, 0) == static_cast<int>(200 * dash::size()));
  }
  dash::finalize();
}

constexpr Scenario scenarios[] = {
    {"uncaught-exception", uncaught_exception},
    {"array-before-init", array_before_init},
    {"array-after-finalize", array_after_finalize},
    {"returns-without-finalize", returns_without_finalize},
    {"memory-exhausted", memory_exhausted},
    {"memory-exhausted-uncaught", memory_exhausted_uncaught},
    {"index-out-of-range", index_out_of_range},
    {"at-out-of-range", at_out_of_range},
    {"null-pointer-read", null_pointer_read},
    {"freed-pointer-read", freed_pointer_read},
    {"aborts", aborts},
    {"algorithms", algorithms},
};

}  // namespace

int main(int argc, char** argv)
{
  return run_scenario(scenarios, argc, argv);
}
