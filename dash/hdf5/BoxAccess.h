#pragma once

/// \file
/// Transfers of boxes of a data set by HDF5.

#include <dash/detail/io/BoxStream.h>

#include <cstddef>
#include <vector>

#include "Handle.h"

namespace dash::detail {

/// Extents of the chunks of a data set; none if it has no chunks.
inline std::vector<std::size_t> chunks_of(hid_t dataset, std::size_t rank)
{
  const Handle creation(H5Dget_create_plist(dataset), H5Pclose);
  if (rank == 0 || H5Pget_layout(creation) != H5D_CHUNKED) return {};
  std::vector<hsize_t> chunks(rank);
  H5Pget_chunk(creation, static_cast<int>(rank), chunks.data());
  return {chunks.begin(), chunks.end()};
}

/// Boxes of a data set, and the place of the elements in it.
class BoxAccess {
 public:
  /// \param origin  where the elements begin in the data set; empty: at its beginning
  BoxAccess(
      const Subject& subject, hid_t dataset, hid_t type, const std::vector<std::size_t>& origin)
      : subject_(subject),
        dataset_(dataset),
        type_(type),
        origin_(origin),
        space_(subject.check(H5Dget_space(dataset), "read the extents"), H5Sclose)
  {}

  /// \param transfer  properties of the transfer
  void write(const FileStep& step, const std::byte* data, hid_t transfer = H5P_DEFAULT)
  {
    const Handle memory = select(step.box);
    subject_.check(H5Dwrite(dataset_, type_, memory, space_, transfer, data), "write");
  }

  /// Takes part in a write of several processes that has no element of this one.
  void write_nothing(hid_t transfer)
  {
    const Handle memory(H5Scopy(space_), H5Sclose);
    H5Sselect_none(memory);
    H5Sselect_none(space_);
    const std::byte none{};
    subject_.check(H5Dwrite(dataset_, type_, memory, space_, transfer, &none), "write");
  }

  void read(const FileStep& step, std::byte* data)
  {
    const Handle memory = select(step.box);
    subject_.check(H5Dread(dataset_, type_, memory, space_, H5P_DEFAULT, data), "read");
  }

 private:
  Handle select(const FileBox& box)
  {
    std::vector<hsize_t> offsets(box.offsets.begin(), box.offsets.end());
    for (std::size_t d = 0; d < origin_.size(); ++d) offsets[d] += origin_[d];
    const std::vector<hsize_t> extents(box.extents.begin(), box.extents.end());
    subject_.check(
        H5Sselect_hyperslab(
            space_, H5S_SELECT_SET, offsets.data(), nullptr, extents.data(), nullptr),
        "select elements");
    return {H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr), H5Sclose};
  }

  const Subject& subject_;
  hid_t dataset_;
  hid_t type_;
  const std::vector<std::size_t>& origin_;
  Handle space_;
};

}  // namespace dash::detail
