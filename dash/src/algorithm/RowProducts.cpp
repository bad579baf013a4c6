#include <dash/detail/algorithm/RowProducts.h>

namespace dash::detail {

std::ptrdiff_t PanelColumns::begin_of(const std::vector<Stretch>& columns) const
{
  return is_split_ ? begins_.at(columns) : columns.front().first - all_.begin;
}

}  // namespace dash::detail
