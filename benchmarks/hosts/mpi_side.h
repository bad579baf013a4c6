#pragma once

#include <mpi.h>

#include <memory>
#include <vector>

#include "hosts/side.h"

namespace bench::hosts {

enum class Window { dynamic, allocated };

/// Uses MPI's own calls on a window, in a passive epoch that lasts as long as this object. It must
/// not exist together with the runtime, because MPI serves one thread at a time.
class MpiSide final : public Side {
 public:
  /// Collective.
  MpiSide(int me, int units, Window kind);
  /// Collective.
  ~MpiSide() override;

  void put(std::size_t bytes) override;
  void get(std::size_t bytes) override;
  void flush() override;
  std::int64_t add() override;
  void signal() override;
  void await_signal() override;
  void barrier() override;
  void native_barrier() override;
  void allreduce(std::size_t doubles) override;
  void compute() override;
  void stop_computing() override;

 private:
  void make_dynamic();
  void make_allocated();
  MPI_Aint at(std::size_t offset) const { return base_ + static_cast<MPI_Aint>(offset); }
  void put_word(std::size_t offset);

  std::unique_ptr<Shown> attached_;  ///< memory attached to a dynamic window
  Shown* own_ = nullptr;
  MPI_Win window_ = MPI_WIN_NULL;
  MPI_Aint base_ = 0;  ///< address of the other unit's memory
};

}  // namespace bench::hosts
