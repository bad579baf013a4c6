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
    if constexpr (HasPlaces<It>) {
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
      const UnitBuffer<Index> list(end - index);
      copy_or_convert(index, end, list.begin());
      read_places(places_of(list), list.size(), sizeof(T), address_of(to));
      return;
    }
    const auto step = [&](const auto&, const auto& indices, const auto& elements) {
      with_elements([&](auto& element_at) {
        auto out = elements.begin();
        for (auto at = indices.begin(); at != indices.end(); ++at, ++out) {
          element_at.read(out, static_cast<Index>(*at));
        }
      });
    };
    run_on_host(step, reads(index, end), writes(to, to + (end - index)));
  }

  /// Assigns the elements from \c from on to those at the indices.
  template <class Indices, class From>
  void write(const Indices& index, const Indices& end, const From& from) const
  {
    if (moves_by_kernel<From>()) {
      const UnitBuffer<Index> list(end - index);
      copy_or_convert(index, end, list.begin());
      write_places(places_of(list), list.size(), sizeof(T), address_of(from));
      return;
    }
    const auto step = [&](const auto&, const auto& elements, const auto& indices) {
      with_elements([&](auto& element_at) {
        auto in = elements.begin();
        for (auto at = indices.begin(); at != indices.end(); ++at, ++in) {
          element_at.write(in, static_cast<Index>(*at));
        }
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

  template <class F>
  void with_elements(const F& f) const
  {
    if constexpr (HasPlaces<It>) {
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
        MovedAsWords<It> && HasPlaces<It> && std::is_pointer_v<Native> &&
        std::is_same_v<std::iter_value_t<Native>, T> && is_bytewise_copyable_v<T>) {
      return parts_ && memory_of_unit() == MemoryKind::device && current_stream() == nullptr &&
             have_moves_by_kernels(sizeof(T));
    } else {
      return false;
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
