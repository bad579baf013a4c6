#pragma once

/// \file
/// Index sequences of the standard library under their names in DASH 0.4.

#include <cstddef>
#include <utility>

namespace dash::ce {

template <std::size_t... Is>
using index_sequence = std::index_sequence<Is...>;

template <std::size_t N>
using make_index_sequence = std::make_index_sequence<N>;

}  // namespace dash::ce
