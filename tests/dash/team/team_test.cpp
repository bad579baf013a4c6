// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Array.h>
#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Reduce.h>
#include <dash/dart/if/dart.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "dash_test_base.h"
#include "spmd.h"

using dash::Team;

class TeamTest : public dash::test::TestBase {};

TEST_F(TeamTest, AllHasAllUnits)
{
  Team& all = Team::All();
  EXPECT_TRUE(all.is_all());
  EXPECT_FALSE(all.is_null());
  EXPECT_TRUE(all.is_root());
  EXPECT_TRUE(all.is_leaf());
  EXPECT_EQ(all.size(), dash::size());
  EXPECT_EQ(all.myid(), dash::myid());
  EXPECT_EQ(all.dart_id(), DART_TEAM_ALL);
  EXPECT_EQ(all.position(), 0u);
  EXPECT_EQ(all.num_siblings(), 1u);
  EXPECT_TRUE(all.parent().is_null());
  EXPECT_EQ(&Team::Get(DART_TEAM_ALL), &all);
  for (dash::global_unit_t unit{0}; unit < all.size(); ++unit) {
    EXPECT_TRUE(all.is_member(unit));
    EXPECT_EQ(all.relative_id(unit), unit);
    EXPECT_EQ(all.global_id(dash::team_unit_t(unit)), unit);
  }
  EXPECT_FALSE(all.is_member(dash::global_unit_t(static_cast<int>(all.size()))));
  EXPECT_THROW(all.global_id(dash::team_unit_t{-1}), dash::exception::InvalidArgument);
}

TEST_F(TeamTest, NullHasNoUnits)
{
  Team& null = Team::Null();
  EXPECT_TRUE(null.is_null());
  EXPECT_EQ(null.size(), 0u);
  EXPECT_EQ(null.myid(), -1);
  EXPECT_FALSE(null.is_member(dash::myid()));
  EXPECT_TRUE(null != Team::All());
  EXPECT_EQ(&Team::Get(12345), &null);
  null.barrier();
  EXPECT_TRUE(null.split(2).is_null());
}

TEST_F(TeamTest, IteratesOverIds)
{
  std::vector<int> ids;
  for (int id : Team::All()) ids.push_back(id);
  ASSERT_EQ(ids.size(), dash::size());
  for (size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(ids[i], static_cast<int>(i));
  EXPECT_EQ(Team::All().end() - Team::All().begin(), static_cast<int>(dash::size()));
}

TEST_F(TeamTest, SplitsIntoContiguousGroups)
{
  Team& all = Team::All();
  for (unsigned parts : {2u}) {
    Team& part = all.split(parts);
    if (all.size() < 2) {
      EXPECT_TRUE(part.is_null());
      return;
    }
    const size_t group_size = (all.size() + parts - 1) / parts;
    const size_t group = static_cast<size_t>(dash::myid()) / group_size;
    EXPECT_FALSE(all.is_leaf());
    EXPECT_FALSE(part.is_root());
    EXPECT_EQ(&part.parent(), &all);
    EXPECT_EQ(&all.sub(), &part);
    EXPECT_EQ(&all.sub(5), &part);
    EXPECT_EQ(&all.sub(0), &all);
    EXPECT_EQ(&all.bottom(), &part);
    EXPECT_EQ(&Team::Get(part.dart_id()), &part);
    EXPECT_EQ(part.position(), group);
    EXPECT_EQ(part.relative_id(), group);
    EXPECT_EQ(part.num_siblings(), (all.size() + group_size - 1) / group_size);
    EXPECT_EQ(part.size(), std::min(group_size, all.size() - group * group_size));
    EXPECT_EQ(part.myid(), dash::myid() % static_cast<int>(group_size));
    EXPECT_EQ(part.global_id(part.myid()), dash::myid());
    EXPECT_EQ(part.relative_id(dash::myid()), part.myid());
    for (dash::global_unit_t unit{0}; unit < all.size(); ++unit) {
      EXPECT_EQ(part.is_member(unit), static_cast<size_t>(unit.id) / group_size == group);
    }
    part.barrier();
  }
}

TEST_F(TeamTest, SplitsIntoMorePartsThanUnits)
{
  if (dash::size() < 2) GTEST_SKIP() << "needs two units";
  Team& self = Team::All().split(static_cast<unsigned>(dash::size()) + 3);
  EXPECT_EQ(self.size(), 1u);
  EXPECT_EQ(self.myid(), 0);
  EXPECT_EQ(self.num_siblings(), dash::size());
  EXPECT_EQ(self.position(), static_cast<size_t>(dash::myid().id));
  EXPECT_TRUE(self.split(2).is_null());
}

TEST_F(TeamTest, SplitsSeveralTimes)
{
  if (dash::size() < 2) GTEST_SKIP() << "needs two units";
  Team& all = Team::All();
  EXPECT_THROW(all.split(0), dash::exception::InvalidArgument);
  Team& halves = all.split(2);
  Team& below = halves.split(2);
  Team& single = all.split(static_cast<unsigned>(dash::size()));
  EXPECT_EQ(1u, single.size());
  EXPECT_NE(halves.dart_id(), single.dart_id());
  EXPECT_EQ(&single, &all.sub());
  EXPECT_EQ(&single, &all.bottom());
  // The first part remains as it was.
  EXPECT_EQ(&all, &halves.parent());
  EXPECT_EQ(2u, halves.num_siblings());
  EXPECT_EQ(halves.size() < 2, below.is_null());
  EXPECT_EQ(&halves, &Team::Get(halves.dart_id()));
  halves.barrier();
  Team& again = all.locality_split(DART_LOCALITY_SCOPE_NODE, 1);
  EXPECT_EQ(&again, &all.sub());
  EXPECT_EQ(&all, &single.parent());
  single.barrier();
  again.barrier();
}

/// A team of the C interface: of each second unit, whose units have passed their own group.
dart_team_t make_team_of_parity()
{
  dart_group_t group = DART_GROUP_NULL;
  dart_group_create(&group);
  const auto size = static_cast<int>(dash::size());
  for (int unit = dash::myid().id % 2; unit < size; unit += 2) {
    dart_group_addmember(group, dart_global_unit_t{unit});
  }
  dart_team_t id = DART_TEAM_NULL;
  EXPECT_EQ(DART_OK, dart_team_create(DART_TEAM_ALL, group, &id));
  dart_group_destroy(&group);
  return id;
}

TEST_F(TeamTest, TeamsOfTheCInterface)
{
  const int parity = dash::myid().id % 2;
  const size_t size = (dash::size() + (parity == 0 ? 1 : 0)) / 2;
  dart_team_t id = make_team_of_parity();
  Team& team = Team::Get(id);
  ASSERT_FALSE(team.is_null());
  EXPECT_EQ(&team, &Team::Get(id));
  EXPECT_EQ(id, team.dart_id());
  EXPECT_EQ(size, team.size());
  EXPECT_EQ(dash::myid().id / 2, team.myid());
  EXPECT_EQ(dash::myid(), team.global_id(team.myid()));
  EXPECT_TRUE(team.is_root());
  EXPECT_TRUE(team.parent().is_null());
  EXPECT_EQ(1u, team.num_siblings());
  {
    dash::Array<int> array(3 * size, dash::BLOCKED, team);
    dash::fill(array, 1 + parity);
    array.barrier();
    EXPECT_EQ(static_cast<int>(3 * size) * (1 + parity), dash::reduce(array, 0));
    Team& half = team.split(2);
    if (size < 2) {
      EXPECT_TRUE(half.is_null());
    } else {
      EXPECT_EQ(&team, &half.parent());
      half.barrier();
    }
  }
  EXPECT_EQ(DART_OK, dart_team_destroy(&id));
}

/// Ids of teams are used again.
TEST_F(TeamTest, DestroyedTeamsAreForgotten)
{
  if (dash::size() < 2) GTEST_SKIP() << "needs two units";
  dart_team_t id = make_team_of_parity();
  Team& team = Team::Get(id);
  dart_team_t destroyed = id;
  EXPECT_EQ(DART_OK, dart_team_destroy(&destroyed));
  EXPECT_TRUE(Team::Get(id).is_null());
  EXPECT_TRUE(team.is_null());
  dash::barrier();
  id = make_team_of_parity();
  EXPECT_FALSE(Team::Get(id).is_null());
  destroyed = id;
  EXPECT_EQ(DART_OK, dart_team_destroy(&destroyed));
  dash::barrier();
  Team& whole = Team::All().split(1);
  Team& halves = Team::All().split(2);
  EXPECT_EQ(dash::size(), Team::Get(whole.dart_id()).size());
  EXPECT_EQ(&halves, &Team::Get(halves.dart_id()));
  // Teams that nobody destroys end with the run, whenever a unit asks for them.
  id = make_team_of_parity();
  if (dash::myid() == 0) Team::Get(id);
  Team::All().split(2);
  static dash::Array<int> array;
  array.allocate(10 * Team::Get(id).size(), dash::BLOCKED, Team::Get(id));
  dash::finalize();
  EXPECT_TRUE(array.empty());
  dash::init(nullptr, nullptr);
}

TEST_F(TeamTest, SplitsAgainBelow)
{
  if (dash::size() < 4) GTEST_SKIP() << "needs four units";
  Team& half = Team::All().split(2);
  Team& quarter = half.split(2);
  EXPECT_EQ(quarter.size(), 1u);
  EXPECT_EQ(&Team::All().sub(2), &quarter);
  EXPECT_EQ(&Team::All().bottom(), &quarter);
  EXPECT_EQ(&quarter.parent(), &half);
  EXPECT_EQ(quarter.global_id(dash::team_unit_t{0}), dash::myid());
}

/// A way to choose a colour and a key.
struct Choice {
  const char* name;
  int (*color)(int unit);
  int (*key)(int unit);
};

constexpr Choice choices[] = {
    {"one team", [](int) { return 0; }, [](int) { return 0; }},
    {"parity", [](int unit) { return unit % 2; }, [](int) { return 5; }},
    {"parity, descending", [](int unit) { return unit % 2; }, [](int unit) { return -unit; }},
    {"negative colours", [](int unit) { return -unit / 2; }, [](int unit) { return unit; }},
    {"a team each", [](int unit) { return 1000 - unit; }, [](int unit) { return unit; }},
    {"equal keys", [](int) { return 1; }, [](int unit) { return 1 - unit / 2; }},
    {"not all", [](int unit) { return unit == 1 ? Team::no_color : 3; },
     [](int unit) { return -unit; }},
    {"no team", [](int) { return Team::no_color; }, [](int) { return 0; }},
};

TEST_F(TeamTest, SplitsByColourAndKey)
{
  Team& all = Team::All();
  std::vector<std::reference_wrapper<Team>> teams;
  for (const Choice& choice : choices) {
    SCOPED_TRACE(choice.name);
    const int color = choice.color(dash::myid().id);
    std::vector<int> members;
    std::set<int> colors;
    for (const int unit : all) {
      if (choice.color(unit) != Team::no_color) colors.insert(choice.color(unit));
      if (choice.color(unit) == color) members.push_back(unit);
    }
    std::stable_sort(members.begin(), members.end(), [&](int a, int b) {
      return choice.key(a) < choice.key(b);
    });
    Team& team = all.split(color, choice.key(dash::myid().id));
    ASSERT_EQ(color == Team::no_color, team.is_null());
    if (team.is_null()) continue;
    teams.emplace_back(team);
    EXPECT_EQ(&all, &team.parent());
    EXPECT_EQ(&team, &all.sub());
    EXPECT_EQ(&team, &Team::Get(team.dart_id()));
    EXPECT_EQ(colors.size(), team.num_siblings());
    EXPECT_EQ(std::distance(colors.begin(), colors.find(color)), team.position());
    ASSERT_EQ(members.size(), team.size());
    for (const int unit : team) {
      const dash::global_unit_t global(members[static_cast<size_t>(unit)]);
      EXPECT_EQ(global, team.global_id(dash::team_unit_t(unit)));
      EXPECT_EQ(unit, team.relative_id(global));
    }
    EXPECT_EQ(dash::myid(), team.global_id(team.myid()));
  }
  // All of them can be used at the same time, and split again.
  for (Team& team : teams) {
    dash::Array<int> array(2 * team.size(), team);
    dash::fill(array, team.myid().id);
    array.barrier();
    for (const int unit : team) EXPECT_EQ(unit, static_cast<int>(array[2 * unit]));
    array.barrier();
    Team& half = team.split(2);
    if (half.is_null()) continue;
    EXPECT_EQ(
        team.global_id(
            dash::team_unit_t(static_cast<int>(half.position() * ((team.size() + 1) / 2)))),
        half.global_id(dash::team_unit_t{0}));
    Team& near = team.locality_split(DART_LOCALITY_SCOPE_GLOBAL, 1);
    ASSERT_EQ(team.size(), near.size());
    for (const int unit : team) {
      EXPECT_EQ(team.global_id(dash::team_unit_t(unit)), near.global_id(dash::team_unit_t(unit)));
    }
  }
  EXPECT_TRUE(Team::Null().split(0, 0).is_null());
  Team& alone = Team::Self().split(3, 1);
  EXPECT_EQ(1u, alone.size());
  EXPECT_EQ(dash::myid(), alone.global_id(dash::team_unit_t{0}));
}

TEST_F(TeamTest, SelectsUnitsInTheOrderOfAList)
{
  Team& all = Team::All();
  const auto last = static_cast<int>(all.size()) - 1;
  std::vector<dash::team_unit_t> units;
  for (int unit = last; unit >= 0; --unit) units.emplace_back(unit);
  Team& reversed = all.select(units);
  EXPECT_EQ(last - dash::myid(), reversed.myid());
  EXPECT_EQ(1u, reversed.num_siblings());
  // In a team of another order, ids are those of this team.
  Team& first = reversed.select({dash::team_unit_t{last}});
  EXPECT_EQ(dash::myid() == 0 ? 1u : 0u, first.size());
  // Units may pass nothing, and lists of their own.
  Team& mine = all.select({all.myid()});
  EXPECT_EQ(1u, mine.size());
  EXPECT_TRUE(all.select({}).is_null());
  // All units get the exception, and go on.
  EXPECT_THROW(all.select({dash::team_unit_t{last + 1}}), dash::exception::InvalidArgument);
  units.push_back(units.front());
  EXPECT_THROW(all.select(units), dash::exception::InvalidArgument);
  EXPECT_TRUE(Team::Null().select(units).is_null());
  all.barrier();
}

TEST_F(TeamTest, DestroyEndsATeamAndThoseBelow)
{
  Team& all = Team::All();
  dash::Array<int> outside(10);
  for (int round = 0; round < 100; ++round) {
    Team& part = all.split(dash::myid().id % 2, 0);
    Team& below = part.split(part.myid().id == 0 ? 1 : Team::no_color, 0);
    dash::Array<int> array(10, part);
    dash::Array<int> own;
    if (!below.is_null()) own.allocate(10, below);
    Team& other = part.split(0, -part.myid().id);
    const dart_team_t id = part.dart_id();
    part.destroy();
    EXPECT_TRUE(part.is_null());
    EXPECT_TRUE(below.is_null());
    EXPECT_TRUE(other.is_null());
    EXPECT_TRUE(array.empty());
    EXPECT_TRUE(own.empty());
    EXPECT_TRUE(Team::Get(id).is_null());
    EXPECT_TRUE(all.is_leaf());
    part.destroy();
  }
  EXPECT_EQ(10u, outside.size());
  dart_team_t id = make_team_of_parity();
  Team::Get(id).destroy();
  EXPECT_TRUE(Team::Get(id).is_null());
  EXPECT_THROW(all.destroy(), dash::exception::InvalidArgument);
  EXPECT_THROW(Team::Self().destroy(), dash::exception::InvalidArgument);
  Team::Null().destroy();
}

TEST_F(TeamTest, ChildrenRetireAtFinalize)
{
  Team& part = Team::All().split(2);
  dash::finalize();
  EXPECT_TRUE(part.is_null());
  EXPECT_EQ(part.size(), 0u);
  part.unregister_deallocator(&part);
  dash::init(nullptr, nullptr);
  EXPECT_TRUE(Team::All().is_leaf());
}

TEST_F(TeamTest, MovesLeaveANullTeam)
{
  if (dash::size() < 2) GTEST_SKIP() << "needs two units";
  Team& part = Team::All().split(1);
  const dart_team_t id = part.dart_id();
  {
    Team moved = std::move(part);
    EXPECT_TRUE(part.is_null());
    EXPECT_EQ(moved.dart_id(), id);
    EXPECT_EQ(moved.size(), dash::size());
    EXPECT_EQ(&Team::Get(id), &moved);
    EXPECT_EQ(&Team::All().sub(), &moved);
    part = std::move(moved);
  }
  EXPECT_EQ(&Team::Get(id), &part);
  EXPECT_EQ(&part.parent(), &Team::All());
  part.barrier();
}

TEST_F(TeamTest, FreeRunsDeallocatorsLastFirst)
{
  Team& all = Team::All();
  std::string order;
  int a = 0;
  int b = 0;
  int c = 0;
  all.register_deallocator(&a, [&] { order += 'a'; });
  all.register_deallocator(&b, [&] { order += 'b'; });
  all.register_deallocator(&c, [&] {
    order += 'c';
    all.unregister_deallocator(&c, [] {});
  });
  all.unregister_deallocator(&b, [] {});
  all.unregister_deallocator(&order, [] {});
  all.free();
  EXPECT_EQ(order, "ca");
  all.free();
  EXPECT_EQ(order, "ca");
}

TEST_F(TeamTest, FinalizeFreesChildrenBeforeParents)
{
  std::string order;
  Team::All().register_deallocator(&order, [&] { order += 'p'; });
  if (dash::size() > 1) {
    Team::All().split(2).register_deallocator(&order, [&] { order += 'c'; });
  }
  dash::finalize();
  EXPECT_EQ(order, dash::test::units() > 1 ? "cp" : "p");
}

TEST_F(TeamTest, SplitsByLocality)
{
  Team& part = Team::All().locality_split(DART_LOCALITY_SCOPE_NODE, 1);
  if (dash::size() < 2) {
    EXPECT_TRUE(part.is_null());
    return;
  }
  EXPECT_FALSE(part.is_null());
  EXPECT_TRUE(part.is_member(dash::myid()));
  part.barrier();
}

TEST_F(TeamTest, Prints)
{
  std::ostringstream os;
  os << std::as_const(Team::All()) << ' ' << Team::Null();
  EXPECT_EQ(os.str().find("dash::Team(0"), 0u);
  EXPECT_NE(os.str().find("null"), std::string::npos);
}

TEST(TeamBeforeInitTest, UseNamesTheFix)
{
  for (int round = 0; round < 2; ++round) {
    Team& all = Team::All();
    EXPECT_TRUE(all.is_all());
    try {
      all.size();
      ADD_FAILURE() << "size() before init";
    } catch (const dash::exception::RuntimeError& error) {
      EXPECT_NE(
          std::string(error.what()).find("dash::init must be called before Team::size"),
          std::string::npos);
    }
    EXPECT_THROW(all.myid(), dash::exception::RuntimeError);
    EXPECT_THROW(all.barrier(), dash::exception::RuntimeError);
    EXPECT_THROW(dash::barrier(), dash::exception::RuntimeError);
    EXPECT_THROW(all.split(2), dash::exception::RuntimeError);
    dash::init(nullptr, nullptr);
    EXPECT_EQ(all.size(), dash::size());
    dash::finalize();
  }
}

TEST_F(TeamTest, TheCallingUnitAlone)
{
  dash::Team& self = dash::Team::Self();
  EXPECT_EQ(1u, self.size());
  EXPECT_EQ(0, self.myid());
  EXPECT_EQ(dash::Team::GlobalUnitID(), self.global_id(dash::team_unit_t{0}));
  EXPECT_TRUE(self.is_member(dash::Team::GlobalUnitID()));
  EXPECT_FALSE(self.is_member(dash::global_unit_t(static_cast<int>(dash::size()))));
  EXPECT_FALSE(self == dash::Team::Null() || self == dash::Team::All());
  self.barrier();  // waits for no other unit
  EXPECT_EQ(&self, &dash::Team::Get(self.dart_id()));
  EXPECT_NE(self.dart_id(), dash::Team::Null().dart_id());
  EXPECT_NE(self.dart_id(), dash::Team::All().dart_id());
  EXPECT_TRUE(self.split(2).is_null());
  dash::finalize();
  EXPECT_EQ(DART_TEAM_NULL, self.dart_id());
  EXPECT_FALSE(self.is_null());
  dash::init(nullptr, nullptr);
  EXPECT_EQ(&self, &dash::Team::Get(self.dart_id()));
}
