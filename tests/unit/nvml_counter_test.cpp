// Tier: suite; sanitized

// The energy of GPUs, with a library in place of NVML.

#include "nvml_counter.h"

#include <gtest/gtest.h>

#include <string>

namespace dart::cuda {
namespace {

constexpr UuidBytes uuid{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

TEST(NvmlCounterTest, ReadsJoules)
{
  const EnergyReading reading = NvmlCounter(uuid, FAKE_NVML).read();
  EXPECT_TRUE(reading.is_known()) << reading.missing;
  EXPECT_DOUBLE_EQ(1.5, reading.joules);
}

TEST(NvmlCounterTest, SaysWhatIsMissing)
{
  const auto missing = [](const UuidBytes& gpu, const char* library) {
    return NvmlCounter(gpu, library).read().missing;
  };
  const std::string prefix = "energy of GPU-00010203-0405-0607-0809-0a0b0c0d0e0f: ";
  EXPECT_EQ(prefix + "no libno-nvml.so", missing(uuid, "libno-nvml.so"));
  EXPECT_EQ(prefix + "libc.so.6 lacks a function", missing(uuid, "libc.so.6"));
  EXPECT_EQ(
      "energy of GPU-00000000-0000-0000-0000-000000000000: NVML does not know it",
      missing(UuidBytes{}, FAKE_NVML));
}

}  // namespace
}  // namespace dart::cuda
