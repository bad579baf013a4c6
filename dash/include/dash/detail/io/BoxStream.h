#pragma once

/// \file
/// Streams of boxes between the elements of a container and a file, in which each unit has a share.

#include <dash/detail/base/Macro.h>
#include <dash/detail/io/FileElements.h>

#include <cstddef>
#include <functional>

namespace dash::detail {

/// Positions [begin, end) of elements in the order of a file.
struct FilePositions {
  std::size_t begin;
  std::size_t end;

  std::size_t size() const { return end - begin; }
};

/// The calling unit's share of the elements in a file: whole rows of the slowest dimension where
/// there are enough of them, as patterns with blocks in this dimension deal them out.
DASH_API FilePositions own_share(const FileElements& elements, ElementSequence file);

/// Consecutive elements of a file: a box, and the position of its first element.
struct FileStep {
  FileBox box;
  std::size_t position;
};

/// Writes or reads the elements of a step, which lie in this order at \c data.
using WriteStep = std::function<void(const FileStep& step, const std::byte* data)>;
using ReadStep = std::function<void(const FileStep& step, std::byte* data)>;

/// Calls \c write for boxes of the elements at some positions, in ascending order. Elements that
/// are mapped and contiguous are written where they are; others are copied to host memory, the next
/// box while one is written. Local call.
DASH_API void write_boxes(
    const FileElements& elements, FilePositions positions, ElementSequence file,
    const WriteStep& write);

/// Calls \c read for boxes of the elements at some positions, in ascending order, and copies what
/// it reads to the elements, one box while the next one is read. Local call; remotely complete on
/// return.
DASH_API void read_boxes(
    const FileElements& elements, FilePositions positions, ElementSequence file,
    const ReadStep& read);

}  // namespace dash::detail
