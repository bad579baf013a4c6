#include <dash/detail/base/KernelFiles.h>

#include <dash/Init.h>
#include <dash/detail/execution/ShippedSteps.h>

#include <dash/dart/if/dart_gpu.h>

#include <algorithm>
#include <mutex>
#include <vector>

namespace dash::detail {

namespace {

struct Files {
  std::mutex mutex;
  std::vector<void (*)()> not_loaded;
};

/// It is not destroyed, because files may be closed after this library's own objects.
Files& files()
{
  static Files& all = *new Files;
  return all;
}

}  // namespace

KernelFile::KernelFile(void (*load)()) : load_(load)
{
  const std::lock_guard guard(files().mutex);
  files().not_loaded.push_back(load);
}

KernelFile::~KernelFile()
{
  const std::lock_guard guard(files().mutex);
  std::erase(files().not_loaded, load_);
}

void load_kernels()
{
  void* stream = nullptr;  // asking for it selects the GPU
  if (dart_gpu_backend() != DART_GPU_CUDA || !dash::is_gpu_unit()) return;
  if (dart_gpu_stream(&stream) != DART_OK) return;
  open_shipped_steps();
  const std::lock_guard guard(files().mutex);
  for (void (*const load)() : files().not_loaded) load();
  files().not_loaded.clear();
}

}  // namespace dash::detail
