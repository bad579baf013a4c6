#include "driver.h"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <link.h>

#include <atomic>
#include <stdexcept>
#include <string>

namespace dart::cuda {
namespace {

constexpr unsigned interface_version = 12000;  // selects the variant of each call

std::atomic<bool> loaded{false};

template <class Call>
void find(Call& call, const char* name)
{
  void* address = nullptr;
  cudaDriverEntryPointQueryResult found{};
  const cudaError_t code = cudaGetDriverEntryPointByVersion(
      name, &address, interface_version, cudaEnableDefault, &found);
  if (code != cudaSuccess || found != cudaDriverEntryPointSuccess) {
    throw std::runtime_error(
        std::string("the CUDA driver has no ") + name + " (" + cudaGetErrorString(code) +
        "); install a newer one, or run with --gpu-backend emulated");
  }
  call = reinterpret_cast<Call>(address);
}

Driver find_all()
{
  Driver calls{};
#define X(call) find(calls.call, #call);
  DART_DRIVER_CALLS(X)
#undef X
  loaded = true;
  return calls;
}

/// A number that grows whenever the process loads a library.
unsigned long long loads()
{
  unsigned long long count = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        *static_cast<unsigned long long*>(result) = info->dlpi_adds;
        return 1;
      },
      &count);
  return count;
}

}  // namespace

const Driver& driver()
{
  static const Driver calls = find_all();
  return calls;
}

bool driver_loaded()
{
  return loaded.load(std::memory_order_relaxed);
}

bool process_uses_cuda()
{
  if (driver_loaded()) return true;
  static std::atomic<unsigned long long> loads_without{0};
  const unsigned long long now = loads();
  if (now == loads_without.load(std::memory_order_relaxed)) return false;
  void* library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) {
    loads_without = now;
    return false;
  }
  dlclose(library);
  return true;
}

}  // namespace dart::cuda
