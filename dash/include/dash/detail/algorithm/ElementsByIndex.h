#pragma once

/// \file
/// Reads and writes of elements whose indices are in a list.

#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/base/CurrentStream.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/detail/execution/CopyElements.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/memory/ByteAccess.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/plan/Limits.h>
#include <dash/detail/range/Places.h>
#include <dash/iterator/IteratorTraits.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

namespace dash::detail {

/// Whether elements can be transferred byte by byte between global and native memory.
template <class Iterator, class Local>
concept TransfersElements = GlobalIterator<Iterator> && std::is_pointer_v<Local> &&
                            std::is_same_v<std::iter_value_t<Iterator>, std::iter_value_t<Local>> &&
                            requires(const Iterator& it) { (*it).mapped(); };

/// Whether places of elements are computed. Those that are accessed atomically are left to
/// references.
template <class Iterator>
concept PlacedByIndex = HasPlaces<Iterator> && !is_atomic<std::iter_value_t<Iterator>>::value;

/// Overlapping transfers of single elements of a container. The destructor completes them.
class ElementTransfers {
 public:
  ElementTransfers() = default;
  /// Waits, because transfers in progress use the caller's buffers.
  ~ElementTransfers()
  {
    if (!DART_GPTR_ISNULL(last_)) dart_flush_all(last_);
  }
  ElementTransfers(const ElementTransfers&) = delete;
  ElementTransfers& operator=(const ElementTransfers&) = delete;

  template <class Iterator, class Local>
  void read(const Local& to, const Iterator& it)
  {
    if constexpr (TransfersElements<Iterator, Local>) {
      if (run_has_unmapped_memory && (*it).mapped() == nullptr) [[unlikely]] {
        start_read(to, last_ = it.dart_gptr(), sizeof(*to));
        return;
      }
    }
    *to = static_cast<std::iter_value_t<Iterator>>(*it);
  }

  template <class Iterator, class Local>
  void write(const Iterator& it, const Local& from)
  {
    if constexpr (TransfersElements<Iterator, Local>) {
      if (run_has_unmapped_memory && (*it).mapped() == nullptr) [[unlikely]] {
        start_write(last_ = it.dart_gptr(), from, sizeof(*from));
        return;
      }
    }
    *it = *from;
  }

  void complete()
  {
    if (!DART_GPTR_ISNULL(last_)) flush_all(std::exchange(last_, DART_GPTR_NULL));
  }

 private:
  dart_gptr_t last_ = DART_GPTR_NULL;
};

/// Elements of a range by their distances from an iterator. Where the calling unit reaches the
/// parts of all units, it computes the place of each element: a kernel does so on GPU units, host
/// code on CPU units. Elsewhere, each element is a transfer, of which many are under way.
template <std::random_access_iterator It>
class ElementsByIndex {
  using T = std::iter_value_t<It>;
  using Index = default_index_t;

 public:
  /// \param team     whose units read or write the elements
  /// \param indices  number of indices of all units, for which it has to be worth it to ask where
  ///   the parts of all units are
  ElementsByIndex(const It& first, const Team& team, std::ptrdiff_t indices) : first_(first)
  {
    if constexpr (PlacedByIndex<It>) {
      const auto parts = static_cast<std::ptrdiff_t>(first.team().size() * team.size());
      if (indices < parts * limits::least_indices_for_a_part || !kernels_reach(first)) return;
      map_ = PlaceMap(first);
      parts_.emplace(first);
    }
  }

  /// Assigns the elements at the indices in a native range, or one that is read as an operand, to
  /// those from \c to on.
  template <class Indices, class To>
  void read(const Indices& index, const Indices& end, const To& to) const
  {
    if (moves_by_kernel<To>()) {
      return for_each_list(index, end, [&](const UnitBuffer<Index>& list, Index done) {
        read_places(places_of(list), list.size(), sizeof(T), address_of(to) + done);
      });
    }
    const auto step = [&](const auto&, const auto& indices, const auto& elements) {
      with_elements([&](auto& by_index) {
        for_each_pair(
            indices, elements, [&](Index at, const auto& out) { by_index.read(out, at); });
      });
    };
    run_on_host(step, reads(index, end), writes(to, to + (end - index)));
  }

  /// Assigns the elements from \c from on to those at the indices.
  template <class Indices, class From>
  void write(const Indices& index, const Indices& end, const From& from) const
  {
    if (moves_by_kernel<From>()) {
      return for_each_list(index, end, [&](const UnitBuffer<Index>& list, Index done) {
        write_places(places_of(list), list.size(), sizeof(T), address_of(from) + done);
      });
    }
    const auto step = [&](const auto&, const auto& elements, const auto& indices) {
      with_elements([&](auto& by_index) {
        for_each_pair(indices, elements, [&](Index at, const auto& in) { by_index.write(in, at); });
      });
    };
    run_on_host(step, reads(from, from + (end - index)), reads(index, end));
  }

 private:
  /// Elements that are at computed places in memory of this host.
  struct AtPlaces {
    const PlaceMap& map;
    const Parts<Index>& parts;

    T& operator[](Index index) const
    {
      const auto at = map.locate(index, parts);
      return reinterpret_cast<T*>(parts.address(at.unit))[at.local];
    }

    template <class Out>
    void read(const Out& out, Index index) const
    {
      *out = std::as_const((*this)[index]);
    }
    template <class In>
    void write(const In& in, Index index) const
    {
      (*this)[index] = static_cast<T>(*in);
    }
  };

  /// Elements that are transferred one by one.
  struct Transferred {
    const It& first;
    ElementTransfers transfers;

    template <class Out>
    void read(const Out& out, Index index)
    {
      transfers.read(out, first + index);
    }
    template <class In>
    void write(const In& in, Index index)
    {
      transfers.write(first + index, in);
    }
  };

  /// Calls \c f(index, iterator) for each index and the native element that corresponds to it.
  template <class Indices, class Natives, class F>
  static void for_each_pair(const Indices& indices, const Natives& natives, const F& f)
  {
    auto native = natives.begin();
    for (auto at = indices.begin(); at != indices.end(); ++at, ++native)
      f(static_cast<Index>(*at), native);
  }

  template <class F>
  void with_elements(const F& f) const
  {
    if constexpr (PlacedByIndex<It>) {
      if (parts_ && memory_of_unit() == MemoryKind::host) {
        const AtPlaces elements{map_, parts_->parts()};
        return f(elements);
      }
    }
    Transferred elements{first_, {}};
    f(elements);
    elements.transfers.complete();
  }

  /// Whether a kernel moves elements between their places and native memory.
  template <class Native>
  bool moves_by_kernel() const
  {
    if constexpr (
        MovedAsWords<It> && PlacedByIndex<It> && std::is_pointer_v<Native> &&
        std::is_same_v<std::iter_value_t<Native>, T> && is_bytewise_copyable_v<T>) {
      return parts_ && memory_of_unit() == MemoryKind::device && current_stream() == nullptr &&
             have_moves_by_kernels(sizeof(T));
    } else {
      return false;
    }
  }

  /// Calls \c f(list, number of indices before) for lists of indices that kernels read, which do
  /// not take much memory.
  template <class Indices, class F>
  static void for_each_list(const Indices& index, const Indices& end, const F& f)
  {
    constexpr Index most = limits::together_on_gpu / Index{sizeof(Index)};
    const Index n = end - index;
    for (Index done = 0; done < n; done += most) {
      const UnitBuffer<Index> list((std::min)(most, n - done));
      copy_indices(index + done, index + done + list.size(), list.begin());
      f(list, done);
    }
  }

  /// Host code converts indices of other types, since a library has no kernels for each of them.
  template <class Indices>
  static void copy_indices(const Indices& index, const Indices& end, Index* to)
  {
    if constexpr (std::is_same_v<std::iter_value_t<Indices>, Index>) {
      copy_or_convert(index, end, to);
    } else {
      run_on_host(CopyStep{}, reads(index, end), writes(to, to + (end - index)));
    }
  }

  Places places_of(const UnitBuffer<Index>& list) const
  {
    const auto* const indices = static_cast<const Index*>(dart_kernel_address(list.data()));
    return {NumberedPositions(indices, 1), map_, parts_->parts()};
  }

  template <class Native>
  static auto* address_of(const Native& native)
  {
    if constexpr (std::is_pointer_v<Native>) {
      return native;
    } else {
      return static_cast<T*>(nullptr);  // not moved by a kernel
    }
  }

  const It& first_;
  PlaceMap map_;
  std::optional<PartAddresses> parts_;
};

}  // namespace dash::detail
