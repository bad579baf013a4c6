// Tier: suite n3 c2g2; sanitized c2g2

// Pools of memory to which each unit of a team contributes: dart_allocator_t.

#include <mutex>
#include <random>

#include "support.h"

namespace dart::test {
namespace {

constexpr size_t pool_bytes = 1 << 14;

/// A pool that is destroyed at the end of its scope.
class Pool {
 public:
  explicit Pool(size_t nbytes = pool_bytes, dart_team_t team = DART_TEAM_ALL)
  {
    EXPECT_OK(dart_allocator_new(nbytes, team, &allocator_));
    EXPECT_NE(nullptr, allocator_);
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool()
  {
    EXPECT_OK(dart_allocator_destroy(&allocator_));
    EXPECT_EQ(nullptr, allocator_);
  }

  dart_allocator_t get() const { return allocator_; }
  dart_gptr_t allocate(size_t nelem, dart_datatype_t type = DART_TYPE_BYTE)
  {
    dart_gptr_t gptr = DART_GPTR_NULL;
    EXPECT_OK(dart_allocator_alloc(nelem, type, &gptr, allocator_));
    EXPECT_FALSE(DART_GPTR_ISNULL(gptr));
    return gptr;
  }
  void expect_exhausted(size_t nbytes)
  {
    dart_gptr_t gptr{0, 0, 1, 0, {8}};
    EXPECT_EQ(DART_ERR_NOMEM, dart_allocator_alloc(nbytes, DART_TYPE_BYTE, &gptr, allocator_));
    EXPECT_TRUE(DART_GPTR_ISNULL(gptr));
  }
  void release(dart_gptr_t gptr)
  {
    EXPECT_OK(dart_allocator_free(&gptr, allocator_));
    EXPECT_TRUE(DART_GPTR_ISNULL(gptr));
  }

 private:
  dart_allocator_t allocator_ = nullptr;
};

class AllocatorTest : public ThreadedTest {};

TEST_F(AllocatorTest, WholePoolInOneBlock)
{
  Pool pool;
  for (int round = 0; round < 3; ++round) {
    const dart_gptr_t gptr = pool.allocate(pool_bytes);
    EXPECT_EQ(myid.id, gptr.unitid);
    write_at(address_of<unsigned char>(gptr), std::vector<unsigned char>(pool_bytes, 1));
    pool.expect_exhausted(1);
    pool.release(gptr);
  }
}

TEST_F(AllocatorTest, WholePoolInEqualBlocks)
{
  Pool pool;
  for (size_t nbytes : {16, 64, 128, 1024, 8192}) {
    SCOPED_TRACE(nbytes);
    std::vector<dart_gptr_t> blocks;
    for (size_t i = 0; i < pool_bytes / nbytes; ++i) {
      blocks.push_back(pool.allocate(nbytes));
      const std::vector<unsigned char> values(nbytes, static_cast<unsigned char>(i % 251));
      write_at(address_of<unsigned char>(blocks.back()), values);
    }
    pool.expect_exhausted(1);
    for (size_t i = 0; i < blocks.size(); ++i) {
      const std::vector<unsigned char> expected(nbytes, static_cast<unsigned char>(i % 251));
      EXPECT_TRUE(same(expected, read_at(address_of<unsigned char>(blocks[i]), nbytes)));
      pool.release(blocks[i]);
    }
  }
}

TEST_F(AllocatorTest, MoreThanThePool)
{
  Pool pool;
  pool.expect_exhausted(pool_bytes + 1);
  pool.expect_exhausted(SIZE_MAX);
  dart_gptr_t gptr = DART_GPTR_NULL;
  EXPECT_NE(DART_OK, dart_allocator_alloc(SIZE_MAX / 4, DART_TYPE_DOUBLE, &gptr, pool.get()))
      << "wraps around";
  pool.release(pool.allocate(pool_bytes));
}

TEST_F(AllocatorTest, OtherUnitsReachBlocks)
{
  Pool pool;
  const dart_gptr_t mine = pool.allocate(size, DART_TYPE_INT);
  const std::vector<dart_gptr_t> all = gather_all(mine);
  for (size_t unit = 0; unit < size; ++unit) {
    store(advanced(all[unit], static_cast<int64_t>(me() * sizeof(int))), myid.id);
  }
  barrier();
  for (size_t unit = 0; unit < size; ++unit) {
    EXPECT_EQ(static_cast<int>(unit), read_at(address_of<int>(mine) + unit));
  }
  barrier();
  pool.release(mine);
}

TEST_F(AllocatorTest, PoolsAreIndependent)
{
  Pool first;
  Pool second;
  const dart_gptr_t a = first.allocate(pool_bytes);
  const dart_gptr_t b = second.allocate(pool_bytes);
  const std::vector<unsigned char> ones(pool_bytes, 1);
  write_at(address_of<unsigned char>(a), ones);
  write_at(address_of<unsigned char>(b), std::vector<unsigned char>(pool_bytes, 2));
  EXPECT_TRUE(same(ones, read_at(address_of<unsigned char>(a), pool_bytes)));
  dart_gptr_t foreign = b;
  EXPECT_INVAL(dart_allocator_free(&foreign, first.get())) << "of another pool";
  first.release(a);
  second.release(b);
}

TEST_F(AllocatorTest, ForeignPointersAreInvalid)
{
  Pool pool;
  const dart_gptr_t mine = pool.allocate(64);
  const std::vector<dart_gptr_t> all = gather_all(mine);
  if (size > 1) {
    dart_gptr_t theirs = all[(me() + 1) % size];
    EXPECT_INVAL(dart_allocator_free(&theirs, pool.get())) << "of another unit";
  }
  dart_gptr_t block = DART_GPTR_NULL;
  ASSERT_OK(dart_memalloc(1, DART_TYPE_INT, &block));
  dart_gptr_t copy = block;
  EXPECT_INVAL(dart_allocator_free(&copy, pool.get())) << "of dart_memalloc";
  EXPECT_OK(dart_memfree(block));
  pool.release(mine);
}

TEST_F(AllocatorTest, SubTeams)
{
  const std::vector<dart_unit_t> even = every(2, 0, size);
  const SubTeam team(even);
  if (!team) {
    return;
  }
  Pool pool(pool_bytes, team.id());
  const dart_gptr_t mine = pool.allocate(1, DART_TYPE_INT);
  EXPECT_EQ(team.myid(), mine.unitid);
  const std::vector<dart_gptr_t> all = gather_all(mine, team.id());
  const size_t next = (static_cast<size_t>(team.myid()) + 1) % team.size();
  store(all[next], team.myid());
  barrier(team.id());
  const size_t previous = (static_cast<size_t>(team.myid()) + team.size() - 1) % team.size();
  EXPECT_EQ(static_cast<int>(previous), read_at(address_of<int>(mine)));
  barrier(team.id());
  pool.release(mine);
}

TEST_F(AllocatorTest, RandomBlocksKeepTheirContents)
{
  struct Block {
    dart_gptr_t gptr;
    std::vector<unsigned char> contents;
  };
  Pool pool(1 << 20);
  std::mt19937 random(static_cast<unsigned>(me()));
  std::vector<Block> blocks;
  for (int round = 0; round < 3000; ++round) {
    if (random() % 2 == 0) {
      const size_t nbytes = 1 + random() % 5000;
      dart_gptr_t gptr = DART_GPTR_NULL;
      if (dart_allocator_alloc(nbytes, DART_TYPE_BYTE, &gptr, pool.get()) == DART_OK) {
        blocks.push_back({gptr, std::vector<unsigned char>(nbytes, random() % 256)});
        write_at(address_of<unsigned char>(gptr), blocks.back().contents);
      }
    } else if (!blocks.empty()) {
      std::swap(blocks[random() % blocks.size()], blocks.back());
      const Block& last = blocks.back();
      const auto* address = address_of<unsigned char>(last.gptr);
      EXPECT_TRUE(same(last.contents, read_at(address, last.contents.size())));
      pool.release(last.gptr);
      blocks.pop_back();
    }
  }
  for (const Block& block : blocks) {
    pool.release(block.gptr);
  }
  pool.release(pool.allocate(1 << 20));
}

TEST_F(AllocatorTest, ThreadsShareAPool)
{
  Pool pool(1 << 20);
  std::mutex mutex;
  std::vector<dart_gptr_t> kept;
  run_threads(4, [&](int thread) {
    for (int round = 0; round < 500; ++round) {
      const dart_gptr_t gptr = pool.allocate(1, DART_TYPE_LONG);
      store<long>(gptr, thread * 1000 + round);
      const dart_gptr_t scratch = pool.allocate(100);
      pool.release(scratch);
      const std::lock_guard<std::mutex> guard(mutex);
      kept.push_back(gptr);
    }
  });
  std::vector<long> values;
  for (dart_gptr_t gptr : kept) {
    values.push_back(read_at(address_of<long>(gptr)));
    pool.release(gptr);
  }
  std::sort(values.begin(), values.end());
  EXPECT_EQ(values.end(), std::adjacent_find(values.begin(), values.end()));
  EXPECT_EQ(2000U, values.size());
  pool.release(pool.allocate(1 << 20));
}

TEST_F(AllocatorTest, ManyPoolsOneAfterTheOther)
{
  for (size_t round = 0; round < 100; ++round) {
    Pool pool(size_t{64} << (round % 8));
    pool.release(pool.allocate(64));
  }
}

TEST_F(AllocatorTest, InvalidArguments)
{
  Pool pool;
  dart_gptr_t gptr = DART_GPTR_NULL;
  dart_allocator_t allocator = nullptr;
  EXPECT_INVAL(dart_allocator_new(1024, 12345, &allocator));
  EXPECT_INVAL(dart_allocator_new(1024, DART_TEAM_NULL, &allocator));
  EXPECT_INVAL(dart_allocator_new(1024, DART_TEAM_ALL, nullptr));
  EXPECT_INVAL(dart_allocator_alloc(1, DART_TYPE_INT, nullptr, pool.get()));
  EXPECT_INVAL(dart_allocator_alloc(1, DART_TYPE_INT, &gptr, nullptr));
  EXPECT_INVAL(dart_allocator_alloc(1, DART_TYPE_UNDEFINED, &gptr, pool.get()));
  EXPECT_INVAL(dart_allocator_free(nullptr, pool.get()));
  EXPECT_INVAL(dart_allocator_free(&gptr, nullptr));
  EXPECT_INVAL(dart_allocator_destroy(nullptr));
}

}  // namespace
}  // namespace dart::test
