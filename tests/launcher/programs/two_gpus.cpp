// A module in place of libdart-cuda.so that reports two GPUs, connected by NVLink in one direction
// only.

#include "memory/gpu_survey.h"

extern "C" void dart_cuda_survey(dart::GpuSurvey* survey)
{
  using dart::GpuLink;
  survey->driver_version = 13020;
  survey->runtime_version = 12080;
  for (int number = 0; number < 2; ++number) {
    dart::GpuInfo gpu;
    gpu.number = number;
    gpu.name = number == 0 ? "Model A" : "Model B";
    gpu.uuid = "GPU-" + std::to_string(number);
    gpu.pci_bus_id = "0000:1" + std::to_string(number) + ":00.0";
    gpu.memory_bytes = std::uint64_t(number + 1) << 33;
    gpu.compute_major = 9;
    gpu.multiprocessors = 132;
    gpu.virtual_memory = true;
    gpu.file_handles = number == 0;
    survey->gpus.push_back(gpu);
  }
  const GpuLink self{GpuLink::self, true, true, 0};
  survey->links = {self, {GpuLink::nvlink, true, true, 0}, {GpuLink::pcie, false, false, 1}, self};
}
