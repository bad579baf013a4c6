#include "support/application.h"

#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>
#include <dash/util/TeamLocality.h>

#include <stdexcept>

namespace bench {

int run_application(
    const std::string& name, int argc, char** argv, const std::function<void(Bench&)>& measure)
{
  return run_units(name, argc, argv, measure, [] { return std::string(); });
}

int num_gpu_units()
{
  const int gpu = dash::is_gpu_unit() ? 1 : 0;
  return dash::reduce(&gpu, &gpu + 1, 0);
}

std::vector<Param> where()
{
  const int hosts = dash::util::TeamLocality(dash::Team::All()).num_nodes();
  return {{"units", dash::size()}, {"GPU units", num_gpu_units()}, {"hosts", hosts}};
}

void require(bool holds, const std::string& claim)
{
  if (!holds) throw std::runtime_error("wrong result: not true that " + claim);
}

}  // namespace bench
