#pragma once

#include <dash/dart/if/dart.h>

#include "hosts/side.h"

namespace bench::hosts {

/// Uses the runtime, which has to exist as long as this object.
class DartSide final : public Side {
 public:
  /// Collective.
  DartSide(int me, int units);
  /// Collective.
  ~DartSide() override;

  void put(std::size_t bytes) override;
  void get(std::size_t bytes) override;
  void flush() override;
  std::int64_t add() override;
  void signal() override;
  void await_signal() override;
  void barrier() override;
  void allreduce(std::size_t doubles) override;
  void compute() override;
  void stop_computing() override;

 private:
  dart_gptr_t at(int unit, std::size_t offset) const;

  dart_gptr_t memory_ = DART_GPTR_NULL;
  dart_gptr_t data_, flag_, counter_, stop_;  ///< addresses in the memory of the other unit
  dart_gptr_t own_flag_;
  Shown* own_ = nullptr;
};

}  // namespace bench::hosts
