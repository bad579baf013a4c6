#pragma once

/// \file
/// Which stencils one kernel executes for many steps, and up to which size of the field.

#include <dash/Types.h>
#include <dash/util/Config.h>

#include <cstddef>

namespace dash::halo::detail {

/// Whether a kernel can execute many steps. Kernels have no room for the regions of more
/// dimensions, twice, and give large elements in too many words.
template <class T, dim_t N>
constexpr bool may_be_resident = N <= 3 && sizeof(T) <= 32;

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
