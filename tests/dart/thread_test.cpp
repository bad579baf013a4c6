// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Several threads of a unit use the runtime at the same time.

#include <atomic>
#include <random>

#include "support.h"

namespace dart::test {
namespace {

class ThreadTest : public ThreadedTest {
 protected:
  static constexpr int nthreads = 4;

  /// A team of all units for each thread.
  static std::vector<SubTeam> team_for_each_thread()
  {
    std::vector<SubTeam> teams;
    for (int thread = 0; thread < nthreads; ++thread) {
      teams.push_back(SubTeam::clone(DART_TEAM_ALL));
    }
    return teams;
  }
};

TEST_F(ThreadTest, PutAndGet)
{
  constexpr size_t n = 1000;
  Segment<int> segment(nthreads * n);
  run_threads(nthreads, [&](int thread) {
    const dart_gptr_t part = segment.at(next(), static_cast<size_t>(thread) * n);
    for (size_t round = 0; round < 50; ++round) {
      const Completion how = all_completions[round % std::size(all_completions)];
      const std::vector<int> values = elements<int>(me() + round + static_cast<size_t>(thread), n);
      EXPECT_OK(put(how, part, values.data(), n, DART_TYPE_INT, DART_TYPE_INT));
      EXPECT_OK(dart_flush(part));
      std::vector<int> result(n);
      EXPECT_OK(get(how, result.data(), part, n, DART_TYPE_INT, DART_TYPE_INT));
      EXPECT_TRUE(same(values, result));
    }
  });
}

TEST_F(ThreadTest, FlushesOfOthersDoNotDisturb)
{
  // Handles of one thread stay valid while another thread flushes the same segment.
  Segment<int> segment(nthreads);
  run_threads(nthreads, [&](int thread) {
    const dart_gptr_t slot = segment.at(next(), static_cast<size_t>(thread));
    for (int round = 0; round < 200; ++round) {
      dart_handle_t handle = DART_HANDLE_NULL;
      EXPECT_OK(dart_put_handle(slot, &round, 1, DART_TYPE_INT, DART_TYPE_INT, &handle));
      if (thread % 2 == 0) {
        EXPECT_OK(dart_flush_all(slot));
      }
      EXPECT_OK(dart_wait(&handle));
      EXPECT_EQ(round, load<int>(slot));
    }
  });
}

TEST_F(ThreadTest, LocalMemory)
{
  run_threads(nthreads, [&](int thread) {
    std::mt19937 random(static_cast<unsigned>(thread));
    for (int round = 0; round < 300; ++round) {
      const size_t n = 1 + random() % 2000;
      dart_gptr_t gptr = DART_GPTR_NULL;
      ASSERT_OK(dart_memalloc(n, DART_TYPE_INT, &gptr));
      const std::vector<int> values(n, thread * 1000 + round);
      EXPECT_OK(dart_put_blocking(gptr, values.data(), n, DART_TYPE_INT, DART_TYPE_INT));
      std::this_thread::yield();
      EXPECT_TRUE(same(values, read_at(address_of<int>(gptr), n)));
      EXPECT_OK(dart_memfree(gptr));
    }
  });
}

TEST_F(ThreadTest, Atomics)
{
  constexpr long rounds = 300;
  Segment<long> counters(2);
  counters.fill(0);
  run_threads(nthreads, [&](int thread) {
    const long value = thread + 1;
    for (long round = 0; round < rounds; ++round) {
      long old = 0;
      EXPECT_OK(dart_fetch_and_op(counters.at(0), &value, &old, DART_TYPE_LONG, DART_OP_SUM));
      EXPECT_OK(dart_accumulate(counters.at(0, 1), &value, 1, DART_TYPE_LONG, DART_OP_SUM));
      EXPECT_OK(dart_flush(counters.at(0)));
    }
  });
  barrier();
  const long expected = rounds * nthreads * (nthreads + 1) / 2 * static_cast<long>(size);
  EXPECT_EQ(expected, load<long>(counters.at(0, 0)));
  EXPECT_EQ(expected, load<long>(counters.at(0, 1)));
}

TEST_F(ThreadTest, Locks)
{
  constexpr int rounds = 100;
  dart_lock_t locks[2] = {DART_LOCK_NULL, DART_LOCK_NULL};
  for (dart_lock_t& lock : locks) {
    ASSERT_OK(dart_team_lock_init(DART_TEAM_ALL, &lock));
  }
  Segment<int> counters(2);
  counters.fill(0);
  run_threads(nthreads, [&](int thread) {
    for (int round = 0; round < rounds; ++round) {
      const auto which = static_cast<size_t>(thread + round) % 2;
      const dart_gptr_t counter = counters.at(size - 1, which);
      EXPECT_OK(dart_lock_acquire(locks[which]));
      store(counter, load<int>(counter) + 1);
      EXPECT_OK(dart_lock_release(locks[which]));
    }
  });
  barrier();
  for (size_t which : {0, 1}) {
    EXPECT_EQ(
        nthreads * rounds / 2 * static_cast<int>(size), load<int>(counters.at(size - 1, which)));
    ASSERT_OK(dart_team_lock_destroy(&locks[which]));
  }
}

TEST_F(ThreadTest, CollectivesOnDifferentTeams)
{
  const std::vector<SubTeam> teams = team_for_each_thread();
  run_threads(nthreads, [&](int thread) {
    const dart_team_t team = teams[static_cast<size_t>(thread)].id();
    std::mt19937 random(static_cast<unsigned>(thread));
    for (int round = 0; round < 100; ++round) {
      const size_t n = random() % 3000;
      const std::vector<int> mine = elements<int>(me() + static_cast<size_t>(round), n);
      std::vector<int> sum(n);
      EXPECT_OK(dart_allreduce(mine.data(), sum.data(), n, DART_TYPE_INT, DART_OP_SUM, team));
      std::vector<int> expected(n);
      for (size_t unit = 0; unit < size; ++unit) {
        for (size_t i = 0; i < n; ++i) {
          expected[i] += element<int>(unit + static_cast<size_t>(round), i);
        }
      }
      EXPECT_TRUE(same(expected, sum));

      const auto root = static_cast<size_t>(round) % size;
      std::vector<int> buffer = mine;
      EXPECT_OK(dart_bcast(buffer.data(), n, DART_TYPE_INT, static_cast<dart_unit_t>(root), team));
      EXPECT_TRUE(same(elements<int>(root + static_cast<size_t>(round), n), buffer));
      barrier(team);
    }
  });
}

TEST_F(ThreadTest, SegmentsOfDifferentTeams)
{
  const std::vector<SubTeam> teams = team_for_each_thread();
  run_threads(nthreads, [&](int thread) {
    const dart_team_t team = teams[static_cast<size_t>(thread)].id();
    for (int round = 0; round < 50; ++round) {
      const size_t n = 1 + static_cast<size_t>(round * round * 10);
      Segment<int> segment(n, team);
      store(segment.at(next(), n - 1), thread * 1000 + round);
      barrier(team);
      EXPECT_EQ(thread * 1000 + round, segment.value(n - 1));
    }
  });
}

TEST_F(ThreadTest, RegistrationsOfDifferentTeams)
{
  const std::vector<SubTeam> teams = team_for_each_thread();
  run_threads(nthreads, [&](int thread) {
    const dart_team_t team = teams[static_cast<size_t>(thread)].id();
    for (int round = 0; round < 50; ++round) {
      int value = -1;
      dart_gptr_t gptr = DART_GPTR_NULL;
      ASSERT_OK(dart_team_memregister(team, 1, DART_TYPE_INT, &value, &gptr));
      gptr.unitid = static_cast<dart_unit_t>(next());
      store(gptr, thread * 1000 + round);
      barrier(team);
      EXPECT_EQ(thread * 1000 + round, value);
      EXPECT_OK(dart_team_memderegister(gptr));
    }
  });
}

TEST_F(ThreadTest, PoolsAndLocksOfDifferentTeams)
{
  const std::vector<SubTeam> teams = team_for_each_thread();
  run_threads(nthreads, [&](int thread) {
    const dart_team_t team = teams[static_cast<size_t>(thread)].id();
    for (int round = 0; round < 20; ++round) {
      dart_allocator_t pool = nullptr;
      ASSERT_OK(dart_allocator_new(4096, team, &pool));
      dart_gptr_t gptr = DART_GPTR_NULL;
      EXPECT_OK(dart_allocator_alloc(1024, DART_TYPE_INT, &gptr, pool));
      store(gptr, round);
      EXPECT_EQ(round, read_at(address_of<int>(gptr)));
      EXPECT_OK(dart_allocator_free(&gptr, pool));

      dart_lock_t lock = DART_LOCK_NULL;
      ASSERT_OK(dart_team_lock_init(team, &lock));
      EXPECT_OK(dart_lock_acquire(lock));
      EXPECT_OK(dart_lock_release(lock));
      barrier(team);
      EXPECT_OK(dart_team_lock_destroy(&lock));
      EXPECT_OK(dart_allocator_destroy(&pool));
    }
  });
}

TEST_F(ThreadTest, PointerQueriesWhileSegmentsComeAndGo)
{
  Segment<int> segment(100, DART_TEAM_ALL, DART_MEMORY_HOST);
  const SubTeam busy = SubTeam::clone(DART_TEAM_ALL);
  std::atomic<bool> done{false};
  run_threads(nthreads, [&](int thread) {
    if (thread == 0) {
      for (int round = 0; round < 200; ++round) {
        const Segment<int> other(1 + static_cast<size_t>(round) * 100, busy.id());
      }
      done = true;
    }
    do {
      const dart_gptr_t gptr = segment.at(next(), 42);
      void* addr = nullptr;
      ASSERT_OK(dart_gptr_mapped(gptr, &addr));
      dart_gptr_t inverse = DART_GPTR_NULL;
      if (addr != nullptr) {
        ASSERT_OK(dart_gptr_from_mapped(addr, &inverse));
        ASSERT_EQ(gptr, inverse);
      }
      ASSERT_NE(nullptr, segment.local());
      std::this_thread::yield();
    } while (!done);
  });
}

TEST_F(ThreadTest, Types)
{
  Segment<int> segment(1000);
  run_threads(nthreads, [&](int thread) {
    const auto begin = static_cast<size_t>(thread) * 250;
    for (size_t round = 0; round < 100; ++round) {
      const DerivedType type = DerivedType::strided(DART_TYPE_INT, 2 + round % 3, 1);
      const std::vector<int> values = elements<int>(round, 50);
      EXPECT_OK(
          dart_put_blocking(segment.at(next(), begin), values.data(), 50, DART_TYPE_INT, type));
      std::vector<int> result(50);
      EXPECT_OK(
          dart_get_blocking(result.data(), segment.at(next(), begin), 50, type, DART_TYPE_INT));
      EXPECT_TRUE(same(values, result));
    }
  });
}

TEST_F(ThreadTest, EverythingAtOnce)
{
  const SubTeam reducing = SubTeam::clone(DART_TEAM_ALL);
  const SubTeam allocating = SubTeam::clone(DART_TEAM_ALL);
  dart_lock_t lock = DART_LOCK_NULL;
  ASSERT_OK(dart_team_lock_init(DART_TEAM_ALL, &lock));
  Segment<int> segment(3);
  segment.fill(0);
  constexpr int rounds = 100;
  run_threads(6, [&](int thread) {
    for (int round = 0; round < rounds; ++round) {
      switch (thread) {
        case 0: {
          int sum = 0;
          EXPECT_OK(dart_allreduce(&round, &sum, 1, DART_TYPE_INT, DART_OP_SUM, reducing.id()));
          EXPECT_EQ(round * static_cast<int>(size), sum);
          break;
        }
        case 1: {
          Segment<int> other(10, allocating.id());
          store(other.at(next(), 5), round);
          barrier(allocating.id());
          EXPECT_EQ(round, other.value(5));
          break;
        }
        case 2: {
          dart_gptr_t gptr = DART_GPTR_NULL;
          EXPECT_OK(dart_memalloc(100, DART_TYPE_INT, &gptr));
          store(gptr, round);
          EXPECT_EQ(round, load<int>(gptr));
          EXPECT_OK(dart_memfree(gptr));
          break;
        }
        case 3: {
          EXPECT_OK(dart_lock_acquire(lock));
          store(segment.at(0), load<int>(segment.at(0)) + 1);
          EXPECT_OK(dart_lock_release(lock));
          break;
        }
        case 4: {
          const int one = 1;
          EXPECT_OK(dart_accumulate_blocking_local(
              segment.at(0, 1), &one, 1, DART_TYPE_INT, DART_OP_SUM));
          break;
        }
        default: {
          int received = -1;
          EXPECT_OK(dart_sendrecv(
              &round, 1, DART_TYPE_INT, 0, static_cast<dart_unit_t>(next()), &received, 1,
              DART_TYPE_INT, 0, static_cast<dart_unit_t>((me() + size - 1) % size)));
          EXPECT_EQ(round, received);
        }
      }
    }
  });
  EXPECT_OK(dart_flush(segment.at(0)));
  barrier();
  EXPECT_EQ(rounds * static_cast<int>(size), load<int>(segment.at(0, 0)));
  EXPECT_EQ(rounds * static_cast<int>(size), load<int>(segment.at(0, 1)));
  EXPECT_OK(dart_team_lock_destroy(&lock));
}

}  // namespace
}  // namespace dart::test
