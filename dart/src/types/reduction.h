#pragma once

/// \file
/// Reduction operations.

#include <cstddef>

#include "dash/dart/if/dart_types.h"

namespace dart {

/// An operation together with the type of a call's elements.
class Reduction {
 public:
  /// Looks up the operation. \return false, after a message that names \c function, if it does not
  /// exist for the type, or does not permit this number of elements
  bool bind(
      dart_operation_t operation, dart_datatype_t type, std::size_t elements, const char* function);

  /// Computes inout[i] = in[i] o inout[i].
  void operator()(const void* in, void* inout, std::size_t elements) const
  {
    function_(in, inout, elements, user_data_);
  }

  std::size_t element_bytes() const { return element_bytes_; }
  /// Number of elements that belong together: 2 for MINMAX.
  std::size_t granule() const { return granule_; }
  bool commutes() const { return commutes_; }
  /// First element of slice \c number when \c elements elements are divided into \c slices slices
  /// of about equal size.
  std::size_t begin_of_slice(std::size_t elements, std::size_t number, std::size_t slices) const
  {
    return elements / granule_ * number / slices * granule_;
  }

 private:
  bool bind_custom(dart_operation_t operation, dart_datatype_t type, const char* function);

  dart_operator_t function_ = nullptr;
  void* user_data_ = nullptr;
  std::size_t element_bytes_ = 0;
  std::size_t granule_ = 1;
  bool commutes_ = true;
};

/// Creates an operation for elements of one type, whose size it keeps.
dart_operation_t create_operation(
    dart_operator_t function, void* user_data, dart_datatype_t type, std::size_t element_bytes,
    bool commutes);
/// Ends an operation that was created so.
/// \return DART_OK; DART_ERR_INVAL, after a message, if there is none
dart_ret_t destroy_operation(dart_operation_t operation, const char* function);

inline bool is_custom(dart_operation_t operation)
{
  return operation > DART_OP_LAST;
}

}  // namespace dart
