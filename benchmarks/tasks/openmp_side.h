#pragma once

#include <cstddef>

namespace bench {

/// Empty tasks of OpenMP: one thread creates them, all execute them.
void run_openmp_tasks(std::size_t tasks, int threads);

}  // namespace bench
