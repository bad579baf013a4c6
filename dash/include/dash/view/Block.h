/**
 * \file dash/view/Block.h
 * Views of single blocks.
 */
#ifndef DASH__VIEW__BLOCK_H__INCLUDED
#define DASH__VIEW__BLOCK_H__INCLUDED

#include <dash/view/Blocks.h>

#include <utility>

namespace dash {

/** Block number \c i of a container, a local proxy or a view; see \c blocks. Local. */
template <class Index, internal::Viewable X>
auto block(Index i, X&& x)
{
  const auto all = dash::blocks(std::forward<X>(x));
  return all[static_cast<typename decltype(all)::index_type>(i)];
}

}  // namespace dash

#endif  // DASH__VIEW__BLOCK_H__INCLUDED
