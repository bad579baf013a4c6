#include "gpu_map.h"

#include <stdexcept>
#include <string>

#include "base/environment.h"
#include "base/gpu_in_turn.h"
#include "job/job.h"

namespace dart::cuda {

std::vector<int> gpu_map(std::uint32_t gpu_units, int gpus)
{
  const std::vector<int> chosen = environment_list(env_gpu_map);
  std::vector<int> map;
  for (std::uint32_t g = 0; g < gpu_units; ++g) {
    map.push_back(gpu_in_turn(chosen, g, gpus));
    if (map.back() >= gpus) {
      throw std::runtime_error(
          std::string(env_gpu_map) + " names GPU " + std::to_string(map.back()) + ", but " +
          std::to_string(gpus) + (gpus == 1 ? " GPU is visible" : " GPUs are visible") +
          "; numbers begin at 0, and without the variable the units take all GPUs in turn");
    }
  }
  return map;
}

std::optional<Export> chosen_export()
{
  const std::string_view choice = environment_word("DART_GPU_EXPORT");
  if (choice == "auto") return std::nullopt;
  return choice == "vmm" ? Export::vmm : Export::ipc;
}

unsigned chosen_linger_us()
{
  return static_cast<unsigned>(environment_integer_or_default("DART_COLLECTIVE_LINGER"));
}

}  // namespace dart::cuda
