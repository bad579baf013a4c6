/// Measures dash::Mutex, used by one unit and contended by all units, in comparison with a POSIX
/// mutex in the same shared memory. Under contention, the time is that between two acquisitions by
/// one unit.

#include <dash/Mutex.h>

#include <pthread.h>
#include <cstddef>
#include <mutex>
#include <string>
#include <utility>

#include "support/bench.h"
#include "support/shared_block.h"

namespace {

using bench::at_most;

/// A mutex that can be shared by processes.
class PosixMutex {
 public:
  PosixMutex()
  {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&mutex_, &attributes);
    pthread_mutexattr_destroy(&attributes);
  }
  void lock() { pthread_mutex_lock(&mutex_); }
  void unlock() { pthread_mutex_unlock(&mutex_); }

 private:
  pthread_mutex_t mutex_;
};

void measure(bench::Bench& bench)
{
  dash::Mutex mutex;
  bench::SharedBlock<PosixMutex> raw(1);
  bench::SharedBlock<long> counter(1);
  const std::size_t calls = bench.sized(1 << 18, 100);
  const auto counting = [&](bench::Who who, auto& guard) {
    return bench::Body{who, [&, calls] {
                         for (std::size_t i = 0; i < calls; ++i) {
                           std::lock_guard lock(guard);
                           counter[0] += 1;
                           bench::clobber_memory();
                         }
                       }};
  };
  const auto report = [&](const char* name, bench::Who who, bench::Reach reach) {
    const auto seconds =
        bench.duel(counting(who, mutex), counting(who, raw[0]), bench::Pick::median);
    bench.report(
        name, {}, seconds.time(static_cast<double>(calls), bench::nano), "ns", "pthread_mutex_t",
        std::move(reach));
  };
  report("lock + unlock, own", bench::Who::one, at_most(40, "ns"));
  report("lock + unlock, contended", bench::Who::all, at_most(400, "ns"));
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("lock", argc, argv, measure);
}
