#pragma once

/// \file
/// Boxes as kernels copy them.

#include <cstddef>

namespace dart {
class Box;
}

namespace dart::cuda {

/// Elements of some words each, in three dimensions; those adjacent in the target in the last one.
/// Kernels count in 32 bits.
struct KernelBox {
  static constexpr int most_dimensions = 3;
  static constexpr std::size_t largest_word = 16;

  /// Bytes from element to element in the two memories.
  struct Steps {
    std::size_t to, from;
  };

  unsigned extents[most_dimensions];
  Steps steps[most_dimensions];
  unsigned words;
  std::size_t word_bytes;  ///< a power of two
  /// Elements are words, adjacent in the target in the last dimension, and in the source in the one
  /// before.
  bool is_transposition;
};

/// Whether kernel_box() takes a simplified box.
bool fits_kernel(const Box& box);

/// \param to, from where it will be copied
KernelBox kernel_box(const std::byte* to, const std::byte* from, const Box& box);

}  // namespace dart::cuda
