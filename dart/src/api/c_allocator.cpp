// Pools of global memory to which each unit of a team contributes.

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "api/guard.h"
#include "api/pools.h"
#include "base/buddy.h"
#include "base/token_table.h"
#include "base/wait.h"
#include "dash/dart/if/dart_globmem.h"
#include "types/datatype.h"

namespace {

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
using Table = std::unique_ptr<void, Free>;

/// What an allocator stands for.
struct Pool {
  Pool(std::size_t bytes, std::size_t granule, Table memory)
      : capacity(bytes),
        table(std::move(memory)),
        buddy(bytes, granule, table.get())
  {}

  std::size_t capacity;
  dart_gptr_t begin = DART_GPTR_NULL;  ///< where this unit's part begins
  Table table;
  dart::Buddy buddy;
  dart::SpinLock lock;
};

using Pools = dart::TokenTable<Pool, dart::TokenKind::allocator>;
constinit Pools pools;

Pools::Token token_of(dart_allocator_t allocator)
{
  return reinterpret_cast<Pools::Token>(allocator);
}

[[gnu::cold]] dart_ret_t refuse_allocator(const char* function)
{
  dart::log(
      dart::LogLevel::error,
      "%s: no such allocator: it was destroyed already, the runtime has ended, or another unit has "
      "created it",
      function);
  return DART_ERR_INVAL;
}

}  // namespace

void dart::forget_pools()
{
  pools.clear();
}

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
        Pools::Token allocator = 0;
        const dart_ret_t able = dart::prepared([&] {
          // Pages of the table that describe unused memory are never accessed, so calloc is cheap.
          Table table(std::calloc(dart::Buddy::table_bytes(capacity / granule), 1));
          if (table == nullptr) throw std::bad_alloc();
          allocator = pools.add(capacity, granule, std::move(table));
          return DART_OK;
        });
        members.board().begin(dart::CollectiveCall::with_data(
            dart::Collective::allocator_new, capacity, DART_TYPE_BYTE));
        dart_gptr_t pool = DART_GPTR_NULL;
        const dart_ret_t allocated =
            rt.segments().allocate(members, DART_MEMORY_UNIT, {able, capacity}, &pool, function);
        if (allocated != DART_OK) {
          pools.remove(allocator);
          return allocated;
        }
        pool.unitid = static_cast<dart_unit_t>(members.me());
        pools.find(allocator)->begin = pool;
        *new_allocator = reinterpret_cast<dart_allocator_t>(allocator);
        return DART_OK;
      });
}

dart_ret_t dart_allocator_alloc(
    size_t nelem, dart_datatype_t dtype, dart_gptr_t* gptr, dart_allocator_t allocator) DART_NOTHROW
{
  DART_REQUIRE_POINTER(gptr, __func__);
  *gptr = DART_GPTR_NULL;
  DART_REQUIRE(allocator != nullptr, DART_ERR_INVAL, "dart_allocator_alloc: null allocator");
  Pool* const pool = pools.find(token_of(allocator));
  if (pool == nullptr) return refuse_allocator(__func__);
  std::size_t bytes = 0;
  if (!dart::contiguous_bytes(nelem, dtype, __func__, &bytes)) return DART_ERR_INVAL;
  std::unique_lock guard(pool->lock);
  const auto offset = pool->buddy.allocate(bytes);
  guard.unlock();
  if (!offset) {
    dart::log(
        dart::LogLevel::info, "dart_allocator_alloc: %zu bytes do not fit in the pool of %zu bytes",
        bytes, pool->capacity);
    return DART_ERR_NOMEM;
  }
  *gptr = pool->begin;
  gptr->addr_or_offs.offset = *offset;
  return DART_OK;
}

dart_ret_t dart_allocator_free(dart_gptr_t* gptr, dart_allocator_t allocator) DART_NOTHROW
{
  DART_REQUIRE(
      gptr != nullptr && allocator != nullptr, DART_ERR_INVAL,
      "dart_allocator_free: null argument");
  Pool* const pool = pools.find(token_of(allocator));
  if (pool == nullptr) return refuse_allocator(__func__);
  const dart_gptr_t& begin = pool->begin;
  DART_REQUIRE(
      gptr->segid == begin.segid && gptr->teamid == begin.teamid && gptr->unitid == begin.unitid,
      DART_ERR_INVAL, "dart_allocator_free: the pointer is not of this unit's part of the pool");
  std::lock_guard guard(pool->lock);
  DART_REQUIRE(
      pool->buddy.free(gptr->addr_or_offs.offset) != 0, DART_ERR_INVAL,
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
  if (dart::is_in_task()) return dart::refuse_collective(__func__);
  const Pools::Token ended = token_of(std::exchange(*allocator, nullptr));
  const Pool* const pool = pools.find(ended);
  if (pool == nullptr) return refuse_allocator(__func__);
  const dart_gptr_t begin = pool->begin;
  pools.remove(ended);
  return dart_team_memfree(begin);
}

}  // extern "C"
