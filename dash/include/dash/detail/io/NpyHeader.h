#pragma once

/// \file
/// The headers of NumPy's files: type, order and extents of the array behind them.

#include <dash/detail/base/Macro.h>
#include <dash/detail/io/FileElements.h>
#include <dash/io/ElementType.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace dash::detail {

/// What the header of an array says.
struct NpyHeader {
  std::string type;  ///< NumPy's description of the elements, as its headers write it
  ElementSequence sequence;
  std::vector<std::size_t> extents;
  std::size_t bytes;  ///< size of the header itself; the elements follow
};

/// NumPy's description of a type, such as '<f8'.
DASH_API std::string npy_type(const io::ElementType& type);

/// The bytes of a header. Elements begin at a multiple of 64 bytes, those of large arrays at a
/// page.
DASH_API std::string npy_header(
    const io::ElementType& type, ElementSequence sequence, const std::vector<std::size_t>& extents);

/// Reads a header. \param read  copies bytes from a position in the array's file
/// \throws std::runtime_error  if it is none; \p name is the file's for the message
DASH_API NpyHeader read_npy_header(
    const std::string& name,
    const std::function<void(std::size_t position, void* data, std::size_t bytes)>& read);

/// \throws std::runtime_error  unless a header describes such elements; extents are not compared if
///   there are no \p elements
DASH_API void require_npy(
    const std::string& name, const NpyHeader& header, const io::ElementType& type,
    const std::vector<std::size_t>* extents);

/// \param begin  position of the first element in a file of \p size bytes
/// \throws std::runtime_error  unless the file has all elements that the header promises, so that
///   nothing is allocated for what is not there
DASH_API void require_npy_elements(
    const std::string& name, const NpyHeader& header, const io::ElementType& type,
    std::size_t begin, std::size_t size);

}  // namespace dash::detail
