#pragma once

/// \file
/// Data types of transfers and reductions.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "types/basic_types.h"

namespace dart {

/// The runtime's description of a type. Layouts repeat: the elements of one instance are in
/// \c blocks, and the next instance starts \c extent elements later.
struct Datatype {
  enum class Kind { contiguous, strided, indexed };
  struct Block {
    std::size_t offset, length;  // in elements
  };

  Kind kind;
  dart_datatype_t base;       ///< basic type, or the custom type itself
  std::size_t element_bytes;  ///< size of a base element
  std::vector<Block> blocks;  ///< empty for contiguous types
  std::size_t instance;       ///< number of elements in the blocks of one instance
  std::size_t extent;         ///< number of elements from one instance's start to the next
};

/// The description of a type; nullptr for one that does not exist.
const Datatype* describe(dart_datatype_t type);

/// Creates a type over a contiguous one: elements in blocks, and the distance of its instances.
dart_datatype_t create_derived(
    const Datatype& element, Datatype::Kind kind, std::vector<Datatype::Block> blocks,
    std::size_t extent);
/// Creates a contiguous type of elements that are so large.
dart_datatype_t create_custom(std::size_t bytes);
/// Ends a type that was created so. \return whether there was one
bool destroy_type(dart_datatype_t type);

/// Says that a type does not exist; returns DART_ERR_INVAL.
[[gnu::cold]] dart_ret_t refuse_type(dart_datatype_t type, const char* function);

/// Bytes of \c elements elements of a contiguous type.
/// \return false (after a message that names \c function) for other types and sizes that overflow
bool contiguous_bytes_checked(
    std::size_t elements, dart_datatype_t type, const char* function, std::size_t* bytes);

inline bool contiguous_bytes(
    std::size_t elements, dart_datatype_t type, const char* function, std::size_t* bytes)
{
  if (is_basic(type) && elements < (std::size_t(1) << 56)) {
    *bytes = elements * basic_type_bytes[type];
    return true;
  }
  return contiguous_bytes_checked(elements, type, function, bytes);
}

}  // namespace dart
