// Prints for each unit on which host it runs, after bytes have been sent to all others and back.
//
//   dart-hosts [SIGNAL [tasks]]    the last unit first sends itself this signal; with tasks, while
//                                  the others wait for tasks on its memory
//   dart-hosts put-to-stopped    unit 0 puts to the last unit, which is stopped
//   dart-hosts turns             also, each unit has its turn, a span that begins when the one of
//   the
//                                unit before it has ended

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_tasks.h>
#include <dash/dart/if/dart_trace.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "scenario.h"

namespace {

/// The first unit whose memory is mapped here; the units of a host agree on it.
std::int32_t first_on_host(dart_gptr_t gptr, int units)
{
  for (int unit = 0; unit < units; ++unit) {
    void* address = nullptr;
    gptr.unitid = static_cast<decltype(gptr.unitid)>(unit);
    EXPECT(dart_gptr_mapped(gptr, &address) == DART_OK);
    if (address != nullptr) return unit;
  }
  return -1;
}

/// Writes to all units, and adds to words of all of them; then checks what the others have done
/// here.
void exchange(dart_gptr_t gptr, int me, int units)
{
  for (int unit = 0; unit < units; ++unit) {
    gptr.unitid = static_cast<decltype(gptr.unitid)>(unit);
    dart_gptr_t mine = gptr;
    dart_gptr_incaddr(&mine, static_cast<std::int64_t>(sizeof(std::int64_t)) * (1 + me));
    const std::int64_t value = 1000 * me + unit;
    EXPECT(dart_put_blocking(mine, &value, 1, DART_TYPE_LONGLONG, DART_TYPE_LONGLONG) == DART_OK);
    const std::int64_t one = 1;
    std::int64_t old = 0;
    EXPECT(dart_fetch_and_op(gptr, &one, &old, DART_TYPE_LONGLONG, DART_OP_SUM) == DART_OK);
    EXPECT(dart_flush(gptr) == DART_OK);
  }
  EXPECT(dart_barrier(DART_TEAM_ALL) == DART_OK);
  std::vector<std::int64_t> here(units + 1);
  gptr.unitid = static_cast<decltype(gptr.unitid)>(me);
  EXPECT(
      dart_get_blocking(here.data(), gptr, here.size(), DART_TYPE_LONGLONG, DART_TYPE_LONGLONG) ==
      DART_OK);
  EXPECT(here[0] == units);
  for (int unit = 0; unit < units; ++unit) EXPECT(here[1 + unit] == 1000 * unit + me);
}

/// Unit 0 puts to the last unit, which does not respond. The bytes are more than MPI sends without
/// the receiver.
void put_to_stopped_unit(int me, int units)
{
  const std::vector<std::int64_t> values(100'000);
  dart_gptr_t gptr = DART_GPTR_NULL;
  EXPECT(
      dart_team_memalloc_aligned(DART_TEAM_ALL, values.size(), DART_TYPE_LONGLONG, &gptr) ==
      DART_OK);
  if (me == units - 1) std::raise(SIGSTOP);
  if (me != 0) return;
  gptr.unitid = static_cast<decltype(gptr.unitid)>(units - 1);
  EXPECT(
      dart_put_blocking(
          gptr, values.data(), values.size(), DART_TYPE_LONGLONG, DART_TYPE_LONGLONG) ==
      DART_ERR_OTHER);
  std::puts("the put has failed");
  std::fflush(stdout);
  dart_abort(5);
}

/// The units work one after the other, also by the clock of an observer.
void take_turns(int me, int units)
{
  for (int unit = 0; unit < units; ++unit) {
    if (unit == me) {
      dart_trace_begin("turn", "mine");
      usleep(2000);
      dart_trace_end(0);
    }
    EXPECT(dart_barrier(DART_TEAM_ALL) == DART_OK);
  }
}

dart_ret_t work(const dart_tapi_task_args_t*)
{
  usleep(1000);
  return DART_OK;
}

/// Starts tasks on a word that would take seconds. \return the last one
dart_tapi_task_t start_tasks(dart_gptr_t word)
{
  const dart_tapi_range_t range{word, sizeof(std::int64_t), DART_TAPI_INOUT};
  dart_tapi_task_desc_t desc{};
  desc.cpu = work;
  desc.ranges = &range;
  desc.nranges = 1;
  dart_tapi_task_t task = DART_TAPI_TASK_NULL;
  for (int k = 0; k < 2000; ++k) {
    EXPECT(dart_tapi_task_create(&desc, &task) == DART_OK);
    EXPECT(dart_tapi_task_start(task) == DART_OK);
  }
  return task;
}

}  // namespace

int main(int argc, char** argv)
{
  EXPECT(dart_init(&argc, &argv) == DART_OK);
  dart_global_unit_t me;
  std::size_t size = 0;
  EXPECT(dart_myid(&me) == DART_OK && dart_size(&size) == DART_OK);
  const int units = static_cast<int>(size);

  dart_gptr_t gptr = DART_GPTR_NULL;
  EXPECT(dart_team_memalloc_aligned(DART_TEAM_ALL, size + 1, DART_TYPE_LONGLONG, &gptr) == DART_OK);
  void* own = nullptr;
  gptr.unitid = static_cast<decltype(gptr.unitid)>(me.id);
  EXPECT(dart_gptr_getaddr(gptr, &own) == DART_OK);
  std::fill_n(static_cast<std::int64_t*>(own), size + 1, 0);
  EXPECT(dart_barrier(DART_TEAM_ALL) == DART_OK);

  const std::int32_t first = first_on_host(gptr, units);
  std::vector<std::int32_t> firsts(size);
  EXPECT(dart_allgather(&first, firsts.data(), 1, DART_TYPE_INT, DART_TEAM_ALL) == DART_OK);
  std::vector<std::int32_t> hosts = firsts;
  std::sort(hosts.begin(), hosts.end());
  hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
  const auto host = std::lower_bound(hosts.begin(), hosts.end(), first) - hosts.begin();

  dart_gptr_t last = gptr;
  last.unitid = static_cast<decltype(last.unitid)>(units - 1);
  const bool has_tasks = argc > 2;
  const dart_tapi_task_t task = has_tasks ? start_tasks(last) : DART_TAPI_TASK_NULL;
  if (argc > 1 && std::strcmp(argv[1], "put-to-stopped") == 0) {
    put_to_stopped_unit(me.id, units);
  } else if (argc > 1 && std::strcmp(argv[1], "turns") == 0) {
    take_turns(me.id, units);
  } else if (argc > 1 && me.id == units - 1) {
    std::raise(std::atoi(argv[1]));
  }
  if (has_tasks) EXPECT(dart_tapi_task_wait(task) == DART_OK);
  exchange(gptr, me.id, units);

  char name[256] = "";
  gethostname(name, sizeof name - 1);
  // One write, so that lines of several units do not mix.
  char line[512];
  const int length = std::snprintf(
      line, sizeof line, "unit %d of %d on host %d of %d, machine %s\n", me.id, units,
      static_cast<int>(host), static_cast<int>(hosts.size()), name);
  EXPECT(write(STDOUT_FILENO, line, length) == length);

  gptr.unitid = 0;
  EXPECT(dart_team_memfree(gptr) == DART_OK);
  EXPECT(dart_exit() == DART_OK);
  return 0;
}
