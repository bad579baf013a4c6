// Tier: suite n3 c2g2; sanitized c2g2

// Energy of regions, with a counter of a host's processors in a file of the test.

#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/util/EnergyMeter.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "dash_test_base.h"
#include "powercap_folder.h"

namespace {

class EnergyMeterTest : public dash::test::TestBase {
 protected:
  static constexpr const char* processor = "intel-rapl:0";

  /// Each unit has a folder of its own, as if all units were on hosts of their own.
  EnergyMeterTest()
  {
    counters_.add(processor, "package-0", 0);
    setenv("DART_POWERCAP", counters_.path().c_str(), 1);
  }
  ~EnergyMeterTest() override { unsetenv("DART_POWERCAP"); }

  dash::test::PowercapFolder counters_;
};

TEST_F(EnergyMeterTest, UnitsAndTheirSum)
{
  dash::util::EnergyMeter meter;
  counters_.set(processor, 6'000'000);
  const dash::util::Energy mine = meter.unit();
  const dash::util::Energy all = meter.total();
  EXPECT_GT(mine.host_joules, 0);
  EXPECT_DOUBLE_EQ(mine.host_joules + mine.gpu_joules, mine.joules());
  EXPECT_GE(all.seconds, mine.seconds);
  EXPECT_NEAR(all.joules(), all.host_joules + all.gpu_joules, 1e-9);
  EXPECT_GE(all.joules(), 6 - 1e-9);
  const bool is_emulated = dash::is_gpu_unit() && dart_gpu_backend() == DART_GPU_EMULATED;
  EXPECT_EQ(is_emulated, !mine.is_complete()) << mine.missing;
  if (is_emulated) {
    EXPECT_NE(std::string::npos, mine.missing.find("emulated"));
  }

  meter.start();
  EXPECT_DOUBLE_EQ(0, meter.unit().host_joules);
}

TEST_F(EnergyMeterTest, IdlePowerIsTakenOff)
{
  dash::util::EnergyMeter meter;
  meter.measure_idle(0.01);
  const bool has_gpu = dash::is_gpu_unit() && dart_gpu_backend() == DART_GPU_CUDA;
  EXPECT_TRUE(has_gpu || meter.unit().idle_watts == 0);
  dash::util::Energy energy;
  energy.seconds = 2;
  energy.host_joules = 50;
  energy.gpu_joules = 10;
  EXPECT_DOUBLE_EQ(60, energy.active_joules());
  energy.idle_watts = 20;
  EXPECT_DOUBLE_EQ(20, energy.active_joules());
  EXPECT_DOUBLE_EQ(30, energy.watts());
}

TEST_F(EnergyMeterTest, TellsWhatIsMissing)
{
  setenv("DART_POWERCAP", "/no/such/folder", 1);
  const dash::util::EnergyMeter meter;
  const dash::util::Energy energy = meter.total();
  EXPECT_FALSE(energy.is_complete());
  EXPECT_NE(std::string::npos, energy.missing.find("/no/such/folder has no counters"));
  EXPECT_DOUBLE_EQ(0, energy.host_joules);
}

}  // namespace
