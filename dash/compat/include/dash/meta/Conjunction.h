#pragma once

/// \file
/// The conjunction of traits.

#include <type_traits>

namespace dash {

/// Logical and of traits; std's, under the name that programs know.
template <class... Traits>
struct conjunction : std::conjunction<Traits...> {};

}  // namespace dash
