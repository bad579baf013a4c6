#pragma once

#include <cstddef>

namespace bench {

/// Empty tasks of StarPU, while an object exists; its threads pause between runs.
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
