#pragma once

/// \file
/// The GPUs that are visible to this process.

#include <cuda.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace dart::cuda {

/// Number of visible GPUs. Creates no context.
/// \throws std::runtime_error with the remedy if there is no driver, the driver is too old, or
///   there is no GPU
int count_gpus();

/// A GPU in this process.
class Gpu {
 public:
  Gpu(int ordinal, int count);

  int ordinal() const { return ordinal_; }
  CUuuid uuid() const;
  std::uint64_t memory_bytes() const;
  int attribute(CUdevice_attribute attribute) const;

  /// The primary context, which is created on first use and kept until the process ends.
  CUcontext context();
  /// Selects this GPU for the calling thread.
  void select();

  /// Whether copies and kernels of this GPU can access memory of the other one.
  bool reaches(const Gpu& other) const { return reached_[other.ordinal_]; }
  /// Whether they can update it by atomic operations.
  bool updates(const Gpu& other) const;

 private:
  int ordinal_;
  CUdevice device_ = 0;
  std::vector<bool> reached_;  // for each GPU, by ordinal
  std::once_flag once_;
  CUcontext context_ = nullptr;
};

/// All visible GPUs.
class Gpus {
 public:
  Gpus();

  int count() const { return static_cast<int>(gpus_.size()); }
  Gpu& operator[](int ordinal) { return *gpus_[ordinal]; }
  const Gpu& operator[](int ordinal) const { return *gpus_[ordinal]; }
  /// The ordinal in this process of a GPU that another process identifies by \p uuid; -1 if it is
  /// not visible here.
  int find(const CUuuid& uuid) const;
  /// The GPUs for which memory of \c gpu is mapped: itself and all that can access it.
  std::vector<CUmemAccessDesc> accessors_of(const Gpu& gpu) const;

 private:
  std::vector<std::unique_ptr<Gpu>> gpus_;
};

/// The GPU that the innermost OnGpu of the calling thread has selected; -1 if there is none.
int selected_gpu();

/// Selects a GPU for the calling thread for the lifetime of the object.
class OnGpu {
 public:
  explicit OnGpu(Gpu& gpu);
  ~OnGpu();
  OnGpu(const OnGpu&) = delete;
  OnGpu& operator=(const OnGpu&) = delete;

 private:
  int outer_;
  bool pushed_ = false;
};

}  // namespace dart::cuda
