#pragma once

/// \file
/// Elements of a container for code that transfers them from and to files and does not know the
/// container's type.

#include <dash/Team.h>
#include <dash/detail/base/Macro.h>
#include <dash/io/ElementType.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace dash::detail {

/// The order in which the elements of an array lie in a file or in memory.
enum class ElementSequence : unsigned char { row_major, column_major };

/// A box of elements, by coordinates relative to the first element.
struct FileBox {
  std::vector<std::size_t> offsets;
  std::vector<std::size_t> extents;

  /// Number of elements.
  std::size_t size() const
  {
    std::size_t n = 1;
    for (const std::size_t extent : extents) n *= extent;
    return n;
  }
};

/// The transfer of a box that has begun. The destructor waits for it, too.
class DASH_API BoxTransfer {
 public:
  virtual ~BoxTransfer();
  /// Waits until it is complete at both ends.
  virtual void wait() = 0;
};

/// A box of a container's elements, on any units and in any memory. The functions are local calls
/// and may be used by all units at a time.
class DASH_API FileElements {
 public:
  FileElements(
      Team& team, io::ElementType type, std::vector<std::size_t> extents, ElementSequence sequence)
      : team_(&team),
        type_(std::move(type)),
        extents_(std::move(extents)),
        sequence_(sequence)
  {}
  virtual ~FileElements();
  FileElements(const FileElements&) = delete;
  FileElements& operator=(const FileElements&) = delete;

  Team& team() const noexcept { return *team_; }
  const io::ElementType& type() const noexcept { return type_; }
  /// Extents in the dimensions that remain.
  const std::vector<std::size_t>& extents() const noexcept { return extents_; }
  std::size_t size() const { return FileBox{{}, extents_}.size(); }
  std::size_t bytes() const { return size() * type_.bytes(); }
  /// The order of the elements of a box in \c fetch, \c store and \c in_place.
  ElementSequence sequence() const noexcept { return sequence_; }

  /// The address of the elements of a box, if they follow each other in memory that host code of
  /// this process can access; otherwise nullptr.
  virtual std::byte* in_place(const FileBox& box) const = 0;
  /// Starts to copy the elements of a box to host memory without gaps.
  virtual std::unique_ptr<BoxTransfer> fetch(const FileBox& box, std::byte* to) const = 0;
  /// Starts to copy host memory without gaps to the elements of a box.
  virtual std::unique_ptr<BoxTransfer> store(const FileBox& box, const std::byte* from) const = 0;

 private:
  Team* team_;
  io::ElementType type_;
  std::vector<std::size_t> extents_;
  ElementSequence sequence_;
};

/// One-dimensional elements that a file has with several extents, row by row. Only boxes of which
/// the elements follow each other are transferred, as those of files in this order are.
/// \throws exception::InvalidArgument  if they are others in number, or have several dimensions
DASH_API std::unique_ptr<FileElements> shaped(
    std::unique_ptr<FileElements> elements, std::vector<std::size_t> extents);

/// Elements with extents that differ from their own only in dimensions of extent 1: a column of a
/// matrix is a box of several rows and one column.
/// \return nothing if they differ otherwise; then \p elements stay as they are
DASH_API std::unique_ptr<FileElements> with_unit_extents(
    std::unique_ptr<FileElements>& elements, const std::vector<std::size_t>& extents);

/// Extents in text: (2, 3).
DASH_API std::string text_of(const std::vector<std::size_t>& extents);

}  // namespace dash::detail
