// Checks that index arithmetic compiles for kernels: from a global index to unit and local index,
// and back.

#include <dash/Pattern.h>
#include <dash/detail/base/FastDivisor.h>

namespace {

using Divisor = dash::detail::FastDivisor;

__global__ void divide(Divisor divisor, const long* in, long* quotient, long* remainder)
{
  const auto [q, r] = divisor.divmod(in[threadIdx.x]);
  quotient[threadIdx.x] = q;
  remainder[threadIdx.x] = r;
}

/// The pattern is passed to the kernel by value.
template <class Pattern>
__global__ void locate(Pattern pattern, long* units, long* local, long* global)
{
  const long index = threadIdx.x;
  const auto run = pattern.run_at(index);
  units[index] = run.unit.id;
  local[index] = run.local(index);
  global[index] = pattern.global(run.unit, run.local(index));
}

template __global__ void locate(dash::BlockPattern<1>, long*, long*, long*);
template __global__ void locate(dash::TilePattern<1>, long*, long*, long*);
template __global__ void locate(dash::BlockPattern<2>, long*, long*, long*);

}  // namespace

void start(Divisor divisor, const long* in, long* quotient, long* remainder)
{
  divide<<<1, 32>>>(divisor, in, quotient, remainder);
}
