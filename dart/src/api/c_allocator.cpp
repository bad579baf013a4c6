// Pools of global memory to which each unit of a team contributes.

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "api/guard.h"
#include "base/buddy.h"
#include "base/wait.h"
#include "dash/dart/if/dart_globmem.h"
#include "types/datatype.h"

namespace {

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
using Table = std::unique_ptr<void, Free>;

}  // namespace

struct dart_allocator_struct {
  dart_gptr_t pool;
  std::size_t capacity;
  Table table;
  dart::Buddy buddy;
  dart::SpinLock lock{};
};

extern "C" {

dart_ret_t dart_allocator_new(size_t pool_size, dart_team_t team, dart_allocator_t* new_allocator)
    DART_NOTHROW
{
  DART_REQUIRE(new_allocator != nullptr, DART_ERR_INVAL, "dart_allocator_new: allocator is null");
  *new_allocator = nullptr;
  constexpr std::size_t smallest = 64, largest = std::size_t(1) << 48;
  DART_REQUIRE(
      pool_size <= largest, DART_ERR_NOMEM, "dart_allocator_new: %zu bytes are too many",
      pool_size);
  const std::size_t capacity = std::bit_ceil(std::max(pool_size, smallest));
  const std::size_t granule = std::max<std::size_t>(8, capacity / dart::Buddy::max_granules);
  return dart::guarded_together(
      __func__, team, [&](dart::Runtime& rt, dart::Team& members, const char* function) {
        std::unique_ptr<dart_allocator_struct> allocator;
        const dart_ret_t able = dart::prepared([&] {
          // Pages of the table that describe unused memory are never accessed, so calloc is cheap.
          Table table(std::calloc(dart::Buddy::table_bytes(capacity / granule), 1));
          if (table == nullptr) throw std::bad_alloc();
          void* memory = table.get();
          allocator.reset(new dart_allocator_struct{
              DART_GPTR_NULL, capacity, std::move(table), {capacity, granule, memory}});
          return DART_OK;
        });
        members.board().begin(dart::CollectiveCall::with_data(
            dart::Collective::allocator_new, capacity, DART_TYPE_BYTE));
        dart_gptr_t pool = DART_GPTR_NULL;
        const dart_ret_t allocated =
            rt.segments().allocate(members, DART_MEMORY_UNIT, {able, capacity}, &pool, function);
        if (allocated != DART_OK) return allocated;
        allocator->pool = pool;
        allocator->pool.unitid = static_cast<dart_unit_t>(members.me());
        *new_allocator = allocator.release();
        return DART_OK;
      });
}

dart_ret_t dart_allocator_alloc(
    size_t nelem, dart_datatype_t dtype, dart_gptr_t* gptr, dart_allocator_t allocator) DART_NOTHROW
{
  DART_REQUIRE_POINTER(gptr, __func__);
  *gptr = DART_GPTR_NULL;
  DART_REQUIRE(allocator != nullptr, DART_ERR_INVAL, "dart_allocator_alloc: null allocator");
  std::size_t bytes = 0;
  if (!dart::contiguous_bytes(nelem, dtype, __func__, &bytes)) return DART_ERR_INVAL;
  std::unique_lock guard(allocator->lock);
  const auto offset = allocator->buddy.allocate(bytes);
  guard.unlock();
  if (!offset) {
    dart::log(
        dart::LogLevel::info, "dart_allocator_alloc: %zu bytes do not fit in the pool of %zu bytes",
        bytes, allocator->capacity);
    return DART_ERR_NOMEM;
  }
  *gptr = allocator->pool;
  gptr->addr_or_offs.offset = *offset;
  return DART_OK;
}

dart_ret_t dart_allocator_free(dart_gptr_t* gptr, dart_allocator_t allocator) DART_NOTHROW
{
  DART_REQUIRE(
      gptr != nullptr && allocator != nullptr, DART_ERR_INVAL,
      "dart_allocator_free: null argument");
  const dart_gptr_t& pool = allocator->pool;
  DART_REQUIRE(
      gptr->segid == pool.segid && gptr->teamid == pool.teamid && gptr->unitid == pool.unitid,
      DART_ERR_INVAL, "dart_allocator_free: the pointer is not of this unit's part of the pool");
  std::lock_guard guard(allocator->lock);
  DART_REQUIRE(
      allocator->buddy.free(gptr->addr_or_offs.offset) != 0, DART_ERR_INVAL,
      "dart_allocator_free: no allocation starts at offset %llu (freed twice?)",
      (unsigned long long)gptr->addr_or_offs.offset);
  *gptr = DART_GPTR_NULL;
  return DART_OK;
}

dart_ret_t dart_allocator_destroy(dart_allocator_t* allocator) DART_NOTHROW
{
  DART_REQUIRE(
      allocator != nullptr && *allocator != nullptr, DART_ERR_INVAL,
      "dart_allocator_destroy: null allocator");
  const std::unique_ptr<dart_allocator_struct> pool(std::exchange(*allocator, nullptr));
  return dart_team_memfree(pool->pool);
}

}  // extern "C"
