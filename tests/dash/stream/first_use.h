#pragma once

/// \file
/// What units do for the first time in the process while a stream waits. A kernel that is loaded
/// only when it is launched would wait for that stream. The tests run with
/// CUDA_MODULE_LOADING=LAZY.

#include <dash/Array.h>
#include <dash/Flags.h>
#include <dash/Stream.h>
#include <dash/Team.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/OnStream.h>
#include <dash/dart/if/dart_communication.h>
#include <dash/dart/if/dart_gpu.h>
#include <dash/dart/if/dart_stream.h>
#include <dash/kernel/KernelTeam.h>
#include <dash/kernel/Launch.h>
#include <dash/memory/UnitSpace.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "dash_test_base.h"

namespace dash::test {

/// A stream that waits for a flag while something has to go on without it.
class WaitingStream {
 public:
  /// Collective.
  WaitingStream() : flags_(1) {}

  /// Lets the stream wait for the flag, calls \c act, and lets the stream go on. If \c act takes so
  /// long that it has to be waiting for the stream, this is an error, and the stream goes on
  /// before.
  template <class Act>
  void expect_no_waiting(const char* what, Act act)
  {
    SCOPED_TRACE(what);
    ++round_;
    stream_.wait_for(flags_[0], std::greater_equal{}, round_);
    std::mutex mutex;
    std::condition_variable ended;
    bool is_done = false, is_late = false;
    std::thread watch([&] {
      std::unique_lock lock(mutex);
      is_late = !ended.wait_for(lock, time_limit, [&] { return is_done; });
      if (is_late) open();
    });
    act();
    {
      const std::lock_guard lock(mutex);
      is_done = true;
    }
    ended.notify_one();
    watch.join();
    EXPECT_FALSE(is_late) << "it has waited for a stream";
    if (!is_late) {
      EXPECT_FALSE(stream_.is_complete());
      open();
    }
    stream_.wait();
  }

 private:
  static constexpr std::chrono::seconds time_limit{10};

  void open() { flags_[0].notify(round_); }

  dash::Flags<std::uint64_t, dash::HostSpace> flags_;
  dash::Stream stream_;
  std::uint64_t round_ = 0;
};

/// Each block writes its number.
struct WriteNumbers {
  long* to;

  DASH_HOST_DEVICE void operator()(const kernel::Grid& grid) const
  {
    if (kernel::Block::rank() == 0) to[grid.block()] = static_cast<long>(grid.block());
  }
};

class FirstUseTest : public TestBase {
 protected:
  /// So large that a kernel copies it within a GPU's memory.
  static constexpr std::size_t n = 1 << 17;

  static std::size_t me() { return static_cast<std::size_t>(dash::myid().id); }
  static std::size_t next() { return (me() + 1) % dash::size(); }
  static auto first_of(dash::Array<long>& array, std::size_t unit)
  {
    return array.begin() + static_cast<std::ptrdiff_t>(n * unit);
  }
  static dart_gptr_t part(dash::Array<long>& array, std::size_t unit)
  {
    return first_of(array, unit).dart_gptr();
  }
  static void put(dart_gptr_t to, const long* from)
  {
    EXPECT_EQ(DART_OK, dart_put_blocking(to, from, n, DART_TYPE_LONG, DART_TYPE_LONG));
  }
};

TEST_F(FirstUseTest, NothingWaitsForAStream)
{
  dash::Array<long> a(n * dash::size()), b(a.size());
  const std::vector<long> values(n, 3);
  dash::Flags<std::uint64_t, dash::UnitSpace> arrived(1);
  dash::Stream other;
  KernelTeam team;
  WaitingStream waiting;
  dash::barrier();
  waiting.expect_no_waiting("a put to a peer", [&] { put(part(a, next()), values.data()); });
  waiting.expect_no_waiting(
      "a put within the unit's memory", [&] { put(part(b, me()), a.lbegin()); });
  waiting.expect_no_waiting(
      "a put from memory to memory", [&] { put(part(b, next()), a.lbegin()); });
  waiting.expect_no_waiting("a strided put", [&] {
    dart_datatype_t strided = DART_TYPE_UNDEFINED;
    EXPECT_EQ(DART_OK, dart_type_create_strided(DART_TYPE_LONG, 4, 1, &strided));
    const auto put_to = [&](std::size_t unit) {
      EXPECT_EQ(
          DART_OK, dart_put_blocking(part(a, unit), b.lbegin(), n / 4, DART_TYPE_LONG, strided));
    };
    put_to(next());
    put_to(me());
    EXPECT_EQ(DART_OK, dart_type_destroy(&strided));
  });
  waiting.expect_no_waiting("a copy of a box, by the host and by a stream", [&] {
    const dart_box_dimension_t transposed[] = {
        {100, 8, 128 * sizeof(long)}, {100, 128 * sizeof(long), 8}};
    const dart_box_copy_t copy{a.lbegin(), b.lbegin(), sizeof(long), transposed, 2};
    EXPECT_EQ(DART_OK, dart_memory_copy_boxes(&copy, 1));
    EXPECT_EQ(DART_OK, dart_stream_copy_boxes(other.dart_stream(), &copy, 1));
    other.wait();
  });
  waiting.expect_no_waiting("atomic operations", [&] {
    for (const std::size_t unit : {next(), me()}) {
      long one = 1, old = 0;
      EXPECT_EQ(DART_OK, dart_fetch_and_op(part(a, unit), &one, &old, DART_TYPE_LONG, DART_OP_SUM));
      EXPECT_EQ(
          DART_OK,
          dart_accumulate_blocking_local(part(a, unit), &one, 1, DART_TYPE_LONG, DART_OP_SUM));
    }
  });
  waiting.expect_no_waiting("collectives of device memory", [&] {
    EXPECT_EQ(
        DART_OK,
        dart_allreduce(a.lbegin(), b.lbegin(), 100, DART_TYPE_LONG, DART_OP_SUM, DART_TEAM_ALL));
    EXPECT_EQ(DART_OK, dart_bcast(b.lbegin(), n, DART_TYPE_LONG, 0, DART_TEAM_ALL));
  });
  waiting.expect_no_waiting("operations of another stream", [&] {
    other.put_notify(first_of(a, next()), {b.lbegin(), n}, arrived(next()), 1);
    other.update(first_of(a, next()), values.data(), dash::plus<long>());
    other.wait_for(arrived[0], std::equal_to{}, 1);
    other.barrier();
    other.wait();
  });
  waiting.expect_no_waiting("algorithms", [&] {
    dash::fill(a, 5L);
    dash::fill(other, b, 6L);
    other.wait();
  });
  if (kernel::detail::is_nvcc || dart_gpu_backend() != DART_GPU_CUDA) {
    waiting.expect_no_waiting("a kernel", [&] {
      const auto here = team.pointer(first_of(a, me()));
      kernel::launch({2, 32}, WriteNumbers{here.address()}).wait();
      team.check();
    });
  }
  dash::barrier();
}

}  // namespace dash::test
