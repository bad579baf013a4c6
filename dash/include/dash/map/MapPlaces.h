/**
 * \file dash/map/MapPlaces.h
 * The order in which the elements of a unit's part of a map were inserted.
 */
#ifndef DASH__MAP__MAP_PLACES_H__INCLUDED
#define DASH__MAP__MAP_PLACES_H__INCLUDED

#include <dash/map/MapMemory.h>

#include <cstdint>

namespace dash::internal {

/** Places 0, 1, … of a unit's part; each holds the link to an element, or none. Thread-safe. */
class MapPlaces {
 public:
  MapPlaces(MapMemory& memory, dart_unit_t unit) noexcept : _memory(memory), _unit(unit) {}

  /** Places given away. */
  std::uint64_t size() const { return atomic_load(word(&MapHeader::places)); }
  /** Elements in them. */
  std::uint64_t num_elements() const
  {
    // Read first, so that the difference is never negative.
    const auto vacated = atomic_load(word(&MapHeader::vacated));
    return size() - vacated;
  }

  /** The element at a place; none if it was erased or is just being inserted. */
  MapLink at(std::uint64_t place) const
  {
    const auto entry = _memory.find(_unit, MapTable::places, place);
    return entry ? MapLink(atomic_load(entry->member<std::uint64_t>(0))) : MapLink();
  }

  /** The element of a place was erased. */
  void vacate(std::uint64_t place)
  {
    atomic_store(entry(place), MapLink::vacated().bits());
    count_vacated(1);
  }

  /** Places for \c n elements one behind the other. What is not filled is vacant in the end. */
  class Claim {
   public:
    Claim(MapPlaces& places, std::uint64_t n)
      : _places(places),
        _unfilled(n),
        _next(atomic_fetch_op(
            places.word(&MapHeader::places), dash::plus<std::uint64_t>(), n))
    {}
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;
    ~Claim()
    {
      if (_unfilled > 0) _places.count_vacated(_unfilled);
    }

    /** The next place, with memory to hold a link. \throws std::bad_alloc */
    std::uint64_t next()
    {
      _places._memory.make(_places._unit, MapTable::places, _next);
      return _next++;
    }

    /** Shows an element that is in the list, unless it was erased in between. */
    void fill(std::uint64_t place, MapLink link)
    {
      --_unfilled;
      std::uint64_t empty = 0;
      atomic_compare_exchange(_places.entry(place), empty, link.bits());
    }

   private:
    MapPlaces& _places;
    std::uint64_t _unfilled;
    std::uint64_t _next;
  };

  /**
   * Closes the gaps, while no other unit uses the part. \c settle(link, place) is called for the
   * elements from \c first on, and returns the link that the place is to hold.
   */
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
      if (const auto rest = _memory.find(_unit, MapTable::places, place)) {
        atomic_store(rest->template member<std::uint64_t>(0), std::uint64_t{0});
      }
    }
    atomic_store(word(&MapHeader::places), kept);
    atomic_store(word(&MapHeader::vacated), std::uint64_t{0});
  }

 private:
  SharedWord word(std::uint64_t MapHeader::*member) const { return _memory.word(_unit, member); }
  SharedWord entry(std::uint64_t place) const
  {
    return _memory.find(_unit, MapTable::places, place)->member<std::uint64_t>(0);
  }
  void count_vacated(std::uint64_t n)
  {
    atomic_fetch_op(word(&MapHeader::vacated), dash::plus<std::uint64_t>(), n);
  }

  MapMemory& _memory;
  dart_unit_t _unit;
};

}  // namespace dash::internal

#endif  // DASH__MAP__MAP_PLACES_H__INCLUDED
