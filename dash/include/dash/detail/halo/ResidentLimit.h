#pragma once

/// \file
/// Up to which size of a field one kernel executes many steps of a stencil.

#include <dash/util/Config.h>

#include <cstddef>

namespace dash::halo::detail {

/// The largest part of a matrix, in bytes, for which GPU units execute many steps in one kernel. It
/// is a third of an H100's cache, which holds both matrices then; parts of twice the size take up
/// to a tenth longer than with a kernel for each step. The variable DASH_STENCIL_RESIDENT_SIZE
/// changes it, 0 turns such kernels off.
inline std::size_t resident_limit()
{
  constexpr std::size_t by_default = std::size_t(16) << 20;
  constexpr auto key = "DASH_STENCIL_RESIDENT_SIZE_BYTES";
  return util::Config::is_set(key) ? util::Config::get<std::size_t>(key) : by_default;
}

}  // namespace dash::halo::detail
