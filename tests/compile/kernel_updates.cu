// Checks that kernels of as many threads as a block may have compile with updates of elements.

#include <dash/Kernels.h>

#include <cstdint>

namespace {

using Word = std::uint64_t;

}  // namespace

__global__ void __launch_bounds__(1024)
    update(dash::kernel::Team team, dash::kernel::Pointer<Word> words, Word* results)
{
  const Word value = threadIdx.x;
  dash::kernel::atomic_xor(team, words, value);
  results[3 * value] = dash::kernel::fetch_add(team, words + 1, value);
  results[3 * value + 1] = dash::kernel::compare_exchange(team, words + 2, value, value + 1);
  results[3 * value + 2] = dash::kernel::exchange(team, words + 3, value);
}
