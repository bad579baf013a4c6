// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Teams: creation, ids, nesting, overlap, destruction.

#include <set>

#include "support.h"

namespace dart::test {
namespace {

class TeamTest : public DartTest {
 protected:
  /// Expects that the members according to l2g, to g2l and to the team's group are \c members.
  void expect_members(dart_team_t team, const std::vector<dart_unit_t>& members)
  {
    EXPECT_EQ(members.size(), team_size(team));
    for (size_t i = 0; i < members.size(); ++i) {
      const auto local = static_cast<dart_unit_t>(i);
      dart_global_unit_t global;
      EXPECT_OK(dart_team_unit_l2g(team, local, &global));
      EXPECT_EQ(members[i], global.id);
      if (members[i] == myid.id) {
        EXPECT_EQ(local, team_myid(team));
      }
    }
    for (dart_unit_t id : every(1, 0, size)) {
      const auto found = std::find(members.begin(), members.end(), id);
      const auto expected = found == members.end()
                                ? DART_UNDEFINED_UNIT_ID
                                : static_cast<dart_unit_t>(found - members.begin());
      dart_team_unit_t local(7);
      EXPECT_OK(dart_team_unit_g2l(team, id, &local));
      EXPECT_EQ(expected, local.id);
    }
    EXPECT_EQ(members, group_members(team));
  }

  static std::vector<dart_unit_t> group_members(dart_team_t team)
  {
    dart_group_t group = DART_GROUP_NULL;
    EXPECT_OK(dart_team_get_group(team, &group));
    size_t n = 0;
    EXPECT_OK(dart_group_size(group, &n));
    std::vector<dart_global_unit_t> units(n);
    EXPECT_OK(dart_group_getmembers(group, units.data()));
    EXPECT_OK(dart_group_destroy(&group));
    std::vector<dart_unit_t> ids;
    for (dart_global_unit_t unit : units) {
      ids.push_back(unit.id);
    }
    return ids;
  }

  /// Expects that the members of a team can communicate.
  void expect_works(dart_team_t team, const std::vector<dart_unit_t>& members)
  {
    EXPECT_EQ(members, gather_all(myid.id, team));
    barrier(team);
    Segment<dart_unit_t> segment(1, team);
    const auto next = (static_cast<size_t>(team_myid(team)) + 1) % members.size();
    store(segment.at(next), myid.id);
    barrier(team);
    const auto me = static_cast<size_t>(team_myid(team));
    EXPECT_EQ(members[(me + members.size() - 1) % members.size()], segment.value());
  }
};

TEST_F(TeamTest, AllUnits)
{
  expect_members(DART_TEAM_ALL, every(1, 0, size));
  expect_works(DART_TEAM_ALL, every(1, 0, size));
}

TEST_F(TeamTest, UnitOutOfRange)
{
  dart_global_unit_t global;
  EXPECT_INVAL(dart_team_unit_l2g(DART_TEAM_ALL, static_cast<dart_unit_t>(size), &global));
  EXPECT_INVAL(dart_team_unit_l2g(DART_TEAM_ALL, -1, &global));
  for (dart_unit_t stranger : {static_cast<dart_unit_t>(size), static_cast<dart_unit_t>(-1)}) {
    dart_team_unit_t local(7);
    EXPECT_OK(dart_team_unit_g2l(DART_TEAM_ALL, stranger, &local));
    EXPECT_EQ(DART_UNDEFINED_UNIT_ID, local.id);
  }
}

TEST_F(TeamTest, MembersShareTheIdOthersGetNull)
{
  const std::vector<dart_unit_t> even = every(2, 0, size);
  const SubTeam team(even);
  const std::vector<dart_team_t> ids = gather_all(team.id());
  for (size_t unit = 0; unit < size; ++unit) {
    if (unit % 2 == 0) {
      EXPECT_EQ(ids[0], ids[unit]);
      EXPECT_GT(ids[unit], DART_TEAM_ALL);
    } else {
      EXPECT_EQ(DART_TEAM_NULL, ids[unit]);
    }
  }
  if (team) {
    expect_members(team.id(), even);
    expect_works(team.id(), even);
  }
}

TEST_F(TeamTest, IdsFollowGlobalIdsWhateverTheOrderOfTheGroup)
{
  std::vector<dart_unit_t> reversed = every(1, 0, size);
  std::reverse(reversed.begin(), reversed.end());
  const SubTeam team(reversed);
  EXPECT_EQ(myid.id, team.myid());
}

TEST_F(TeamTest, OutsidersMayPassANullGroup)
{
  const bool member = myid.id == 0;
  dart_group_t group = DART_GROUP_NULL;
  if (member) {
    ASSERT_OK(dart_group_create(&group));
    ASSERT_OK(dart_group_addmember(group, 0));
  }
  dart_team_t team = 77;
  ASSERT_OK(dart_team_create(DART_TEAM_ALL, group, &team));
  if (member) {
    EXPECT_GT(team, DART_TEAM_ALL);
    EXPECT_EQ(1U, team_size(team));
    ASSERT_OK(dart_group_destroy(&group));
  } else {
    EXPECT_EQ(DART_TEAM_NULL, team);
  }
  EXPECT_OK(dart_team_destroy(&team));
}

/// Units pass different groups, as the colours of MPI_Comm_split.
TEST_F(TeamTest, DifferentGroupsGiveATeamEach)
{
  for (size_t colours = 1; colours <= size; ++colours) {
    const std::vector<dart_unit_t> mine =
        every(colours, static_cast<size_t>(myid.id) % colours, size);
    const SubTeam team(mine);
    ASSERT_TRUE(team);
    expect_members(team.id(), mine);
    expect_works(team.id(), mine);
    const std::vector<dart_team_t> ids = gather_all(team.id(), DART_TEAM_ALL);
    EXPECT_EQ(colours, std::set(ids.begin(), ids.end()).size());
  }
}

/// Each row: the group that a unit passes. All units get the error, and go on.
TEST_F(TeamTest, DifferentGroupsWithCommonUnitsAreRefused)
{
  if (size < 2) GTEST_SKIP() << "needs two units";
  const dart_unit_t last = static_cast<dart_unit_t>(size) - 1;
  const auto all = every(1, 0, size);
  using Members = std::vector<dart_unit_t>;
  const std::pair<Members, Members> rows[] = {
      {all, {last}},  // the group of unit 0, that of the others
      {{0}, all},     // unit 0 is in both
      {{0, last}, {last}}, {{0, last}, {0}}, {{last + 1}, {last}},  // no unit of the run
  };
  for (const auto& [first, others] : rows) {
    dart_group_t group = DART_GROUP_NULL;
    ASSERT_OK(dart_group_create(&group));
    for (const dart_unit_t member : myid.id == 0 ? first : others) {
      ASSERT_OK(dart_group_addmember(group, member));
    }
    dart_team_t team = 77;
    EXPECT_INVAL(dart_team_create(DART_TEAM_ALL, group, &team));
    EXPECT_EQ(DART_TEAM_NULL, team);
    ASSERT_OK(dart_group_destroy(&group));
  }
  expect_works(DART_TEAM_ALL, all);
}

/// What the next test calls: a list of ids in the team of all units.
dart_ret_t create_ordered(const std::vector<dart_unit_t>& list, dart_team_t& team)
{
  const std::vector<dart_team_unit_t> units(list.begin(), list.end());
  return dart_team_create_ordered(DART_TEAM_ALL, units.data(), units.size(), &team);
}

TEST_F(TeamTest, IdsFollowTheOrderOfAList)
{
  const auto ascending = every(1, 0, size);
  std::vector<dart_unit_t> reversed(ascending.rbegin(), ascending.rend());
  std::vector<dart_unit_t> last_first = ascending;
  std::rotate(last_first.begin(), last_first.end() - 1, last_first.end());
  const std::vector<dart_unit_t> first_and_last(
      last_first.begin(), last_first.begin() + (size > 1 ? 2 : 1));
  for (const auto& list : {ascending, reversed, last_first, first_and_last}) {
    for (const bool do_others_pass_it : {false, true}) {
      const bool is_member = std::find(list.begin(), list.end(), myid.id) != list.end();
      dart_team_t team = 77, copy = DART_TEAM_NULL;
      ASSERT_OK(create_ordered(is_member || do_others_pass_it ? list : decltype(reversed){}, team));
      ASSERT_EQ(is_member, team != DART_TEAM_NULL);
      if (!is_member) continue;
      ASSERT_OK(dart_team_clone(team, &copy));
      for (dart_team_t* made : {&team, &copy}) {
        EXPECT_EQ(list, gather_all(myid.id, *made));
        for (size_t i = 0; i < list.size(); ++i) {
          dart_global_unit_t global;
          EXPECT_OK(dart_team_unit_l2g(*made, static_cast<dart_unit_t>(i), &global));
          EXPECT_EQ(list[i], global.id);
        }
        expect_works(*made, list);
        std::vector<dart_unit_t> sorted = list;
        std::sort(sorted.begin(), sorted.end());
        EXPECT_EQ(sorted, group_members(*made));
        EXPECT_OK(dart_team_destroy(made));
      }
    }
  }
}

/// Each row: the list that a unit passes. All units get the error, and go on.
TEST_F(TeamTest, ListsThatAreRefused)
{
  const auto last = static_cast<dart_unit_t>(size) - 1;
  using List = std::vector<dart_unit_t>;
  std::vector<std::pair<List, List>> rows{
      {{0, 0}, {}}, {{}, {last + 1}}, {{-1}, {0}}, {{0, last, last}, {0, last}}};
  if (size > 1) rows.push_back({{0, last}, {last, 0}});  // the group of unit 0, that of the others
  for (const auto& [first, others] : rows) {
    if (size == 1 && first.empty()) continue;
    dart_team_t team = 77;
    EXPECT_INVAL(create_ordered(myid.id == 0 ? first : others, team));
    EXPECT_EQ(DART_TEAM_NULL, team);
  }
  dart_team_t team = 77;
  EXPECT_OK(dart_team_create_ordered(DART_TEAM_ALL, nullptr, 3, &team));
  EXPECT_EQ(DART_TEAM_NULL, team);
  expect_works(DART_TEAM_ALL, every(1, 0, size));
}

TEST_F(TeamTest, AUnitMakesTeamsOfItselfAlone)
{
  std::set<dart_team_t> ids;
  for (dart_unit_t i = 0; i <= myid.id; ++i) {
    dart_team_t team = DART_TEAM_NULL;
    ASSERT_OK(dart_team_create_alone(&team));
    expect_members(team, {myid.id});
    expect_works(team, {myid.id});
    EXPECT_TRUE(ids.insert(team).second);
    if (i % 2 == 0) {
      EXPECT_OK(dart_team_destroy(&team));
    }
  }
  expect_works(DART_TEAM_ALL, every(1, 0, size));
  const std::vector<dart_team_t> first = gather_all(*ids.begin());
  EXPECT_EQ(size, std::set(first.begin(), first.end()).size());
}

TEST_F(TeamTest, EmptyGroupGivesNullTeam)
{
  dart_group_t group = DART_GROUP_NULL;
  ASSERT_OK(dart_group_create(&group));
  dart_team_t team = 77;
  EXPECT_OK(dart_team_create(DART_TEAM_ALL, group, &team));
  EXPECT_EQ(DART_TEAM_NULL, team);
  EXPECT_OK(dart_group_destroy(&group));
}

TEST_F(TeamTest, Clone)
{
  const SubTeam clone = SubTeam::clone(DART_TEAM_ALL);
  EXPECT_NE(DART_TEAM_ALL, clone.id());
  expect_members(clone.id(), every(1, 0, size));
  expect_works(clone.id(), every(1, 0, size));

  const std::vector<dart_unit_t> odd = every(2, 1, size);
  const SubTeam team(odd);
  if (team) {
    const SubTeam copy = SubTeam::clone(team.id());
    EXPECT_NE(team.id(), copy.id());
    expect_members(copy.id(), odd);
    expect_works(copy.id(), odd);
  }
}

TEST_F(TeamTest, NestedHalvesDownToOneUnit)
{
  std::vector<SubTeam> chain;
  dart_team_t parent = DART_TEAM_ALL;
  std::vector<dart_unit_t> members = every(1, 0, size);
  while (members.size() > 1) {
    const auto middle = members.begin() + static_cast<std::ptrdiff_t>(members.size() / 2);
    const std::vector<dart_unit_t> lower(members.begin(), middle);
    const std::vector<dart_unit_t> upper(middle, members.end());
    SubTeam first(lower, parent);
    SubTeam second(upper, parent);
    EXPECT_NE(static_cast<bool>(first), static_cast<bool>(second));
    members = first ? lower : upper;
    chain.push_back(first ? std::move(first) : std::move(second));
    parent = chain.back().id();
    expect_members(parent, members);
    expect_works(parent, members);
  }
  while (!chain.empty()) {
    chain.pop_back();
  }
}

TEST_F(TeamTest, OverlappingTeams)
{
  std::vector<SubTeam> teams;
  std::vector<std::vector<dart_unit_t>> members;
  for (size_t first = 0; first < size; ++first) {
    members.push_back(every(1, first, std::min(first + 2, size)));
    teams.emplace_back(members.back());
  }
  for (int round = 0; round < 3; ++round) {
    for (size_t i = 0; i < teams.size(); ++i) {
      if (teams[i]) {
        expect_members(teams[i].id(), members[i]);
        expect_works(teams[i].id(), members[i]);
      }
    }
  }
}

TEST_F(TeamTest, LiveTeamsHaveDifferentIds)
{
  std::vector<SubTeam> teams;
  std::set<dart_team_t> ids{DART_TEAM_ALL};
  for (int i = 0; i < 20; ++i) {
    teams.push_back(SubTeam::clone(DART_TEAM_ALL));
    EXPECT_TRUE(ids.insert(teams.back().id()).second) << teams.back().id();
  }
  for (const SubTeam& team : teams) {
    expect_works(team.id(), every(1, 0, size));
  }
}

TEST_F(TeamTest, ManyTeamsOneAfterTheOther)
{
  for (int i = 0; i < 500; ++i) {
    const SubTeam team(every(2, static_cast<size_t>(i) % 2, size));
    if (team) {
      EXPECT_GT(team.id(), DART_TEAM_ALL);
      barrier(team.id());
    }
  }
}

TEST_F(TeamTest, DestroySetsNull)
{
  dart_team_t team = DART_TEAM_NULL;
  ASSERT_OK(dart_team_clone(DART_TEAM_ALL, &team));
  const dart_team_t id = team;
  ASSERT_OK(dart_team_destroy(&team));
  EXPECT_EQ(DART_TEAM_NULL, team);
  EXPECT_OK(dart_team_destroy(&team)) << "a null team";
  size_t n = 0;
  EXPECT_INVAL(dart_team_size(id, &n));
}

TEST_F(TeamTest, DestroyTakesLocksAndSegmentsAlong)
{
  dart_team_t team = DART_TEAM_NULL;
  ASSERT_OK(dart_team_clone(DART_TEAM_ALL, &team));
  dart_lock_t lock = DART_LOCK_NULL;
  ASSERT_OK(dart_team_lock_init(team, &lock));
  dart_gptr_t gptr = DART_GPTR_NULL;
  ASSERT_OK(dart_team_memalloc_aligned(team, 10, DART_TYPE_INT, &gptr));
  ASSERT_OK(dart_team_destroy(&team));
  void* addr = nullptr;
  EXPECT_INVAL(dart_gptr_getaddr(gptr, &addr));
}

TEST_F(TeamTest, UnknownTeamIsInvalid)
{
  constexpr dart_team_t unknown = 12345;
  for (dart_team_t team : {unknown, DART_TEAM_NULL}) {
    dart_group_t group = DART_GROUP_NULL;
    dart_team_t out = DART_TEAM_NULL;
    dart_team_unit_t local;
    dart_global_unit_t global;
    size_t n = 0;
    EXPECT_INVAL(dart_team_get_group(team, &group));
    EXPECT_INVAL(dart_team_clone(team, &out));
    EXPECT_INVAL(dart_team_myid(team, &local));
    EXPECT_INVAL(dart_team_size(team, &n));
    EXPECT_INVAL(dart_team_unit_l2g(team, 0, &global));
    EXPECT_INVAL(dart_team_unit_g2l(team, 0, &local));
    EXPECT_INVAL(dart_barrier(team));
  }
  dart_team_t team = unknown;
  EXPECT_INVAL(dart_team_destroy(&team));
  dart_group_t group = DART_GROUP_NULL;
  ASSERT_OK(dart_group_create(&group));
  EXPECT_INVAL(dart_team_create(unknown, group, &team));
  ASSERT_OK(dart_group_destroy(&group));
}

TEST_F(TeamTest, NullArgumentsAreInvalid)
{
  EXPECT_INVAL(dart_team_myid(DART_TEAM_ALL, nullptr));
  EXPECT_INVAL(dart_team_size(DART_TEAM_ALL, nullptr));
  EXPECT_INVAL(dart_team_create_ordered(DART_TEAM_ALL, nullptr, 0, nullptr));
  EXPECT_INVAL(dart_team_create_alone(nullptr));
  EXPECT_INVAL(dart_team_unit_l2g(DART_TEAM_ALL, 0, nullptr));
  EXPECT_INVAL(dart_team_unit_g2l(DART_TEAM_ALL, 0, nullptr));
  EXPECT_INVAL(dart_team_destroy(nullptr));
  EXPECT_INVAL(dart_myid(nullptr));
  EXPECT_INVAL(dart_size(nullptr));
}

}  // namespace
}  // namespace dart::test
