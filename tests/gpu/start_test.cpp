// Start of the CUDA implementation: settings of the user, and machines without a GPU.

#include <cuda_runtime_api.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "gpu_run.h"

namespace {

using dash::test::GpuRun;
using dash::test::GpuTest;

/// The reason why a space cannot be created if a variable has this value; empty if it can.
std::string refusal(const char* variable, const char* value)
{
  setenv(variable, value, 1);
  std::string reason;
  try {
    GpuRun::instance().make_space([](std::uint32_t) { return 0; });
  } catch (const std::runtime_error& error) {
    reason = error.what();
  }
  unsetenv(variable);
  return reason;
}

class GpuStartTest : public GpuTest {};

TEST_F(GpuStartTest, MapThatNamesMissingGpusIsRefused)
{
  if (!run().is_gpu_unit()) return;
  const std::string reason = refusal("DART_GPU_MAP", "99");
  EXPECT_NE(reason.find("DART_GPU_MAP"), std::string::npos) << reason;
  EXPECT_NE(reason.find("99"), std::string::npos) << reason;
}

TEST_F(GpuStartTest, MalformedMapIsRefused)
{
  if (!run().is_gpu_unit()) return;
  EXPECT_NE(refusal("DART_GPU_MAP", "0;1").find("DART_GPU_MAP=0;1"), std::string::npos);
}

TEST_F(GpuStartTest, UnknownExportIsRefused)
{
  if (run().uses_ipc()) return;  // the variable is in use
  const std::string reason = refusal("DART_GPU_EXPORT", "pigeon");
  EXPECT_NE(reason.find("DART_GPU_EXPORT=pigeon"), std::string::npos) << reason;
}

TEST_F(GpuStartTest, TimesOfKernelsOutOfRangeAreRefused)
{
  for (const char* const value : {"-1", "1001", "soon"}) {
    const std::string reason = refusal("DART_COLLECTIVE_LINGER", value);
    EXPECT_NE(reason.find(std::string("DART_COLLECTIVE_LINGER=") + value), std::string::npos)
        << reason;
  }
  for (const char* const value : {"0", "1000"})
    EXPECT_EQ(refusal("DART_COLLECTIVE_LINGER", value), "");
}

TEST(GpuAbsentTest, ReasonAndRemedyAreGiven)
{
  if (dash::test::visible_gpus() > 0) GTEST_SKIP() << "a GPU is visible";
  try {
    GpuRun::instance();
    FAIL() << "a GPU unit started without a GPU";
  } catch (const std::runtime_error& error) {
    const std::string reason = error.what();
    EXPECT_NE(reason.find("--gpu-backend emulated"), std::string::npos) << reason;
  }
}

}  // namespace
