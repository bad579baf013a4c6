// Tier: suite n3 c2g2; sanitized c2g2

// Locality domains of teams: ranges, groups, selections, splits.

#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/dart/if/dart.h>
#include <dash/util/TeamLocality.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "dash_test_base.h"
#include "hosts.h"

namespace {

using dash::util::Locality;
using dash::util::LocalityDomain;
using dash::util::TeamLocality;
using Scope = Locality::Scope;
using Units = std::vector<dash::global_unit_t>;

static_assert(std::random_access_iterator<LocalityDomain::iterator>);
static_assert(std::is_convertible_v<LocalityDomain::iterator, LocalityDomain::const_iterator>);

class TeamLocalityTest : public dash::test::TestBase {
 protected:
  static Units all_units()
  {
    Units units;
    for (const int unit : dash::Team::All()) units.emplace_back(unit);
    return units;
  }
  static std::string tag_of(TeamLocality& locality, int unit)
  {
    return locality.unit_locality(dash::team_unit_t(unit)).domain_tag();
  }
};

TEST_F(TeamLocalityTest, AllUnits)
{
  TeamLocality locality(dash::Team::All());
  EXPECT_EQ(dash::Team::All(), locality.team());
  EXPECT_EQ(all_units(), locality.global_units());
  EXPECT_EQ(dash::test::hosts(), locality.num_nodes());
  EXPECT_EQ(dash::test::hosts(), Locality::NumNodes());
  EXPECT_GE(locality.num_cores(), static_cast<int>(dash::size()));
  EXPECT_TRUE(locality.parts().empty());
  EXPECT_TRUE(locality.groups().empty());
}

TEST_F(TeamLocalityTest, DomainIsARange)
{
  TeamLocality locality(dash::Team::All());
  LocalityDomain& root = locality.domain();
  EXPECT_EQ(Scope::Global, root.scope());
  EXPECT_EQ(0, root.level());
  EXPECT_EQ(".", root.domain_tag());
  EXPECT_EQ(dash::global_unit_t{0}, root.leader_unit());
  const int hosts = dash::test::hosts();
  ASSERT_EQ(hosts, static_cast<int>(root.size()));
  int host = 0;
  for (LocalityDomain& node : root) {
    const std::string tag = "." + std::to_string(host);
    EXPECT_EQ(Scope::Node, node.scope());
    EXPECT_EQ(1, node.level());
    EXPECT_EQ(tag, node.domain_tag());
    EXPECT_EQ(host, node.relative_index());
    EXPECT_EQ(host, node.global_index());
    EXPECT_EQ(host, node.node_id());
    EXPECT_NE("", node.host());
    EXPECT_EQ(root.dart_team(), node.dart_team());
    EXPECT_EQ(&node, &root.at(host));
    EXPECT_EQ(&node, &*root.find(tag));
    ++host;
  }
  EXPECT_EQ(root.end(), root.find(".9"));
  EXPECT_EQ(".", root.find(".")->domain_tag());
  EXPECT_THROW(root.at(hosts), dash::exception::OutOfRange);
  const LocalityDomain& fixed = root;
  EXPECT_EQ(hosts, std::distance(fixed.begin(), fixed.end()));
  EXPECT_EQ(hosts, static_cast<int>(fixed.scope_domains(Scope::Module).size()));
}

TEST_F(TeamLocalityTest, DomainByTag)
{
  TeamLocality whole(dash::Team::All());
  TeamLocality mine(dash::Team::All(), Scope::Global, tag_of(whole, dash::myid()));
  EXPECT_EQ(Units{dash::myid()}, mine.global_units());
  EXPECT_THROW(
      TeamLocality(dash::Team::All(), Scope::Global, ".9"), dash::exception::InvalidArgument);
  EXPECT_THROW(TeamLocality{dash::Team::Null()}, dash::exception::InvalidArgument);
}

TEST_F(TeamLocalityTest, CopiesAreIndependent)
{
  LocalityDomain original(TeamLocality(dash::Team::All()).domain());
  LocalityDomain copy = original;
  EXPECT_EQ(original, copy);
  copy.select({});
  EXPECT_NE(original, copy);
  EXPECT_EQ(all_units(), original.units());
  LocalityDomain moved = std::move(original);
  EXPECT_EQ(all_units(), moved.units());
  copy = moved.at(0);
  EXPECT_EQ(".0", copy.domain_tag());
  EXPECT_EQ(dash::test::hosts(), static_cast<int>(moved.size()));
  copy = moved;
  EXPECT_EQ(moved, copy);
}

TEST_F(TeamLocalityTest, SplitByCore)
{
  TeamLocality locality(dash::Team::All());
  locality.split(Scope::Core, 2);
  ASSERT_EQ(std::min<size_t>(2, dash::size()), locality.parts().size());
  Units united;
  for (const LocalityDomain& part : locality.parts()) {
    EXPECT_EQ(Scope::Global, part.scope());
    const Units units = part.units();
    EXPECT_FALSE(units.empty());
    united.insert(united.end(), units.begin(), units.end());
  }
  std::sort(united.begin(), united.end());
  EXPECT_EQ(all_units(), united);
  EXPECT_EQ(all_units(), locality.global_units());
}

TEST_F(TeamLocalityTest, SplitIntoAsManyPartsAsDomains)
{
  TeamLocality by_core(dash::Team::All(), Scope::Core);
  EXPECT_EQ(dash::size(), by_core.parts().size());
  TeamLocality by_node(dash::Team::All(), Scope::Node);
  ASSERT_EQ(dash::test::hosts(), static_cast<int>(by_node.parts().size()));
  for (const int unit : dash::Team::All()) {
    const auto& node = by_node.unit_locality(dash::team_unit_t(unit)).node_domain();
    const LocalityDomain& part = by_node.parts().at(static_cast<std::size_t>(node.node_id()));
    const Units units = part.units();
    EXPECT_EQ(1, std::count(units.begin(), units.end(), dash::global_unit_t(unit)));
  }
  EXPECT_THROW(by_node.split(Scope::CPU), dash::exception::InvalidArgument);
  EXPECT_THROW(by_node.split(Scope::Core, -1), dash::exception::InvalidArgument);
}

TEST_F(TeamLocalityTest, PartIsALocalityOfTheTeam)
{
  TeamLocality whole(dash::Team::All(), Scope::Core);
  TeamLocality part(dash::Team::All(), whole.parts().back());
  EXPECT_EQ(1u, part.global_units().size());
  EXPECT_EQ(dash::Team::All(), part.team());
}

TEST_F(TeamLocalityTest, Groups)
{
  if (dash::size() < 4) GTEST_SKIP() << "needs 4 units";
  TeamLocality locality(dash::Team::All());
  const std::vector<std::string> outer{tag_of(locality, 0), tag_of(locality, 3)};
  const std::vector<std::string> inner{tag_of(locality, 1), tag_of(locality, 2)};
  const LocalityDomain& first = locality.group(outer);
  const LocalityDomain& second = locality.group(inner);
  EXPECT_EQ(Scope::Group, first.scope());
  EXPECT_EQ((Units{dash::global_unit_t{0}, dash::global_unit_t{3}}), first.units());
  EXPECT_EQ((Units{dash::global_unit_t{1}, dash::global_unit_t{2}}), second.units());
  ASSERT_EQ(2u, locality.groups().size());
  for (const auto& group : locality.groups()) {
    EXPECT_EQ(Scope::Group, group->scope());
    EXPECT_EQ(&*group, &*locality.domain().find(group->domain_tag()));
  }

  locality.split_groups();
  ASSERT_EQ(2u, locality.parts().size());
  for (LocalityDomain& part : locality.parts()) {
    EXPECT_EQ(2u, part.units().size());
    EXPECT_EQ(1u, part.groups().size());
  }
  EXPECT_EQ(all_units(), locality.global_units());
}

TEST_F(TeamLocalityTest, SelectAndExclude)
{
  TeamLocality locality(dash::Team::All());
  const int last = static_cast<int>(dash::size()) - 1;
  const std::string tag = tag_of(locality, last);
  TeamLocality others(dash::Team::All());
  locality.select({tag});
  others.exclude({tag});
  EXPECT_EQ(Units{dash::global_unit_t(last)}, locality.global_units());
  EXPECT_EQ(others.domain().end(), others.domain().find(tag));
  Units without = all_units();
  without.pop_back();
  EXPECT_EQ(without, others.global_units());
  if (last == 0) {
    EXPECT_EQ(-1, others.domain().leader_unit().id);
  }
  EXPECT_THROW(locality.select({".9"}), dash::exception::InvalidArgument);
  EXPECT_THROW(locality.exclude({".9"}), dash::exception::InvalidArgument);
  EXPECT_THROW(locality.group({".9"}), dash::exception::InvalidArgument);
}

TEST_F(TeamLocalityTest, UnitsOfTheTeam)
{
  const TeamLocality locality(dash::Team::All());
  EXPECT_EQ(dash::myid().id, locality.unit_locality(dash::myid()).unit_id().id);
  EXPECT_EQ(
      &locality.unit_locality(dash::myid()),
      &locality.unit_locality(dash::team_unit_t(dash::myid())));
  const dash::team_unit_t none(static_cast<dart_unit_t>(dash::size()));
  EXPECT_THROW(locality.unit_locality(none), dash::exception::InvalidArgument);
}

TEST_F(TeamLocalityTest, SplitTeam)
{
  if (dash::size() < 2) GTEST_SKIP() << "needs 2 units";
  dash::Team& team = dash::Team::All().split(2);
  TeamLocality locality(team);
  Units members;
  for (const int unit : team) members.push_back(team.global_id(dash::team_unit_t(unit)));
  EXPECT_EQ(members, locality.global_units());
  const auto& mine = locality.unit_locality(dash::myid());
  EXPECT_EQ(team.myid(), mine.unit_id());
  EXPECT_EQ(team, mine.team());
}

TEST_F(TeamLocalityTest, TeamSplitByLocality)
{
  if (dash::size() < 2) GTEST_SKIP() << "needs 2 units";
  dash::Team& part = dash::Team::All().locality_split(Scope::Core, 2);
  EXPECT_EQ(2u, part.num_siblings());
  EXPECT_LT(part.size(), dash::size());
  EXPECT_TRUE(part.is_member(dash::myid()));
}

TEST_F(TeamLocalityTest, Printing)
{
  std::ostringstream text;
  text << Scope::NUMA << ' ' << DART_LOCALITY_SCOPE_CORE << ' ' << Scope::Undefined;
  EXPECT_EQ("NUMA CORE UNDEFINED", text.str());
  TeamLocality locality(dash::Team::All());
  std::ostringstream domain;
  domain << locality.domain();
  EXPECT_EQ(0u, domain.str().find("domain(.: GLOBAL")) << domain.str();
}

}  // namespace
