#include "hosts/mpi_side.h"

#include <sched.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace bench::hosts {
namespace {

/// Lets MPI serve requests of other processes.
void progress()
{
  int found = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
}

/// The default interval of the runtime's service thread.
constexpr auto pause = std::chrono::microseconds(100);

bool take(std::uint64_t& word)
{
  std::atomic_ref shared(word);
  if (shared.load(std::memory_order_acquire) == 0) return false;
  shared = 0;
  return true;
}

}  // namespace

MpiSide::MpiSide(int me, int units, Window kind) : Side(me, units)
{
  kind == Window::dynamic ? make_dynamic() : make_allocated();
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
  barrier();
}

void MpiSide::make_dynamic()
{
  attached_ = std::make_unique<Shown>();
  own_ = attached_.get();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window_);
  MPI_Win_attach(window_, own_, sizeof(Shown));
  int units = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &units);
  std::vector<MPI_Aint> bases(units);
  MPI_Aint mine = 0;
  MPI_Get_address(own_, &mine);
  MPI_Allgather(&mine, 1, MPI_AINT, bases.data(), 1, MPI_AINT, MPI_COMM_WORLD);
  base_ = bases[other()];
}

void MpiSide::make_allocated()
{
  void* memory = nullptr;
  MPI_Win_allocate(sizeof(Shown), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window_);
  own_ = new (memory) Shown{};
}

MpiSide::~MpiSide()
{
  barrier();
  MPI_Win_unlock_all(window_);
  if (attached_) MPI_Win_detach(window_, attached_.get());
  MPI_Win_free(&window_);
}

void MpiSide::put(std::size_t bytes)
{
  const int count = static_cast<int>(bytes);
  MPI_Put(buffer(), count, MPI_BYTE, other(), at(offsetof(Shown, data)), count, MPI_BYTE, window_);
}

void MpiSide::get(std::size_t bytes)
{
  const int count = static_cast<int>(bytes);
  MPI_Get(buffer(), count, MPI_BYTE, other(), at(offsetof(Shown, data)), count, MPI_BYTE, window_);
}

void MpiSide::flush()
{
  MPI_Win_flush(other(), window_);
}

std::int64_t MpiSide::add()
{
  const std::int64_t one = 1;
  std::int64_t old = 0;
  MPI_Fetch_and_op(
      &one, &old, MPI_INT64_T, other(), at(offsetof(Shown, counter)), MPI_SUM, window_);
  flush();
  return old;
}

void MpiSide::put_word(std::size_t offset)
{
  const std::uint64_t one = 1;
  MPI_Put(&one, 1, MPI_UINT64_T, other(), at(offset), 1, MPI_UINT64_T, window_);
  flush();
}

/// Only flushes order puts of MPI.
void MpiSide::signal()
{
  put(8);
  flush();
  put_word(offsetof(Shown, flag));
}

void MpiSide::await_signal()
{
  while (!take(own_->flag)) {
    progress();
    sched_yield();
  }
}

void MpiSide::barrier()
{
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (int done = 0; done == 0;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done == 0) sched_yield();
  }
}

void MpiSide::native_barrier()
{
  MPI_Barrier(MPI_COMM_WORLD);
}

void MpiSide::allreduce(std::size_t doubles)
{
  MPI_Allreduce(operands(), sums(), static_cast<int>(doubles), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/// MPI makes no progress by itself, so a thread looks for network requests as the runtime's thread
/// does.
void MpiSide::compute()
{
  std::atomic<bool> computes{true};
  std::thread service([&] {
    while (computes) {
      progress();
      std::this_thread::sleep_for(pause);
    }
  });
  while (!take(own_->stop)) {
  }
  computes = false;
  service.join();
}

void MpiSide::stop_computing()
{
  put_word(offsetof(Shown, stop));
}

}  // namespace bench::hosts
