// Tier: suite n3 c2g2; sanitized c2g2

// The hardware record of a unit.

#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/dart/if/dart.h>
#include <dash/util/Config.h>
#include <dash/util/TeamLocality.h>
#include <dash/util/UnitLocality.h>
#include <gtest/gtest.h>

#include <sstream>

#include "dash_test_base.h"

namespace {

using dash::util::Config;
using dash::util::Locality;
using dash::util::UnitLocality;

class UnitLocalityTest : public dash::test::TestBase {};

TEST_F(UnitLocalityTest, CallingUnit)
{
  UnitLocality mine;
  EXPECT_EQ(dash::myid().id, mine.unit_id().id);
  EXPECT_EQ(dash::Team::All(), mine.team());
  EXPECT_EQ(DART_LOCALITY_SCOPE_CORE, mine.domain().scope);
  EXPECT_EQ(mine.domain_tag(), mine.domain().domain_tag);
  EXPECT_EQ(dash::util::LocalityDomain(*mine.domain().parent), mine.parent());
  EXPECT_EQ(Locality::Scope::Node, mine.node_domain().scope());
  EXPECT_EQ(mine.host(), mine.node_domain().host());
  EXPECT_EQ(&mine.node_domain(), &UnitLocality(mine).node_domain());
  EXPECT_EQ(mine.host(), mine.hostname());
  EXPECT_EQ(Locality::Scope::NUMA, mine.parent_in_scope(Locality::Scope::NUMA).scope());
  EXPECT_THROW(mine.parent_in_scope(Locality::Scope::Network), dash::exception::InvalidArgument);
  EXPECT_GE(mine.cpu_id(), 0);
}

TEST_F(UnitLocalityTest, AnyUnit)
{
  for (const int unit : dash::Team::All()) {
    EXPECT_EQ(unit, UnitLocality(dash::global_unit_t(unit)).unit_id().id);
    const UnitLocality in_team(dash::Team::All(), dash::team_unit_t(unit));
    EXPECT_EQ(unit, in_team.unit_id().id);
    EXPECT_EQ(1, in_team.domain().num_units);
  }
  const dash::global_unit_t none(static_cast<dart_unit_t>(dash::size()));
  EXPECT_THROW(UnitLocality{none}, dash::exception::InvalidArgument);
}

TEST_F(UnitLocalityTest, CopiesShareTheRecord)
{
  UnitLocality mine;
  UnitLocality copy = mine;
  copy.hwinfo().num_cores = 7;
  copy.set_host("elsewhere");
  EXPECT_EQ(7, mine.num_cores());
  EXPECT_EQ("elsewhere", mine.host());
  EXPECT_EQ(7, UnitLocality().num_cores());
  copy.set_domain_tag(".0");
  EXPECT_EQ(".0", mine.domain_tag());
  EXPECT_EQ(DART_LOCALITY_SCOPE_NODE, mine.domain().scope);
  copy.set_domain_tag(".x");
  EXPECT_THROW(mine.domain(), dash::exception::InvalidArgument);
}

TEST_F(UnitLocalityTest, UnknownReadsAsOne)
{
  UnitLocality mine;
  dart_hwinfo_t& hw = mine.hwinfo();
  hw.num_cores = hw.min_threads = hw.max_threads = hw.num_numa = -1;
  hw.min_cpu_mhz = hw.max_cpu_mhz = hw.max_shmem_mbps = -1;
  hw.cache_line_sizes[0] = -1;
  EXPECT_EQ(1, mine.num_cores());
  EXPECT_EQ(1, mine.min_threads());
  EXPECT_EQ(1, mine.max_threads());
  EXPECT_EQ(1, mine.num_threads());
  EXPECT_EQ(1, mine.num_domain_threads());
  EXPECT_EQ(1, mine.num_numa());
  EXPECT_EQ(1, mine.cpu_mhz());
  EXPECT_EQ(1, mine.min_cpu_mhz());
  EXPECT_EQ(1, mine.max_shmem_mbps());
  EXPECT_EQ(-1, mine.cache_line_size(0));
  EXPECT_EQ(-1, mine.cache_line_size(-1));
  EXPECT_EQ(-1, mine.cache_line_size(99));
}

TEST_F(UnitLocalityTest, ThreadsHonourTheConfiguration)
{
  UnitLocality mine;
  mine.hwinfo().num_cores = 4;
  mine.hwinfo().min_threads = 1;
  mine.hwinfo().max_threads = 2;
  EXPECT_EQ(4, mine.num_domain_threads());
  Config::set("DASH_MAX_SMT", "on");
  EXPECT_EQ(2, mine.num_threads());
  EXPECT_EQ(8, mine.num_domain_threads());
  Config::set("DASH_MAX_UNIT_THREADS", 5);
  EXPECT_EQ(5, mine.num_domain_threads());
  Config::set("DASH_DISABLE_THREADS", "on");
  EXPECT_EQ(1, mine.num_domain_threads());
  Config::set("DASH_MAX_SMT", "off");
  Config::set("DASH_MAX_UNIT_THREADS", 0);
  Config::set("DASH_DISABLE_THREADS", "off");
  EXPECT_EQ(4, mine.num_domain_threads());
}

TEST_F(UnitLocalityTest, Printing)
{
  dart_unit_locality_t* record = nullptr;
  ASSERT_EQ(DART_OK, dart_unit_locality(DART_TEAM_ALL, dash::team_unit_t(0), &record));
  std::ostringstream text;
  text << *record;
  EXPECT_EQ(0u, text.str().find("unit(0: team 0, domain .0.")) << text.str();
}

}  // namespace
