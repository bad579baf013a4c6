#include <dash/detail/memory/AtomicAccess.h>

#include <dash/detail/memory/AccessError.h>
#include <dash/detail/memory/ByteAccess.h>

namespace dash::detail {

void remote_fetch_op(
    dart_gptr_t target, const void* value, void* old, dart_datatype_t type, dart_operation_t op)
{
  CheckedAccess().result(
      dart_fetch_and_op(target, value, old, type, op), "atomic operation", target);
  flush(target);
}

void remote_compare_exchange(
    dart_gptr_t target, const void* desired, const void* expected, void* old, dart_datatype_t type)
{
  CheckedAccess().result(
      dart_compare_and_swap(target, desired, expected, old, type), "compare-and-swap", target);
  flush(target);
}

}  // namespace dash::detail
