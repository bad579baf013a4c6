#pragma once

/// \file
/// Functions, named so that each process of a program finds them.

#include <cstdint>

namespace dart {

/// A function as its place in a loaded object: objects lie at other addresses in other processes.
struct CodeHandle {
  std::uint64_t object = 0;  ///< hash of the object's build id or name
  std::uint64_t offset = 0;

  explicit operator bool() const { return object != 0; }
  bool operator==(const CodeHandle&) const = default;
};

/// Handle of an address of code; a null handle if no loaded object has it.
CodeHandle code_handle_of(const void* code);

/// Address in this process; nullptr if the object is not loaded here.
void* code_address(CodeHandle handle);

}  // namespace dart
