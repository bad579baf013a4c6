#include "gpu_run.h"

#include <cuda_runtime_api.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "base/log.h"
#include "memory/gpu_units.h"

namespace dash::test {
namespace {

int process_of(std::uint32_t unit)
{
  return GpuRun::instance().arena().job().unit[unit].pid;
}

}  // namespace

int visible_gpus()
{
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

GpuRun& GpuRun::instance()
{
  static GpuRun& run = *new GpuRun;
  return run;
}

GpuRun::GpuRun()
    : bootstrap_(dart::make_bootstrap()),
      job_file_(bootstrap_->job_file()),
      arena_(
          job_file_, bootstrap_->hosts().me(),
          dart::gpu_units_among(dart::job_map(job_file_)->units), dart::HugePages::advised)
{
  dart::log_init();
  arena_.job().unit[unit()].pid = getpid();
  devices_ = make_space(&process_of);
  arena_.job_barrier();  // all units have published their GPUs
}

std::unique_ptr<dart::DeviceSpace> GpuRun::make_space(int (*pid_of)(std::uint32_t unit))
{
  return dart::make_device_space(arena_, job_file_, locks_, pid_of);
}

bool GpuRun::uses_ipc() const
{
  const char* choice = std::getenv("DART_GPU_EXPORT");
  return choice != nullptr && std::string_view(choice) == "ipc";
}

std::uint64_t GpuRun::fresh_offset()
{
  return offsets_taken_++ << 30;
}

void GpuTest::SetUp()
{
  if (visible_gpus() == 0) GTEST_SKIP() << "no GPU is visible";
  // CUDA calls of the tests themselves use the unit's GPU.
  if (run().is_gpu_unit()) {
    ASSERT_NE(devices().stream(), nullptr);
  } else {
    ASSERT_EQ(cudaSetDevice(devices().gpu_of(run().first_gpu_unit())), cudaSuccess);
  }
}

void GpuTest::TearDown()
{
  if (visible_gpus() > 0) run().barrier();
}

std::byte* GpuTest::own_memory(std::uint64_t offset, std::uint64_t bytes)
{
  return devices().commit(offset, bytes) ? devices().reach(run().unit(), offset, bytes) : nullptr;
}

std::vector<std::byte> pattern(unsigned seed, std::size_t bytes)
{
  std::vector<std::byte> values(bytes);
  std::uint32_t state = seed * 2654435761u + 1;
  for (std::byte& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<std::byte>(state >> 24);
  }
  return values;
}

}  // namespace dash::test
