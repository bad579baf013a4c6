// Random arguments for the C interface: every call returns, without a crash, with one of the codes
// of dart_ret_t. Calls that turn out to be valid work on memory that nobody looks at.

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>
#include <dash/dart/if/dart_locality.h>
#include <dash/dart/if/dart_notify.h>
#include <dash/dart/if/dart_tasks.h>

#include <climits>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "stress.h"

namespace dash::stress {
namespace {

constexpr std::size_t part_bytes = 4096;

/// What calls may use; of one unit.
struct Pool {
  std::vector<std::byte> buffer = std::vector<std::byte>(16 * part_bytes);
  dart_gptr_t segment = DART_GPTR_NULL, block = DART_GPTR_NULL;
  dart_datatype_t strided = DART_TYPE_UNDEFINED, custom = DART_TYPE_UNDEFINED;
  dart_group_t group = DART_GROUP_NULL;
  std::size_t units = 0;
};

/// Chooses arguments, most of which are wrong in some way.
class Arguments {
 public:
  Arguments(Random& random, Pool& pool) : random_(random), pool_(pool) {}

  bool flag() { return random_.one_in(2); }
  void* pointer() { return random_.one_in(4) ? nullptr : pool_.buffer.data(); }
  dart_unit_t unit()
  {
    const auto n = static_cast<dart_unit_t>(pool_.units);
    const dart_unit_t choices[] = {
        0, n - 1, n, -1, INT_MAX, INT_MIN, static_cast<dart_unit_t>(random_.word())};
    return random_.one_of(choices);
  }
  dart_team_t team()
  {
    static constexpr dart_team_t choices[] = {DART_TEAM_ALL, DART_TEAM_ALL, -1,    1,
                                              999,           32767,         -32768};
    return random_.one_of(choices);
  }
  dart_datatype_t type()
  {
    const dart_datatype_t choices[] = {
        DART_TYPE_BYTE,
        DART_TYPE_INT,
        DART_TYPE_DOUBLE,
        DART_TYPE_LONG_DOUBLE,
        DART_TYPE_UNDEFINED,
        DART_TYPE_LAST,
        -1,
        pool_.strided,
        pool_.custom};
    return random_.one_of(choices);
  }
  /// Local buffers need this, because the runtime cannot know their extent.
  dart_datatype_t basic_type()
  {
    static constexpr dart_datatype_t choices[] = {
        DART_TYPE_BYTE, DART_TYPE_INT, DART_TYPE_DOUBLE, DART_TYPE_UNDEFINED, DART_TYPE_LAST};
    return random_.one_of(choices);
  }
  dart_operation_t operation()
  {
    static constexpr dart_operation_t choices[] = {
        DART_OP_SUM,   DART_OP_MIN,     DART_OP_BAND, DART_OP_MINMAX,
        DART_OP_NO_OP, DART_OP_REPLACE, DART_OP_LAST, DART_OP_UNDEFINED};
    return random_.one_of(choices);
  }
  /// A number that buffers have room for, or one that not even the range of the heap has room for.
  std::size_t count()
  {
    static constexpr std::size_t choices[] = {
        0, 1, 8, 12, 255, std::size_t{1} << 40, SIZE_MAX, SIZE_MAX / 8 + 1};
    return random_.one_of(choices);
  }
  std::size_t small_count() { return random_.below(20); }
  dart_gptr_t gptr()
  {
    dart_gptr_t result = flag() ? pool_.segment : pool_.block;
    switch (random_.below(8)) {
      case 0:
        return DART_GPTR_NULL;
      case 1:
        result.unitid = static_cast<dart_unit_t>(random_.word()) % (1 << 23);
        break;
      case 2:
        result.segid = static_cast<std::int16_t>(random_.word());
        break;
      case 3:
        result.teamid = team();
        break;
      case 4:
        result.addr_or_offs.offset = random_.word();
        break;
      case 5:
        result.addr_or_offs.offset += random_.below(2 * part_bytes);
        break;
      default:
        break;
    }
    return result;
  }
  /// One that is not the start of a block in use.
  dart_gptr_t gptr_to_nothing()
  {
    dart_gptr_t result = gptr();
    result.addr_or_offs.offset |= 1;
    return result;
  }
  Random& random() { return random_; }

 private:
  Random& random_;
  Pool& pool_;
};

void check(dart_ret_t code, const char* call)
{
  if (code == DART_ERR_INVAL && model_forgets()) {
    require(false, call, " returns ", static_cast<int>(code), ", which the model has forgotten");
  }
  const bool is_known = code == DART_OK || code == DART_ERR_INVAL || code == DART_ERR_NOTFOUND ||
                        code == DART_ERR_NOTINIT || code == DART_ERR_NOMEM ||
                        code == DART_ERR_OTHER;
  require(is_known, call, " returns ", static_cast<int>(code));
}

/// Notes the call, makes it, and checks its code.
#define STRESS_CALL(call) (begin_step(#call), check((call), #call))

void transfers(Arguments& a)
{
  const dart_gptr_t at = a.gptr();
  const std::size_t n = a.count();
  const dart_datatype_t local = a.basic_type(), global = a.flag() ? local : a.type();
  void* const p = a.pointer();
  dart_handle_t handle = DART_HANDLE_NULL;
  dart_handle_t* const place = a.flag() ? &handle : nullptr;
  // Rows may overlap in the buffer, whose extent the runtime cannot know.
  const dart_rows_t rows{
      n, a.small_count(), a.small_count(), {a.count(), a.count(), a.count()}, {}};
  std::int32_t done = 0;
  switch (a.random().below(14)) {
    case 0:
      return STRESS_CALL(dart_get_blocking(p, at, n, global, local));
    case 1:
      return STRESS_CALL(dart_put_blocking(at, p, n, local, global));
    case 2:
      STRESS_CALL(dart_get(p, at, n, global, local));
      return STRESS_CALL(dart_flush_local(at));
    case 3:
      STRESS_CALL(dart_put(at, p, n, local, global));
      return STRESS_CALL(dart_flush(at));
    case 4:
      STRESS_CALL(dart_get_handle(p, at, n, global, local, place));
      return STRESS_CALL(dart_wait(&handle));
    case 5:
      STRESS_CALL(dart_put_handle(at, p, n, local, global, place));
      return STRESS_CALL(dart_waitall(&handle, 1));
    case 6: {
      const dart_gptr_t from = a.gptr();
      STRESS_CALL(dart_copy_handle(at, from, n, place));
      return STRESS_CALL(dart_wait_local(&handle));
    }
    case 7:
      STRESS_CALL(dart_wait(nullptr));
      STRESS_CALL(dart_test(nullptr, &done));
      STRESS_CALL(dart_test(&handle, nullptr));
      STRESS_CALL(dart_waitall(nullptr, a.small_count()));
      return STRESS_CALL(dart_testall(nullptr, a.small_count(), &done));
    case 8:
      STRESS_CALL(dart_flush_all(at));
      return STRESS_CALL(dart_flush_local_all(at));
    case 9:
      return STRESS_CALL(dart_accumulate(at, p, n, a.type(), a.operation()));
    case 10:
      return STRESS_CALL(dart_fetch_and_op(at, p, a.pointer(), a.type(), a.operation()));
    case 11:
      STRESS_CALL(dart_get_rows_handle(p, at, a.flag() ? &rows : nullptr, 1, place));
      return STRESS_CALL(dart_wait(&handle));
    case 12:
      STRESS_CALL(dart_put_rows_handle(at, p, &rows, 1, place));
      return STRESS_CALL(dart_wait(&handle));
    default:
      return STRESS_CALL(dart_compare_and_swap(at, p, a.pointer(), a.pointer(), a.type()));
  }
}

void memory(Arguments& a)
{
  const dart_gptr_t at = a.gptr();
  dart_gptr_t made = DART_GPTR_NULL;
  void* address = nullptr;
  switch (a.random().below(9)) {
    case 0:
      STRESS_CALL(dart_memalloc(a.count(), a.type(), a.flag() ? &made : nullptr));
      return STRESS_CALL(dart_memfree(made));
    case 1:
      return STRESS_CALL(dart_memfree(a.gptr_to_nothing()));
    case 2:
      return STRESS_CALL(dart_gptr_getaddr(at, a.flag() ? &address : nullptr));
    case 3:
      made = at;
      return STRESS_CALL(dart_gptr_setaddr(a.flag() ? &made : nullptr, a.pointer()));
    case 4:
      STRESS_CALL(dart_gptr_mapped(at, &address));
      return STRESS_CALL(dart_gptr_mapped(at, nullptr));
    case 5:
      STRESS_CALL(dart_gptr_from_mapped(a.pointer(), &made));
      return STRESS_CALL(dart_gptr_from_mapped(a.pointer(), nullptr));
    case 6: {
      std::size_t size = 0;
      return STRESS_CALL(dart_segment_size(at, a.flag() ? &size : nullptr));
    }
    case 7: {
      dart_memory_t kind = a.flag() ? DART_MEMORY_UNIT : DART_MEMORY_HOST;
      STRESS_CALL(dart_memalloc_in(kind, a.count(), a.type(), &made));
      return STRESS_CALL(dart_memfree(made));
    }
    default: {
      std::size_t index = 0;
      std::int32_t found = 0;
      std::uint64_t value = 0;
      STRESS_CALL(dart_notify_test(at, a.small_count(), &index, &found));
      STRESS_CALL(dart_notify_value(at, a.flag() ? &value : nullptr));
      STRESS_CALL(dart_notify_reset(at, &value));
      STRESS_CALL(dart_put_notify_add(
          at, a.pointer(), a.count(), a.basic_type(), a.gptr(), a.random().below(3)));
      return STRESS_CALL(dart_put_notify(
          at, a.pointer(), a.count(), a.basic_type(), a.gptr(), a.random().below(3)));
    }
  }
}

void ids_and_types(Arguments& a, Pool& pool)
{
  dart_team_unit_t local;
  dart_global_unit_t global;
  std::size_t size = 0;
  dart_datatype_t type = DART_TYPE_UNDEFINED;
  const std::size_t lengths[] = {a.small_count(), a.count()}, offsets[] = {a.count(), 3};
  switch (a.random().below(10)) {
    case 0:
      return STRESS_CALL(dart_team_myid(a.team(), a.flag() ? &local : nullptr));
    case 1:
      return STRESS_CALL(dart_team_size(a.team(), a.flag() ? &size : nullptr));
    case 2:
      return STRESS_CALL(dart_team_unit_l2g(a.team(), a.unit(), a.flag() ? &global : nullptr));
    case 3:
      return STRESS_CALL(dart_team_unit_g2l(a.team(), a.unit(), a.flag() ? &local : nullptr));
    case 4: {
      std::int32_t is_member = 0;
      STRESS_CALL(dart_group_addmember(a.flag() ? pool.group : nullptr, a.unit()));
      STRESS_CALL(dart_group_delmember(a.flag() ? pool.group : nullptr, a.unit()));
      return STRESS_CALL(
          dart_group_ismember(pool.group, a.unit(), a.flag() ? &is_member : nullptr));
    }
    case 5:
      STRESS_CALL(dart_type_create_strided(a.type(), a.count(), a.count(), &type));
      break;
    case 6:
      STRESS_CALL(dart_type_create_indexed(a.type(), a.random().below(3), lengths, offsets, &type));
      break;
    case 7:
      STRESS_CALL(dart_type_create_resized(a.type(), a.count(), &type));
      break;
    case 8:
      STRESS_CALL(dart_type_create_custom(a.count(), a.flag() ? &type : nullptr));
      break;
    default: {
      dart_operation_t op = DART_OP_UNDEFINED;
      STRESS_CALL(dart_op_create(nullptr, nullptr, true, a.type(), false, &op));
      STRESS_CALL(dart_op_destroy(&op));
      return STRESS_CALL(dart_op_destroy(nullptr));
    }
  }
  if (type != DART_TYPE_UNDEFINED) STRESS_CALL(dart_type_destroy(&type));
}

void others(Arguments& a, Pool& pool)
{
  dart_domain_locality_t* domain = nullptr;
  dart_unit_locality_t* unit = nullptr;
  std::int32_t held = 0;
  static constexpr const char* tags[] = {".", ".0", "", "..", ".99.99", "nothing", ".0.0.0.0.0.0"};
  const dart_unit_t n = static_cast<dart_unit_t>(pool.units);
  switch (a.random().below(6)) {
    case 0:
      return STRESS_CALL(dart_domain_team_locality(a.team(), a.random().one_of(tags), &domain));
    case 1:
      return STRESS_CALL(dart_unit_locality(a.team(), a.unit(), a.flag() ? &unit : nullptr));
    case 2:
      STRESS_CALL(dart_lock_acquire(DART_LOCK_NULL));
      STRESS_CALL(dart_lock_try_acquire(DART_LOCK_NULL, &held));
      return STRESS_CALL(dart_lock_release(DART_LOCK_NULL));
    case 3:
      // Only calls that do not wait for a message.
      STRESS_CALL(dart_send(a.pointer(), a.count(), a.type(), 0, n));
      STRESS_CALL(dart_send(nullptr, 1 + a.small_count(), DART_TYPE_INT, 0, 0));
      STRESS_CALL(dart_recv(a.pointer(), a.count(), a.type(), 0, -1));
      return STRESS_CALL(dart_recv(nullptr, 1 + a.small_count(), DART_TYPE_INT, 0, 0));
    default: {
      dart_tapi_range_t ranges[] = {
          {a.gptr(), a.count(), DART_TAPI_IN}, {a.gptr(), a.small_count(), DART_TAPI_INOUT}};
      dart_tapi_task_desc_t desc{};
      desc.cpu = a.flag() ? +[](const dart_tapi_task_args_t*) { return DART_OK; } : nullptr;
      desc.ranges = a.flag() ? ranges : nullptr;
      desc.nranges = a.random().below(3);
      desc.args = a.pointer();
      desc.args_nbytes = a.flag() ? a.small_count() : std::size_t{1} << 40;
      desc.affinity = static_cast<dart_tapi_affinity_t>(a.random().below(4));
      desc.unit = a.unit();
      desc.priority = static_cast<int>(a.random().word()) % 200;
      dart_tapi_task_t task = DART_TAPI_TASK_NULL;
      STRESS_CALL(dart_tapi_task_create(a.flag() ? &desc : nullptr, &task));
      STRESS_CALL(dart_tapi_task_start(task));
      STRESS_CALL(dart_tapi_task_wait(task));
      return STRESS_CALL(dart_tapi_task_destroy(&task));
    }
  }
}

/// All units pass the same arguments, so either all of them do it or none.
void collective(Arguments& a)
{
  const std::size_t n = a.small_count();
  const dart_datatype_t type = a.type();
  const dart_team_t team = a.team();
  const dart_team_unit_t root = a.unit();
  const bool has_buffers = a.flag();
  std::vector<std::byte> from(part_bytes), to(part_bytes);
  void* const source = has_buffers ? from.data() : nullptr;
  void* const target = has_buffers ? to.data() : nullptr;
  switch (a.random().below(7)) {
    case 0:
      return STRESS_CALL(dart_barrier(team));
    case 1:
      return STRESS_CALL(dart_bcast(target, n, type, root, team));
    case 2:
      return STRESS_CALL(dart_gather(source, target, n, type, root, team));
    case 3:
      return STRESS_CALL(dart_allgather(source, target, n, type, team));
    case 4:
      return STRESS_CALL(dart_alltoall(source, target, n, type, team));
    case 5:
      return STRESS_CALL(dart_allreduce(source, target, n, type, a.operation(), team));
    default:
      return STRESS_CALL(dart_reduce(source, target, n, type, a.operation(), root, team));
  }
}

Pool& pool()
{
  static Pool& instance = *new Pool;  // the runtime frees what it holds
  return instance;
}

void run_case(Random& random)
{
  dart_global_unit_t me;
  dart_myid(&me);
  Random own = RandomOfUnits(random).of(static_cast<std::size_t>(me.id));
  Arguments mine(own, pool()), common(random, pool());
  for (std::size_t calls = 100; calls > 0; --calls) {
    switch (own.below(4)) {
      case 0:
        transfers(mine);
        break;
      case 1:
        memory(mine);
        break;
      case 2:
        ids_and_types(mine, pool());
        break;
      default:
        others(mine, pool());
        break;
    }
  }
  for (std::size_t calls = 5; calls > 0; --calls) collective(common);
}

void init(int* argc, char*** argv)
{
  require(dart_init(argc, argv) == DART_OK, "dart_init fails");
  dart_config_t* config = nullptr;
  dart_config(&config);
  config->log_enabled = 0;  // errors are what this is about
  Pool& all = pool();
  dart_size(&all.units);
  dart_team_memalloc_aligned(DART_TEAM_ALL, part_bytes, DART_TYPE_BYTE, &all.segment);
  dart_memalloc(part_bytes, DART_TYPE_BYTE, &all.block);
  dart_type_create_strided(DART_TYPE_INT, 3, 2, &all.strided);
  dart_type_create_custom(24, &all.custom);
  dart_group_create(&all.group);
}

void finalize()
{
  dart_exit();
}

}  // namespace
}  // namespace dash::stress

int main(int argc, char** argv)
{
  using namespace dash::stress;
  return run_cases(argc, argv, {init, finalize, run_case});
}
