#include <dash/algorithm/NthElement.h>

#include <algorithm>
#include <numeric>

namespace dash::detail {

std::size_t weighted_median(
    std::vector<Position> weights, const void* values,
    bool (*is_less)(const void* values, std::size_t a, std::size_t b))
{
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::erase_if(order, [&](std::size_t index) { return weights[index] == 0; });
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return is_less(values, a, b);
  });
  const Position total = std::accumulate(weights.begin(), weights.end(), Position(0));
  Position before = 0;
  for (const std::size_t index : order) {
    before += weights[index];
    if (2 * before >= total) return index;
  }
  return order.back();
}

}  // namespace dash::detail
