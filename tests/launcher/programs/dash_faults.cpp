// Programs that use DASH wrongly, or encounter external faults. Unit 1 is the faulty one.

#include <dash/Array.h>
#include <dash/Flags.h>
#include <dash/GlobRef.h>
#include <dash/Halo.h>
#include <dash/Init.h>
#include <dash/Kernels.h>
#include <dash/Matrix.h>
#include <dash/Mutex.h>
#include <dash/Run.h>
#include <dash/Stream.h>
#include <dash/Tasks.h>
#include <dash/Team.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/ForEach.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Scan.h>
#include <dash/algorithm/Sort.h>

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <thread>

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

void reduce_on_one_unit()
{
  dash::init(nullptr, nullptr);
  dash::Array<int> array(10);
  dash::fill(array, 1);
  if (dash::myid() == 1) {
    EXPECT(dash::reduce(array, 0) == 10);
  } else {
    dash::barrier();
  }
  dash::finalize();
}

void barrier_on_one_unit()
{
  dash::init(nullptr, nullptr);
  if (dash::myid() == 0) dash::barrier();
  dash::finalize();
}

/// Ends in a child, then waits for it and goes on in the unit. The child has copies of the objects
/// that the unit has, and destroys them.
void forks(void (*end)())
{
  dash::init(nullptr, nullptr);
  {
    dash::Array<int> array(10);
    dash::fill(array, 1);
    array.barrier();
    const pid_t child = fork();
    if (child == 0) return end();
    int status = -1;
    EXPECT(waitpid(child, &status, 0) == child && status == 0);
    array.barrier();
    EXPECT(dash::reduce(array, 0) == 10);
  }
  dash::finalize();
}

void child_leaves_main()
{
  forks([] {});
}

void child_finalizes()
{
  forks([] { dash::finalize(); });
}

void child_uses_the_run()
{
  forks([] {
    EXPECT(!dash::is_initialized());
    try {
      dash::barrier();
      std::_Exit(97);
    } catch (const std::exception& error) {
      EXPECT(std::strstr(error.what(), "a unit has forked") != nullptr);
    }
    try {
      dash::init(nullptr, nullptr);
      std::_Exit(97);
    } catch (const std::exception& error) {
      EXPECT(std::strstr(error.what(), "a unit has forked") != nullptr);
    }
    std::_Exit(0);
  });
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

/// Block 0 of a kernel waits until block 1 has slept.
struct WaitForSleeper {
  dash::kernel::Team team;
  dash::kernel::Pointer<std::uint64_t> flag;

  void operator()(const dash::kernel::Grid& grid) const
  {
    using enum dash::kernel::Comparison;
    const dash::kernel::Block block;
    if (grid.block() == 1) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      dash::kernel::notify(block, team, flag, 1);
    } else {
      EXPECT(dash::kernel::wait(block, team, flag, equal, 1));
    }
  }
};

/// The same on a stream.
void kernels()
{
  dash::init(nullptr, nullptr);
  {
    dash::Flags<int> flags(2);
    dash::KernelTeam team;
    dash::Stream stream;
    stream.wait_for(flags[1], std::equal_to{}, 1);
    dash::kernel::launch({2, 1}, WaitForSleeper{team.view(), team.pointer(flags[0])}).wait();
    team.check();
    flags[1].notify(1);
    stream.wait();
  }
  dash::finalize();
}

// ---- exceptions of unit 1 that the program catches -------------------------------------------

void throw_on_unit_1()
{
  if (dash::myid() == 1) throw std::runtime_error("disc is full");
}

/// What the program does with what it catches, and then: end in the same way as without exceptions.
enum class Handler { finalizes, meets_others, stays };

void handle(Handler handler)
{
  if (handler == Handler::finalizes) return dash::finalize();
  if (handler == Handler::meets_others) dash::barrier();
  for (;;) pause();
}

/// Calls \c body on all units, which throws on unit 1, so that the exception destroys an array.
template <Handler handler = Handler::finalizes, class Body>
void catch_outside_of(Body body)
{
  dash::init(nullptr, nullptr);
  try {
    dash::Array<int> array(10 * dash::size());
    dash::fill(array, 1);
    body(array);
  } catch (const std::exception&) {
    return handle(handler);
  }
  std::puts("went on");
  dash::finalize();
}

/// The same, where the others do what \c others says.
template <Handler handler = Handler::finalizes, class Others>
void catch_outside(Others others)
{
  catch_outside_of<handler>([&](auto& array) {
    throw_on_unit_1();
    others(array);
  });
}

void sum_up(dash::Array<int>& array)
{
  array.barrier();
  std::printf("sum %d\n", dash::accumulate(array, 0));
}

void caught_and_finalized()
{
  catch_outside(sum_up);
}

void caught_before_barrier()
{
  catch_outside<Handler::meets_others>(sum_up);
}

void caught_and_stays()
{
  catch_outside<Handler::stays>(sum_up);
}

void caught_while_others_receive()
{
  catch_outside([](auto&) {
    int value = 0;
    dart_recv(&value, 1, DART_TYPE_INT, 0, dart_global_unit_t{1});
  });
}

void caught_while_others_compute_stencils()
{
  dash::init(nullptr, nullptr);
  try {
    dash::NArray<double, 2> a(16, 16), b(16, 16);
    dash::fill(a.begin(), a.end(), 0.0);
    dash::halo::Stencil step(a, {dash::halo::periodic, dash::halo::periodic}, [](auto c) {
      return 0.5 * c(0, 0) + 0.5 * c(-1, 0);
    });
    step.iterate(a, b, 2);
    throw_on_unit_1();
    step.iterate(a, b, 2);
  } catch (const std::exception&) {
  }
  dash::finalize();
}

void caught_while_others_wait_for_tasks()
{
  catch_outside([](auto& array) {
    for (;;) dash::async(dash::inout(array[10]), [](auto first) { ++first[0]; }).wait();
  });
}

/// Calls \c body on all units, which throws on unit 1, and catches inside of the array's life.
template <class Body>
void catch_inside(Body body)
{
  dash::init(nullptr, nullptr);
  dash::Array<int> array(10 * dash::size());
  dash::fill(array, 1);
  try {
    body(array);
  } catch (const std::exception&) {
  }
  sum_up(array);
  std::puts("went on");
  array.deallocate();
  dash::finalize();
}

void caught_out_of_for_each()
{
  catch_inside([](auto& array) { dash::for_each(array, [](int) { throw_on_unit_1(); }); });
}

void caught_out_of_reduce()
{
  catch_inside([](auto& array) {
    const auto same = [](int value) { return throw_on_unit_1(), value; };
    dash::transform_reduce(array, 0, dash::plus<int>(), same);
  });
}

void caught_out_of_reduce_of_native_ranges()
{
  catch_inside([](auto& array) {
    const auto add = [](int a, int b) { return throw_on_unit_1(), a + b; };
    dash::reduce(array.lbegin(), array.lend(), 0, add);
  });
}

/// Each unit has one element, so the operation is first called with what units in front have.
void caught_out_of_scan()
{
  catch_inside([](auto&) {
    dash::Array<int> one(dash::size()), sums(dash::size() + 1);
    dash::fill(one, 1);
    const auto add = [](int a, int b) { return throw_on_unit_1(), a + b; };
    dash::inclusive_scan(one.begin(), one.end(), sums.begin() + 1, add, 5);
  });
}

void caught_out_of_sort()
{
  catch_inside([](auto& array) {
    dash::sort(array.begin(), array.end(), [](int a, int b) { return throw_on_unit_1(), a < b; });
  });
}

bool at_most(int a, int b)
{
  return a <= b;
}

/// Native ranges are the business of one unit, so the others know nothing of the exception.
void caught_out_of_native_min_element()
{
  catch_outside_of([](auto& array) {
    const int values[] = {1, 2, 3};
    if (dash::myid() == 1) dash::min_element(values, values + 3, at_most);
    sum_up(array);
  });
}

/// The units of a team throw together, but those of the array have others among them.
void caught_out_of_a_team()
{
  catch_outside_of([](auto& array) {
    dash::Array<int> own(10, dash::Team::All().split(static_cast<unsigned>(dash::size())));
    dash::fill(own, dash::myid().id);
    if (dash::myid() == 1) dash::sort(own.begin(), own.end(), at_most);
    sum_up(array);
  });
}

/// The same, where the array lives on.
void caught_in_a_team()
{
  catch_inside([](auto&) {
    dash::Array<int> own(10, dash::Team::All().split(2));
    dash::fill(own, dash::myid().id);
    if (dash::myid() < 2) dash::sort(own.begin(), own.end(), at_most);
  });
}

void caught_inside()
{
  catch_inside([](auto& array) {
    if (dash::myid() == 1) array.at(-1);
  });
}

/// All units throw the same exception, which destroys the first array on all of them.
void memory_exhausted_with_containers()
{
  dash::init(nullptr, nullptr);
  for (int round = 0; round < 3; ++round) {
    try {
      dash::Array<int> first(100);
      dash::Array<double> second(std::size_t(1) << 40);
    } catch (const std::exception&) {
      dash::barrier();
    }
  }
  std::puts("went on");
  dash::finalize();
}

/// Calls dash::finalize in a destructor, also if an exception unwinds the stack.
void finalizer_unwound()
{
  struct Frame {
    Frame() { dash::init(nullptr, nullptr); }
    ~Frame() { dash::finalize(); }
  };
  try {
    const Frame frame;
    throw_on_unit_1();
    wait_for_others();
  } catch (const std::exception&) {
  }
}

// ---- dash::run -------------------------------------------------------------------------------

template <class Program>
void run(Program program)
{
  char name[] = "program";
  char* arguments[] = {name, nullptr};
  std::exit(dash::run(1, arguments, program));
}

void run_and_return()
{
  run([] { wait_for_others(); });
}

void run_and_return_code()
{
  run([](int argc, char**) { return argc + 5; });
}

void run_and_throw()
{
  run([] {
    dash::Array<int> array(10);
    throw_on_unit_1();
    wait_for_others();
  });
}

// ---- units that wait for ever ----------------------------------------------------------------

/// Unit 0 waits for all, unit 3 for unit 1, which computes for ever, and unit 2 is stopped.
void waits()
{
  dash::init(nullptr, nullptr);
  dash::Mutex mutex;
  dash::Array<int> array(100);
  if (dash::myid() == 1) mutex.lock();
  dash::barrier();
  std::puts("up");
  std::fflush(stdout);
  switch (dash::myid()) {
    case 0:
      dash::sort(array.begin(), array.end());
      break;
    case 2:
      raise(SIGSTOP);
      break;
    case 3:
      mutex.lock();
      break;
    default:
      break;
  }
  for (;;) pause();
}

constexpr Scenario scenarios[] = {
    {"waits", waits},
    {"caught-and-finalized", caught_and_finalized},
    {"caught-before-barrier", caught_before_barrier},
    {"caught-and-stays", caught_and_stays},
    {"caught-while-others-receive", caught_while_others_receive},
    {"caught-while-others-compute-stencils", caught_while_others_compute_stencils},
    {"caught-while-others-wait-for-tasks", caught_while_others_wait_for_tasks},
    {"caught-out-of-for-each", caught_out_of_for_each},
    {"caught-out-of-reduce", caught_out_of_reduce},
    {"caught-out-of-reduce-of-native-ranges", caught_out_of_reduce_of_native_ranges},
    {"caught-out-of-scan", caught_out_of_scan},
    {"caught-out-of-sort", caught_out_of_sort},
    {"caught-out-of-native-min-element", caught_out_of_native_min_element},
    {"caught-out-of-a-team", caught_out_of_a_team},
    {"caught-in-a-team", caught_in_a_team},
    {"caught-inside", caught_inside},
    {"memory-exhausted-with-containers", memory_exhausted_with_containers},
    {"finalizer-unwound", finalizer_unwound},
    {"run-and-return", run_and_return},
    {"run-and-return-code", run_and_return_code},
    {"run-and-throw", run_and_throw},
    {"reduce-on-one-unit", reduce_on_one_unit},
    {"barrier-on-one-unit", barrier_on_one_unit},
    {"child-leaves-main", child_leaves_main},
    {"child-finalizes", child_finalizes},
    {"child-uses-the-run", child_uses_the_run},
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
    {"kernels", kernels},
};

}  // namespace

int main(int argc, char** argv)
{
  return run_scenario(scenarios, argc, argv);
}
