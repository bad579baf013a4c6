// Tier: suite; sanitized

// Counters of energy in a folder like /sys/class/powercap.

#include "base/powercap.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "powercap_folder.h"

namespace dart {
namespace {

namespace fs = std::filesystem;

class PowercapTest : public testing::Test {
 protected:
  static constexpr std::uint64_t range = 1'000'000;

  void zone(const std::string& zone, const std::string& name, std::uint64_t microjoules) const
  {
    folder_.add(zone, name, microjoules, range);
  }
  void count(const std::string& zone, std::uint64_t microjoules) const
  {
    folder_.set(zone, microjoules);
  }
  fs::path file(const char* name) const { return folder_.path() / name; }

  dash::test::PowercapFolder folder_;
};

TEST_F(PowercapTest, CountsPackagesAndTheirMemoryOnce)
{
  zone("intel-rapl:0", "package-0", 100'000);
  zone("intel-rapl:0:0", "core", 0);
  zone("intel-rapl:0:1", "dram", 0);
  zone("intel-rapl:1", "package-1", 0);
  zone("intel-rapl:2", "psys", 0);
  zone("intel-rapl-mmio:0", "package-0", 0);
  fs::create_directories(file("intel-rapl"));
  Powercap powercap(folder_.path());
  EXPECT_DOUBLE_EQ(0, powercap.read().joules);
  count("intel-rapl:0", 200'000);
  count("intel-rapl:0:1", 30'000);
  count("intel-rapl:1", 4'000);
  for (const char* part : {"intel-rapl:0:0", "intel-rapl:2", "intel-rapl-mmio:0"}) {
    count(part, 500'000);
  }
  const EnergyReading reading = powercap.read();
  EXPECT_TRUE(reading.is_known()) << reading.missing;
  EXPECT_DOUBLE_EQ(0.134, reading.joules);
}

TEST_F(PowercapTest, CountersOverflow)
{
  zone("intel-rapl:0", "package-0", 900'000);
  Powercap powercap(folder_.path());
  count("intel-rapl:0", 100'000);
  EXPECT_DOUBLE_EQ(0.2, powercap.read().joules);
  count("intel-rapl:0", 50'000);
  EXPECT_DOUBLE_EQ(1.15, powercap.read().joules);
}

TEST_F(PowercapTest, SaysWhatIsMissing)
{
  EXPECT_EQ(
      "energy of the processors: /no/such/folder has no counters",
      Powercap("/no/such/folder").read().missing);
  EXPECT_NE(std::string::npos, Powercap(folder_.path()).read().missing.find("has no counters"));

  zone("intel-rapl:0", "package-0", 0);
  zone("intel-rapl:1", "package-1", 0);
  fs::remove(file("intel-rapl:1/energy_uj"));  // for root, any file is readable
  const EnergyReading part = Powercap(folder_.path()).read();
  EXPECT_NE(std::string::npos, part.missing.find("intel-rapl:1/energy_uj is not readable"));
  EXPECT_EQ(0, part.joules);

  count("intel-rapl:1", 0);
  Powercap vanishing(folder_.path());
  fs::remove(file("intel-rapl:0/energy_uj"));
  EXPECT_NE(std::string::npos, vanishing.read().missing.find("no longer readable"));
}

}  // namespace
}  // namespace dart
