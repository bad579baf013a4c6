#pragma once

/// \file
/// Copies of boxes of elements between memories of this process.

#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart_gpu.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace dash::detail {

/// A collection of copies of boxes in host or device memory, from strides to other strides.
class DASH_API BoxCopies {
 public:
  /// Adds a copy. Strides are in elements.
  template <class T, class Strides, class FromStrides, class Extents>
  void add(
      T* to, const Strides& to_strides, const T* from, const FromStrides& from_strides,
      const Extents& extents)
  {
    Copy copy{to, from, sizeof(T), {}};
    for (std::size_t d = 0; d < extents.size(); ++d) {
      copy.dimensions.push_back(
          {static_cast<std::size_t>(extents[d]),
           static_cast<std::size_t>(to_strides[d]) * sizeof(T),
           static_cast<std::size_t>(from_strides[d]) * sizeof(T)});
    }
    copies_.push_back(std::move(copy));
  }

  /// Executes all copies concurrently; complete on return. \throws exception::RuntimeError
  void run() const;

 private:
  struct Copy {
    void* to;
    const void* from;
    std::size_t nbytes;
    std::vector<dart_box_dimension_t> dimensions;
  };

  std::vector<Copy> copies_;
};

/// Copies between spans (MdSpan) of equal extents in the memory of the calling unit, also of its
/// GPU. \throws exception::RuntimeError
template <class Span>
void copy_elements_of(const Span& to, const Span& from)
{
  BoxCopies copies;
  copies.add(to.data(), to.strides(), from.data(), from.strides(), to.extents());
  copies.run();
}

}  // namespace dash::detail
