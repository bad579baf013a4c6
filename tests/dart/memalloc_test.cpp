// Tier: suite n3 c2g2; sanitized c2g2

// Memory of one unit that all units can access: dart_memalloc.

#include <unistd.h>

#include <cstdint>
#include <random>
#include <string>

#include "mapping.h"
#include "support.h"

namespace dart::test {
namespace {

class MemallocTest : public DartTest {
 protected:
  dart_gptr_t allocate(size_t nelem, dart_datatype_t type = DART_TYPE_BYTE)
  {
    dart_gptr_t gptr = DART_GPTR_NULL;
    EXPECT_OK(dart_memalloc(nelem, type, &gptr));
    EXPECT_FALSE(DART_GPTR_ISNULL(gptr));
    return gptr;
  }
};

TEST_F(MemallocTest, PointerNamesUnitAndLocalSegment)
{
  const dart_gptr_t gptr = allocate(10, DART_TYPE_INT);
  EXPECT_EQ(DART_SEGMENT_LOCAL, gptr.segid);
  EXPECT_EQ(DART_TEAM_ALL, gptr.teamid);
  EXPECT_EQ(myid.id, gptr.unitid);
  EXPECT_NE(nullptr, address_of<int>(gptr));
  EXPECT_OK(dart_memfree(gptr));
}

TEST_F(MemallocTest, SmallNeighboursDoNotOverlap)
{
  const dart_gptr_t three = allocate(3, DART_TYPE_INT);
  const dart_gptr_t one = allocate(1, DART_TYPE_INT);
  const auto distance = static_cast<int64_t>(one.addr_or_offs.offset - three.addr_or_offs.offset);
  EXPECT_GE(std::abs(distance), static_cast<int64_t>(4 * sizeof(int)));
  EXPECT_OK(dart_memfree(three));
  EXPECT_OK(dart_memfree(one));
}

TEST_F(MemallocTest, MemoryInUseIsThatOfBlocksAndSegments)
{
  const auto in_use = [] {
    size_t nbytes = 0;
    EXPECT_OK(dart_memory_in_use(DART_MEMORY_UNIT, &nbytes));
    return nbytes;
  };
  const size_t before = in_use();
  const dart_gptr_t block = allocate(5000);  // sizes of blocks are powers of two
  EXPECT_EQ(before + 8192, in_use());
  dart_gptr_t segment = DART_GPTR_NULL;
  EXPECT_OK(dart_team_memalloc_aligned(DART_TEAM_ALL, 3000, DART_TYPE_BYTE, &segment));
  EXPECT_EQ(before + 8192 + 3000, in_use());
  EXPECT_OK(dart_memfree(block));
  EXPECT_OK(dart_team_memfree(segment));
  EXPECT_EQ(before, in_use());
}

TEST_F(MemallocTest, MemoryInUseNeedsAPlaceForTheSize)
{
  EXPECT_EQ(DART_ERR_INVAL, dart_memory_in_use(DART_MEMORY_UNIT, nullptr));
}

TEST_F(MemallocTest, BlocksAreAligned)
{
  for (size_t nbytes = 1; nbytes <= (1 << 16); nbytes = nbytes * 3 / 2 + 1) {
    size_t block = 64;
    while (block < nbytes) {
      block *= 2;
    }
    const dart_gptr_t gptr = allocate(nbytes);
    const auto address = reinterpret_cast<uintptr_t>(address_of<char>(gptr));
    EXPECT_EQ(0U, address % std::min<size_t>(block, 4096)) << nbytes << " bytes";
    EXPECT_OK(dart_memfree(gptr));
  }
}

TEST_F(MemallocTest, CountsElementsOfTheType)
{
  const dart_gptr_t first = allocate(1000, DART_TYPE_LONG_DOUBLE);
  const dart_gptr_t second = allocate(1000, DART_TYPE_LONG_DOUBLE);
  std::vector<unsigned char> ones(1000 * sizeof(long double), 1);
  std::vector<unsigned char> twos(1000 * sizeof(long double), 2);
  write_at(address_of<unsigned char>(first), ones);
  write_at(address_of<unsigned char>(second), twos);
  EXPECT_TRUE(same(ones, read_at(address_of<unsigned char>(first), ones.size())));
  EXPECT_OK(dart_memfree(first));
  EXPECT_OK(dart_memfree(second));
}

TEST_F(MemallocTest, OtherUnitsReachIt)
{
  const dart_gptr_t mine = allocate(size, DART_TYPE_INT);
  const std::vector<dart_gptr_t> all = gather_all(mine);
  for (size_t unit = 0; unit < size; ++unit) {
    store(advanced(all[unit], static_cast<int64_t>(me() * sizeof(int))), myid.id);
  }
  barrier();
  for (size_t unit = 0; unit < size; ++unit) {
    EXPECT_EQ(static_cast<int>(unit), read_at(address_of<int>(mine) + unit));
    const auto last = static_cast<int64_t>((size - 1) * sizeof(int));
    EXPECT_EQ(static_cast<int>(size - 1), load<int>(advanced(all[unit], last)));
  }
  EXPECT_EQ(size == 1 || me() == 0, address_of<int>(all[0]) != nullptr);
  barrier();
  EXPECT_OK(dart_memfree(mine));
}

TEST_F(MemallocTest, LargeBlocksAreReachedWhileTheHeapGrows)
{
  constexpr size_t nbytes = 4 << 20;
  std::vector<dart_gptr_t> mine;
  for (size_t round = 0; round < 4; ++round) {
    mine.push_back(allocate(nbytes));
    const auto value = static_cast<unsigned char>(1 + me() + round);
    write_at(address_of<unsigned char>(mine.back()), std::vector(nbytes, value));
    const std::vector<dart_gptr_t> all = gather_all(mine.back());
    for (size_t offset : {size_t{0}, nbytes / 2, nbytes - 1}) {
      EXPECT_EQ(
          1 + next() + round,
          load<unsigned char>(advanced(all[next()], static_cast<int64_t>(offset))));
    }
  }
  barrier();
  for (dart_gptr_t gptr : mine) {
    EXPECT_OK(dart_memfree(gptr));
  }
}

TEST_F(MemallocTest, RandomBlocksKeepTheirContents)
{
  struct Block {
    dart_gptr_t gptr;
    size_t nbytes;
    unsigned char value;
  };
  std::mt19937 random(static_cast<unsigned>(me()));
  std::vector<Block> blocks;
  const auto release = [&](size_t index) {
    const Block block = blocks[index];
    const std::vector<unsigned char> expected(block.nbytes, block.value);
    EXPECT_TRUE(same(expected, read_at(address_of<unsigned char>(block.gptr), block.nbytes)));
    EXPECT_OK(dart_memfree(block.gptr));
    blocks[index] = blocks.back();
    blocks.pop_back();
  };
  for (int round = 0; round < 2000; ++round) {
    if (blocks.size() < 100 && random() % 3 != 0) {
      const size_t nbytes = 1 + random() % (size_t{1} << (random() % 14));
      const auto value = static_cast<unsigned char>(random());
      const dart_gptr_t gptr = allocate(nbytes);
      write_at(address_of<unsigned char>(gptr), std::vector(nbytes, value));
      blocks.push_back({gptr, nbytes, value});
    } else if (!blocks.empty()) {
      release(random() % blocks.size());
    }
  }
  while (!blocks.empty()) {
    release(0);
  }
}

TEST_F(MemallocTest, FreedMemoryIsUsedAgain)
{
  // Without reuse this would take 20 GiB, and without merging of small blocks nearly as much.
  for (int round = 0; round < 100; ++round) {
    EXPECT_OK(dart_memfree(allocate(100 << 20)));
    std::vector<dart_gptr_t> small;
    for (int i = 0; i < 100; ++i) {
      small.push_back(allocate(1 << 20));
    }
    for (dart_gptr_t gptr : small) {
      EXPECT_OK(dart_memfree(gptr));
    }
  }
}

TEST_F(MemallocTest, HostMemoryAsksForHugePages)
{
  if (access("/sys/kernel/mm/transparent_hugepage", F_OK) != 0) {
    GTEST_SKIP() << "the kernel has no transparent huge pages";
  }
  const dart_gptr_t gptr = allocate(64);
  void* address = nullptr;
  ASSERT_OK(dart_gptr_getaddr(gptr, &address));
  if (dart_is_device_memory(address)) GTEST_SKIP() << "GPU units allocate device memory";
  const std::string flags = mapping_line(address, "VmFlags");
  EXPECT_NE(std::string::npos, flags.find(" hg")) << flags;
  EXPECT_OK(dart_memfree(gptr));
}

TEST_F(MemallocTest, NoElements)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  ASSERT_OK(dart_memalloc(0, DART_TYPE_INT, &gptr));
  EXPECT_OK(dart_memfree(gptr));
}

TEST_F(MemallocTest, TooMuchMemory)
{
  dart_gptr_t gptr{0, 0, 1, 0, {8}};
  EXPECT_EQ(DART_ERR_NOMEM, dart_memalloc(size_t{1} << 50, DART_TYPE_DOUBLE, &gptr));
  EXPECT_TRUE(DART_GPTR_ISNULL(gptr));
  gptr = {0, 0, 1, 0, {8}};
  EXPECT_NE(DART_OK, dart_memalloc(SIZE_MAX, DART_TYPE_DOUBLE, &gptr)) << "wraps around";
  EXPECT_TRUE(DART_GPTR_ISNULL(gptr));
  EXPECT_OK(dart_memfree(allocate(1000)));
}

TEST_F(MemallocTest, OnlyTheOwnerFrees)
{
  const dart_gptr_t mine = allocate(1);
  const std::vector<dart_gptr_t> all = gather_all(mine);
  if (size > 1) {
    EXPECT_INVAL(dart_memfree(all[(me() + 1) % size]));
  }
  barrier();
  EXPECT_OK(dart_memfree(mine));
}

TEST_F(MemallocTest, InvalidArguments)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  EXPECT_INVAL(dart_memalloc(1, DART_TYPE_UNDEFINED, &gptr));
  EXPECT_INVAL(dart_memalloc(1, DART_TYPE_INT, nullptr));

  const Segment<int> segment(10);
  EXPECT_INVAL(dart_memfree(segment.at(me()))) << "a collective segment";
}

}  // namespace
}  // namespace dart::test
