#pragma once

/// \file
/// The GPUs that this process sees.

#include <cuda.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace dart::cuda {

/// Number of visible GPUs. Makes no context.
/// \throws std::runtime_error with the remedy: no driver, too old a driver, no GPU
int count_gpus();

/// A GPU as this process uses it.
class Gpu {
 public:
  Gpu(int ordinal, int count);

  int ordinal() const { return ordinal_; }
  CUuuid uuid() const;
  std::uint64_t memory_bytes() const;
  int attribute(CUdevice_attribute attribute) const;

  /// The primary context, made when first asked for and kept until the process ends.
  CUcontext context();
  /// Makes it the calling thread's GPU from now on.
  void select();

  /// Whether this GPU's copies and kernels reach memory of the other one.
  bool reaches(const Gpu& other) const { return reached_[other.ordinal_]; }
  /// Whether they can update it atomically.
  bool updates(const Gpu& other) const;

 private:
  int ordinal_;
  CUdevice device_ = 0;
  std::vector<bool> reached_;  // by ordinal
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
  /// Ordinal in this process of a GPU that another process named; -1 if it is not visible here.
  int find(const CUuuid& uuid) const;
  /// What memory of \c gpu is mapped for: itself and all that reach it.
  std::vector<CUmemAccessDesc> accessors_of(const Gpu& gpu) const;

 private:
  std::vector<std::unique_ptr<Gpu>> gpus_;
};

/// GPU that the innermost OnGpu of the calling thread selected; -1 without one.
int selected_gpu();

/// Selects a GPU for the calling thread for the life of the object.
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
