// Programs that use the C interface wrongly, or encounter external faults. Unit 1 is the faulty
// one.

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>

#include "scenario.h"

namespace {

void start()
{
  EXPECT(dart_init(nullptr, nullptr) == DART_OK);
}

void stop()
{
  EXPECT(dart_exit() == DART_OK);
}

int unit()
{
  dart_global_unit_t id;
  EXPECT(dart_myid(&id) == DART_OK);
  return id.id;
}

/// What the other units do.
void wait_for_others()
{
  dart_barrier(DART_TEAM_ALL);
  dart_barrier(DART_TEAM_ALL);
}

/// Id of this process, also if the runtime is not initialised.
int unit_by_environment()
{
  return std::atoi(std::getenv("DART_UNIT"));
}

void plain()
{
  start();
  wait_for_others();
  stop();
  if (unit_by_environment() == 0) std::puts("all well");
}

/// The counter in DART_POWERCAP goes from 1 to 25 joules.
void takes_energy()
{
  start();
  if (unit() == 0) {
    const std::string folder = std::getenv("DART_POWERCAP");
    std::ofstream(folder + "/intel-rapl:0/energy_uj") << "25000000\n";
  }
  dart_barrier(DART_TEAM_ALL);
  stop();
}

void die_of_segmentation_fault()
{
  std::signal(SIGSEGV, SIG_DFL);  // sanitizers have a handler of their own
  raise(SIGSEGV);
}

void killed_in_barrier()
{
  start();
  if (unit() == 1) die_of_segmentation_fault();
  wait_for_others();
}

/// Unit 0 copies from memory of unit 1 until that is gone.
void killed_while_others_copy()
{
  start();
  static int own[64];
  dart_gptr_t all;
  EXPECT(dart_team_memregister(DART_TEAM_ALL, 64, DART_TYPE_INT, own, &all) == DART_OK);
  dart_barrier(DART_TEAM_ALL);
  if (unit() == 1) die_of_segmentation_fault();
  all.unitid = 1;
  int copy[64];
  while (dart_get_blocking(copy, all, 64, DART_TYPE_INT, DART_TYPE_INT) == DART_OK) {
  }
  std::_Exit(97);
}

void killed_before_init()
{
  if (unit_by_environment() == 1) die_of_segmentation_fault();
  start();
}

void returns_without_exit()
{
  start();
  if (unit() != 1) wait_for_others();
}

void calls_exit_without_exit()
{
  start();
  if (unit() == 1) std::exit(0);
  wait_for_others();
}

/// Exit handlers do not run, so only the launcher can notice this.
void leaves_at_once()
{
  start();
  if (unit() == 1) _exit(0);
  wait_for_others();
}

void leaves_before_init()
{
  if (unit_by_environment() == 1) return;
  start();
  stop();
}

void leaves_before_second_init()
{
  start();
  stop();
  if (unit_by_environment() == 1) return;
  start();
  stop();
}

void fails_after_exit()
{
  start();
  stop();
  if (unit_by_environment() == 1) std::_Exit(3);
  usleep(100'000);
  std::puts("ended by itself");
}

void fails_after_exit_and_others_hang()
{
  start();
  stop();
  if (unit_by_environment() == 1) std::_Exit(3);
  for (;;) pause();
}

/// The program ignores all errors.
void calls_once_too_often()
{
  start();
  int value = 0;
  if (unit() == 1) dart_bcast(&value, 1, DART_TYPE_INT, dart_team_unit_t(1), DART_TEAM_ALL);
  dart_exit();
}

void barrier_against_exit()
{
  start();
  if (unit() == 1) {
    EXPECT(dart_barrier(DART_TEAM_ALL) == DART_ERR_INVAL);
    EXPECT(dart_barrier(DART_TEAM_ALL) == DART_ERR_INVAL);
  }
  EXPECT(dart_exit() == DART_ERR_INVAL);
  EXPECT(dart_initialized());
}

void aborts()
{
  start();
  if (unit() == 1) dart_abort(7);
  wait_for_others();
}

void abandons()
{
  start();
  if (unit() == 1) dart_abandon("its disc is full");
  wait_for_others();
}

void abandons_and_stays()
{
  start();
  if (unit() == 1) dart_abandon("its disc is full");
  if (unit() == 1)
    for (;;) pause();
  wait_for_others();
}

void starts_twice()
{
  start();
  EXPECT(dart_init(nullptr, nullptr) == DART_ERR_OTHER);
  stop();
  EXPECT(dart_exit() == DART_ERR_OTHER);
}

void local_memory_exhausted()
{
  start();
  dart_gptr_t gptr = DART_GPTR_NULL;
  EXPECT(dart_memalloc(size_t(1) << 40, DART_TYPE_BYTE, &gptr) == DART_ERR_NOMEM);
  EXPECT(DART_GPTR_ISNULL(gptr));
  EXPECT(dart_memalloc(8, DART_TYPE_INT, &gptr) == DART_OK);
  EXPECT(dart_memfree(gptr) == DART_OK);
  std::puts("went on");
  stop();
}

/// Unit 1 requests too much memory, so no unit gets any.
void team_memory_exhausted()
{
  start();
  const size_t bytes = unit() == 1 ? size_t(1) << 40 : 64;
  dart_gptr_t gptr = DART_GPTR_NULL;
  EXPECT(dart_team_memalloc_aligned(DART_TEAM_ALL, bytes, DART_TYPE_BYTE, &gptr) == DART_ERR_NOMEM);
  EXPECT(DART_GPTR_ISNULL(gptr));
  EXPECT(dart_team_memalloc_aligned(DART_TEAM_ALL, 64, DART_TYPE_BYTE, &gptr) == DART_OK);
  EXPECT(dart_team_memfree(gptr) == DART_OK);
  std::puts("went on");
  stop();
}

void expect_all_refused()
{
  dart_global_unit_t id;
  size_t size = 1;
  dart_gptr_t gptr = DART_GPTR_NULL;
  int value = 0;
  EXPECT(!dart_initialized());
  EXPECT(dart_exit() != DART_OK);
  EXPECT(dart_myid(&id) != DART_OK && id.id == DART_UNDEFINED_UNIT_ID);
  EXPECT(dart_size(&size) != DART_OK && size == 0);
  EXPECT(dart_barrier(DART_TEAM_ALL) != DART_OK);
  EXPECT(dart_memalloc(1, DART_TYPE_INT, &gptr) != DART_OK);
  EXPECT(dart_team_memalloc_aligned(DART_TEAM_ALL, 1, DART_TYPE_INT, &gptr) != DART_OK);
  EXPECT(dart_get_blocking(&value, gptr, 1, DART_TYPE_INT, DART_TYPE_INT) != DART_OK);
  EXPECT(dart_put_blocking(gptr, &value, 1, DART_TYPE_INT, DART_TYPE_INT) != DART_OK);
  EXPECT(dart_flush(gptr) != DART_OK);
  EXPECT(dart_bcast(&value, 1, DART_TYPE_INT, 0, DART_TEAM_ALL) != DART_OK);
}

void used_before_init()
{
  expect_all_refused();
  start();
  stop();
}

void used_after_exit()
{
  start();
  stop();
  expect_all_refused();
}

void expect_refused(dart_gptr_t gptr)
{
  int value = 0;
  EXPECT(dart_get_blocking(&value, gptr, 1, DART_TYPE_INT, DART_TYPE_INT) == DART_ERR_INVAL);
  EXPECT(dart_put_blocking(gptr, &value, 1, DART_TYPE_INT, DART_TYPE_INT) == DART_ERR_INVAL);
  EXPECT(dart_fetch_and_op(gptr, &value, &value, DART_TYPE_INT, DART_OP_SUM) == DART_ERR_INVAL);
}

void bad_pointers()
{
  start();
  dart_gptr_t gptr;
  EXPECT(dart_team_memalloc_aligned(DART_TEAM_ALL, 4, DART_TYPE_INT, &gptr) == DART_OK);
  expect_refused(DART_GPTR_NULL);
  dart_gptr_t foreign = gptr;
  foreign.unitid = 1000;
  expect_refused(foreign);
  foreign = gptr;
  foreign.segid = 77;
  expect_refused(foreign);
  foreign = gptr;
  foreign.teamid = 55;
  expect_refused(foreign);
  foreign = gptr;
  dart_gptr_incaddr(&foreign, 4 * sizeof(int));
  expect_refused(foreign);
  EXPECT(dart_barrier(DART_TEAM_ALL) == DART_OK);
  EXPECT(dart_team_memfree(gptr) == DART_OK);
  expect_refused(gptr);
  stop();
}

/// Allocates a segment of 100 integers per unit. \return pointer to the one at byte 64 of \c unit
dart_gptr_t start_with_segment(int unit)
{
  std::signal(SIGSEGV, SIG_DFL);  // sanitizers have a handler of their own
  start();
  dart_gptr_t gptr;
  EXPECT(dart_team_memalloc_aligned(DART_TEAM_ALL, 100, DART_TYPE_INT, &gptr) == DART_OK);
  gptr.unitid = unit;
  dart_gptr_incaddr(&gptr, 64);
  return gptr;
}

/// Host code of unit 2, a GPU unit, uses the native address of its own memory.
void reads_device_memory()
{
  const dart_gptr_t gptr = start_with_segment(2);
  void* address = nullptr;
  EXPECT(dart_gptr_getaddr(gptr, &address) == DART_OK);
  if (unit() == 2) std::printf("%d\n", *static_cast<volatile int*>(address));
  wait_for_others();
}

void writes_device_memory()
{
  const dart_gptr_t gptr = start_with_segment(2);
  void* address = nullptr;
  EXPECT(dart_gptr_getaddr(gptr, &address) == DART_OK);
  if (unit() == 2) *static_cast<volatile int*>(address) = 1;
  wait_for_others();
}

/// Host code of a CPU unit uses a place of unit 3, a GPU unit, as an address.
void reads_place_of_other_unit()
{
  const dart_gptr_t gptr = start_with_segment(3);
  void* place = nullptr;
  EXPECT(dart_gptr_place(gptr, &place) == DART_OK);
  if (unit() == 1) std::printf("%d\n", *static_cast<volatile int*>(place));
  wait_for_others();
}

/// Unit 3 ends while the others write to its memory.
void killed_during_transfers()
{
  dart_gptr_t gptr = start_with_segment(3);
  int values[16] = {};
  if (unit() == 3) {
    usleep(50'000);
    raise(SIGSEGV);
  }
  for (;;) dart_put_blocking(gptr, values, 16, DART_TYPE_INT, DART_TYPE_INT);
}

/* ---- tasks ----------------------------------------------------------------------------------- */

dart_ret_t nothing(const dart_tapi_task_args_t*)
{
  return DART_OK;
}

dart_ret_t die(const dart_tapi_task_args_t*)
{
  die_of_segmentation_fault();
  return DART_OK;
}

dart_tapi_task_t start_task_at(int where, dart_tapi_function_t function, const char* name)
{
  dart_tapi_task_desc_t desc{};
  desc.cpu = desc.gpu = function;
  desc.affinity = DART_TAPI_AFFINITY_UNIT;
  desc.unit = dart_global_unit_t(where);
  desc.name = name;
  dart_tapi_task_t task;
  EXPECT(dart_tapi_task_create(&desc, &task) == DART_OK);
  EXPECT(dart_tapi_task_start(task) == DART_OK);
  return task;
}

/// Each unit executes tasks, which appear in the trace.
void runs_tasks()
{
  start();
  dart_trace_begin("algorithm", "with \"quotes\"");
  for (int k = 0; k < 10; ++k) {
    dart_tapi_task_t task = start_task_at(unit(), nothing, "nothing");
    EXPECT(dart_tapi_task_wait(task) == DART_OK);
    EXPECT(dart_tapi_task_destroy(&task) == DART_OK);
  }
  dart_trace_end(123);
  dart_barrier(DART_TEAM_ALL);
}

void tasks()
{
  runs_tasks();
  stop();
}

void traces_and_stays()
{
  runs_tasks();
  std::puts("up");
  std::fflush(stdout);
  for (;;) pause();
}

/// Unit 1 dies inside a task that unit 0 waits for.
void killed_in_task()
{
  runs_tasks();
  if (unit() == 0) dart_tapi_task_wait(start_task_at(1, die, "die"));
  wait_for_others();
}

/// Unit 1 ends while it has tasks.
void leaves_with_tasks_queued()
{
  start();
  if (unit() == 1) {
    for (int k = 0; k < 100000; ++k) start_task_at(1, nothing, "nothing");
    return;
  }
  wait_for_others();
}

constexpr Scenario scenarios[] = {
    {"tasks", tasks},
    {"traces-and-stays", traces_and_stays},
    {"killed-in-task", killed_in_task},
    {"leaves-with-tasks-queued", leaves_with_tasks_queued},
    {"plain", plain},
    {"takes-energy", takes_energy},
    {"calls-once-too-often", calls_once_too_often},
    {"barrier-against-exit", barrier_against_exit},
    {"killed-in-barrier", killed_in_barrier},
    {"killed-before-init", killed_before_init},
    {"killed-while-others-copy", killed_while_others_copy},
    {"returns-without-exit", returns_without_exit},
    {"calls-exit-without-exit", calls_exit_without_exit},
    {"leaves-at-once", leaves_at_once},
    {"leaves-before-init", leaves_before_init},
    {"leaves-before-second-init", leaves_before_second_init},
    {"fails-after-exit", fails_after_exit},
    {"fails-after-exit-and-others-hang", fails_after_exit_and_others_hang},
    {"aborts", aborts},
    {"abandons", abandons},
    {"abandons-and-stays", abandons_and_stays},
    {"starts-twice", starts_twice},
    {"local-memory-exhausted", local_memory_exhausted},
    {"team-memory-exhausted", team_memory_exhausted},
    {"used-before-init", used_before_init},
    {"used-after-exit", used_after_exit},
    {"bad-pointers", bad_pointers},
    {"reads-device-memory", reads_device_memory},
    {"writes-device-memory", writes_device_memory},
    {"reads-place-of-other-unit", reads_place_of_other_unit},
    {"killed-during-transfers", killed_during_transfers},
};

}  // namespace

int main(int argc, char** argv)
{
  return run_scenario(scenarios, argc, argv);
}
