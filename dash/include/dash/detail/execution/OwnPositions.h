#pragma once

/// \file
/// Elements of a range at the positions of the calling unit's elements of another range, as
/// operands of steps, which get copies of them.
///
/// GPUs make these copies by kernels that compute the place of each element. So where ranges lie in
/// many short runs on the GPUs of a host, units can work on their own elements of one range: only
/// those of the others pass between GPUs, and only once.

#include <dash/Types.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/WordOfSize.h>
#include <dash/detail/execution/CopiedOperand.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/memory/IndexMap.h>
#include <dash/detail/memory/PartTable.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/AlignedRanges.h>
#include <dash/detail/range/IndexedParts.h>
#include <dash/detail/range/LocalRuns.h>
#include <dash/detail/range/ShortRuns.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/GpuUnits.h>
#include <dash/memory/GlobStaticMem.h>
#include <dash/memory/UnitSpace.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

/// Where elements are, for kernels.
class OwnPlaces {
  using Index = default_index_t;

 public:
  /// \param own       global indices of the calling unit's elements of the other range
  /// \param distance  from these indices to those of the elements
  OwnPlaces(
      const DealtIndices<Index>& own, Index distance, const UniformIndexMap<Index>& map,
      const Parts<Index>& parts)
      : own_(own),
        distance_(distance),
        map_(map),
        parts_(parts)
  {}

  template <class T>
  DASH_HOST_DEVICE T& element(Index n) const
  {
    const auto at = map_.locate(own_[n] + distance_, parts_);
    return reinterpret_cast<T*>(parts_.address(at.unit))[at.local];
  }

 private:
  DealtIndices<Index> own_;
  Index distance_;
  UniformIndexMap<Index> map_;
  Parts<Index> parts_;
};

template <class T>
struct LoadFromPlace {
  OwnPlaces places;

  DASH_HOST_DEVICE T operator()(default_index_t n) const { return places.element<T>(n); }
};

template <class T>
struct StoreToPlace {
  OwnPlaces places;

  DASH_HOST_DEVICE void operator()(const T& value, default_index_t n) const
  {
    places.element<T>(n) = value;
  }
};

/// Reads the elements at places.
template <class T>
struct ReadPlacesStep {
  static constexpr auto name = "dash::copy";
  using functions = Functions<>;
  OwnPlaces places;

  template <class Execution, class Out>
  void operator()(const Execution& exec, const Out& out) const
  {
    exec.generate_with_index(out.begin(), out.end(), default_index_t{0}, LoadFromPlace<T>{places});
  }
};

/// Writes the elements at places.
template <class T>
struct WritePlacesStep {
  static constexpr auto name = "dash::copy";
  using functions = Functions<>;
  OwnPlaces places;

  template <class Execution, class In>
  void operator()(const Execution& exec, const In& in) const
  {
    exec.for_each_with_index(in.begin(), in.end(), default_index_t{0}, StoreToPlace<T>{places});
  }
};

/// Ranges in memory of the units whose elements kernels find by their positions and move as
/// numbers.
template <class It>
concept MovedByKernels = OverDealtBlocks<It> && CopiedElements<It> &&
                         std::is_same_v<
                             std::remove_cvref_t<decltype(std::declval<const It&>().globmem())>,
                             GlobStaticMem<UnitSpace>> &&
                         !std::is_void_v<word_of_size<sizeof(std::iter_value_t<It>)>>;

/// The parts that all units have of a container, for kernels that only need their addresses.
template <MovedByKernels It>
class PartAddresses {
  using Index = default_index_t;

 public:
  explicit PartAddresses(const It& it)
  {
    for (const int id : it.pattern().team())
      own_.push_back({it.globmem().kernel_base(team_unit_t(id)), 0, false});
    parts_ = Parts<Index>(own_, nullptr);
    // As in teams that have some units of a host only, whose parts do not follow each other.
    if (parts_.origin() == nullptr) parts_ = table_.emplace(it.pattern(), it.globmem()).parts();
  }
  PartAddresses(const PartAddresses&) = delete;
  PartAddresses& operator=(const PartAddresses&) = delete;

  const Parts<Index>& parts() const { return parts_; }

 private:
  std::vector<Part<Index>> own_;
  std::optional<PartTable<Index>> table_;
  Parts<Index> parts_;
};

/// The elements of \c It at the positions of the calling unit's elements of \c Own, in their order.
template <MovedByKernels Own, MovedByKernels It>
class OwnPositions {
  using Index = default_index_t;

 public:
  using value_type = std::iter_value_t<It>;
  using reference = std::iter_reference_t<It>;
  using difference_type = std::ptrdiff_t;
  using Word = word_of_size<sizeof(value_type)>;
  using Addresses = PartAddresses<It>;

  /// \param local  local index of the first of the own elements
  OwnPositions(const Own& own, const It& it, typename Own::index_type local)
      : own_(own),
        it_(it),
        local_(local)
  {}

  reference operator*() const
  {
    return it_[static_cast<typename It::index_type>(position_of_local(own_, local_))];
  }
  OwnPositions operator+(difference_type n) const
  {
    return {own_, it_, static_cast<typename Own::index_type>(local_ + n)};
  }
  DASH_HOST_DEVICE friend difference_type operator-(const OwnPositions& a, const OwnPositions& b)
  {
    return static_cast<difference_type>(a.local_) - static_cast<difference_type>(b.local_);
  }

  const It& range() const { return it_; }

  /// The places of all elements from this one on, as long as the addresses exist.
  OwnPlaces places(const Addresses& addresses) const
  {
    const UnitIndex<Index> first{own_.team().myid().id, static_cast<Index>(local_)};
    const auto distance = static_cast<Index>(it_.pos()) - static_cast<Index>(own_.pos());
    return OwnPlaces(
        {UniformIndexMap<Index>(own_.pattern()), first}, distance,
        UniformIndexMap<Index>(it_.pattern()), addresses.parts());
  }

 private:
  Own own_;
  It it_;
  typename Own::index_type local_;
};

template <class Own, class It>
inline constexpr bool is_at_own_positions<OwnPositions<Own, It>> = true;

/// Copies elements at own positions by kernels.
template <class It>
struct CopiesAtOwnPositions {
  using T = std::iter_value_t<It>;
  using Word = typename It::Word;
  using Addresses = typename It::Addresses;
  static constexpr bool are_on_host = false;

  static void read(const void* first, std::ptrdiff_t n, void* to)
  {
    const It& it = *static_cast<const It*>(first);
    const Addresses addresses(it.range());
    on_device(n, to, [&](Word* words) {
      run_step(ReadPlacesStep<Word>{it.places(addresses)}, writes(words, words + n));
      if (words != to) copy_bytes(to, words, bytes(n));
    });
  }

  static void write(const void* first, std::ptrdiff_t n, const void* from)
  {
    const It& it = *static_cast<const It*>(first);
    const Addresses addresses(it.range());
    on_device(n, const_cast<void*>(from), [&](Word* words) {
      if (words != from) copy_bytes(words, from, bytes(n));
      const Word* const begin = words;
      run_step(WritePlacesStep<Word>{it.places(addresses)}, reads(begin, begin + n));
    });
  }

 private:
  static std::size_t bytes(std::ptrdiff_t n) { return static_cast<std::size_t>(n) * sizeof(T); }

  /// Calls f with device memory for \c n elements: those at \c elements, if they are there.
  template <class F>
  static void on_device(std::ptrdiff_t n, void* elements, const F& f)
  {
    if (is_device_memory(elements)) return f(static_cast<Word*>(elements));
    const Scratch device(MemoryKind::device, bytes(n));
    f(static_cast<Word*>(device.address()));
  }
};

template <class Own, class It>
struct CopierOf<OwnPositions<Own, It>> {
  using type = CopiesAtOwnPositions<OwnPositions<Own, It>>;
};

/// Whether kernels of this unit reach the parts of all units, and can run the steps on them.
template <MovedByKernels It>
bool kernels_move(const It& it)
{
  using Word = word_of_size<sizeof(std::iter_value_t<It>)>;
  const auto& pattern = it.pattern();
  const auto is_reached = [&](int id) {
    const team_unit_t unit(id);
    return pattern.local_size(unit) == 0 || it.globmem().kernel_base(unit) != nullptr;
  };
  return device_launcher<ReadPlacesStep<Word>, Word*>() != nullptr &&
         device_launcher<WritePlacesStep<Word>, const Word*>() != nullptr &&
         std::all_of(pattern.team().begin(), pattern.team().end(), is_reached);
}

/// Whether units should work on their own elements of the first range, and copy those of the others
/// at the same positions: kernels do that fast, and no range has long runs, whose elements it
/// would be better to work on. The same on all units; collective if they are GPU units of one host.
template <MovedByKernels Own, MovedByKernels... Others>
bool works_at_own_positions(const Own& first, const Own& last, const Others&... others)
{
  if (!run_has_gpu_units_anywhere || !has_only_gpus_of_host(first.team())) return false;
  const auto n = last - first;
  const auto is_suited = [&](const auto& it) {
    return it.team() == first.team() && has_short_runs(it, it + n);
  };
  if (!has_short_runs(first, last) || !(is_suited(others) && ...)) return false;
  return all_units(first.team(), (kernels_move(others) && ...));
}

}  // namespace dash::detail
