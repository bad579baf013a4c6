#include "tasks/openmp_side.h"

#include <omp.h>
#include "support/optimizer.h"

namespace bench {

void run_openmp_tasks(std::size_t tasks, int threads)
{
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (std::size_t i = 0; i < tasks; ++i) {
#pragma omp task firstprivate(i)
    bench::clobber_memory();
  }
  omp_pause_resource_all(omp_pause_soft);  // otherwise its threads would spin for a while
}

}  // namespace bench
