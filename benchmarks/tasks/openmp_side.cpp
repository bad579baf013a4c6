#include "tasks/openmp_side.h"

#include <dash/internal/Annotation.h>
#include <omp.h>

namespace bench {

void run_openmp_tasks(std::size_t tasks, int threads)
{
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (std::size_t i = 0; i < tasks; ++i) {
#pragma omp task firstprivate(i)
    dash::prevent_opt_elimination();
  }
  omp_pause_resource_all(omp_pause_soft);  // its threads would spin for a while
}

}  // namespace bench
