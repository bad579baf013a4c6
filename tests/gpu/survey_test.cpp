// What the CUDA module reports about the machine's GPUs.

#include "memory/gpu_survey.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include "base/module.h"
#include "gpu_run.h"

namespace {

using dart::GpuLink;
using dart::GpuSurvey;

GpuSurvey take_survey()
{
  const auto entry = reinterpret_cast<dart::GpuSurveyEntry>(
      dart::module_entry("libdart-cuda.so", dart::gpu_survey_entry, "build the module"));
  GpuSurvey survey;
  entry(&survey);
  return survey;
}

TEST(GpuSurveyTest, TroubleIsNamedWhereThereIsNoGpu)
{
  const GpuSurvey survey = take_survey();
  EXPECT_EQ(survey.trouble.empty(), dash::test::visible_gpus() > 0) << survey.trouble;
  EXPECT_EQ(survey.gpus.size(), static_cast<std::size_t>(dash::test::visible_gpus()));
}

TEST(GpuSurveyTest, GpusAreDescribed)
{
  if (dash::test::visible_gpus() == 0) GTEST_SKIP() << "no GPU is visible";
  const GpuSurvey survey = take_survey();
  EXPECT_GE(survey.driver_version, survey.runtime_version);
  EXPECT_EQ(survey.runtime_version, CUDART_VERSION);
  for (const auto& gpu : survey.gpus) {
    cudaDeviceProp properties{};
    ASSERT_EQ(cudaGetDeviceProperties(&properties, gpu.number), cudaSuccess);
    EXPECT_EQ(gpu.name, properties.name);
    EXPECT_EQ(gpu.multiprocessors, properties.multiProcessorCount);
    EXPECT_GT(gpu.memory_bytes, properties.totalGlobalMem / 10 * 9);
    EXPECT_LT(gpu.memory_bytes, properties.totalGlobalMem / 10 * 11);
    EXPECT_EQ(gpu.uuid.size(), 40u) << gpu.uuid;
  }
}

TEST(GpuSurveyTest, LinksAreAMatrix)
{
  const GpuSurvey survey = take_survey();
  ASSERT_EQ(survey.links.size(), survey.gpus.size() * survey.gpus.size());
  for (std::size_t from = 0; from < survey.gpus.size(); ++from) {
    for (std::size_t to = 0; to < survey.gpus.size(); ++to) {
      const GpuLink& link = survey.link(from, to);
      EXPECT_EQ(link.kind == GpuLink::self, from == to);
      EXPECT_TRUE(link.peer_access || !link.native_atomics);
    }
  }
}

}  // namespace
