#pragma once

/// \file
/// The operations of reductions in kernels.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <type_traits>

#include "types/arithmetic.h"

namespace dart::cuda {

/// Elements that a thread loads at once.
template <class T, unsigned count>
struct alignas(sizeof(T) * count) Vector {
  T at[count];
};

template <dart_operation_t operation, class T, unsigned count>
__device__ void fold(Vector<T, count>& a, const Vector<T, count>& b)
{
#pragma unroll
  for (unsigned i = 0; i < count; ++i) a.at[i] = combine<operation>(a.at[i], b.at[i]);
}

/// a = a o b. The branch is the same for all threads.
/// \param first  index of the vectors' first element
template <class T, unsigned count>
__device__ void fold(
    dart_operation_t operation, Vector<T, count>& a, const Vector<T, count>& b, std::size_t first)
{
  switch (operation) {
    case DART_OP_MIN:
      return fold<DART_OP_MIN>(a, b);
    case DART_OP_MAX:
      return fold<DART_OP_MAX>(a, b);
    case DART_OP_SUM:
      return fold<DART_OP_SUM>(a, b);
    case DART_OP_PROD:
      return fold<DART_OP_PROD>(a, b);
    case DART_OP_LAND:
      return fold<DART_OP_LAND>(a, b);
    case DART_OP_LOR:
      return fold<DART_OP_LOR>(a, b);
    case DART_OP_LXOR:
      return fold<DART_OP_LXOR>(a, b);
    case DART_OP_MINMAX:
#pragma unroll
      for (unsigned i = 0; i < count; ++i) {
        const bool is_min = (first + i) % 2 == DART_OP_MINMAX_MIN;
        a.at[i] = is_min ? combine<DART_OP_MIN>(a.at[i], b.at[i])
                         : combine<DART_OP_MAX>(a.at[i], b.at[i]);
      }
      return;
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>) {
    if (operation == DART_OP_BAND) return fold<DART_OP_BAND>(a, b);
    if (operation == DART_OP_BOR) return fold<DART_OP_BOR>(a, b);
    if (operation == DART_OP_BXOR) return fold<DART_OP_BXOR>(a, b);
  }
}

/// Calls \c f(T{}) with the type that represents a basic type on GPUs: one for all integers of the
/// same size and signedness, which the kernels cannot tell apart.
template <class F>
cudaError_t with_represented_type(dart_datatype_t type, F f)
{
  return with_basic_type(type, [&]<class T>(T value) {
    if constexpr (std::is_same_v<T, long double>)
      return cudaErrorInvalidValue;
    else if constexpr (std::is_same_v<T, long long>)
      return f(0l);
    else if constexpr (std::is_same_v<T, unsigned long long>)
      return f(0ul);
    else
      return f(value);
  });
}

/// Calls \c f(T{}) for all of these types until it fails.
template <class F>
cudaError_t for_each_represented_type(F f)
{
  for (dart_datatype_t type = DART_TYPE_BYTE; type < DART_TYPE_LAST; ++type) {
    if (type == DART_TYPE_LONG_DOUBLE) continue;
    const cudaError_t done = with_represented_type(type, f);
    if (done != cudaSuccess) return done;
  }
  return cudaSuccess;
}

}  // namespace dart::cuda
