// What NvmlCounter uses of NVML, for one GPU, which has taken 1.5 J.

#include <cstring>

extern "C" {

__attribute__((visibility("default"))) int nvmlInit_v2()
{
  return 0;
}

__attribute__((visibility("default"))) int nvmlDeviceGetHandleByUUID(const char* name, void** gpu)
{
  *gpu = nullptr;
  return std::strcmp(name, "GPU-00010203-0405-0607-0809-0a0b0c0d0e0f") == 0 ? 0 : 6;
}

__attribute__((visibility("default"))) int nvmlDeviceGetTotalEnergyConsumption(
    void*, unsigned long long* millijoules)
{
  *millijoules = 1500;
  return 0;
}

}  // extern "C"
