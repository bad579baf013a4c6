#pragma once

/// \file
/// Patterns of another size, for containers that grow.

#include <dash/Cartesian.h>
#include <dash/Team.h>

#include <algorithm>
#include <vector>

namespace dash::detail {

/// The pattern of \c n elements that deals them in the same way as a one-dimensional pattern.
template <class Pattern>
Pattern resized(const Pattern& pattern, typename Pattern::size_type n)
{
  using size_type = typename Pattern::size_type;
  const SizeSpec<1, size_type> sizespec(n);
  if constexpr (requires { pattern.unit_load_weights(); }) {
    return Pattern(pattern.unit_load_weights(), sizespec, pattern.teamspec(), pattern.team());
  } else if constexpr (requires { pattern.local_sizes(); }) {
    // Units whose sizes the program has given keep them; the last ones grow or shrink.
    std::vector<size_type> sizes = pattern.local_sizes();
    size_type before = 0;
    for (size_type& size : sizes) {
      size = std::min<size_type>(size, n - before);
      before += size;
    }
    sizes.back() += n - before;
    return Pattern(sizes, pattern.teamspec(), pattern.team());
  } else {
    return Pattern(sizespec, pattern.distspec(), pattern.teamspec(), pattern.team());
  }
}

}  // namespace dash::detail
