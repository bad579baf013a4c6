#pragma once

/// \file
/// Up to which size of a field one kernel executes many steps of a stencil.

#include <dash/util/Config.h>

#include <cstddef>

namespace dash::halo::detail {

/// The largest part of a matrix, in bytes, for which GPU units execute many steps in one kernel;
/// larger ones gain nothing from it. The variable DASH_STENCIL_RESIDENT_SIZE changes it, 0 turns
/// such kernels off.
inline std::size_t resident_limit()
{
  constexpr std::size_t by_default = std::size_t(64) << 20;
  constexpr auto key = "DASH_STENCIL_RESIDENT_SIZE_BYTES";
  return util::Config::is_set(key) ? util::Config::get<std::size_t>(key) : by_default;
}

}  // namespace dash::halo::detail
