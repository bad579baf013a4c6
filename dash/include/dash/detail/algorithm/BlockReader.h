#pragma once

/// \file
/// Copies blocks of a matrix to host memory before they are used.

#include <dash/MdSpan.h>
#include <dash/algorithm/CopyView.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/memory/BoxCopies.h>
#include <dash/detail/memory/WorkBuffer.h>
#include <dash/detail/pattern/Box.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

/// Rows and columns of a 2-dimensional view; the matrix from which it was made may have more
/// dimensions.
template <class View>
typename View::viewspec_type box_in(
    const View& view, const std::array<std::ptrdiff_t, 2>& offsets,
    const std::array<std::size_t, 2>& extents)
{
  auto box = view.viewspec();
  for (std::size_t k = 0; k < 2; ++k) {
    const auto end = offsets[k] + static_cast<std::ptrdiff_t>(extents[k]);
    box = restricted(
        box, view.dimensions()[k], static_cast<typename View::index_type>(offsets[k]),
        static_cast<typename View::index_type>(end));
  }
  return box;
}

/// Reads blocks of a 2-dimensional view: while one block is used, the next one can be transferred.
template <class View>
class BlockReader {
  using T = typename View::value_type;
  using GlobMem = std::remove_cvref_t<decltype(std::declval<const View&>().globmem())>;
  using Transfers = BoxTransfers<Read, typename View::pattern_type, GlobMem, T>;

 public:
  using extents_type = std::array<std::size_t, 2>;

  explicit BlockReader(const View& view) : view_(view) {}

  /// Starts to read a block. At most one block may be started in addition to those that were taken.
  void start(const std::array<std::ptrdiff_t, 2>& offsets, const extents_type& extents)
  {
    Slot& slot = slots_[started_++ % slots_.size()];
    slot.extents = extents;
    slot.make_room(extents[0] * extents[1]);
    slot.transfers.emplace(view_.pattern(), view_.globmem());
    const std::array<std::ptrdiff_t, 2> row_major{static_cast<std::ptrdiff_t>(extents[1]), 1};
    slot.transfers->add(
        box_in(view_, offsets, extents), slot.elements.data(), matrix_strides(view_, row_major));
    slot.transfers->start();
  }

  /// Waits for the earliest started block that was not taken. The result is valid until start() was
  /// called twice.
  MdSpan<const T, 2> take()
  {
    Slot& slot = slots_[taken_++ % slots_.size()];
    slot.transfers->wait();
    return MdSpan<const T, 2>(slot.elements.data(), slot.extents);
  }

 private:
  struct Slot {
    extents_type extents{};
    WorkBuffer<T> elements;
    std::size_t capacity = 0;
    std::optional<Transfers> transfers;

    void make_room(std::size_t size)
    {
      if (size <= capacity) return;
      elements = WorkBuffer<T>(MemoryKind::host, size);
      capacity = size;
    }
  };

  const View& view_;
  std::array<Slot, 2> slots_;
  std::size_t started_ = 0;
  std::size_t taken_ = 0;
};

/// A block of the calling unit's elements for host code: in place, or a copy of device memory that
/// \c store writes back.
template <class T>
class OwnBlock {
 public:
  /// \param span  the elements, which may be in device memory
  explicit OwnBlock(const MdSpan<T, 2>& span) : original_(span), span_(span)
  {
    if (span.empty() || !is_device_memory(span.data())) return;
    copy_ = WorkBuffer<T>(MemoryKind::host, span.size());
    const auto length = static_cast<std::ptrdiff_t>(span.extent(along()));
    std::array<std::ptrdiff_t, 2> strides{{length, length}};
    strides[static_cast<std::size_t>(along())] = 1;
    span_ = MdSpan<T, 2>(copy_.data(), span.extents(), strides);
  }

  const MdSpan<T, 2>& span() const { return span_; }

  void load() const { copy(span_, original_); }
  void store() const { copy(original_, span_); }

 private:
  /// The dimension in which adjacent elements are closest to each other.
  dim_t along() const { return original_.stride(1) <= original_.stride(0) ? 1 : 0; }

  void copy(const MdSpan<T, 2>& to, const MdSpan<T, 2>& from) const
  {
    if (copy_.data() != nullptr) copy_elements_of(to, from);
  }

  MdSpan<T, 2> original_;
  MdSpan<T, 2> span_;
  WorkBuffer<T> copy_;  // empty if the elements are in place
};

/// A tile of the calling unit's part of a 2-dimensional view.
template <class T>
struct OwnTile {
  /// Offsets from the first element of the view.
  std::array<std::ptrdiff_t, 2> offsets;
  /// The elements, which may be in device memory.
  MdSpan<T, 2> span;
};

/// The calling unit's part of a 2-dimensional view, divided into tiles of at most \c size rows and
/// columns.
template <class View>
auto own_tiles(const View& view, std::ptrdiff_t size)
{
  using T = typename View::value_type;
  std::vector<OwnTile<T>> tiles;
  auto* const memory = reinterpret_cast<T*>(view.globmem().local_base());
  const auto whole = view.viewspec();
  const auto rows = static_cast<std::size_t>(view.dimensions()[0]);
  const auto columns = static_cast<std::size_t>(view.dimensions()[1]);
  for_each_patch(view.pattern(), whole, [&](const auto& patch, const auto& part) {
    if (patch.unit != view.pattern().team().myid()) return;
    const std::array<std::ptrdiff_t, 2> strides{patch.strides[rows], patch.strides[columns]};
    const MdSpan<T, 2> all(
        memory + patch.local(part.offsets()), {{part.extents()[rows], part.extents()[columns]}},
        strides);
    for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(all.extent(0)); i += size) {
      for (std::ptrdiff_t j = 0; j < static_cast<std::ptrdiff_t>(all.extent(1)); j += size) {
        const auto height = (std::min)(static_cast<std::size_t>(size), all.extent(0) - i);
        const auto width = (std::min)(static_cast<std::size_t>(size), all.extent(1) - j);
        tiles.push_back(
            {{part.offsets()[rows] - whole.offsets()[rows] + i,
              part.offsets()[columns] - whole.offsets()[columns] + j},
             all.sub({{i, j}}, {{height, width}})});
      }
    }
  });
  return tiles;
}

}  // namespace dash::detail
