#pragma once

/// \file
/// Copies of elements at own positions (OwnPositions.h) by kernels, which compute the place of each
/// element.

#include <dash/Types.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/WordOfSize.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/memory/IndexMap.h>
#include <dash/detail/memory/PartTable.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/IndexedParts.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
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

/// The parts that all units have of a container, for kernels that only need their addresses.
template <class It>
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

/// Copies elements at own positions by kernels.
/// \tparam It  OwnPositions
template <class It>
struct CopiesByKernels {
  using T = std::iter_value_t<It>;
  using Word = word_of_size<sizeof(T)>;
  using Addresses = PartAddresses<typename It::Range>;

  static void read(const It& it, std::ptrdiff_t n, void* to)
  {
    const Addresses addresses(it.range());
    on_device(n, to, [&](Word* words) {
      run_step(ReadPlacesStep<Word>{places(it, addresses)}, writes(words, words + n));
      if (words != to) copy_bytes(to, words, bytes(n));
    });
  }

  static void write(const It& it, std::ptrdiff_t n, const void* from)
  {
    const Addresses addresses(it.range());
    on_device(n, const_cast<void*>(from), [&](Word* words) {
      if (words != from) copy_bytes(words, from, bytes(n));
      const Word* const begin = words;
      run_step(WritePlacesStep<Word>{places(it, addresses)}, reads(begin, begin + n));
    });
  }

 private:
  /// The places of all elements from this one on, as long as the addresses exist.
  static OwnPlaces places(const It& it, const Addresses& addresses)
  {
    using Index = default_index_t;
    const auto& own = it.own();
    const UnitIndex<Index> first{own.team().myid().id, static_cast<Index>(it.local())};
    return OwnPlaces(
        {UniformIndexMap<Index>(own.pattern()), first}, static_cast<Index>(it.distance()),
        UniformIndexMap<Index>(it.range().pattern()), addresses.parts());
  }
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

/// Whether kernels of this unit reach the parts of all units, and can run the steps on them.
template <class It>
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

}  // namespace dash::detail
