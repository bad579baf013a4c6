#pragma once

#include <cstddef>

namespace bench {

/// Runs empty tasks of StarPU. StarPU exists as long as this object; its threads pause between
/// runs.
class Starpu {
 public:
  /// \throws std::runtime_error if StarPU does not start
  explicit Starpu(unsigned threads);
  ~Starpu();
  Starpu(const Starpu&) = delete;
  Starpu& operator=(const Starpu&) = delete;

  void run_tasks(std::size_t tasks);
};

}  // namespace bench
