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
#include <dash/detail/execution/CopiedOperand.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/memory/IndexMap.h>
#include <dash/detail/memory/PartTable.h>
#include <dash/detail/memory/PendingTransfers.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/AlignedRanges.h>
#include <dash/detail/range/IndexedParts.h>
#include <dash/detail/range/LocalRuns.h>
#include <dash/detail/range/OwnElements.h>
#include <dash/detail/range/ShortRuns.h>
#include <dash/detail/team/GpuUnits.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <type_traits>
#include <vector>

namespace dash::detail {

/// Where elements are, for kernels.
class OwnPlaces {
  using Index = default_index_t;

 public:
  /// \param own       global indices of the calling unit's elements of the other range
  /// \param distance  from these indices to those of the elements
  /// \param parts     of all units, at equal distances
  OwnPlaces(
      const DealtIndices<Index>& own, Index distance, const UniformIndexMap<Index>& map,
      const Parts<Index>& parts)
      : own_(own),
        distance_(distance),
        map_(map),
        origin_(parts.origin()),
        stride_(parts.stride())
  {}

  template <class T>
  DASH_HOST_DEVICE T& element(Index n) const
  {
    const auto at = map_.locate(own_[n] + distance_, {});
    return reinterpret_cast<T*>(origin_ + at.unit * stride_)[at.local];
  }

 private:
  DealtIndices<Index> own_;
  Index distance_;
  UniformIndexMap<Index> map_;
  std::byte* origin_;
  std::ptrdiff_t stride_;
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

/// The number that stands for elements of a size in steps that only move them.
template <std::size_t size>
struct WordOfSize {
  using type = void;
};
template <>
struct WordOfSize<1> {
  using type = std::uint8_t;
};
template <>
struct WordOfSize<2> {
  using type = std::uint16_t;
};
template <>
struct WordOfSize<4> {
  using type = std::uint32_t;
};
template <>
struct WordOfSize<8> {
  using type = std::uint64_t;
};

/// Ranges whose elements kernels find by their positions and move as numbers.
template <class It>
concept MovedByKernels =
    OverDealtBlocks<It> && CopiedElements<It> && is_kernel_pattern<typename It::pattern_type> &&
    !std::is_void_v<typename WordOfSize<sizeof(std::iter_value_t<It>)>::type>;

/// The elements of \c It at the positions of the calling unit's elements of \c Own, in their order.
template <MovedByKernels Own, MovedByKernels It>
class OwnPositions {
  using Index = default_index_t;

 public:
  using value_type = std::iter_value_t<It>;
  using reference = std::iter_reference_t<It>;
  using difference_type = std::ptrdiff_t;
  using Word = typename WordOfSize<sizeof(value_type)>::type;

  /// \param local  local index of the first of the own elements
  OwnPositions(const Own& own, const It& it, typename Own::index_type local)
      : own_(own),
        it_(it),
        local_(local)
  {}

  reference operator*() const { return *at_position(position(0)); }
  OwnPositions operator+(difference_type n) const
  {
    return {own_, it_, static_cast<typename Own::index_type>(local_ + n)};
  }
  DASH_HOST_DEVICE friend difference_type operator-(const OwnPositions& a, const OwnPositions& b)
  {
    return static_cast<difference_type>(a.local_) - static_cast<difference_type>(b.local_);
  }

  /// The places of all elements from this one on; nullopt if kernels cannot access all of them.
  std::optional<OwnPlaces> places() const
  {
    const auto& pattern = it_.pattern();
    std::vector<Part<Index>> parts;
    for (const int id : pattern.team()) {
      const team_unit_t unit(id);
      std::byte* const address = it_.globmem().kernel_base(unit);
      parts.push_back({address, 0, false});
    }
    const Parts<Index> all(parts, nullptr);
    if (all.origin() == nullptr) return std::nullopt;
    const UnitIndex<Index> first{own_.team().myid().id, static_cast<Index>(local_)};
    const auto distance = static_cast<Index>(it_.pos()) - static_cast<Index>(own_.pos());
    return OwnPlaces(
        {UniformIndexMap<Index>(own_.pattern()), first}, distance, UniformIndexMap<Index>(pattern),
        all);
  }

  /// \{ Copies \c n elements by host code. Many short transfers take long.
  void read_by_host(std::ptrdiff_t n, value_type* to) const
  {
    const Position begin = position(0);
    copy_at_own_positions(own_from(begin), at_position(begin), position(n - 1) + 1 - begin, to);
  }
  void write_by_host(std::ptrdiff_t n, const value_type* from) const
  {
    const Position begin = position(0);
    PendingTransfers pending;
    transfer_own_runs<Write>(
        own_from(begin), at_position(begin), position(n - 1) + 1 - begin, from, pending);
    pending.wait();
  }
  /// \}

 private:
  Position position(std::ptrdiff_t n) const
  {
    return position_of_local(own_, static_cast<typename Own::index_type>(local_ + n));
  }
  Own own_from(Position begin) const { return own_ + static_cast<typename Own::index_type>(begin); }
  It at_position(Position begin) const { return it_ + static_cast<typename It::index_type>(begin); }

  Own own_;
  It it_;
  typename Own::index_type local_;
};

template <class Own, class It>
inline constexpr bool is_at_own_positions<OwnPositions<Own, It>> = true;

/// Copies elements at own positions.
template <class It>
struct CopiesAtOwnPositions {
  using T = std::iter_value_t<It>;
  using Word = typename It::Word;
  static constexpr bool are_on_host = false;

  static void read(const void* first, std::ptrdiff_t n, void* to)
  {
    const It& it = *static_cast<const It*>(first);
    if (const auto places = places_for<ReadPlacesStep<Word>, Word*>(it)) {
      with_device_memory(n, to, [&](Word* words) {
        run_step(ReadPlacesStep<Word>{*places}, writes(words, words + n));
        if (words != to) copy_bytes(to, words, bytes(n));
      });
    } else {
      const auto read = [&](T* copies) { it.read_by_host(n, copies); };
      with_host_memory(n, to, read, [&](T* copies) { copy_bytes(to, copies, bytes(n)); });
    }
  }

  static void write(const void* first, std::ptrdiff_t n, const void* from)
  {
    const It& it = *static_cast<const It*>(first);
    if (const auto places = places_for<WritePlacesStep<Word>, const Word*>(it)) {
      with_device_memory(n, const_cast<void*>(from), [&](Word* words) {
        if (words != from) copy_bytes(words, from, bytes(n));
        const Word* const begin = words;
        run_step(WritePlacesStep<Word>{*places}, reads(begin, begin + n));
      });
    } else {
      const auto fetch = [&](T* copies) {
        if (copies != from) copy_bytes(copies, from, bytes(n));
      };
      with_host_memory(
          n, const_cast<void*>(from), fetch, [&](T* copies) { it.write_by_host(n, copies); });
    }
  }

 private:
  static std::size_t bytes(std::ptrdiff_t n) { return static_cast<std::size_t>(n) * sizeof(T); }

  /// The places, if this unit's kernels can run a step on them.
  template <class Step, class Operand>
  static std::optional<OwnPlaces> places_for(const It& it)
  {
    if (device_launcher<Step, Operand>() == nullptr) return std::nullopt;
    return it.places();
  }

  /// Calls f with device memory for \c n elements: those at \c elements, if they are there.
  template <class F>
  static void with_device_memory(std::ptrdiff_t n, void* elements, const F& f)
  {
    if (is_device_memory(elements)) return f(static_cast<Word*>(elements));
    const Scratch device(MemoryKind::device, bytes(n));
    f(static_cast<Word*>(device.address()));
  }

  /// Calls both functions with host memory for \c n elements: those at \c elements, if they are
  /// there.
  template <class Fill, class Use>
  static void with_host_memory(std::ptrdiff_t n, void* elements, const Fill& fill, const Use& use)
  {
    if (!is_device_memory(elements)) {
      fill(static_cast<T*>(elements));
      return use(static_cast<T*>(elements));
    }
    const Scratch host(MemoryKind::host, bytes(n));
    fill(static_cast<T*>(host.address()));
    use(static_cast<T*>(host.address()));
  }
};

template <class Own, class It>
struct CopierOf<OwnPositions<Own, It>> {
  using type = CopiesAtOwnPositions<OwnPositions<Own, It>>;
};

/// Whether units should work on their own elements of the first range, and copy those of the others
/// at the same positions: kernels do that fast, and no range has long runs, whose elements it
/// would be better to work on. The same on all units.
template <MovedByKernels Own, MovedByKernels... Others>
bool works_at_own_positions(const Own& first, const Own& last, const Others&... others)
{
  if (!run_has_gpu_units_anywhere || !has_only_gpus_of_host(first.team())) return false;
  const auto n = last - first;
  const auto is_suited = [&](const auto& it) {
    return it.team() == first.team() && has_short_runs(it, it + n);
  };
  return has_short_runs(first, last) && (is_suited(others) && ...);
}

}  // namespace dash::detail
