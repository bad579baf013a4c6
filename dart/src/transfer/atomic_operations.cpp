#include "transfer/atomic_operations.h"

#include "memory/host_buffer.h"
#include "types/arithmetic.h"
#include "types/datatype.h"

namespace dart {

dart_ret_t AtomicOperations::check(const AtomicRequest& request, const char* function)
{
  DART_REQUIRE(is_basic(request.type), DART_ERR_INVAL, "%s: needs a basic data type", function);
  const bool applicable = with_basic_type(request.type, [&]<class T>(T) {
    if (request.operation == DART_OP_UNDEFINED) return std::is_integral_v<T>;
    return request.operation == DART_OP_NO_OP || request.operation == DART_OP_REPLACE ||
           combines<T>(request.operation);
  });
  DART_REQUIRE(
      applicable, DART_ERR_INVAL, "%s: operation %zu is not possible atomically on data type %ld",
      function, static_cast<std::size_t>(request.operation), static_cast<long>(request.type));
  DART_REQUIRE(
      request.elements == 0 || request.operand != nullptr || request.operation == DART_OP_NO_OP,
      DART_ERR_INVAL, "%s: the value is null", function);
  return DART_OK;
}

dart_ret_t AtomicOperations::perform_here(
    dart_gptr_t gptr, const AtomicRequest& request, const char* function) const
{
  dart_ret_t checked = check(request, function);
  if (checked != DART_OK) return checked;
  Target target{};
  std::size_t bytes = 0;
  if (!contiguous_bytes(request.elements, request.type, function, &bytes)) return DART_ERR_INVAL;
  checked = resolve(teams_, gptr, bytes, function, &target);
  if (checked != DART_OK) return checked;
  Transport* const transport = routes_.atomics(*target.part, request.type);
  if (transport != nullptr) return transport->atomic(target.remote(), request);
  apply_atomically(target.mapped(), request, locks_);
  return DART_OK;
}

dart_ret_t AtomicOperations::perform_by_host(
    dart_gptr_t gptr, AtomicRequest request, const char* function) const
{
  if (!is_basic(request.type)) return perform_here(gptr, request, function);
  std::size_t bytes = 0;
  if (!contiguous_bytes(request.elements, request.type, function, &bytes)) return DART_ERR_INVAL;
  using Content = HostBuffer::Content;
  DeviceSpace* const devices = memory_.devices();
  const HostBuffer operand(devices, request.operand, bytes, Content::needed);
  const HostBuffer compare(devices, request.compare, bytes, Content::needed);
  const HostBuffer result(devices, request.result, bytes, Content::overwritten);
  for (const dart_ret_t read : {operand.result(), compare.result()}) {
    if (read != DART_OK) return read;
  }
  request.operand = operand.get();
  request.compare = compare.get();
  request.result = result.get();
  const dart_ret_t performed = perform_here(gptr, request, function);
  return performed == DART_OK ? result.write_back() : performed;
}

}  // namespace dart
