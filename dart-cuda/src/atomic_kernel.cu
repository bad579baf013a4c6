#include "atomic_kernel.h"

#include <algorithm>

#include "fold.h"
#include "types/arithmetic.h"

namespace dart::cuda {
namespace {

/// The unsigned integer with \c bytes bytes, a size that compare-and-swap supports.
template <std::size_t bytes>
struct WordOf;
template <>
struct WordOf<1> {
  using Type = unsigned char;
};
template <>
struct WordOf<2> {
  using Type = unsigned short;
};
template <>
struct WordOf<4> {
  using Type = unsigned;
};
template <>
struct WordOf<8> {
  using Type = unsigned long long;
};

template <class To, class From>
__device__ To bits_of(From value)
{
  static_assert(sizeof(To) == sizeof(From));
  To bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// Compare-and-swap; for a part of a word, on the aligned word that contains it. \return the old
/// value
template <class Word>
__device__ Word swap_if_equal(Word* target, Word expected, Word desired)
{
  if constexpr (sizeof(Word) >= sizeof(unsigned)) {
    return atomicCAS_system(target, expected, desired);
  } else {
    const auto address = reinterpret_cast<std::uintptr_t>(target);
    auto* around = reinterpret_cast<unsigned*>(address & ~std::uintptr_t(3));
    const unsigned shift = 8 * (address & 3);
    const unsigned mask = unsigned(Word(~Word(0))) << shift;
    unsigned seen = *const_cast<volatile unsigned*>(around);
    while (Word(seen >> shift) == expected) {
      const unsigned wanted = (seen & ~mask) | (unsigned(desired) << shift);
      const unsigned found = atomicCAS_system(around, seen, wanted);
      if (found == seen) return expected;
      seen = found;
    }
    return Word(seen >> shift);
  }
}

/// Executes an addition for which there is an instruction.
template <class T>
constexpr bool adds_natively = sizeof(T) >= 4;

template <class T>
__device__ T add(T* target, T operand)
{
  if constexpr (std::is_floating_point_v<T>) {
    return atomicAdd_system(target, operand);
  } else {
    using Word = typename WordOf<sizeof(T)>::Type;
    return static_cast<T>(atomicAdd_system(reinterpret_cast<Word*>(target), Word(operand)));
  }
}

/// Executes the operation on one element. \return the old value
template <class T>
__device__ T update(T* target, dart_operation_t operation, T operand, T compare)
{
  if constexpr (adds_natively<T>) {
    if (operation == DART_OP_SUM) return add(target, operand);
  }
  using Word = typename WordOf<sizeof(T)>::Type;
  auto* word = reinterpret_cast<Word*>(target);
  Word seen = *const_cast<volatile Word*>(word);
  for (;;) {
    const T old = bits_of<T>(seen);
    const Word wanted = bits_of<Word>(updated(operation, old, operand, compare));
    const Word found = swap_if_equal(word, seen, wanted);
    if (found == seen) return old;
    seen = found;
  }
}

template <class T>
__global__ void update_all(
    dart_operation_t operation, T* target, const T* operand, const T* compare, T* result,
    std::size_t elements)
{
  const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < elements;
       i += stride) {
    const T old = update(
        target + i, operation, operand != nullptr ? operand[i] : T{},
        compare != nullptr ? compare[i] : T{});
    if (result != nullptr) result[i] = old;
  }
}

}  // namespace

bool has_atomic_kernel(dart_datatype_t type, std::uintptr_t address)
{
  return with_represented_type(type, [=]<class T>(T) {
           return address % sizeof(T) == 0 ? cudaSuccess : cudaErrorMisalignedAddress;
         }) == cudaSuccess;
}

cudaError_t launch_atomic(const AtomicLaunch& launch, cudaStream_t stream)
{
  return with_represented_type(launch.type, [&]<class T>(T) {
    constexpr unsigned threads = 256, most_blocks = 1024;
    const auto blocks = static_cast<unsigned>(
        std::min<std::size_t>((launch.elements + threads - 1) / threads, most_blocks));
    update_all<T><<<blocks, threads, 0, stream>>>(
        launch.operation, static_cast<T*>(launch.target), static_cast<const T*>(launch.operand),
        static_cast<const T*>(launch.compare), static_cast<T*>(launch.result), launch.elements);
    return cudaGetLastError();
  });
}

cudaError_t load_atomic_kernels()
{
  return for_each_represented_type([]<class T>(T) {
    cudaFuncAttributes attributes;
    return cudaFuncGetAttributes(&attributes, update_all<T>);
  });
}

}  // namespace dart::cuda
