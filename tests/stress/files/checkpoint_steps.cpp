#include <dash/Array.h>
#include <dash/algorithm/Fill.h>
#include <dash/io/Checkpoint.h>

#include <cstddef>
#include <string>
#include <vector>

#include "containers/model_array.h"
#include "files/damage.h"
#include "files/steps.h"

namespace dash::stress {

/// Whatever is damaged, what is loaded is what was saved: archives have checksums. A file without
/// damage is loaded.
void checkpoint_steps(Random& random, dash::Team& team)
{
  const std::size_t size = random.size(random.one_in(6) ? 5000 : 100);
  ModelArray<dash::Array<int>> numbers(random, size, team);
  ModelArray<CsrArray<double>> others(random, random.size(50), team);
  const long saved_step = static_cast<long>(random.below(1000));
  long step = saved_step;
  const TeamFile file(team);
  dash::io::Checkpoint checkpoint(file.path(), team);
  checkpoint.add("numbers", numbers.array).add("step", step).add("others", others.array);
  begin_step("save of a checkpoint of " + numbers.describe());
  checkpoint.save();
  const std::string right = file.bytes();
  for (std::size_t k = random.between(1, 8); k > 0; --k) {
    dash::fill(numbers.array.begin(), numbers.array.end(), 0);
    dash::fill(others.array.begin(), others.array.end(), 0.0);
    step = -1;
    const std::string bytes = random.one_in(8) ? right : damaged(random, right);
    begin_step("load of " + std::to_string(bytes.size()) + " damaged bytes of a checkpoint");
    file.assign(bytes);
    const bool is_refused = refuses_file("Checkpoint::load", [&] { checkpoint.load(); });
    require(!(is_refused && bytes == right), "a checkpoint without damage is refused");
    require(step == (is_refused ? -1 : saved_step), "a value is ", step);
    if (is_refused) continue;
    numbers.check("Checkpoint::load");
    others.check("Checkpoint::load");
  }
  team.barrier();
}

}  // namespace dash::stress
