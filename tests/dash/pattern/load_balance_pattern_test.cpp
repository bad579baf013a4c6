// Tier: suite n3; sanitized c2g2

#include <dash/Cartesian.h>
#include <dash/Exception.h>
#include <dash/Pattern.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/UnitId.h>
#include <dash/pattern/LoadBalancePattern.h>
#include <dash/util/TeamLocality.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <vector>

#include "dash_test_base.h"

namespace {

using Pattern = dash::LoadBalancePattern<1>;

class LoadBalancePattern : public dash::test::TestBase {
 protected:
  static std::vector<std::size_t> sizes_of(const Pattern& pattern)
  {
    std::vector<std::size_t> sizes;
    for (int unit = 0; unit < pattern.num_units(); ++unit) {
      sizes.push_back(pattern.local_size(dash::team_unit_t(unit)));
    }
    return sizes;
  }

  static std::vector<std::size_t> sizes_by(const std::vector<double>& weights, std::size_t size)
  {
    return sizes_of(Pattern(weights, dash::SizeSpec<1>(size), dash::TeamSpec<1>(weights.size())));
  }
};

TEST_F(LoadBalancePattern, SizesAreProportionalToWeights)
{
  using Sizes = std::vector<std::size_t>;
  EXPECT_EQ(sizes_by({1, 1, 2}, 100), (Sizes{25, 25, 50}));
  EXPECT_EQ(sizes_by({1, 0, 3}, 8), (Sizes{2, 0, 6}));
  EXPECT_EQ(sizes_by({1, 1, 1}, 10), (Sizes{4, 3, 3}));
  EXPECT_EQ(sizes_by({0.5, 0.3, 0.2}, 7), (Sizes{4, 2, 1}));
  EXPECT_EQ(sizes_by({2, 1}, 0), (Sizes{0, 0}));
  EXPECT_EQ(sizes_by({5}, 3), (Sizes{3}));
}

TEST_F(LoadBalancePattern, SumIsExact)
{
  for (std::size_t size = 0; size < 200; ++size) {
    const std::vector<double> weights{0.1, 1.0 / 3, 2.7182818, 0, 12.5, 1e-9, 0.1};
    const auto sizes = sizes_by(weights, size);
    EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}), size);
    EXPECT_EQ(sizes[3], 0u);
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (std::size_t unit = 0; unit < sizes.size(); ++unit) {
      const double share = static_cast<double>(size) * weights[unit] / total;
      EXPECT_NEAR(static_cast<double>(sizes[unit]), share, 1.0);
    }
  }
}

TEST_F(LoadBalancePattern, HugeSizes)
{
  const std::size_t size = (std::size_t{1} << 62) + 12345;
  const auto sizes = sizes_by({1, 2, 3, 0}, size);
  EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}), size);
  EXPECT_EQ(sizes[3], 0u);
}

TEST_F(LoadBalancePattern, RejectsWeights)
{
  EXPECT_THROW(sizes_by({1, -1}, 10), dash::exception::InvalidArgument);
  EXPECT_THROW(sizes_by({0, 0}, 10), dash::exception::InvalidArgument);
  const dash::SizeSpec<1> sizespec(10);
  EXPECT_THROW(
      Pattern(std::vector<double>{1, 1}, sizespec, dash::TeamSpec<1>(3)),
      dash::exception::InvalidArgument);
}

TEST_F(LoadBalancePattern, HardwareOfTheTeam)
{
  const Pattern pattern(dash::SizeSpec<1>(1000), dash::Team::All());
  EXPECT_EQ(pattern.num_units(), static_cast<long>(dash::size()));
  EXPECT_EQ(pattern.unit_cpu_weights().size(), dash::size());
  EXPECT_EQ(pattern.unit_membw_weights().size(), dash::size());
  EXPECT_EQ(pattern.unit_load_weights().size(), dash::size());
  const auto sizes = sizes_of(pattern);
  EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}), 1000u);
}

TEST_F(LoadBalancePattern, TwiceTheClockIsTwiceTheSize)
{
  dash::util::TeamLocality locality(dash::Team::All());
  for (const int unit : dash::Team::All()) {
    auto& hwinfo = locality.unit_locality(dash::team_unit_t(unit)).hwinfo();
    hwinfo.min_cpu_mhz = hwinfo.max_cpu_mhz = unit == 0 ? 4000 : 2000;
    hwinfo.num_cores = hwinfo.max_threads = 1;
    hwinfo.max_shmem_mbps = 1000;
  }
  const std::size_t shares = dash::size() + 1;
  const Pattern pattern(dash::SizeSpec<1>(100 * shares), locality);
  for (const int unit : dash::Team::All()) {
    EXPECT_EQ(pattern.local_size(dash::team_unit_t(unit)), unit == 0 ? 200u : 100u);
  }
  const double mean = static_cast<double>(shares) / static_cast<double>(dash::size());
  EXPECT_NEAR(pattern.unit_cpu_weights()[0], 2 / mean, 1e-9);
  EXPECT_NEAR(pattern.unit_membw_weights()[0], 1, 1e-9);
  EXPECT_NEAR(pattern.unit_load_weights()[0], 2 / mean, 1e-9);
}

}  // namespace
