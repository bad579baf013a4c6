#include "tasks/starpu_side.h"

#include <starpu.h>

#include <stdexcept>

namespace bench {
namespace {

void do_nothing(void** /*buffers*/, void* /*arguments*/) {}

starpu_codelet& empty_codelet()
{
  static starpu_codelet codelet = [] {
    starpu_codelet made;
    starpu_codelet_init(&made);
    made.cpu_funcs[0] = do_nothing;
    made.nbuffers = 0;
    return made;
  }();
  return codelet;
}

}  // namespace

Starpu::Starpu(unsigned threads)
{
  starpu_conf conf;
  starpu_conf_init(&conf);
  conf.ncpus = static_cast<int>(threads);
  conf.ncuda = 0;
  conf.nopencl = 0;
  if (starpu_init(&conf) != 0) throw std::runtime_error("StarPU does not start");
  starpu_pause();
}

Starpu::~Starpu()
{
  starpu_resume();
  starpu_shutdown();
}

void Starpu::run_tasks(std::size_t tasks)
{
  starpu_resume();
  for (std::size_t i = 0; i < tasks; ++i) {
    starpu_task* const task = starpu_task_create();
    task->cl = &empty_codelet();
    if (starpu_task_submit(task) != 0) throw std::runtime_error("StarPU refuses a task");
  }
  starpu_task_wait_for_all();
  starpu_pause();
}

}  // namespace bench
