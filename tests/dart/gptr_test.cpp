// Tier: suite n3 c2g2; sanitized c2g2

// Global pointers.

#include "support.h"

namespace dart::test {
namespace {

static_assert(sizeof(dart_gptr_t) == 16);
static_assert(std::is_trivially_copyable_v<dart_gptr_t>);
static_assert(DART_SEGMENT_LOCAL == 0);

constexpr dart_gptr_t constant_null = DART_GPTR_NULL;
static_assert(constant_null.unitid == DART_UNDEFINED_UNIT_ID);
static_assert(constant_null.flags == 0);
static_assert(constant_null.segid == DART_SEGMENT_LOCAL);
static_assert(constant_null.teamid == DART_TEAM_NULL);
static_assert(constant_null.addr_or_offs.offset == 0);

class GptrTest : public DartTest {};

TEST_F(GptrTest, Null)
{
  struct Member {
    dart_gptr_t gptr = DART_GPTR_NULL;
  };
  dart_gptr_t gptr = Member().gptr;
  EXPECT_TRUE(DART_GPTR_ISNULL(gptr));
  EXPECT_TRUE(DART_GPTR_EQUAL(gptr, DART_GPTR_NULL));
  gptr.unitid = 0;
  EXPECT_FALSE(DART_GPTR_ISNULL(gptr));
  gptr = DART_GPTR_NULL;
  EXPECT_TRUE(DART_GPTR_ISNULL(gptr));
  gptr.addr_or_offs.offset = 8;
  EXPECT_FALSE(DART_GPTR_ISNULL(gptr));
}

TEST_F(GptrTest, EqualityIgnoresFlags)
{
  const dart_gptr_t a{3, 0, 5, 7, {64}};
  const auto differs = [&](auto change) {
    dart_gptr_t b = a;
    change(b);
    return !DART_GPTR_EQUAL(a, b);
  };
  EXPECT_FALSE(differs([](dart_gptr_t&) {}));
  EXPECT_FALSE(differs([](dart_gptr_t& g) { g.flags = 200; }));
  EXPECT_TRUE(differs([](dart_gptr_t& g) { g.unitid = 4; }));
  EXPECT_TRUE(differs([](dart_gptr_t& g) { g.segid = 6; }));
  EXPECT_TRUE(differs([](dart_gptr_t& g) { g.teamid = 8; }));
  EXPECT_TRUE(differs([](dart_gptr_t& g) { g.addr_or_offs.offset = 65; }));
}

TEST_F(GptrTest, LargeUnitIdsFit)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  gptr.unitid = (1 << 23) - 1;
  gptr.flags = 255;
  EXPECT_EQ((1 << 23) - 1, gptr.unitid);
  EXPECT_EQ(255U, gptr.flags);
}

TEST_F(GptrTest, AddressOnlyOfOwnMemory)
{
  Segment<int> segment(10);
  for (size_t unit = 0; unit < size; ++unit) {
    void* addr = &segment;
    EXPECT_OK(dart_gptr_getaddr(segment.at(unit, 3), &addr));
    if (unit == me()) {
      EXPECT_EQ(segment.local() + 3, addr);
      EXPECT_NE(nullptr, addr);
    } else {
      EXPECT_EQ(nullptr, addr);
    }
  }
}

TEST_F(GptrTest, AddressNamesTheBytesThatPutWrites)
{
  Segment<int> segment(10);
  segment.fill(0);
  store(segment.at(next(), 4), myid.id + 1);
  barrier();
  const int previous = static_cast<int>((me() + size - 1) % size);
  EXPECT_EQ(previous + 1, read_at(address_of<int>(segment.at(me(), 4))));
}

TEST_F(GptrTest, SetAddressIsTheInverse)
{
  Segment<int> segment(10);
  dart_gptr_t gptr = segment.at(me());
  ASSERT_OK(dart_gptr_setaddr(&gptr, segment.local() + 7));
  EXPECT_EQ(segment.at(me(), 7), gptr);
  EXPECT_EQ(7 * sizeof(int), gptr.addr_or_offs.offset);
  ASSERT_OK(dart_gptr_setaddr(&gptr, segment.local()));
  EXPECT_EQ(segment.at(me()), gptr);
}

TEST_F(GptrTest, SetAddressInTheLocalHeap)
{
  dart_gptr_t block = DART_GPTR_NULL;
  ASSERT_OK(dart_memalloc(10, DART_TYPE_INT, &block));
  dart_gptr_t gptr = block;
  ASSERT_OK(dart_gptr_setaddr(&gptr, address_of<int>(block) + 2));
  EXPECT_EQ(advanced(block, 2 * sizeof(int)), gptr);
  ASSERT_OK(dart_memfree(block));
}

TEST_F(GptrTest, IncrementMayBeNegative)
{
  dart_gptr_t gptr{0, 0, 1, 0, {100}};
  EXPECT_OK(dart_gptr_incaddr(&gptr, 28));
  EXPECT_EQ(128U, gptr.addr_or_offs.offset);
  EXPECT_OK(dart_gptr_incaddr(&gptr, -64));
  EXPECT_EQ(64U, gptr.addr_or_offs.offset);
  EXPECT_OK(dart_gptr_incaddr(&gptr, int64_t{1} << 40));
  EXPECT_EQ((uint64_t{1} << 40) + 64, gptr.addr_or_offs.offset);
}

TEST_F(GptrTest, SetUnit)
{
  dart_gptr_t gptr{0, 9, 1, 0, {100}};
  EXPECT_OK(dart_gptr_setunit(&gptr, 3));
  EXPECT_EQ(3, gptr.unitid);
  EXPECT_EQ(9U, gptr.flags);
  EXPECT_EQ(100U, gptr.addr_or_offs.offset);
}

TEST_F(GptrTest, FlagsBelongToTheSegment)
{
  Segment<int> first(10);
  Segment<int> second(10);
  dart_gptr_t gptr = first.at(next(), 2);
  dart_gptr_t other = second.at(me());
  ASSERT_OK(dart_gptr_setflags(&gptr, 0xABCD));
  ASSERT_OK(dart_gptr_setflags(&other, 0x0102));
  EXPECT_EQ(0xCDU, gptr.flags);
  EXPECT_EQ(0x02U, other.flags);

  uint16_t flags = 0;
  ASSERT_OK(dart_gptr_getflags(first.begin(), &flags));
  EXPECT_EQ(0xABCD, flags);
  ASSERT_OK(dart_gptr_getflags(second.begin(), &flags));
  EXPECT_EQ(0x0102, flags);
}

TEST_F(GptrTest, FlagsDoNotMatterToTransfers)
{
  Segment<int> segment(10);
  segment.fill(0);
  dart_gptr_t gptr = segment.at(next(), 2);
  ASSERT_OK(dart_gptr_setflags(&gptr, 0xFF));
  store(gptr, 42);
  EXPECT_EQ(42, load<int>(gptr));
  barrier();
  EXPECT_EQ(42, segment.value(2));
}

TEST_F(GptrTest, MappedAddressReachesOtherUnits)
{
  Segment<int> segment(10, DART_TEAM_ALL, DART_MEMORY_HOST);
  segment.fill(-1);
  void* addr = nullptr;
  ASSERT_OK(dart_gptr_mapped(segment.at(next(), 5), &addr));
  ASSERT_EQ(is_here(next()), addr != nullptr);
  if (addr != nullptr) {
    *static_cast<int*>(addr) = myid.id;
  } else {
    store(segment.at(next(), 5), static_cast<int>(myid.id));
  }
  barrier();
  EXPECT_EQ(static_cast<int>((me() + size - 1) % size), segment.value(5));

  ASSERT_OK(dart_gptr_mapped(segment.at(me(), 5), &addr));
  EXPECT_EQ(segment.local() + 5, addr);
}

TEST_F(GptrTest, MappedAddressIsTheSameInEachProcess)
{
  Segment<int> segment(10, DART_TEAM_ALL, DART_MEMORY_HOST);
  Segment<double> late(1 << 16, DART_TEAM_ALL, DART_MEMORY_HOST);
  for (size_t unit = 0; unit < size; ++unit) {
    for (dart_gptr_t gptr : {segment.at(unit, 1), late.at(unit, 999)}) {
      void* addr = nullptr;
      ASSERT_OK(dart_gptr_mapped(gptr, &addr));
      const auto all = gather_all(addr);
      for (size_t other = 0; other < size; ++other) {
        if (is_here(other)) {
          EXPECT_EQ(addr, all[other]);
        }
      }
    }
  }
}

TEST_F(GptrTest, FromMappedIsTheInverse)
{
  Segment<int> small(3, DART_TEAM_ALL, DART_MEMORY_HOST);
  Segment<int> large(1 << 20, DART_TEAM_ALL, DART_MEMORY_HOST);
  dart_gptr_t block = DART_GPTR_NULL;
  ASSERT_OK(dart_memalloc_in(DART_MEMORY_HOST, 10, DART_TYPE_INT, &block));
  std::vector<dart_gptr_t> gptrs = gather_all(block);
  std::erase_if(gptrs, [](const dart_gptr_t& gptr) { return !is_here(gptr.unitid); });
  for (size_t unit = 0; unit < size; ++unit) {
    if (!is_here(unit)) continue;
    gptrs.push_back(small.at(unit));
    gptrs.push_back(small.at(unit, 2));
    gptrs.push_back(large.at(unit, (1 << 20) - 1));
    gptrs.push_back(advanced(large.at(unit), 13));
  }
  for (const dart_gptr_t& gptr : gptrs) {
    void* addr = nullptr;
    ASSERT_OK(dart_gptr_mapped(gptr, &addr));
    ASSERT_NE(nullptr, addr) << gptr;
    dart_gptr_t inverse = DART_GPTR_NULL;
    EXPECT_OK(dart_gptr_from_mapped(addr, &inverse));
    EXPECT_EQ(gptr, inverse);
  }
  barrier();
  ASSERT_OK(dart_memfree(block));
}

TEST_F(GptrTest, FromMappedInSubTeams)
{
  const SubTeam mine(every(2, me() % 2, size));
  Segment<int> segment(10, mine.id(), DART_MEMORY_HOST);
  for (size_t unit = 0; unit < mine.size(); ++unit) {
    void* addr = nullptr;
    ASSERT_OK(dart_gptr_mapped(segment.at(unit, 3), &addr));
    if (addr == nullptr) continue;  // it is on another host
    dart_gptr_t gptr = DART_GPTR_NULL;
    EXPECT_OK(dart_gptr_from_mapped(addr, &gptr));
    EXPECT_EQ(segment.at(unit, 3), gptr);
  }
}

TEST_F(GptrTest, OtherAddressesAreNotFound)
{
  int on_stack = 0;
  dart_gptr_t gptr{0, 0, 1, 0, {0}};
  EXPECT_EQ(DART_ERR_NOTFOUND, dart_gptr_from_mapped(&on_stack, &gptr));
  EXPECT_TRUE(DART_GPTR_ISNULL(gptr));
  gptr.unitid = 0;
  EXPECT_EQ(DART_ERR_NOTFOUND, dart_gptr_from_mapped(nullptr, &gptr));
  EXPECT_TRUE(DART_GPTR_ISNULL(gptr));
}

TEST_F(GptrTest, FreedAddressesAreNotFound)
{
  void* addr = nullptr;
  {
    const Segment<int> segment(1 << 20, DART_TEAM_ALL, DART_MEMORY_HOST);
    ASSERT_OK(dart_gptr_mapped(segment.at(me(), 12345), &addr));
  }
  dart_gptr_t gptr{0, 0, 1, 0, {0}};
  EXPECT_EQ(DART_ERR_NOTFOUND, dart_gptr_from_mapped(addr, &gptr));
  EXPECT_TRUE(DART_GPTR_ISNULL(gptr));
}

TEST_F(GptrTest, SegmentSizeOfEachUnit)
{
  const Segment<double> segment(me() * 100);
  for (size_t unit = 0; unit < size; ++unit) {
    size_t nbytes = 7;
    EXPECT_OK(dart_segment_size(segment.at(unit), &nbytes));
    EXPECT_EQ(unit * 100 * sizeof(double), nbytes);
  }
}

TEST_F(GptrTest, TravelsAsBytes)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  if (myid.id == 0) {
    ASSERT_OK(dart_memalloc(1, DART_TYPE_INT, &gptr));
    store(gptr, 4711);
  }
  ASSERT_OK(dart_bcast(&gptr, sizeof(gptr), DART_TYPE_BYTE, 0, DART_TEAM_ALL));
  EXPECT_EQ(4711, load<int>(gptr));

  Segment<dart_gptr_t> pointers(1);
  store(pointers.at(next()), gptr);
  barrier();
  EXPECT_EQ(gptr, pointers.value());
  barrier();
  if (myid.id == 0) {
    ASSERT_OK(dart_memfree(gptr));
  }
}

TEST_F(GptrTest, UnknownTeamOrSegmentIsInvalid)
{
  const Segment<int> segment(10);
  dart_gptr_t unknown_team = segment.at(me());
  unknown_team.teamid = 12345;
  dart_gptr_t unknown_segment = segment.at(me());
  unknown_segment.segid = 12345;
  dart_gptr_t unknown_registration = segment.at(me());
  unknown_registration.segid = -12345;
  for (dart_gptr_t gptr : {unknown_team, unknown_segment, unknown_registration, DART_GPTR_NULL}) {
    void* addr = nullptr;
    uint16_t flags = 0;
    size_t nbytes = 0;
    EXPECT_INVAL(dart_gptr_getaddr(gptr, &addr)) << gptr;
    EXPECT_INVAL(dart_gptr_setaddr(&gptr, segment.local())) << gptr;
    EXPECT_INVAL(dart_gptr_getflags(gptr, &flags)) << gptr;
    EXPECT_INVAL(dart_gptr_setflags(&gptr, 1)) << gptr;
    EXPECT_INVAL(dart_gptr_mapped(gptr, &addr)) << gptr;
    EXPECT_INVAL(dart_segment_size(gptr, &nbytes)) << gptr;
  }
}

}  // namespace
}  // namespace dart::test
