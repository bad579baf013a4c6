#pragma once

/// \file
/// Operations of a program's stream.

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gpu.h"
#include "host_calls.h"
#include "memory/operation_queue.h"
#include "registered_host.h"
#include "stream_kernels.h"

namespace dart::cuda {

class StreamQueue final : public DeviceQueue {
 public:
  /// Whether kernels of the GPU access a buffer of this process.
  using Reaches = std::function<bool(const void* buffer, std::size_t bytes)>;

  /// \param use     see DeviceSpace::make_queue()
  /// \param native  stream to use; nullptr: a new one
  /// \param limit   of waits, in seconds; 0: none
  StreamQueue(
      Gpu& gpu, RegisteredHost& host, QueueUse use, cudaStream_t native, std::int64_t limit,
      Reaches reaches);
  ~StreamQueue() override;

  void* native() override;
  bool is_captured() override;
  bool reaches(const void* buffer, std::size_t bytes) override;
  dart_ret_t call(Call call) override;
  dart_ret_t copy(void* to, const void* from, std::size_t bytes) override;
  dart_ret_t copy_box(void* to, const void* from, const Box& box) override;
  dart_ret_t put_notify(const FlaggedCopy& copy) override;
  dart_ret_t set_flag(FlagWord* flag, FlagWord value) override;
  dart_ret_t await_flag(
      const FlagWord* flag, const FlagCondition& condition, std::string description) override;
  bool can_update(const std::byte* target, const AtomicRequest& request) override;
  dart_ret_t update(std::byte* target, const AtomicRequest& request) override;
  dart_ret_t put_described(const DescribedCopy& copy, std::string expectation) override;
  dart_ret_t meet(const QueueMeeting& meeting, std::string description) override;
  dart_ret_t collective(const QueueCollective& collective, std::string description) override;
  bool test() override;
  dart_ret_t wait() override;

 private:
  template <class Add>
  dart_ret_t add(Add add);
  bool is_one_kernel(const FlaggedCopy& copy) const;
  FaultPlace fault_place(std::string expectation);
  const std::string& expectation_of(std::uint32_t number) const;
  std::string seconds() const;
  dart_ret_t take_fault();

  Gpu& gpu_;
  RegisteredHost& host_;
  QueueUse use_;
  cudaStream_t stream_;
  bool is_own_;
  std::uint64_t limit_ns_;
  Reaches reaches_;
  unsigned cluster_blocks_ = 1;  // the most of a cluster
  std::mutex mutex_;             // keeps what belongs to one operation together
  std::unique_ptr<HostCalls> calls_;
  StreamFault* fault_ = nullptr;  // pinned memory
  // What the operations expect that may fail: of those outside of graphs the last ones, which are
  // more than CUDA lets wait in a stream; graphs can be executed again at any time.
  std::array<std::string, 2048> recent_expectations_;
  std::size_t expectations_ = 0;  // outside of graphs, so far
  std::vector<std::string> graph_expectations_;
};

}  // namespace dart::cuda
