#include <dash/Math.h>

#include <algorithm>
#include <functional>

namespace dash::math {

namespace {

constexpr std::uint64_t default_seed = 0x9E3779B97F4A7C15u;

std::uint64_t linear_state = default_seed;
std::uint64_t xorshift_state = default_seed;
std::uint64_t double_state = default_seed;

/// Spreads a seed over all bits (SplitMix64), and never returns 0, which xorshift would reproduce
/// forever.
std::uint64_t spread(std::uint64_t seed)
{
  std::uint64_t z = seed + default_seed;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z ^= z >> 31;
  return z != 0 ? z : default_seed;
}

std::uint64_t xorshift(std::uint64_t& state)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

}  // namespace

void detail::balance(std::uint64_t n, std::uint64_t* extents, std::size_t count)
{
  std::uint64_t* const end = extents + count;
  std::fill(extents, end, std::uint64_t(1));
  const auto primes = factorize(n);
  for (auto it = primes.rbegin(); it != primes.rend(); ++it) {
    for (unsigned k = 0; k < it->second; ++k) *std::min_element(extents, end) *= it->first;
  }
  std::sort(extents, end, std::greater<>());
}

void slrand(long seed)
{
  linear_state = static_cast<std::uint64_t>(seed);
}

long lrand()
{
  linear_state = linear_state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<long>(linear_state >> 33);
}

void sxrand(std::uint64_t seed)
{
  xorshift_state = spread(seed);
}

std::uint64_t xrand()
{
  return xorshift(xorshift_state);
}

void sdrand(std::uint64_t seed)
{
  double_state = spread(seed);
}

double drand()
{
  return static_cast<double>(xorshift(double_state) >> 11) * 0x1.0p-53;
}

}  // namespace dash::math
