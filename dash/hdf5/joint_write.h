#pragma once

/// \file
/// Data sets that all units of a team write at the same time by HDF5, which uses MPI-IO.

#include <dash/detail/io/FileElements.h>
#include <hdf5.h>

#include <cstddef>
#include <string>
#include <vector>

#include "Handle.h"

namespace dash::detail {

/// Whether this process can write together with others: this module uses HDF5 with MPI-IO, and the
/// run has MPI. Local call.
bool writes_jointly();

/// Writes the elements into a data set in chunks that is there. Each unit writes whole rows of
/// chunks, so that no two units write, and compress, the same chunk. Collective; only if
/// writes_jointly() holds for all units.
/// \param path     the file, which may have another name in messages
/// \param origin   where the elements begin in the data set; empty: at its beginning
/// \param type     of the elements in memory
/// \throws io::FileError
void write_jointly(
    const Subject& subject, const std::string& path, const FileElements& elements,
    const std::vector<std::size_t>& origin, hid_t type);

}  // namespace dash::detail
