#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "memory/device_stream.h"
#include "numbered_stream.h"
#include "registered_host.h"

namespace dart::cuda {

/// A stream of a GPU that executes tasks of this process.
class TaskStream final : public DeviceStream {
 public:
  TaskStream(Gpu& gpu, RegisteredHost& host);
  ~TaskStream() override;

  void* kernels() override;
  dart_ret_t copy(void* to, const void* from, std::size_t bytes) override;
  std::uint64_t end_piece() override;
  State poll(std::uint64_t piece) override;
  std::string trouble() const override { return trouble_; }
  Stamp stamp() override;
  std::int64_t time_of(Stamp stamp) override;

 private:
  /// An event, and its time on the host's clock.
  struct Origin {
    cudaEvent_t event = nullptr;
    std::int64_t ns = 0;
  };

  void renew_origin();

  NumberedStream stream_;
  RegisteredHost& host_;
  std::uint64_t ended_ = 0;  ///< number of pieces that have ended, also if CUDA is broken
  std::string trouble_;
  std::vector<cudaEvent_t> stamps_;
  std::vector<Stamp> free_stamps_;
  Origin origin_;
};

}  // namespace dart::cuda
