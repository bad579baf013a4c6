#include "hosts/dart_side.h"

#include <atomic>
#include <cstring>
#include <stdexcept>

namespace bench::hosts {
namespace {

void check(dart_ret_t result)
{
  if (result != DART_OK) throw std::runtime_error("the runtime failed; see its message");
}

}  // namespace

DartSide::DartSide(int me, int units) : Side(me, units)
{
  check(dart_team_memalloc_aligned(DART_TEAM_ALL, sizeof(Shown), DART_TYPE_BYTE, &memory_));
  data_ = at(other(), offsetof(Shown, data));
  flag_ = at(other(), offsetof(Shown, flag));
  counter_ = at(other(), offsetof(Shown, counter));
  stop_ = at(other(), offsetof(Shown, stop));
  own_flag_ = at(me, offsetof(Shown, flag));
  void* address = nullptr;
  check(dart_gptr_mapped(at(me, 0), &address));
  own_ = static_cast<Shown*>(address);
  std::memset(own_, 0, sizeof(Shown));
  barrier();
}

DartSide::~DartSide()
{
  dart_team_memfree(memory_);
}

dart_gptr_t DartSide::at(int unit, std::size_t offset) const
{
  dart_gptr_t place = memory_;
  dart_gptr_setunit(&place, dart_team_unit_t{unit});
  dart_gptr_incaddr(&place, static_cast<std::int64_t>(offset));
  return place;
}

void DartSide::put(std::size_t bytes)
{
  check(dart_put(data_, buffer(), bytes, DART_TYPE_BYTE, DART_TYPE_BYTE));
}

void DartSide::get(std::size_t bytes)
{
  check(dart_get(buffer(), data_, bytes, DART_TYPE_BYTE, DART_TYPE_BYTE));
}

void DartSide::flush()
{
  check(dart_flush(data_));
}

std::int64_t DartSide::add()
{
  const std::int64_t one = 1;
  std::int64_t old = 0;
  check(dart_fetch_and_op(counter_, &one, &old, DART_TYPE_LONG, DART_OP_SUM));
  check(dart_flush(counter_));
  return old;
}

void DartSide::signal()
{
  check(dart_put_notify(data_, buffer(), 8, DART_TYPE_BYTE, flag_, 1));
}

void DartSide::await_signal()
{
  std::size_t index = 0;
  check(dart_notify_wait(own_flag_, 1, &index));
  check(dart_notify_reset(own_flag_, nullptr));
}

void DartSide::barrier()
{
  check(dart_barrier(DART_TEAM_ALL));
}

void DartSide::allreduce(std::size_t doubles)
{
  check(dart_allreduce(operands(), sums(), doubles, DART_TYPE_DOUBLE, DART_OP_SUM, DART_TEAM_ALL));
}

void DartSide::compute()
{
  std::atomic_ref stop(own_->stop);
  while (stop.load(std::memory_order_acquire) == 0) {
  }
  stop = 0;
}

void DartSide::stop_computing()
{
  const std::uint64_t one = 1;
  check(dart_put_blocking(stop_, &one, 1, DART_TYPE_ULONG, DART_TYPE_ULONG));
}

}  // namespace bench::hosts
