#pragma once

/// \file
/// Views of single blocks.

#include <dash/view/Blocks.h>

#include <utility>

namespace dash {

/// View of block \c i of a container, a local proxy or a view; see \c blocks. Local call.
template <class Index, ViewableRange X>
auto block(Index i, X&& x)
{
  const auto all = dash::blocks(std::forward<X>(x));
  return all[static_cast<typename decltype(all)::index_type>(i)];
}

}  // namespace dash
