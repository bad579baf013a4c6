#pragma once

/// \file
/// Identifiers of functions that are valid in all processes of a program.

#include <cstdint>

namespace dart {

/// A function as an offset in a loaded object, because processes load objects at different
/// addresses.
struct CodeHandle {
  std::uint64_t object = 0;  ///< hash of the object's build id or name
  std::uint64_t offset = 0;

  explicit operator bool() const { return object != 0; }
  bool operator==(const CodeHandle&) const = default;
};

/// The handle of an address of code; a null handle if no loaded object contains it.
CodeHandle code_handle_of(const void* code);

/// The address in this process; nullptr if the object is not loaded here.
void* code_address(CodeHandle handle);

}  // namespace dart
