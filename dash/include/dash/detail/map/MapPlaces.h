#pragma once

/// \file
/// The order in which the elements of a unit's part of a map were inserted.

#include <dash/detail/map/MapMemory.h>

#include <cstdint>

namespace dash::detail {

/// Places 0, 1, … of a unit's part; each holds the link to an element, or no link. Thread-safe.
class MapPlaces {
 public:
  MapPlaces(MapMemory& memory, dart_unit_t unit) noexcept : memory_(memory), unit_(unit) {}

  /// Number of places in use.
  std::uint64_t size() const { return atomic_load(word(&MapHeader::places)); }
  /// Number of elements in them.
  std::uint64_t num_elements() const
  {
    // This is read first, so that the difference is never negative.
    const auto vacated = atomic_load(word(&MapHeader::vacated));
    return size() - vacated;
  }

  /// The element at a place; no link if it was erased or is being inserted.
  MapLink at(std::uint64_t place) const
  {
    const auto entry = memory_.find(unit_, MapTable::places, place);
    return entry ? MapLink(atomic_load(entry->member<std::uint64_t>(0))) : MapLink();
  }

  /// Records that the element of a place was erased.
  void vacate(std::uint64_t place)
  {
    atomic_store(entry(place), MapLink::vacated().bits());
    count_vacated(1);
  }

  /// Claims consecutive places for \c n elements. Places that are not filled count as vacated in
  /// the end.
  class Claim {
   public:
    Claim(MapPlaces& places, std::uint64_t n)
        : places_(places),
          unfilled_(n),
          next_(atomic_fetch_op(places.word(&MapHeader::places), dash::plus<std::uint64_t>(), n))
    {}
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;
    ~Claim()
    {
      if (unfilled_ > 0) places_.count_vacated(unfilled_);
    }

    /// The next place; allocates memory for its link. \throws std::bad_alloc
    std::uint64_t next()
    {
      places_.memory_.make(places_.unit_, MapTable::places, next_);
      return next_++;
    }

    /// Stores the link to an element that is in the list, unless the element was erased meanwhile.
    void fill(std::uint64_t place, MapLink link)
    {
      --unfilled_;
      std::uint64_t empty = 0;
      atomic_compare_exchange(places_.entry(place), empty, link.bits());
    }

   private:
    MapPlaces& places_;
    std::uint64_t unfilled_;
    std::uint64_t next_;
  };

  /// Closes the gaps while no other unit uses the part. Calls \c settle(link, place) for the
  /// elements from \c first on; it returns the link to store in the place.
  template <class Settle>
  void close_gaps(std::uint64_t first, Settle settle)
  {
    const auto end = size();
    std::uint64_t kept = first;
    for (auto place = first; place < end; ++place) {
      if (const MapLink link = at(place)) {
        atomic_store(entry(kept), settle(link, kept).bits());
        ++kept;
      }
    }
    for (auto place = kept; place < end; ++place) {
      if (const auto rest = memory_.find(unit_, MapTable::places, place)) {
        atomic_store(rest->template member<std::uint64_t>(0), std::uint64_t{0});
      }
    }
    atomic_store(word(&MapHeader::places), kept);
    atomic_store(word(&MapHeader::vacated), std::uint64_t{0});
  }

 private:
  SharedWord word(std::uint64_t MapHeader::* member) const { return memory_.word(unit_, member); }
  SharedWord entry(std::uint64_t place) const
  {
    return memory_.find(unit_, MapTable::places, place)->member<std::uint64_t>(0);
  }
  void count_vacated(std::uint64_t n)
  {
    atomic_fetch_op(word(&MapHeader::vacated), dash::plus<std::uint64_t>(), n);
  }

  MapMemory& memory_;
  dart_unit_t unit_;
};

}  // namespace dash::detail
