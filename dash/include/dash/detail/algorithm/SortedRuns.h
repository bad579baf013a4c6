#pragma once

/// \file
/// Sorted sequences of all units of a team, and parts of the sequence that results from merging
/// them.

#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/LocalSort.h>
#include <dash/detail/execution/RadixOrder.h>
#include <dash/detail/memory/AccessError.h>
#include <dash/detail/memory/ByteAccess.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/detail/memory/HeapBlock.h>
#include <dash/detail/memory/PendingTransfers.h>
#include <dash/detail/memory/WorkBuffer.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/team/Combine.h>

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

/// Whether equivalent elements keep their order.
enum class Stability { none, stable };

/// Sorts by host code, so that equivalent elements keep their order, to \c out if it is another
/// memory. Sorting by digits keeps the order, too; but it tells apart zeros of different signs.
template <class T, class Compare>
void stable_sort_on_host(T* begin, T* end, T* out, Compare& less)
{
  const auto sort = [&](const HostExecution&, const auto& elements) {
    if constexpr (std::is_integral_v<T>) {
      sort_in_place<radix_order<T, Compare>>(elements.begin(), elements.end(), less);
    } else {
      std::stable_sort(elements.begin(), elements.end(), std::ref(less));
    }
  };
  if (out != begin) copy_elements_between(out, begin, end - begin);
  run_on_host(sort, updates(out, out + (end - begin)));
}

template <class T, class Compare>
struct SortStep {
  static constexpr auto name = "dash::sort";
  using functions = Functions<Compare>;
  Callable<Compare> less;

  template <class Execution, class InOut>
  void operator()(const Execution& exec, const InOut& elements) const
  {
    exec.template sort<radix_order<T, Compare>>(
        elements.begin(), elements.end(), exec.function(less));
  }

  template <class Execution, class InOut, class Out>
  void operator()(const Execution& exec, const InOut& elements, const Out& out) const
  {
    exec.template sort_copy<radix_order<T, Compare>>(
        elements.begin(), elements.end(), out.begin(), exec.function(less));
  }
};

template <class Compare>
struct MergeStep {
  static constexpr auto name = "dash::sort";
  using functions = Functions<Compare>;
  Callable<Compare> less;

  template <class Execution, class A, class B, class Out>
  void operator()(const Execution& exec, const A& a, const B& b, const Out& out) const
  {
    exec.merge(a.begin(), a.end(), b.begin(), b.end(), out.begin(), exec.function(less));
  }
};

/// Loads the values at some addresses.
template <class T>
struct LoadStep {
  static constexpr auto name = "dash::sort";
  using functions = Functions<>;

  struct Load {
    DASH_HOST_DEVICE T operator()(const T* address) const { return *address; }
  };

  template <class Execution, class Addresses, class Out>
  void operator()(const Execution& exec, const Addresses& addresses, const Out& out) const
  {
    exec.transform(addresses.begin(), addresses.end(), out.begin(), Load{});
  }
};

/// Whether all steps of SortedRuns can run on this unit's GPU. The answer is the same on all GPU
/// units.
template <class T, class Compare>
bool sorts_on_device()
{
  return device_launcher<SortStep<T, Compare>, T*, T*>() != nullptr &&
         device_launcher<MergeStep<Compare>, const T*, const T*, T*>() != nullptr &&
         device_launcher<LoadStep<T>, const T* const*, T*>() != nullptr;
}

/// One sorted sequence per unit, in memory that host code or kernels can load from; sequences on
/// other hosts are in host memory.
///
/// The exact splitting is that of P. Varman, S. Scheufler, B. Iyer, G. Ricard, "Merging multiple
/// lists on hierarchical-memory multiprocessors", J. Parallel Distrib. Comput. 12 (1991). It uses
/// samples, because a round costs more than the elements that it reads.
///
/// \tparam stability  whether equivalent elements keep their order: first those of units with lower
///   ids, and the elements of each unit in their order. Then all memory is host memory.
template <class T, Stability stability = Stability::none>
class SortedRuns {
  static_assert(
      is_bytewise_copyable_v<T>, "sorting global ranges needs trivially copyable elements");

 public:
  /// Sorts the caller's elements; their own order is unspecified afterwards. Collective; complete
  /// on all units on return.
  ///
  /// \throws exception::InvalidArgument on all units if the comparison holds for an element and
  ///   itself
  /// \param algorithm  name for messages
  /// \param memory  kind of the memory of all units' elements and runs
  /// \param begin   address for host code or kernels, according to \p memory
  template <class Compare>
  SortedRuns(const char* algorithm, Team& team, MemoryKind memory, T* begin, T* end, Compare& less)
      : me_(static_cast<std::size_t>(team.myid().id)),
        memory_(memory),
        mine_(algorithm, memory, end - begin)
  {
    T* const mine = mine_.reached_from(memory);
    const bool is_refused = begin != end && holds_for_itself_at(begin, less);
    if (is_refused) {
      // the others are told
    } else if constexpr (stability == Stability::stable) {
      stable_sort_on_host(begin, end, mine, less);
    } else {
      run_step(SortStep<T, Compare>{less}, updates(begin, end), writes(mine, mine + (end - begin)));
    }
    gather_runs(algorithm, team, is_refused);
  }

  /// Frees the caller's sequence; no unit may use it any more.
  ~SortedRuns() = default;
  SortedRuns(const SortedRuns&) = delete;
  SortedRuns& operator=(const SortedRuns&) = delete;

  /// Writes elements [begin, end) of the merged sequence of all runs to \c out. Collective: the
  /// intervals of the units together are the whole sequence.
  template <class Compare>
  void merge(Team& team, Position begin, Position end, T* out, Compare& less) const
  {
    const auto from = begin != end ? split(begin, less) : Cuts(runs_.size());
    const auto to = cuts_at(team, begin != end ? begin : -1, from, end);
    if (begin == end) return;
    std::vector<Slice> slices;
    for (std::size_t k = 0; k < runs_.size(); ++k) {
      // Each unit begins with a different run, unless the order of equivalent elements matters.
      const std::size_t i = stability == Stability::stable ? k : (me_ + k) % runs_.size();
      if (from[i] != to[i]) slices.push_back(slice(i, from[i], to[i]));
    }
    merge_slices(std::move(slices), out, less);
  }

 private:
  /// The sequence of one unit.
  struct Run {
    dart_gptr_t gptr;
    const T* begin;  ///< nullptr if it is on another host
    Position size;

    bool is_far() const { return begin == nullptr; }
    dart_gptr_t at(Position index) const
    {
      dart_gptr_t element = gptr;
      element.addr_or_offs.offset += static_cast<std::size_t>(index) * sizeof(T);
      return element;
    }
  };

  /// One position in each run.
  using Cuts = std::vector<Position>;

  Cuts ends() const
  {
    Cuts result;
    for (const Run& run : runs_) result.push_back(run.size);
    return result;
  }

  /// Sorted elements, or a copy of them that may still be in transfer.
  struct Slice {
    const T* begin;
    const T* end;
    WorkBuffer<T> copy;
    PendingTransfers arrival;
    Position size() const { return end - begin; }
  };

  struct Sample {
    std::size_t run;
    Position index;
    T value;
  };

  /// Number of elements per run that a unit examines in a round. It is larger for device memory,
  /// where rounds cost more.
  Position samples_per_run() const { return memory_ == MemoryKind::host ? 32 : 512; }

  /// \param from  whether host code or kernels will use the address
  /// \return nullptr for memory on another host
  template <class U>
  static U* reach(MemoryKind from, dart_gptr_t gptr, Position size)
  {
    if (from == MemoryKind::host) return static_cast<U*>(mapped_address(gptr));
    void* address = nullptr;
    const auto nbytes = std::max<std::size_t>(1, static_cast<std::size_t>(size) * sizeof(U));
    CheckedAccess().result(dart_gptr_kernel_address(gptr, nbytes, &address), "dash::sort", gptr);
    if (address == nullptr) {
      DASH_THROW(exception::RuntimeError, "dash::sort: this GPU cannot read " << to_string(gptr));
    }
    return static_cast<U*>(address);
  }

  /// Whether the comparison holds for an element and itself, at an address as of load().
  template <class Compare>
  bool holds_for_itself_at(const T* element, Compare& less) const
  {
    if constexpr (is_strict<Compare, T>) {
      return false;
    } else {
      return holds_for_itself(less, load({element}).front());
    }
  }

  /// \param is_refused  whether the calling unit cannot sort by this comparison; then all units
  /// throw
  void gather_runs(const char* algorithm, Team& team, bool is_refused)
  {
    struct Published {
      dart_gptr_t gptr;
      Position size;
    };
    const Published mine{mine_.gptr(), is_refused ? -1 : mine_.size()};
    for (const auto& run : gather_from_all(team, mine)) {
      if (run.size < 0) throw_not_strict_together(team, algorithm);
      runs_.push_back({run.gptr, reach<const T>(memory_, run.gptr, run.size), run.size});
    }
  }

  /// A part of a run. Of the other GPUs' runs, the first one is read while it is merged, and the
  /// others are copied meanwhile.
  Slice slice(std::size_t i, Position begin, Position end) const
  {
    const Run& run = runs_[i];
    const std::size_t next = (me_ + 1) % runs_.size();
    const bool is_copied = run.is_far() || (memory_ == MemoryKind::device && i != me_ && i != next);
    if (!is_copied) return {run.begin + begin, run.begin + end, {}, {}};
    const auto size = static_cast<std::size_t>(end - begin);
    Slice slice{nullptr, nullptr, WorkBuffer<T>(memory_, size), {}};
    slice.begin = slice.copy.data();
    slice.end = slice.begin + size;
    slice.arrival.read(slice.copy.data(), run.at(begin), size * sizeof(T));
    return slice;
  }

  /// The positions at which a share ends in each run. If another unit's share begins there, that
  /// unit knows them already.
  /// \param mine  positions where the caller's share begins, at element \c begin; -1 if it is empty
  Cuts cuts_at(Team& team, Position begin, const Cuts& mine, Position end) const
  {
    Cuts shared(1 + mine.size(), begin);
    std::copy(mine.begin(), mine.end(), shared.begin() + 1);
    const Cuts all = gather_equal_parts(team, std::span<const Position>(shared));
    for (auto unit = all.begin(); unit != all.end(); unit += std::ssize(shared)) {
      if (*unit == end) return Cuts(unit + 1, unit + std::ssize(shared));
    }
    return ends();
  }

  /// Finds a position in each run such that \c rank elements are in front of the positions, none of
  /// which comes after an element behind them. Of equivalent elements, those of units with lower
  /// ids come first.
  template <class Compare>
  Cuts split(Position rank, Compare& less) const
  {
    Cuts low(runs_.size(), 0), high = ends();
    if (rank == 0) return low;
    if (rank == std::accumulate(high.begin(), high.end(), Position(0))) return high;
    while (low != high) narrow(low, high, rank, less);
    return low;
  }

  /// One round of split. Each position is between \c low and \c high of its run, and the round
  /// moves these bounds closer together. It examines some elements between them in merged order. As
  /// long as even the largest possible number of elements before a sample is below the rank, the
  /// sample is in front of the positions; as soon as even the smallest possible number is not, it
  /// is behind them.
  template <class Compare>
  void narrow(Cuts& low, Cuts& high, Position rank, Compare& less) const
  {
    const std::vector<Sample> samples = samples_between(low, high, less);
    // Bounds for the number of elements of each run that come before the current sample.
    Cuts least = low, most = high;
    const std::vector<Position> next = next_in_run(samples, most);
    Position sum_of_least = std::accumulate(least.begin(), least.end(), Position(0));
    Position sum_of_most = std::accumulate(most.begin(), most.end(), Position(0));
    bool is_low_known = false;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const auto& [run, index, value] = samples[i];
      if (!is_low_known && sum_of_most >= rank) {
        low = least;
        is_low_known = true;
      }
      if (sum_of_least - least[run] + index >= rank) {
        high = most;
        break;
      }
      sum_of_least += index + 1 - std::exchange(least[run], index + 1);
      sum_of_most += next[i] - std::exchange(most[run], next[i]);
    }
    if (!is_low_known) low = least;
  }

  /// Elements at equal distances between the bounds, or all of them if there are few, in merged
  /// order.
  template <class Compare>
  std::vector<Sample> samples_between(const Cuts& low, const Cuts& high, Compare& less) const
  {
    Position total = 0;
    for (std::size_t run = 0; run < runs_.size(); ++run) total += high[run] - low[run];
    const auto room = samples_per_run() * static_cast<Position>(runs_.size());
    const Position distance = (total + room - 1) / room;
    std::vector<Sample> samples;
    std::vector<std::ptrdiff_t> ends{0};
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      for (Position index = low[run] + distance / 2; index < high[run]; index += distance) {
        samples.push_back({run, index, T{}});
      }
      ends.push_back(std::ssize(samples));
    }
    load_near(samples);
    load_far(samples);
    merge_samples(samples, ends, less);
    return samples;
  }

  /// \param ends  begin of the first run's samples, followed by the end of each run's samples
  template <class Compare>
  static void merge_samples(
      std::vector<Sample>& samples, const std::vector<std::ptrdiff_t>& ends, Compare& less)
  {
    const auto before = [&](const Sample& a, const Sample& b) { return less(a.value, b.value); };
    const std::size_t runs = ends.size() - 1;
    std::vector<Sample> merged(samples.size());
    for (std::size_t width = 1; width < runs; width *= 2) {
      for (std::size_t run = 0; run < runs; run += 2 * width) {
        const auto middle = samples.begin() + ends[std::min(run + width, runs)];
        std::merge(
            samples.begin() + ends[run], middle, middle,
            samples.begin() + ends[std::min(run + 2 * width, runs)], merged.begin() + ends[run],
            before);
      }
      samples.swap(merged);
    }
  }

  /// Returns for each sample the index of the next sample of its run or, if there is none, the
  /// bound in \c first. On return, \c first has the index of each run's first sample.
  static std::vector<Position> next_in_run(
      const std::vector<Sample>& samples, std::vector<Position>& first)
  {
    std::vector<Position> next(samples.size());
    for (std::size_t i = samples.size(); i-- > 0;) {
      next[i] = std::exchange(first[samples[i].run], samples[i].index);
    }
    return next;
  }

  void load_far(std::vector<Sample>& samples) const
  {
    for (Sample& sample : samples) {
      const Run& run = runs_[sample.run];
      if (run.is_far()) start_read(&sample.value, run.at(sample.index), sizeof(T));
    }
    for (const Run& run : runs_) {
      if (run.is_far()) flush_local(run.gptr);
    }
  }

  void load_near(std::vector<Sample>& samples) const
  {
    std::vector<const T*> addresses;
    for (const Sample& sample : samples) {
      const Run& run = runs_[sample.run];
      if (!run.is_far()) addresses.push_back(run.begin + sample.index);
    }
    const std::vector<T> values = load(addresses);
    auto value = values.begin();
    for (Sample& sample : samples) {
      if (!runs_[sample.run].is_far()) sample.value = *value++;
    }
  }

  std::vector<T> load(const std::vector<const T*>& addresses) const
  {
    const auto n = static_cast<Position>(addresses.size());
    std::vector<T> values(addresses.size());
    if (memory_ == MemoryKind::host) {
      const typename LoadStep<T>::Load value_at{};
      std::transform(addresses.begin(), addresses.end(), values.begin(), value_at);
      return values;
    }
    // Kernels can access this kind of memory, too, so nothing has to be copied.
    const Allocation<const T*> from("dash::sort", MemoryKind::host, n);
    const Allocation<T> to("dash::sort", MemoryKind::host, n);
    const T** const sources = from.reached_from(MemoryKind::host);
    T* const targets = to.reached_from(MemoryKind::host);
    std::copy(addresses.begin(), addresses.end(), sources);
    const T* const* const first = sources;
    launch_at(
        memory_, device_launcher<LoadStep<T>, const T* const*, T*>(), LoadStep<T>{},
        reads(first, first + n), writes(targets, targets + n));
    std::copy_n(targets, n, values.begin());
    return values;
  }

  /// Merges pairs of slices until one is left, which is written to \c out.
  template <class Compare>
  void merge_slices(std::vector<Slice> slices, T* out, Compare& less) const
  {
    if (slices.size() == 1) {
      slices[0].arrival.wait();
      copy_elements_between(out, slices[0].begin, slices[0].size());
    }
    std::size_t size = 0;
    for (const Slice& slice : slices) size += static_cast<std::size_t>(slice.size());
    WorkBuffer<T> target, source;
    while (slices.size() > 1) {
      const bool is_last = slices.size() == 2;
      std::swap(source, target);
      if (!is_last && target.data() == nullptr) target = WorkBuffer<T>(memory_, size);
      T* to = is_last ? out : target.data();
      std::vector<Slice> merged;
      for (std::size_t i = 0; i < slices.size(); i += 2) {
        Slice& a = slices[i];
        Slice none{a.end, a.end, {}, {}};
        Slice& b = i + 1 < slices.size() ? slices[i + 1] : none;
        a.arrival.wait();
        b.arrival.wait();
        T* const end = to + (a.size() + b.size());
        run_step(
            MergeStep<Compare>{less}, reads(a.begin, a.end), reads(b.begin, b.end),
            writes(to, end));
        merged.push_back({std::exchange(to, end), end, {}, {}});
      }
      slices = std::move(merged);
    }
  }

  /// Uninitialised elements in the calling unit's global memory.
  template <class U>
  class Allocation {
   public:
    Allocation(const char* algorithm, MemoryKind memory, Position size)
        : block_(
              memory == MemoryKind::host ? DART_MEMORY_HOST : DART_MEMORY_UNIT,
              static_cast<std::size_t>(size) * sizeof(U), algorithm),
          size_(size)
    {}

    dart_gptr_t gptr() const { return block_.gptr(); }
    Position size() const { return size_; }
    U* reached_from(MemoryKind from) const { return reach<U>(from, gptr(), size_); }

   private:
    HeapBlock block_;
    Position size_;
  };

  std::size_t me_;
  MemoryKind memory_;
  Allocation<T> mine_;
  std::vector<Run> runs_;  // in unit order
};

}  // namespace dash::detail
