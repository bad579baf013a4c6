#pragma once

/// \file
/// Elements at own positions (OwnPositions.h) for kernels, which compute the place of each element:
/// as operands of steps, or for copies.

#include <dash/Types.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/base/WordOfSize.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/memory/IndexMap.h>
#include <dash/detail/memory/PartTable.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/IndexedParts.h>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <iterator>
#include <optional>
#include <type_traits>
#include <vector>

namespace dash::detail {

/// Where elements are, for kernels.
class OwnPlaces {
  using Index = default_index_t;

 public:
  OwnPlaces() = default;
  /// Elements that follow each other in the unit's memory.
  explicit OwnPlaces(void* consecutive) : consecutive_(consecutive) {}
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
    if (consecutive_ != nullptr) return static_cast<T*>(consecutive_)[n];
    const auto at = map_.locate(own_[n] + distance_, parts_);
    return reinterpret_cast<T*>(parts_.address(at.unit))[at.local];
  }

 private:
  void* consecutive_ = nullptr;
  DealtIndices<Index> own_{};
  Index distance_ = 0;
  UniformIndexMap<Index> map_;
  Parts<Index> parts_;
};

/// Iterator over elements at places, for the operands of steps.
template <class T>
class PlaceIterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_cv_t<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = T*;
  using reference = T&;

  PlaceIterator() = default;
  explicit PlaceIterator(const OwnPlaces& places) : places_(places) {}

  /// The number of the element among those at the places.
  difference_type number() const { return n_; }

  DASH_HOST_DEVICE reference operator*() const { return places_.element<T>(n_); }
  DASH_HOST_DEVICE reference operator[](difference_type n) const
  {
    return places_.element<T>(n_ + n);
  }

  DASH_HOST_DEVICE PlaceIterator& operator+=(difference_type n)
  {
    n_ += n;
    return *this;
  }
  DASH_HOST_DEVICE PlaceIterator& operator-=(difference_type n) { return *this += -n; }
  DASH_HOST_DEVICE PlaceIterator& operator++() { return *this += 1; }
  DASH_HOST_DEVICE PlaceIterator& operator--() { return *this -= 1; }
  DASH_HOST_DEVICE PlaceIterator operator++(int)
  {
    PlaceIterator old = *this;
    ++*this;
    return old;
  }
  DASH_HOST_DEVICE PlaceIterator operator--(int)
  {
    PlaceIterator old = *this;
    --*this;
    return old;
  }

  DASH_HOST_DEVICE friend PlaceIterator operator+(PlaceIterator it, difference_type n)
  {
    return it += n;
  }
  DASH_HOST_DEVICE friend PlaceIterator operator+(difference_type n, PlaceIterator it)
  {
    return it += n;
  }
  DASH_HOST_DEVICE friend PlaceIterator operator-(PlaceIterator it, difference_type n)
  {
    return it -= n;
  }
  DASH_HOST_DEVICE friend difference_type operator-(const PlaceIterator& a, const PlaceIterator& b)
  {
    return a.n_ - b.n_;
  }
  DASH_HOST_DEVICE friend bool operator==(const PlaceIterator& a, const PlaceIterator& b)
  {
    return a.n_ == b.n_;
  }
  DASH_HOST_DEVICE friend auto operator<=>(const PlaceIterator& a, const PlaceIterator& b)
  {
    return a.n_ <=> b.n_;
  }

 private:
  OwnPlaces places_;
  difference_type n_ = 0;
};

template <class T>
inline constexpr bool has_device_elements<PlaceIterator<T>> =
    std::is_trivially_copyable_v<T> && std::is_copy_assignable_v<std::remove_const_t<T>>;

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

/// Whether kernels of this unit reach the parts of all units.
template <class It>
bool kernels_reach(const It& it)
{
  const auto& pattern = it.pattern();
  const auto is_reached = [&](int id) {
    const team_unit_t unit(id);
    return pattern.local_size(unit) == 0 || it.globmem().kernel_base(unit) != nullptr;
  };
  return std::all_of(pattern.team().begin(), pattern.team().end(), is_reached);
}

/// Whether kernels of this unit copy the elements of all units.
template <class It>
bool kernels_move(const It& it)
{
  using Word = word_of_size<sizeof(std::iter_value_t<It>)>;
  return device_launcher<ReadPlacesStep<Word>, Word*>() != nullptr &&
         device_launcher<WritePlacesStep<Word>, const Word*>() != nullptr && kernels_reach(it);
}

}  // namespace dash::detail
