#pragma once

/// \file
/// The conjunction of traits.

#include <type_traits>

namespace dash {

/// Logical conjunction of traits; the name in DASH 0.4 of std::conjunction.
template <class... Traits>
struct conjunction : std::conjunction<Traits...> {};

}  // namespace dash
