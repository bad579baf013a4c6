#pragma once

/// \file
/// One array in a file of NumPy's format ".npy", written and read by the units of a team.

#include <dash/Team.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/io/FileElements.h>

#include <cstddef>
#include <string>
#include <vector>

namespace dash::detail {

/// Writes elements to a file of their own. Collective. \throws io::FileError
DASH_API void save_npy(const std::string& path, const FileElements& elements);

/// Reads elements from a file of the same extents and type. Collective. \throws io::FileError
DASH_API void load_npy(const std::string& path, const FileElements& elements);

/// The extents of the array in a file, whose elements have this type. Collective.
/// \throws io::FileError  also if the number of dimensions is another one
DASH_API std::vector<std::size_t> npy_extents(
    const std::string& path, const io::ElementType& type, std::size_t dimensions, Team& team);

}  // namespace dash::detail
