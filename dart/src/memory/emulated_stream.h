#pragma once

/// \file
/// A stream of an emulated GPU.

#include <vector>

#include "memory/device_stream.h"

namespace dart {

/// The calling thread executes functions in place of kernels. Copies are executed when kernels need
/// them, or when completion is tested for the second time: as late as a GPU might, but every time.
class EmulatedStream final : public DeviceStream {
 public:
  void* kernels() override;
  dart_ret_t copy(void* to, const void* from, std::size_t bytes) override;
  std::uint64_t end_piece() override { return ++ended_; }
  State poll(std::uint64_t piece) override;
  std::string trouble() const override { return {}; }
  Stamp stamp() override;
  std::int64_t time_of(Stamp stamp) override;

 private:
  struct Copy {
    void* to;
    const void* from;
    std::size_t bytes;
  };

  void do_copies();

  std::vector<Copy> copies_;
  std::uint64_t ended_ = 0, asked_for_ = 0;
  std::vector<std::int64_t> times_;
  std::vector<Stamp> free_stamps_;
};

}  // namespace dart
