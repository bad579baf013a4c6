#pragma once

/// \file
/// Function objects for kernels, which declare their types where host code cannot determine them.
/// Only for nvcc.

#include <dash/algorithm/Operation.h>
#include <dash/detail/base/PartitionPosition.h>
#include <dash/detail/execution/Candidate.h>
#include <dash/detail/execution/Operand.h>
#include <dash/detail/execution/ScanKind.h>

#include <cub/util_ptx.cuh>
#include <cuda/functional>
#include <cuda/std/functional>

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <type_traits>

namespace dash::detail::device {

/// Computes static_cast<T>(f(…)).
template <class T, class F>
struct Returns {
  mutable F f;

  template <class... Args>
  __device__ T operator()(Args&&... args) const
  {
    return static_cast<T>(f(static_cast<Args&&>(args)...));
  }
};

template <class T, class F>
Returns<T, std::remove_cvref_t<F>> returning(F&& f)
{
  return {f};
}

/// Calls f(first[i]) and ignores its result.
template <class It, class F>
struct CallOn {
  It first;
  mutable F f;

  __device__ void operator()(std::ptrdiff_t i) const { f(first[i]); }
};

constexpr unsigned threads_per_block = 256;

/// Calls f(i) in a thread for each i: a body may do a lot of work, and its loads should not wait
/// for those of others.
template <class Index, class F>
__global__ void __launch_bounds__(threads_per_block) call_at(Index n, F f)
{
  const auto i = static_cast<std::size_t>(blockIdx.x) * threads_per_block + threadIdx.x;
  if (i < static_cast<std::size_t>(n)) f(static_cast<Index>(i));
}

/// The sum over all threads of a block, which its thread 0 gets.
__device__ inline double sum_of_block(double value)
{
  __shared__ double of_warps[threads_per_block / 32];
  for (int distance = 16; distance > 0; distance /= 2) {
    value += __shfl_down_sync(~0U, value, distance);
  }
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x != 0) return 0;
  for (unsigned warp = 1; warp < threads_per_block / 32; ++warp) value += of_warps[warp];
  return value;
}

constexpr std::ptrdiff_t most_sum_blocks = 1024;

/// Adds f(0) + … + f(n - 1) to \c result, which may be in host memory.
template <class F>
__global__ void __launch_bounds__(threads_per_block) add_up(std::ptrdiff_t n, F f, double* result)
{
  const auto threads = static_cast<std::ptrdiff_t>(gridDim.x) * threads_per_block;
  double sum = 0;
  for (std::ptrdiff_t i = blockIdx.x * threads_per_block + threadIdx.x; i < n; i += threads) {
    sum += f(i);
  }
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) atomicAdd_system(result, sum);
}

/// Assigns to out[i] the fold of the terms terms_at(i), for each i < n. So many adjacent threads of
/// a warp, a power of two, fold them together.
template <class TermsAt, class T, class Op>
__global__ void __launch_bounds__(threads_per_block)
    fold_each(std::ptrdiff_t n, TermsAt terms_at, T* out, unsigned lanes, Op op)
{
  const auto thread = static_cast<std::size_t>(blockIdx.x) * threads_per_block + threadIdx.x;
  const auto i = static_cast<std::ptrdiff_t>(thread >> (__ffs(static_cast<int>(lanes)) - 1));
  const unsigned lane = threadIdx.x & (lanes - 1);
  T total{};
  std::ptrdiff_t size = 0;
  if (i < n) {
    const auto terms = terms_at(i);
    size = terms.size();
    if (lane < size) total = terms[lane];
    for (std::ptrdiff_t j = lane + lanes; j < size; j += lanes) {
      total = static_cast<T>(op(total, terms[j]));
    }
  }
  const int last_of_warp = static_cast<int>(threadIdx.x % 32 | (lanes - 1U));
  for (unsigned distance = lanes / 2; distance > 0; distance /= 2) {
    const T other = cub::ShuffleDown<32>(total, static_cast<int>(distance), last_of_warp, ~0U);
    if (lane + distance < size) total = static_cast<T>(op(total, other));
  }
  if (lane == 0 && i < n) out[i] = total;
}

/// Calls f(first[i], index + i).
template <class It, class Index, class F>
struct CallWithIndex {
  It first;
  Index index;
  mutable F f;

  __device__ void operator()(std::ptrdiff_t i) const
  {
    f(first[i], static_cast<Index>(index + static_cast<Index>(i)));
  }
};

/// Computes out[i] = value(i).
template <class Out, class F>
struct AssignAt {
  Out out;
  mutable F value;

  __device__ void operator()(std::ptrdiff_t i) const { out[i] = value(i); }
};

template <class Out, class F>
AssignAt(Out, F) -> AssignAt<Out, F>;

template <class T>
struct Constant {
  T value;
  const __device__ T& operator()(std::ptrdiff_t) const { return value; }
};

/// Computes value + i.
template <class T>
struct Counting {
  T value;
  __device__ T operator()(std::ptrdiff_t i) const
  {
    return static_cast<T>(value + static_cast<T>(i));
  }
};

/// Calls gen(), or gen(index + i).
template <class G>
struct Generated {
  mutable G gen;
  __device__ decltype(auto) operator()(std::ptrdiff_t) const { return gen(); }
};

template <class Index, class G>
struct GeneratedAt {
  Index index;
  mutable G gen;
  __device__ decltype(auto) operator()(std::ptrdiff_t i) const
  {
    return gen(static_cast<Index>(index + static_cast<Index>(i)));
  }
};

/// The elements in reverse order.
template <class It>
struct Reversed {
  It last;
  __device__ auto operator()(std::ptrdiff_t i) const { return *(last - 1 - i); }
};

template <class A, class B>
struct SwapAt {
  A a;
  B b;
  __device__ void operator()(std::ptrdiff_t i) const
  {
    const auto value = a[i];
    a[i] = b[i];
    b[i] = value;
  }
};

template <class It, class Predicate, class T>
struct ReplaceAt {
  It first;
  mutable Predicate pred;
  T value;
  __device__ void operator()(std::ptrdiff_t i) const
  {
    if (pred(first[i])) first[i] = value;
  }
};

/// Computes f(a[i], b[i]).
template <class T, class A, class B, class F>
struct PairAt {
  A a;
  B b;
  mutable F f;
  __device__ T operator()(std::ptrdiff_t i) const { return static_cast<T>(f(a[i], b[i])); }
};

/// The position if the predicate holds there, otherwise \c none.
template <class Predicate>
struct PositionIf {
  mutable Predicate pred;
  std::ptrdiff_t none;
  __device__ std::ptrdiff_t operator()(std::ptrdiff_t i) const { return pred(i) ? i : none; }
};

template <class It, class Predicate>
struct HoldsAt {
  It first;
  mutable Predicate pred;
  __device__ bool operator()(std::ptrdiff_t i) const { return pred(first[i]); }
};

template <class A, class B, class Predicate>
struct DiffersAt {
  A a;
  B b;
  mutable Predicate equal;
  __device__ bool operator()(std::ptrdiff_t i) const { return !equal(a[i], b[i]); }
};

/// The part of an element by which it is sorted.
template <class T>
struct DigitsOf {
  __host__ __device__ ::cuda::std::tuple<decltype(T::digits)&> operator()(T& element) const
  {
    return {element.digits};
  }
};

/// Computes less(first[i + 1], first[i]).
template <class It, class Compare>
struct DescendsAfter {
  It first;
  mutable Compare less;
  __device__ bool operator()(std::ptrdiff_t i) const { return less(first[i + 1], first[i]); }
};

template <class It, class Predicate>
struct StartsGroup {
  It first;
  mutable Predicate equal;
  __device__ bool operator()(std::ptrdiff_t i) const
  {
    return i == 0 || !equal(first[i - 1], first[i]);
  }
};

/// Whether an element of a sorted range has a partner in another one, as the first elements of
/// equivalent ones have: as many as there are in the other range.
template <class It, class Compare>
struct HasPartner {
  Elements<It> elements;
  Elements<It> others;
  mutable Compare less;
  bool is_wanted;  ///< the result for elements that have one

  __device__ bool operator()(std::ptrdiff_t i) const
  {
    const auto element = elements[i];
    const std::ptrdiff_t partner =
        lower_bound(others, 0, others.size(), element) + (i - begin_of_group(i, element));
    const bool has_partner = partner < others.size() && !less(element, others[partner]);
    return has_partner == is_wanted;
  }

 private:
  /// The position of the first element at \c begin or behind it that is not less than a value, and
  /// \c end at most.
  template <class T>
  __device__ std::ptrdiff_t lower_bound(
      const Elements<It>& sorted, std::ptrdiff_t begin, std::ptrdiff_t end, const T& value) const
  {
    return partition_position(
        begin, end, [&](std::ptrdiff_t i) -> bool { return less(sorted[i], value); });
  }

  /// The position of the first element that is equivalent to that at \c i: looks back in steps that
  /// get longer, because most groups are small.
  template <class T>
  __device__ std::ptrdiff_t begin_of_group(std::ptrdiff_t i, const T& element) const
  {
    std::ptrdiff_t end = i, step = 1;
    while (step <= end && !less(elements[end - step], element)) {
      end -= step;
      step *= 2;
    }
    return lower_bound(elements, step <= end ? end - step + 1 : 0, end, element);
  }
};

/// Whether a group ends in front of the element number \c i from the end.
template <class It, class Predicate>
struct EndsGroupBefore {
  It last;
  mutable Predicate equal;
  __device__ bool operator()(std::ptrdiff_t i) const { return !equal(last[-2 - i], last[-1 - i]); }
};

/// The values of which an inclusive scan of each group computes the results of a scan by key. Those
/// of an exclusive scan begin with the initial value, and each of the others is behind its place.
template <ScanKind kind, class T, class Keys, class Values, class Predicate, class Op>
struct ScannedByKey {
  Keys keys;
  Values values;
  mutable Predicate equal;
  mutable Op op;
  T init;          ///< what an exclusive scan begins with
  T before;        ///< fold of the values in front of the first key that belong to its group
  bool continues;  ///< whether there are such values

  __device__ T operator()(std::ptrdiff_t i) const
  {
    if constexpr (kind == ScanKind::exclusive) {
      if (i > 0 && equal(keys[i - 1], keys[i])) return static_cast<T>(values[i - 1]);
      return i == 0 && continues ? static_cast<T>(op(init, before)) : init;
    } else {
      const T value = static_cast<T>(values[i]);
      return i == 0 && continues ? static_cast<T>(op(before, value)) : value;
    }
  }
};

template <class It>
struct ElementAt {
  It first;
  template <class Index>
  __device__ auto operator()(Index i) const
  {
    return first[i];
  }
};

template <class It, class T>
struct CandidateAt {
  It first;
  __device__ Candidate<T> operator()(std::ptrdiff_t i) const { return {first[i], i}; }
};

/// A floating-point element, or another number in place of NaN.
template <class T>
struct NumberOr {
  T number;
  __device__ T operator()(const T& element) const { return is_nan(element) ? number : element; }
};

/// The smaller candidate; the first one if they are equivalent. Position -1 means that there is no
/// candidate.
template <class T, class Compare>
struct SmallerCandidate {
  mutable Compare less;

  __device__ Candidate<T> operator()(const Candidate<T>& a, const Candidate<T>& b) const
  {
    if (a.position < 0) return b;
    if (b.position < 0) return a;
    if (less(a.value, b.value)) return a;
    if (less(b.value, a.value)) return b;
    return a.position < b.position ? a : b;
  }
};

/// An output that keeps only the value that is assigned to one position.
template <class T>
struct KeepAt {
  std::ptrdiff_t position;
  T* kept;

  template <class Index>
  __device__ void operator()(Index i, const T& value) const
  {
    if (static_cast<std::ptrdiff_t>(i) == position) *kept = value;
  }
};

template <class F, template <class> class... Known>
inline constexpr bool is_known = false;
template <template <class> class F, class T, template <class> class... Known>
inline constexpr bool is_known<F<T>, Known...> = (std::is_same_v<F<T>, Known<T>> || ...);

template <class T, class Op>
inline constexpr bool is_on_operands = false;
template <class T, template <class> class Op, class U>
inline constexpr bool is_on_operands<T, Op<U>> = std::is_same_v<T, U> || std::is_void_v<U>;

template <class T, class Compare>
inline constexpr bool is_ascending = is_known<Compare, std::less> && is_on_operands<T, Compare>;
template <class T, class Compare>
inline constexpr bool is_descending = is_known<Compare, std::greater> && is_on_operands<T, Compare>;

/// Whether keys that are equal have the same bits.
template <class K, class Predicate>
inline constexpr bool equal_keys_are_same =
    std::is_integral_v<K> && is_known<Predicate, std::equal_to> && is_on_operands<K, Predicate>;

/// The operation as the type for which CUB has a faster implementation.
template <class T, class Op>
auto cub_operation(const Op& op)
{
  if constexpr (is_on_operands<T, Op> && is_known<Op, dash::plus, std::plus>) {
    return ::cuda::std::plus<T>{};
  } else if constexpr (is_on_operands<T, Op> && is_known<Op, dash::min> && !is_floating<T>) {
    return ::cuda::minimum<T>{};
  } else if constexpr (is_on_operands<T, Op> && is_known<Op, dash::max> && !is_floating<T>) {
    return ::cuda::maximum<T>{};
  } else {
    return returning<T>(op);
  }
}

/// The value e with e o x = x for all x, if the operation is known to commute, so that operands may
/// be taken in any order.
template <class T, class Op>
constexpr std::optional<T> identity_of()
{
  if constexpr (std::is_arithmetic_v<T> && is_on_operands<T, Op>) {
    using Limits = std::numeric_limits<T>;
    // It is not +0, because -0 + +0 is +0.
    if constexpr (is_known<Op, dash::plus, std::plus>) return static_cast<T>(-T(0));
    if constexpr (is_known<Op, dash::multiply, std::multiplies>) return T(1);
    if constexpr (is_known<Op, dash::min>) {
      return Limits::has_infinity ? Limits::infinity() : (Limits::max)();
    }
    if constexpr (is_known<Op, dash::max>) {
      return Limits::has_infinity ? static_cast<T>(-Limits::infinity()) : Limits::lowest();
    }
    if constexpr (is_known<Op, dash::bit_and, std::bit_and>) return static_cast<T>(~T(0));
    if constexpr (is_known<Op, dash::bit_or, std::bit_or, dash::bit_xor, std::bit_xor>) return T(0);
  }
  return std::nullopt;
}

}  // namespace dash::detail::device
