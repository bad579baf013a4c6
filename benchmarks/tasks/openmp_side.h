#pragma once

#include <cstddef>

namespace bench {

/// Runs empty tasks of OpenMP: one thread creates them, all threads execute them.
void run_openmp_tasks(std::size_t tasks, int threads);

}  // namespace bench
