#pragma once

/// \file
/// Arrays and matrices in files of NumPy's format ".npy", which needs no library.
///
/// All functions are collective over the team of the container, and synchronise before they access
/// elements and at their end. Complete the units' operations on the elements before, by the
/// container's \c barrier. The container may have any pattern and be on CPU and GPU units; any
/// number of units with any other pattern can read the file. The units have to see the same file:
/// on several hosts it is in a folder that they share.
///
/// Row-major patterns are written in C's order, column-major ones in Fortran's; files of both
/// orders are read into both. Element types are those of \c dash::io::element_type.
///
/// All errors are dash::io::FileError, thrown by all units together: the program may go on.

#include <dash/Team.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/io/ContainerElements.h>
#include <dash/detail/io/NpyFile.h>
#include <dash/io/ElementType.h>
#include <dash/io/FileError.h>

#include <string>

namespace dash::io::npy {

/// Writes a container, or a view of global elements, to a file. The file is complete or absent:
/// it is written beside \c path (".part" behind the name), then replaces what was there.
/// \throws FileError  if the file cannot be written
/// \throws exception::InvalidArgument  if the container has no memory
template <detail::FileContainer Container>
void save(const std::string& path, const Container& container)
{
  const detail::CurrentCall call("dash::io::npy::save");
  detail::save_npy(path, *detail::file_elements_of("dash::io::npy::save", container));
}

/// Writes a range of a one-dimensional container to a file.
/// \throws exception::InvalidArgument, exception::OutOfRange  if it is no range
template <GlobalIterator It>
void save(const std::string& path, const It& first, const It& last)
{
  const detail::CurrentCall call("dash::io::npy::save");
  detail::save_npy(path, *detail::file_elements_of("dash::io::npy::save", first, last));
}

/// Reads a file into a container, or a view of global elements, of the same extents. A container
/// without memory gets it, with the default distribution of the file's extents, on the team that it
/// was constructed with, or on \p team if there is none.
/// \throws FileError  if the file cannot be read, is too short, or has another type or extents; the
///   elements are undefined if it is the medium that fails
template <class Container>
  requires detail::FileContainer<std::remove_cvref_t<Container>>
void load(const std::string& path, Container&& container, Team& team = Team::All())
{
  const detail::CurrentCall call("dash::io::npy::load");
  using Plain = std::remove_cvref_t<Container>;
  if constexpr (detail::Allocatable<Plain>) {
    if (!container.globmem().is_allocated()) {
      Team& users = container.team().is_null() ? team : container.team();
      const auto extents = detail::npy_extents(
          path, element_type<typename Plain::value_type>(),
          static_cast<std::size_t>(Plain::pattern_type::ndim()), users);
      detail::allocate_for_file(container, extents, users);
    }
  }
  detail::load_npy(path, *detail::file_elements_of("dash::io::npy::load", container));
}

/// Reads a file into a range of a one-dimensional container, of as many elements.
template <GlobalIterator It>
void load(const std::string& path, const It& first, const It& last)
{
  const detail::CurrentCall call("dash::io::npy::load");
  detail::load_npy(path, *detail::file_elements_of("dash::io::npy::load", first, last));
}

}  // namespace dash::io::npy
