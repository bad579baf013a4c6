// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Array.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/util/MemoryBandwidth.h>
#include <dash/util/TeamLocality.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "dash_test_base.h"

namespace {

class MemoryBandwidthTest : public dash::test::TestBase {};

TEST_F(MemoryBandwidthTest, IsMeasuredOnce)
{
  const int mbps = dash::util::memory_bandwidth_mbps();
  EXPECT_GT(mbps, 10);
  EXPECT_EQ(dash::util::memory_bandwidth_mbps(), mbps);
}

TEST_F(MemoryBandwidthTest, AllUnitsKnowAll)
{
  const dash::util::TeamLocality locality(dash::Team::All());
  locality.measure_bandwidth();
  const auto units = dash::size();
  dash::Array<int> known(units * units);
  for (std::size_t unit = 0; unit < units; ++unit) {
    const dash::team_unit_t id(static_cast<int>(unit));
    const int mbps = locality.unit_locality(id).max_shmem_mbps();
    EXPECT_GT(mbps, 10);
    known[static_cast<std::size_t>(dash::myid()) * units + unit] = mbps;
  }
  known.barrier();
  for (std::size_t i = 0; i < known.size(); ++i) EXPECT_EQ(known[i].get(), known[i % units].get());
  known.barrier();
}

TEST_F(MemoryBandwidthTest, DeclaredValuesStay)
{
  const dash::util::TeamLocality locality(dash::Team::All());
  for (const int unit : dash::Team::All()) {
    auto record = locality.unit_locality(dash::team_unit_t(unit));
    record.hwinfo().max_shmem_mbps = 1000 + unit;
  }
  locality.measure_bandwidth();
  for (const int unit : dash::Team::All()) {
    const dash::team_unit_t id(unit);
    EXPECT_EQ(locality.unit_locality(id).max_shmem_mbps(), 1000 + unit);
  }
}

}  // namespace
