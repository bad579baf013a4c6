#pragma once

/// \file
/// Executes steps of algorithms on the calling GPU unit's GPU. Only for nvcc.

#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/CurrentStream.h>
#include <dash/detail/execution/Callable.h>
#include <dash/detail/execution/Candidate.h>
#include <dash/detail/execution/DeviceFunctions.h>
#include <dash/detail/execution/LoadKernels.h>
#include <dash/detail/execution/NumberOrder.h>
#include <dash/detail/execution/RadixOrder.h>
#include <dash/detail/execution/ScanKind.h>
#include <dash/detail/execution/SegmentFold.h>
#include <dash/detail/execution/SetOperation.h>
#include <dash/detail/memory/DeviceScratch.h>

#include <dash/dart/if/dart_gpu.h>

#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/unique.h>
#include <cub/device/device_adjacent_difference.cuh>
#include <cub/device/device_for.cuh>
#include <cub/device/device_merge.cuh>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <cub/device/device_transform.cuh>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace dash::detail {

/// HostExecution's algorithms as kernels on the unit's stream; complete on return. While a stream
/// of the program is current (CurrentStream.h), they are on that one, and those without results or
/// temporary memory return before they are complete. Temporary memory comes from the unit's heap.
/// Numbers of elements have 64 bits.
///
/// \throws exception::RuntimeError that names the algorithm if CUDA reports an error
class DeviceExecution {
  using Positions = thrust::counting_iterator<std::ptrdiff_t>;

 public:
  /// \param algorithm  name for messages
  explicit DeviceExecution(const char* algorithm = "an algorithm") : algorithm_(algorithm)
  {
    void* stream = current_stream();
    const FailureReasons reasons;
    is_waited_for_ = stream == nullptr;
    if (is_waited_for_ && dart_gpu_stream(&stream) != DART_OK) {
      DASH_THROW(
          exception::RuntimeError,
          algorithm << ": the calling unit's GPU is not available" << reasons.take());
    }
    stream_ = static_cast<cudaStream_t>(stream);
  }

  template <class F>
  static std::remove_const_t<F> function(const Callable<F>& callable)
  {
    return callable.get();
  }

  template <class It>
  std::iter_value_t<It> value(It it) const
  {
    using T = std::iter_value_t<It>;
    T* const result = room_for<T>();
    check(cudaMemcpyAsync(result, it, sizeof(T), cudaMemcpyDefault, stream_));
    complete();
    return *result;
  }

  template <class It, class T>
  void fill(It first, It last, const T& value) const
  {
    using Value = std::iter_value_t<It>;
    assign_at(first, last, device::Constant<Value>{static_cast<Value>(value)});
  }

  template <class It, class T>
  void iota(It first, It last, T value) const
  {
    assign_at(first, last, device::Counting<T>{value});
  }

  template <class It, class G>
  void generate(It first, It last, G gen) const
  {
    assign_at(first, last, device::Generated<G>{gen});
  }

  template <class It, class Index, class G>
  void generate_with_index(It first, It last, Index index, G gen) const
  {
    assign_at(first, last, device::GeneratedAt<Index, G>{index, gen});
  }

  template <class It, class F>
  void for_each(It first, It last, F f) const
  {
    for_each_position(last - first, device::CallOn<It, F>{first, f});
  }

  template <class It, class Index, class F>
  void for_each_with_index(It first, It last, Index index, F f) const
  {
    for_each_position(last - first, device::CallWithIndex<It, Index, F>{first, index, f});
  }

  template <class Index, class F>
  void for_each_index(Index n, F f) const
  {
    constexpr std::size_t threads = device::threads_per_block;
    const auto blocks =
        static_cast<unsigned>((static_cast<std::size_t>(n) + threads - 1) / threads);
    device::call_at<<<blocks, threads, 0, stream_>>>(n, f);
    check(cudaGetLastError());
    finish();
  }

  template <class It, class Out>
  void copy(It first, It last, Out out) const
  {
    using T = std::iter_value_t<Out>;
    if constexpr (std::is_same_v<std::iter_value_t<It>, T>) {
      const auto nbytes = static_cast<std::size_t>(last - first) * sizeof(T);
      check(cudaMemcpyAsync(out, first, nbytes, cudaMemcpyDefault, stream_));
      finish();
    } else {
      transform(first, last, out, std::identity{});
    }
  }

  template <class It, class Out>
  void reverse_copy(It first, It last, Out out) const
  {
    assign_at(out, out + (last - first), device::Reversed<It>{last});
  }

  template <class It, class Out, class F>
  void transform(It first, It last, Out out, F f) const
  {
    const auto convert = device::returning<std::iter_value_t<Out>>(f);
    check(cub::DeviceTransform::Transform(first, out, last - first, convert, stream_));
    finish();
  }

  template <class A, class B, class Out, class F>
  void transform(A first, A last, B other, Out out, F f) const
  {
    const auto convert = device::returning<std::iter_value_t<Out>>(f);
    const auto inputs = ::cuda::std::make_tuple(first, other);
    check(cub::DeviceTransform::Transform(inputs, out, last - first, convert, stream_));
    finish();
  }

  template <class A, class B>
  void swap_ranges(A first, A last, B other) const
  {
    for_each_position(last - first, device::SwapAt<A, B>{first, other});
  }

  template <class It, class Predicate, class T>
  void replace_if(It first, It last, Predicate pred, const T& value) const
  {
    for_each_position(last - first, device::ReplaceAt<It, Predicate, T>{first, pred, value});
  }

  template <class T, class It, class Op, class F>
  T fold(It first, It last, Op op, F f) const
  {
    return fold_transformed<T>(first, last - first, op, device::returning<T>(f));
  }

  template <class T, class A, class B, class Op, class F>
  T fold(A first, A last, B other, Op op, F f) const
  {
    const device::PairAt<T, A, B, F> terms{first, other, f};
    return fold_transformed<T>(Positions(0), last - first, op, terms);
  }

  template <class T, class It, class Op, class F>
  T accumulate(It first, It last, T total, const T& neutral, Op op, F f) const
  {
    T* const result = room_for<T>();
    WorkBuffer<T> partials;
    std::ptrdiff_t blocks = 0;
    const auto partials_of = [&](std::size_t size) {
      blocks = static_cast<std::ptrdiff_t>(size);
      if (blocks > 1) partials = WorkBuffer<T>(MemoryKind::device, size);
      return blocks > 1 ? partials.data() : result;
    };
    constexpr auto any_number = (std::numeric_limits<unsigned>::max)();
    check(
        device::start_fold(first, last - first, neutral, op, f, any_number, partials_of, stream_));
    if (blocks > 1) {
      const T* const begin = partials.data();
      check(device::start_fold(
          begin, blocks, neutral, op, std::identity{}, 1, [&](std::size_t) { return result; },
          stream_));
    }
    complete();
    combine_into(total, op, std::as_const(*result));
    return total;
  }

  /// Computes f(0) + … + f(n - 1). The order of additions, and thus the rounding, is unspecified.
  template <class F>
  double sum(std::ptrdiff_t n, const F& f) const
  {
    double* const result = room_for<double>();
    *result = 0;
    const auto blocks = static_cast<unsigned>(std::min<std::ptrdiff_t>(
        (n + device::threads_per_block - 1) / device::threads_per_block, device::most_sum_blocks));
    device::add_up<<<blocks, device::threads_per_block, 0, stream_>>>(n, f, result);
    check(cudaGetLastError());
    complete();
    return *result;
  }

  template <class It, class TermsAt, class Op>
  void fold_each(It first, It last, const TermsAt& terms_at, unsigned lanes, Op op) const
  {
    const auto threads = static_cast<std::size_t>(last - first) * lanes;
    const auto blocks = static_cast<unsigned>(
        (threads + device::threads_per_block - 1) / device::threads_per_block);
    device::fold_each<<<blocks, device::threads_per_block, 0, stream_>>>(
        last - first, terms_at, first, lanes, op);
    check(cudaGetLastError());
    finish();
  }

  template <class It, class Out, class T, class Op>
  void adjacent_difference(It first, It last, Out out, std::optional<T> previous, Op op) const
  {
    using Value = std::iter_value_t<Out>;
    if (first == last) return;
    std::optional<Value> head;  // read before the output overwrites the input
    if (previous) head = static_cast<Value>(op(static_cast<T>(value(first)), *previous));
    const auto difference = device::returning<Value>(op);
    using cub::DeviceAdjacentDifference;
    with_temporary_memory([&](void* memory, std::size_t& nbytes) {
      if constexpr (std::is_same_v<std::iter_value_t<It>, Value>) {
        if (first == out) {
          return DeviceAdjacentDifference::SubtractLeft(
              memory, nbytes, out, last - first, difference, stream_);
        }
      }
      return DeviceAdjacentDifference::SubtractLeftCopy(
          memory, nbytes, first, out, last - first, difference, stream_);
    });
    complete();
    if (head) fill(out, out + 1, *head);  // otherwise the first element stays as it is
  }

  template <class It, class Predicate>
  std::ptrdiff_t count_if(It first, It last, Predicate pred) const
  {
    const auto one_if = device::returning<std::ptrdiff_t>(device::returning<bool>(pred));
    return fold_transformed<std::ptrdiff_t>(first, last - first, std::plus<>{}, one_if);
  }

  template <class It, class Predicate>
  It find_if(It first, It last, Predicate pred) const
  {
    return first + find_position(last - first, device::HoldsAt<It, Predicate>{first, pred});
  }

  template <class A, class B, class Predicate>
  std::pair<A, B> mismatch(A first, A last, B other, Predicate equal) const
  {
    const device::DiffersAt<A, B, Predicate> differs{first, other, equal};
    const std::ptrdiff_t position = find_position(last - first, differs);
    return {first + position, other + position};
  }

  template <class It, class Compare>
  Candidate<std::iter_value_t<It>> min_element(It first, It last, Compare less) const
  {
    using T = std::iter_value_t<It>;
    constexpr bool ascends = std::is_arithmetic_v<T> && device::is_ascending<T, Compare>;
    constexpr bool descends = std::is_arithmetic_v<T> && device::is_descending<T, Compare>;
    if (first == last) return no_candidate<T>();
    if constexpr (ascends || descends) {
      using Extreme = std::conditional_t<ascends, cub::ArgMin, cub::ArgMax>;
      if constexpr (std::is_integral_v<T>) {
        return *extreme_element<Extreme, T>(first, last - first);
      } else {
        constexpr T infinity = std::numeric_limits<T>::infinity();
        constexpr T worst = ascends ? infinity : -infinity;
        const auto numbers = thrust::make_transform_iterator(first, device::NumberOr<T>{worst});
        const auto extreme = extreme_element<Extreme, T>(numbers, last - first);
        // The worst number may stand for NaN, which is worse still.
        if (extreme && extreme->value != worst) return *extreme;
      }
    }
    return best_candidate<T>(first, last - first, order_of_extremes<T>(less));
  }

  template <class It, class Compare>
  It is_sorted_until(It first, It last, Compare less) const
  {
    if (last - first < 2) return last;
    const device::DescendsAfter<It, Compare> descends{first, less};
    return first + 1 + find_position(last - first - 1, descends);
  }

  template <class It, class Out, class Predicate>
  Out copy_if(It first, It last, Out out, Predicate pred) const
  {
    return out + select(first, last - first, out, device::returning<bool>(pred));
  }

  template <class It, class A, class B, class Predicate>
  std::pair<A, B> stable_partition_copy(It first, It last, A chosen, B others, Predicate pred) const
  {
    const auto ends = by_thrust([&](const auto& policy) {
      return thrust::stable_partition_copy(
          policy, first, last, chosen, others, device::returning<bool>(pred));
    });
    return {ends.first, ends.second};
  }

  template <class It, class Predicate>
  It unique(It first, It last, Predicate equal) const
  {
    using T = std::iter_value_t<It>;
    const WorkBuffer<T> kept(MemoryKind::device, static_cast<std::size_t>(last - first));
    const auto store =
        thrust::make_transform_output_iterator(kept.data(), device::ElementAt<It>{first});
    const std::ptrdiff_t size =
        select(Positions(0), last - first, store, device::StartsGroup<It, Predicate>{first, equal});
    copy(kept.data(), kept.data() + size, first);
    return first + size;
  }

  template <class Keys, class Values, class KeysOut, class Out, class Predicate, class Op>
  std::ptrdiff_t reduce_by_key(
      Keys first, Keys last, Values values, KeysOut keys_out, Out out, Predicate equal, Op op) const
  {
    using T = std::iter_value_t<Out>;
    const auto reduce_to = [&](auto keys) {
      const auto ends = by_thrust([&](const auto& policy) {
        return thrust::reduce_by_key(
            policy, first, last, values, keys, out, device::returning<bool>(equal),
            device::returning<T>(op));
      });
      return ends.second - out;
    };
    if constexpr (device::equal_keys_are_same<std::iter_value_t<Keys>, Predicate>) {
      return reduce_to(keys_out);
    } else {  // Thrust stores the last key of a group
      const auto store =
          thrust::make_transform_output_iterator(keys_out, device::ElementAt<Keys>{first});
      select(Positions(0), last - first, store, device::StartsGroup<Keys, Predicate>{first, equal});
      return reduce_to(thrust::make_discard_iterator());
    }
  }

  template <class Keys, class Values, class KeysOut, class Out, class Predicate>
  std::ptrdiff_t unique_by_key(
      Keys first, Keys last, Values values, KeysOut keys_out, Out out, Predicate equal) const
  {
    const auto ends = by_thrust([&](const auto& policy) {
      return thrust::unique_by_key_copy(
          policy, first, last, values, keys_out, out, device::returning<bool>(equal));
    });
    return ends.second - out;
  }

  template <class Keys, class Predicate>
  Keys last_group(Keys first, Keys last, Predicate equal) const
  {
    if (first == last) return last;
    const device::EndsGroupBefore<Keys, Predicate> ends{last, equal};
    return last - 1 - find_position(last - first - 1, ends);
  }

  template <ScanKind kind, class T, class Keys, class Values, class Out, class Predicate, class Op>
  void scan_by_key(
      Keys first, Keys last, Values values, Out out, const T& init, const std::optional<T>& before,
      Predicate equal, Op op) const
  {
    const device::ScannedByKey<kind, T, Keys, Values, Predicate, Op> scanned{
        first, values, equal, op, init, before.value_or(T{}), before.has_value()};
    const auto in = thrust::make_transform_iterator(Positions(0), scanned);
    by_thrust([&](const auto& policy) {
      return thrust::inclusive_scan_by_key(
          policy, first, last, in, out, device::returning<bool>(equal),
          device::cub_operation<T>(op));
    });
  }

  template <ScanKind kind, class T, class It, class Out, class Op, class F>
  std::optional<T> scan(
      It first, It last, Out out, std::optional<T> total, bool continues, Op op, F f) const
  {
    if (first == last) return total;
    std::optional<T> after;
    if (continues) {  // computed before the output overwrites the input
      const T part = fold<T>(first, last, op, f);
      after = total ? static_cast<T>(op(*total, part)) : part;
    }
    const auto combine = device::cub_operation<T>(op);
    const auto scan_from = [&](auto in) {
      with_temporary_memory([&](void* memory, std::size_t& nbytes) {
        using cub::DeviceScan;
        if constexpr (kind == ScanKind::exclusive) {
          return DeviceScan::ExclusiveScan(
              memory, nbytes, in, out, combine, *total, last - first, stream_);
        } else if (total) {
          return DeviceScan::InclusiveScanInit(
              memory, nbytes, in, out, combine, *total, last - first, stream_);
        } else {
          return DeviceScan::InclusiveScan(memory, nbytes, in, out, combine, last - first, stream_);
        }
      });
    };
    if constexpr (std::is_same_v<F, std::identity> && std::is_same_v<std::iter_value_t<It>, T>) {
      scan_from(first);
    } else {
      scan_from(thrust::make_transform_iterator(first, device::returning<T>(f)));
    }
    return after;
  }

  template <RadixOrder order, class It, class Compare>
  void sort(It first, It last, Compare less) const
  {
    using T = std::iter_value_t<It>;
    if constexpr (order == RadixOrder::none) {
      with_temporary_memory([&](void* memory, std::size_t& nbytes) {
        return cub::DeviceMergeSort::SortKeys(
            memory, nbytes, first, last - first, device::returning<bool>(less), stream_);
      });
    } else {
      const WorkBuffer<T> other(MemoryKind::device, static_cast<std::size_t>(last - first));
      cub::DoubleBuffer<T> keys(first, other.data());
      radix_sort<order, T>(last - first, keys);
      if (keys.Current() != first) copy(keys.Current(), keys.Current() + (last - first), first);
    }
    complete();
  }

  template <RadixOrder order, class It, class Out, class Compare>
  void sort_copy(It first, It last, Out out, Compare less) const
  {
    using T = std::iter_value_t<It>;
    if constexpr (OrderOfDigits<Compare, T>) {
      with_temporary_memory([&](void* memory, std::size_t& nbytes) {
        return cub::DeviceRadixSort::SortKeys(
            memory, nbytes, first, out, last - first, device::DigitsOf<T>{}, 0, less.digit_bits,
            stream_);
      });
    } else if constexpr (order == RadixOrder::none) {
      with_temporary_memory([&](void* memory, std::size_t& nbytes) {
        return cub::DeviceMergeSort::SortKeysCopy(
            memory, nbytes, first, out, last - first, device::returning<bool>(less), stream_);
      });
    } else {
      radix_sort<order, T>(last - first, first, out);
    }
    complete();
  }

  template <class A, class B, class Out, class Compare>
  void merge(A a_first, A a_last, B b_first, B b_last, Out out, Compare less) const
  {
    using T = std::iter_value_t<A>;
    const auto before = device::returning<bool>(in_sorted_order<common_number<A, B>>(less));
    if constexpr (std::is_integral_v<T> && radix_order<T, Compare> != RadixOrder::none) {
      with_temporary_memory([&](void* memory, std::size_t& nbytes) {
        return cub::DeviceMerge::MergeKeys(
            memory, nbytes, a_first, a_last - a_first, b_first, b_last - b_first, out, before,
            stream_);
      });
    } else {
      // CUB does not promise to keep the order of equivalent elements.
      by_thrust([&](const auto& policy) {
        return thrust::merge(policy, a_first, a_last, b_first, b_last, out, before);
      });
    }
  }

  /// Selects elements of each range, and merges them if there are some of both.
  template <SetOperation operation, class It, class Out, class Compare>
  Out set_operation(It first, It last, It other, It other_last, Out out, Compare less) const
  {
    using T = std::iter_value_t<It>;
    const Elements<It> a{first, last}, b{other, other_last};
    const auto before = in_sorted_order<T>(less);
    constexpr bool in_both = operation == SetOperation::in_both;
    if constexpr (in_both || operation == SetOperation::in_first_only) {
      return select_paired(a, b, before, in_both, out);
    } else {
      const WorkBuffer<T> alone_in_b(MemoryKind::device, static_cast<std::size_t>(b.size()));
      const T* const of_b = alone_in_b.data();
      const T* const of_b_end = select_paired(b, a, before, false, alone_in_b.data());
      const auto merge_with = [&](const T* of_a, const T* of_a_end) {
        merge(of_a, of_a_end, of_b, of_b_end, out, before);
        return out + ((of_a_end - of_a) + (of_b_end - of_b));
      };
      if constexpr (operation == SetOperation::all) {
        return merge_with(first, last);
      } else {
        const WorkBuffer<T> alone_in_a(MemoryKind::device, static_cast<std::size_t>(a.size()));
        return merge_with(alone_in_a.data(), select_paired(a, b, before, false, alone_in_a.data()));
      }
    }
  }

  template <class It, class Compare>
  bool includes(It first, It last, It other, It other_last, Compare less) const
  {
    const auto before = in_sorted_order<std::iter_value_t<It>>(less);
    const device::HasPartner<It, std::remove_const_t<decltype(before)>> is_missing{
        {other, other_last}, {first, last}, before, false};
    return find_position(other_last - other, is_missing) == other_last - other;
  }

  /// Executes work of a step on the unit's stream: \c start(stream) returns a CUDA error, or
  /// cudaSuccess.
  template <class Start>
  void launch(Start start) const
  {
    check(start(stream_));
  }
  void complete() const { check(cudaStreamSynchronize(stream_)); }
  /// Ends an algorithm after which nothing is left to do.
  void finish() const
  {
    if (is_waited_for_) complete();
  }

 private:
  void check(cudaError_t result) const { check_cuda(result, algorithm_); }

  template <class T>
  T* room_for() const
  {
    return ResultMemory::room_for<T>(algorithm_);
  }

  /// Calls \c algorithm twice, as CUB requires: for the size of its temporary memory, and with this
  /// memory.
  template <class Algorithm>
  void with_temporary_memory(Algorithm algorithm) const
  {
    std::size_t nbytes = 0;
    check(algorithm(nullptr, nbytes));
    // A null pointer would request the size again.
    const WorkBuffer<char> memory(MemoryKind::device, std::max<std::size_t>(nbytes, 1));
    check(algorithm(memory.data(), nbytes));
    complete();  // before the memory is freed
  }

  /// Calls \c algorithm with a policy for the unit's stream and temporary memory.
  template <class Algorithm>
  auto by_thrust(Algorithm algorithm) const
  {
    DeviceAllocator memory;
    const auto result = algorithm(thrust::cuda::par_nosync(memory).on(stream_));
    complete();
    return result;
  }

  template <class F>
  void for_each_position(std::ptrdiff_t n, const F& f) const
  {
    check(cub::DeviceFor::Bulk(n, f, stream_));
    finish();
  }

  template <class Out, class F>
  void assign_at(Out first, Out last, const F& value_at) const
  {
    for_each_position(last - first, device::AssignAt<Out, F>{first, value_at});
  }

  /// Computes init o f(*first) o …, where \c op commutes.
  template <class T, class It, class Op, class F>
  T reduce(It first, std::ptrdiff_t n, const Op& op, const F& f, const T& init) const
  {
    T* const result = room_for<T>();
    with_temporary_memory([&](void* memory, std::size_t& nbytes) {
      return cub::DeviceReduce::TransformReduce(
          memory, nbytes, first, result, n, op, f, init, stream_);
    });
    return *result;
  }

  template <class T, class It, class Op, class F>
  T fold_transformed(It first, std::ptrdiff_t n, Op op, const F& f) const
  {
    const auto combine = device::returning<T>(op);
    if constexpr (device::identity_of<T, Op>().has_value()) {
      return reduce<T>(first, n, combine, f, *device::identity_of<T, Op>());
    } else {
      // CUB's scans preserve the order of operands, its reductions do not. Only the last result is
      // stored.
      T* const result = room_for<T>();
      const auto in = thrust::make_transform_iterator(first, f);
      const auto last = thrust::make_tabulate_output_iterator(device::KeepAt<T>{n - 1, result});
      with_temporary_memory([&](void* memory, std::size_t& nbytes) {
        return cub::DeviceScan::InclusiveScan(memory, nbytes, in, last, combine, n, stream_);
      });
      return *result;
    }
  }

  template <class T>
  static Candidate<T> no_candidate()
  {
    Candidate<T> none{};
    none.position = -1;
    return none;
  }

  /// The first smallest element, for any order.
  template <class T, class It, class Compare>
  Candidate<T> best_candidate(It first, std::ptrdiff_t n, Compare less) const
  {
    return reduce<Candidate<T>>(
        Positions(0), n, device::SmallerCandidate<T, Compare>{less},
        device::CandidateAt<It, T>{first}, no_candidate<T>());
  }

  /// The first smallest or largest of n > 0 elements. Returns nullopt for floating-point numbers if
  /// the result equals CUB's initial value, because then it is unknown whether an element has this
  /// value: all may be infinite.
  template <class Extreme, class T, class It>
  std::optional<Candidate<T>> extreme_element(It first, std::ptrdiff_t n) const
  {
    constexpr bool is_smallest = std::is_same_v<Extreme, cub::ArgMin>;
    using Limits = std::numeric_limits<T>;
    auto* const result = room_for<Candidate<T>>();
    with_temporary_memory([&](void* memory, std::size_t& nbytes) {
      if constexpr (is_smallest) {
        return cub::DeviceReduce::ArgMin(
            memory, nbytes, first, &result->value, &result->position, n, stream_);
      } else {
        return cub::DeviceReduce::ArgMax(
            memory, nbytes, first, &result->value, &result->position, n, stream_);
      }
    });
    constexpr T initial = is_smallest ? (Limits::max)() : Limits::lowest();
    if (result->value != initial) return *result;
    // All integers are then equal to the worst one.
    if constexpr (std::is_integral_v<T>) return Candidate<T>{initial, 0};
    return std::nullopt;
  }

  /// First position below \c n at which the predicate holds, or \c n; examines increasingly large
  /// intervals.
  template <class Predicate>
  std::ptrdiff_t find_position(std::ptrdiff_t n, const Predicate& pred) const
  {
    std::ptrdiff_t ahead = std::ptrdiff_t(1) << 20;
    for (std::ptrdiff_t begin = 0; begin < n; begin += std::exchange(ahead, 2 * ahead)) {
      const std::ptrdiff_t found = reduce<std::ptrdiff_t>(
          Positions(begin), (std::min)(ahead, n - begin), dash::min<std::ptrdiff_t>{},
          device::PositionIf<Predicate>{pred, n}, n);
      if (found < n) return found;
    }
    return n;
  }

  /// Copies the selected elements to \c out. \return their number
  template <class It, class Out, class Predicate>
  std::ptrdiff_t select(It first, std::ptrdiff_t n, Out out, const Predicate& pred) const
  {
    if (n == 0) return 0;
    std::ptrdiff_t* const result = room_for<std::ptrdiff_t>();
    with_temporary_memory([&](void* memory, std::size_t& nbytes) {
      return cub::DeviceSelect::If(memory, nbytes, first, out, result, n, pred, stream_);
    });
    return *result;
  }

  /// Copies the elements of a sorted range that have a partner in another one (HasPartner), or
  /// those that have none, to \c out. \return end of the output
  template <class It, class Compare, class Out>
  Out select_paired(
      const Elements<It>& elements, const Elements<It>& others, const Compare& less,
      bool has_partner, Out out) const
  {
    const auto store =
        thrust::make_transform_output_iterator(out, device::ElementAt<It>{elements.begin()});
    const device::HasPartner<It, Compare> is_kept{elements, others, less, has_partner};
    return out + select(Positions(0), elements.size(), store, is_kept);
  }

  /// \param keys  a DoubleBuffer, or input and output
  template <RadixOrder order, class T, class... Keys>
  void radix_sort(std::ptrdiff_t n, Keys&... keys) const
  {
    constexpr int begin_bit = 0;
    constexpr int end_bit = 8 * sizeof(T);
    with_temporary_memory([&](void* memory, std::size_t& nbytes) {
      using cub::DeviceRadixSort;
      if constexpr (order == RadixOrder::ascending) {
        return DeviceRadixSort::SortKeys(memory, nbytes, keys..., n, begin_bit, end_bit, stream_);
      } else {
        return DeviceRadixSort::SortKeysDescending(
            memory, nbytes, keys..., n, begin_bit, end_bit, stream_);
      }
    });
  }

  const char* algorithm_;
  cudaStream_t stream_;
  bool is_waited_for_;
};

}  // namespace dash::detail
