// After a sticky CUDA error the GPU cannot be used any more; the error is reported once, with the
// first failing call.

#include <cuda_runtime_api.h>

#include <string>

#include "gpu_run.h"
#include "kernels.h"

namespace {

using dash::test::GpuTest;

class GpuStickyErrorTest : public GpuTest {};

std::size_t count(const std::string& text, const std::string& part)
{
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
  return found;
}

TEST_F(GpuStickyErrorTest, IsReportedOnceAndReturnedAlways)
{
  if (!run().is_gpu_unit()) return;
  const auto offset = run().fresh_offset();
  std::byte* memory = own_memory(offset, 4096);
  ASSERT_NE(memory, nullptr);
  std::byte buffer[64] = {};
  testing::internal::CaptureStderr();
  auto stream = static_cast<cudaStream_t>(devices().stream());
  ASSERT_EQ(dash::test::launch_bad_store(stream), cudaSuccess);
  EXPECT_NE(cudaStreamSynchronize(stream), cudaSuccess);
  for (int attempt = 0; attempt < 3; ++attempt) {
    EXPECT_EQ(devices().copy(memory, buffer, sizeof buffer), DART_ERR_OTHER);
    EXPECT_FALSE(devices().commit(offset + 64 * mebibyte, 4096));
  }
  EXPECT_EQ(devices().flush(), DART_ERR_OTHER);
  const std::string text = testing::internal::GetCapturedStderr();
  const std::string who = "unit " + std::to_string(run().unit()) + ", GPU " +
                          std::to_string(devices().gpu_of(run().unit()));
  EXPECT_EQ(count(text, who), 1u) << text;
  EXPECT_EQ(count(text, "the first failing call was"), 1u) << text;
}

}  // namespace
