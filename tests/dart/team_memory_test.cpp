// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Collective segments: dart_team_memalloc_aligned.

#include <random>
#include <set>

#include "support.h"

namespace dart::test {
namespace {

class TeamMemoryTest : public DartTest {
 protected:
  static dart_gptr_t allocate(size_t nbytes, dart_team_t team = DART_TEAM_ALL)
  {
    dart_gptr_t gptr = DART_GPTR_NULL;
    EXPECT_OK(dart_team_memalloc_aligned(team, nbytes, DART_TYPE_BYTE, &gptr));
    EXPECT_GT(gptr.segid, DART_SEGMENT_LOCAL);
    EXPECT_EQ(team, gptr.teamid);
    EXPECT_EQ(0, gptr.unitid);
    EXPECT_EQ(0U, gptr.addr_or_offs.offset);
    return gptr;
  }

  /// Each unit writes the next one's part of \c nbytes(unit) bytes, and finds that its own part was
  /// written.
  template <class Size>
  static void expect_usable(dart_gptr_t gptr, Size nbytes)
  {
    const dart_team_t team = gptr.teamid;
    const auto self = static_cast<size_t>(team_myid(team));
    const size_t next = (self + 1) % team_size(team);
    gptr.unitid = static_cast<dart_unit_t>(next);
    const std::vector<unsigned char> values = elements<unsigned char>(next, nbytes(next));
    EXPECT_OK(
        dart_put_blocking(gptr, values.data(), values.size(), DART_TYPE_BYTE, DART_TYPE_BYTE));
    barrier(team);
    gptr.unitid = static_cast<dart_unit_t>(self);
    const std::vector<unsigned char> expected = elements<unsigned char>(self, nbytes(self));
    if (!expected.empty()) {
      EXPECT_TRUE(same(expected, read_at(address_of<unsigned char>(gptr), expected.size())));
    }
  }
};

/// Sizes as a function of the unit id.
using SizeOf = size_t (*)(size_t unit);
struct NamedSize {
  const char* name;
  SizeOf nbytes;
};
const NamedSize size_cases[] = {
    {"OneByte", [](size_t) -> size_t { return 1; }},
    {"Equal", [](size_t) -> size_t { return 1000; }},
    {"EqualLarge", [](size_t) -> size_t { return 3 << 20; }},
    {"Ascending", [](size_t unit) -> size_t { return unit * 777; }},
    {"Descending", [](size_t unit) -> size_t { return 5000 / (unit + 1); }},
    {"OnlyUnitZero", [](size_t unit) -> size_t { return unit == 0 ? 123456 : 0; }},
    {"AllButUnitZero", [](size_t unit) -> size_t { return unit == 0 ? 0 : 123456; }},
    {"SmallAndLarge", [](size_t unit) -> size_t { return unit % 2 == 0 ? 3 : 5 << 20; }},
    {"None", [](size_t) -> size_t { return 0; }},
};

class SizesTeamMemoryTest : public TeamMemoryTest, public testing::WithParamInterface<NamedSize> {};

TEST_P(SizesTeamMemoryTest, AllUnits)
{
  const SizeOf nbytes = GetParam().nbytes;
  const dart_gptr_t gptr = allocate(nbytes(me()));
  expect_usable(gptr, nbytes);
  for (size_t unit = 0; unit < size; ++unit) {
    dart_gptr_t part = gptr;
    part.unitid = static_cast<dart_unit_t>(unit);
    size_t reported = 7;
    EXPECT_OK(dart_segment_size(part, &reported));
    EXPECT_EQ(nbytes(unit), reported);
  }
  barrier();
  EXPECT_OK(dart_team_memfree(gptr));
}

TEST_P(SizesTeamMemoryTest, HalvesOfAllUnits)
{
  const SubTeam even(every(2, 0, size));
  const SubTeam odd(every(2, 1, size));
  const dart_team_t team = even ? even.id() : odd.id();
  const SizeOf nbytes = GetParam().nbytes;
  const dart_gptr_t gptr = allocate(nbytes(static_cast<size_t>(team_myid(team))), team);
  expect_usable(gptr, nbytes);
  barrier(team);
  EXPECT_OK(dart_team_memfree(gptr));
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, SizesTeamMemoryTest, testing::ValuesIn(size_cases),
    [](const testing::TestParamInfo<NamedSize>& info) { return info.param.name; });

TEST_F(TeamMemoryTest, SegmentIdsAgreeAndDiffer)
{
  std::vector<dart_gptr_t> segments;
  std::set<int16_t> ids;
  for (int i = 0; i < 20; ++i) {
    segments.push_back(allocate(100));
    EXPECT_TRUE(ids.insert(segments.back().segid).second);
    for (int16_t theirs : gather_all<int16_t>(segments.back().segid)) {
      EXPECT_EQ(segments.back().segid, theirs);
    }
  }
  for (dart_gptr_t gptr : segments) {
    EXPECT_OK(dart_team_memfree(gptr));
  }
}

TEST_F(TeamMemoryTest, ReleasedIdIsNotUsedAgainSoon)
{
  const dart_gptr_t first = allocate(100);
  const dart_gptr_t second = allocate(100);
  const dart_gptr_t third = allocate(100);
  EXPECT_OK(dart_team_memfree(second));
  const dart_gptr_t again = allocate(5000);
  EXPECT_NE(second.segid, again.segid);
  EXPECT_OK(dart_team_memfree(first));
  EXPECT_OK(dart_team_memfree(third));
  EXPECT_OK(dart_team_memfree(again));
}

TEST_F(TeamMemoryTest, AddressesAreAligned)
{
  for (size_t nbytes : {1, 24, 1000, 100000}) {
    const Segment<char> segment(nbytes);
    EXPECT_EQ(0U, reinterpret_cast<uintptr_t>(segment.local()) % alignof(std::max_align_t));
  }
}

TEST_F(TeamMemoryTest, CountsElementsOfTheType)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  ASSERT_OK(dart_team_memalloc_aligned(DART_TEAM_ALL, 100, DART_TYPE_LONG_DOUBLE, &gptr));
  size_t nbytes = 0;
  ASSERT_OK(dart_segment_size(gptr, &nbytes));
  EXPECT_EQ(100 * sizeof(long double), nbytes);
  ASSERT_OK(dart_team_memfree(gptr));

  const DerivedType custom = DerivedType::custom(24);
  ASSERT_OK(dart_team_memalloc_aligned(DART_TEAM_ALL, 100, custom, &gptr));
  ASSERT_OK(dart_segment_size(gptr, &nbytes));
  EXPECT_EQ(100 * 24U, nbytes);
  ASSERT_OK(dart_team_memfree(gptr));
}

TEST_F(TeamMemoryTest, AnyPointerOfTheSegmentFreesIt)
{
  dart_gptr_t gptr = advanced(allocate(100), 50);
  gptr.unitid = static_cast<dart_unit_t>(size - 1);
  EXPECT_OK(dart_team_memfree(gptr));
  void* addr = nullptr;
  EXPECT_INVAL(dart_gptr_getaddr(gptr, &addr));
}

TEST_F(TeamMemoryTest, FreeingNull)
{
  EXPECT_OK(dart_team_memfree(DART_GPTR_NULL));
}

TEST_F(TeamMemoryTest, ManySmallSegmentsAtOnce)
{
  constexpr size_t nsegments = 500;
  const auto nbytes = [](size_t i, size_t unit) { return (i * 13 + unit * 5) % 200; };
  std::vector<dart_gptr_t> segments;
  for (size_t i = 0; i < nsegments; ++i) {
    segments.push_back(allocate(nbytes(i, me())));
    dart_gptr_t mine = segments.back();
    mine.unitid = myid.id;
    if (nbytes(i, me()) > 0) {
      const auto value = static_cast<unsigned char>((i + me()) % 251);
      write_at(address_of<unsigned char>(mine), std::vector(nbytes(i, me()), value));
    }
  }
  barrier();
  for (size_t i = 0; i < nsegments; ++i) {
    std::vector<unsigned char> result(nbytes(i, next()));
    const std::vector<unsigned char> expected(
        result.size(), static_cast<unsigned char>((i + next()) % 251));
    dart_gptr_t theirs = segments[i];
    theirs.unitid = static_cast<dart_unit_t>(next());
    EXPECT_OK(
        dart_get_blocking(result.data(), theirs, result.size(), DART_TYPE_BYTE, DART_TYPE_BYTE));
    EXPECT_TRUE(same(expected, result)) << "segment " << i;
  }
  std::mt19937 random(1);
  std::shuffle(segments.begin(), segments.end(), random);
  barrier();
  for (dart_gptr_t gptr : segments) {
    EXPECT_OK(dart_team_memfree(gptr));
  }
}

TEST_F(TeamMemoryTest, RandomSegmentsKeepTheirContents)
{
  struct Live {
    dart_gptr_t gptr;
    std::vector<unsigned char> contents;
  };
  std::mt19937 random(3);
  std::vector<Live> live;
  const auto check_and_free = [&](const Live& segment) {
    dart_gptr_t mine = segment.gptr;
    mine.unitid = myid.id;
    if (!segment.contents.empty()) {
      const auto* address = address_of<unsigned char>(mine);
      EXPECT_TRUE(same(segment.contents, read_at(address, segment.contents.size())));
    }
    EXPECT_OK(dart_team_memfree(segment.gptr));
  };
  for (int round = 0; round < 400; ++round) {
    if (live.size() < 30 && random() % 3 != 0) {
      // The sequence is the same on each unit, but the sizes differ.
      const size_t nbytes = (random() % (size_t{1} << (random() % 20)) + me() * 99) % 600000;
      Live segment{allocate(nbytes), std::vector<unsigned char>(nbytes, round % 256)};
      segment.gptr.unitid = myid.id;
      if (nbytes > 0) {
        write_at(address_of<unsigned char>(segment.gptr), segment.contents);
      }
      live.push_back(std::move(segment));
    } else if (!live.empty()) {
      std::swap(live[random() % live.size()], live.back());
      check_and_free(live.back());
      live.pop_back();
    }
  }
  for (const Live& segment : live) {
    check_and_free(segment);
  }
}

TEST_F(TeamMemoryTest, LargeSegmentsOneAfterTheOther)
{
  constexpr size_t nbytes = size_t{64} << 20;
  for (int round = 0; round < 50; ++round) {
    const Segment<unsigned char> segment(nbytes);
    store(segment.at(next(), 0), static_cast<unsigned char>(round));
    store(segment.at(next(), nbytes - 1), static_cast<unsigned char>(round + 1));
    barrier();
    EXPECT_EQ(round, segment.value(0));
    EXPECT_EQ(round + 1, segment.value(nbytes - 1));
  }
}

TEST_F(TeamMemoryTest, NestedTeams)
{
  const SubTeam lower(every(1, 0, (size + 1) / 2));
  const SubTeam upper(every(1, (size + 1) / 2, size));
  const SubTeam& half = lower ? lower : upper;
  std::vector<SubTeam> single;
  for (dart_unit_t id : every(1, 0, size)) {
    dart_team_unit_t in_half;
    ASSERT_OK(dart_team_unit_g2l(half.id(), id, &in_half));
    if (in_half.id >= 0) {
      single.emplace_back(std::vector<dart_unit_t>{id}, half.id());
    }
  }
  const auto nbytes = [](size_t unit) { return 100 + unit; };
  std::vector<dart_gptr_t> segments{allocate(nbytes(me()))};
  segments.push_back(allocate(nbytes(static_cast<size_t>(half.myid())), half.id()));
  for (const SubTeam& team : single) {
    if (team) {
      segments.push_back(allocate(nbytes(0), team.id()));
    }
  }
  EXPECT_EQ(3U, segments.size());
  for (dart_gptr_t gptr : segments) {
    expect_usable(gptr, nbytes);
  }
  for (dart_gptr_t gptr : segments) {
    barrier(gptr.teamid);
    EXPECT_OK(dart_team_memfree(gptr));
  }
}

TEST_F(TeamMemoryTest, OverlappingTeams)
{
  std::vector<SubTeam> pairs;
  for (size_t first = 0; first < size; ++first) {
    pairs.emplace_back(every(1, first, std::min(first + 2, size)));
  }
  const auto nbytes = [](size_t unit) { return 1000 * (unit + 1); };
  for (int round = 0; round < 5; ++round) {
    std::vector<dart_gptr_t> segments;
    for (const SubTeam& team : pairs) {
      if (team) {
        segments.push_back(allocate(nbytes(static_cast<size_t>(team.myid())), team.id()));
      }
    }
    for (dart_gptr_t gptr : segments) {
      expect_usable(gptr, nbytes);
    }
    for (dart_gptr_t gptr : segments) {
      barrier(gptr.teamid);
      EXPECT_OK(dart_team_memfree(gptr));
    }
  }
}

TEST_F(TeamMemoryTest, TooMuchMemory)
{
  dart_gptr_t gptr{0, 0, 1, 0, {8}};
  EXPECT_EQ(
      DART_ERR_NOMEM,
      dart_team_memalloc_aligned(DART_TEAM_ALL, size_t{1} << 50, DART_TYPE_DOUBLE, &gptr));
  EXPECT_TRUE(DART_GPTR_ISNULL(gptr));

  gptr = {0, 0, 1, 0, {8}};
  EXPECT_NE(DART_OK, dart_team_memalloc_aligned(DART_TEAM_ALL, SIZE_MAX, DART_TYPE_INT, &gptr))
      << "wraps around";
  EXPECT_TRUE(DART_GPTR_ISNULL(gptr));

  const dart_gptr_t next = allocate(1000);
  expect_usable(next, [](size_t) { return 1000; });
  barrier();
  EXPECT_OK(dart_team_memfree(next));
}

TEST_F(TeamMemoryTest, TooMuchMemoryAtOneUnitFailsAtAll)
{
  dart_gptr_t gptr{0, 0, 1, 0, {8}};
  const size_t nbytes = me() == size - 1 ? size_t{1} << 50 : 100;
  EXPECT_EQ(
      DART_ERR_NOMEM, dart_team_memalloc_aligned(DART_TEAM_ALL, nbytes, DART_TYPE_BYTE, &gptr));
  EXPECT_TRUE(DART_GPTR_ISNULL(gptr));

  const dart_gptr_t next = allocate(1000);
  expect_usable(next, [](size_t) { return 1000; });
  barrier();
  EXPECT_OK(dart_team_memfree(next));
}

TEST(TeamMemoryTestWithoutRuntime, HeapLimit)
{
  ASSERT_EQ(0, setenv("DART_HEAP", "64M", 1));
  dash::test::Arguments& args = dash::test::arguments();
  ASSERT_OK(dart_init(&args.count, &args.values));
  ASSERT_EQ(0, unsetenv("DART_HEAP"));
  constexpr size_t nbytes = 4 << 20;
  size_t held[2] = {0, 0};
  for (size_t& count : held) {
    std::vector<dart_gptr_t> segments;
    dart_gptr_t gptr = DART_GPTR_NULL;
    dart_ret_t ret = DART_OK;
    while (segments.size() < 100) {
      ret = dart_team_memalloc_aligned(DART_TEAM_ALL, nbytes, DART_TYPE_BYTE, &gptr);
      if (ret != DART_OK) {
        break;
      }
      segments.push_back(gptr);
    }
    EXPECT_EQ(DART_ERR_NOMEM, ret);
    EXPECT_TRUE(DART_GPTR_ISNULL(gptr));
    EXPECT_EQ(DART_ERR_NOMEM, dart_memalloc(2 * nbytes, DART_TYPE_BYTE, &gptr));
    EXPECT_TRUE(DART_GPTR_ISNULL(gptr));
    count = segments.size();
    EXPECT_GE(count, 8U);
    EXPECT_LE(count, 16U);
    for (dart_gptr_t segment : segments) {
      EXPECT_OK(dart_team_memfree(segment));
    }
    EXPECT_OK(dart_memalloc(2 * nbytes, DART_TYPE_BYTE, &gptr));
    EXPECT_OK(dart_memfree(gptr));
  }
  EXPECT_EQ(held[0], held[1]) << "freed memory is used again";
  ASSERT_OK(dart_exit());
}

TEST_F(TeamMemoryTest, InvalidArguments)
{
  dart_gptr_t gptr{0, 0, 1, 0, {8}};
  EXPECT_INVAL(dart_team_memalloc_aligned(12345, 1, DART_TYPE_INT, &gptr));
  EXPECT_TRUE(DART_GPTR_ISNULL(gptr));
  EXPECT_INVAL(dart_team_memalloc_aligned(DART_TEAM_NULL, 1, DART_TYPE_INT, &gptr));
  EXPECT_INVAL(dart_team_memalloc_aligned(DART_TEAM_ALL, 1, DART_TYPE_UNDEFINED, &gptr));
  EXPECT_INVAL(dart_team_memalloc_aligned(DART_TEAM_ALL, 1, DART_TYPE_INT, nullptr));

  const Segment<int> segment(1);
  dart_gptr_t unknown = segment.begin();
  unknown.segid = 12345;
  EXPECT_INVAL(dart_team_memfree(unknown));
  unknown = segment.begin();
  unknown.teamid = 12345;
  EXPECT_INVAL(dart_team_memfree(unknown));
}

}  // namespace
}  // namespace dart::test
