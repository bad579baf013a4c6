#pragma once

/// \file
/// Boxes in the form in which kernels copy them.

#include <cstddef>

namespace dart {
class Box;
}

namespace dart::cuda {

/// A box of elements in three dimensions; each element consists of some words. Elements that are
/// adjacent in the target differ in the last dimension. Kernels count in 32 bits.
struct KernelBox {
  static constexpr int most_dimensions = 3;
  static constexpr std::size_t largest_word = 16;

  /// Strides in bytes in the two memories.
  struct Steps {
    std::size_t to, from;
  };

  unsigned extents[most_dimensions];
  Steps steps[most_dimensions];
  unsigned words;
  std::size_t word_bytes;  ///< a power of two
  /// Whether each element is one word, and elements are adjacent in the target in the last
  /// dimension, and in the source in the last but one.
  bool is_transposition;
};

/// Whether kernel_box() supports a simplified box.
bool fits_kernel(const Box& box);

/// \param to, from  addresses of the copy, which restrict the size of words
KernelBox kernel_box(const std::byte* to, const std::byte* from, const Box& box);

}  // namespace dart::cuda
