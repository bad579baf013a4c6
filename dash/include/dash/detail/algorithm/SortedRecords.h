#pragma once

/// \file
/// Sorts of keys together with values, and random permutations of values, by kernels of the GPU
/// units of a host: they sort records of the digits of each key, and of the value or the position
/// that belongs to it.

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/algorithm/SortedRuns.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/base/WordOfSize.h>
#include <dash/detail/execution/CopyElements.h>
#include <dash/detail/execution/DeviceCallable.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/RadixOrder.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/execution/WorkAtPlaces.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/plan/KernelWork.h>
#include <dash/detail/range/Places.h>
#include <dash/util/Random.h>

#include <climits>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <type_traits>

namespace dash::detail {

/// The digits of a key, and what moves along with it.
template <class Word>
struct Record {
  Word digits;
  Word payload;
};

/// The order of records by digits.
struct OrderOfRecords {
  int digit_bits;  ///< number of bits that digits have

  template <class Word>
  DASH_HOST_DEVICE static constexpr Word& digits(Record<Word>& record)
  {
    return record.digits;
  }
  template <class Word>
  DASH_HOST_DEVICE static constexpr Word digits(const Record<Word>& record)
  {
    return record.digits;
  }

  template <class Word>
  DASH_HOST_DEVICE constexpr bool operator()(const Record<Word>& a, const Record<Word>& b) const
  {
    return a.digits < b.digits;
  }
};
template <class Word>
inline constexpr bool is_strict<OrderOfRecords, Record<Word>> = true;

/// Elements of some size at places, as words.
struct WordsAtPlaces {
  Places places;
  std::size_t size;  ///< size of an element: 1, 2, 4 or 8 bytes

  /// Calls \c f(element), which is a word of its size.
  template <class F>
  DASH_HOST_DEVICE auto with_element(default_index_t n, const F& f) const
  {
    return with_word(size, [&](auto word) {
      using Word = decltype(word);
      return f(places.element<Word>(n));
    });
  }
};

/// Keys that are sorted.
struct KeysAtPlaces {
  WordsAtPlaces words;
  KeyOrder order;

  template <class Word>
  DASH_HOST_DEVICE Word digits(default_index_t n) const
  {
    return words.with_element(
        n, [&](auto bits) { return static_cast<Word>(digits_of(bits, order)); });
  }
};

template <class Word>
struct RecordWithValue {
  KeysAtPlaces keys;
  WordsAtPlaces values;

  DASH_HOST_DEVICE Record<Word> operator()(default_index_t n) const
  {
    const auto to_word = [](auto bits) { return static_cast<Word>(bits); };
    return {keys.digits<Word>(n), values.with_element(n, to_word)};
  }
};

struct RecordWithPosition {
  KeysAtPlaces keys;
  default_index_t begin;  ///< position of the first key

  DASH_HOST_DEVICE Record<std::uint64_t> operator()(default_index_t n) const
  {
    return {keys.digits<std::uint64_t>(n), static_cast<std::uint64_t>(begin + n)};
  }
};

struct RecordWithRandomKey {
  Random random;
  default_index_t begin;  ///< position of the first value
  WordsAtPlaces values;

  DASH_HOST_DEVICE Record<std::uint64_t> operator()(default_index_t n) const
  {
    const auto to_word = [](auto bits) { return static_cast<std::uint64_t>(bits); };
    return {random.bits(static_cast<std::uint64_t>(begin + n)), values.with_element(n, to_word)};
  }
};

template <class RecordAt>
struct MakeRecordsStep {
  static constexpr auto name = "dash::sort_by_key";
  using functions = Functions<>;
  RecordAt record_at;

  template <class Execution, class Out>
  void operator()(const Execution& exec, const Out& out) const
  {
    exec.generate_with_index(out.begin(), out.end(), default_index_t{0}, record_at);
  }
};

template <class Word>
struct StoreValue {
  WordsAtPlaces values;

  DASH_HOST_DEVICE void operator()(const Record<Word>& record, default_index_t n) const
  {
    values.with_element(n, [&](auto& value) {
      value = static_cast<std::remove_reference_t<decltype(value)>>(record.payload);
    });
  }
};

template <class Word>
struct StoreKeyAndValue {
  KeysAtPlaces keys;
  StoreValue<Word> store_value;

  DASH_HOST_DEVICE void operator()(const Record<Word>& record, default_index_t n) const
  {
    keys.words.with_element(n, [&](auto& key) {
      using Key = std::remove_reference_t<decltype(key)>;
      key = bits_of_digits(static_cast<Key>(record.digits), keys.order);
    });
    store_value(record, n);
  }
};

/// Stores what records have: keys and values, or values only.
template <class Store>
struct StoreRecordsStep {
  static constexpr auto name = "dash::sort_by_key";
  using functions = Functions<>;
  Store store;

  template <class Execution, class In>
  void operator()(const Execution& exec, const In& in) const
  {
    exec.for_each_with_index(in.begin(), in.end(), default_index_t{0}, store);
  }
};

/// Whether kernels of this unit sort \c n keys of this many bytes together with values or
/// positions, and the unit has enough device memory.
DASH_API bool have_sort_of_records(std::size_t key_size, std::size_t payload_size, Position n);

/// Sorts the keys and the values of all units, each of which gets those of its share. Equivalent
/// keys keep their order, but of floating-point keys zeros of different signs. Collective; complete
/// on all units on return.
/// \param share         of the calling unit
/// \param keys, values  the elements of the share
DASH_API void sort_records(
    const char* algorithm, Team& team, const Share& share, const KeysAtPlaces& keys,
    const WordsAtPlaces& values);

/// Whether kernels of this unit permute \c n values, and the unit has enough device memory.
DASH_API bool have_shuffle_of_records(Position n);

/// Sorts the values of all units by random keys: the number at index i is the key of the value at
/// position i. Each unit gets the values of its share. Equal keys keep their order. Collective;
/// complete on all units on return.
/// \param share   of the calling unit
/// \param values  the elements of the share
DASH_API void shuffle_records(
    const char* algorithm, Team& team, const Share& share, const Random& random,
    const WordsAtPlaces& values);

/// A share of the positions in the order of their keys, in device memory of the unit.
class DASH_API SortedPositions {
 public:
  /// Sorts the positions of all units' keys. Equivalent keys keep their order. Collective; all
  /// units have read their keys on return.
  /// \param keys  those of the calling unit's share
  SortedPositions(const char* algorithm, Team& team, const Share& share, const KeysAtPlaces& keys);

  /// The positions of those elements that belong to the share, as long as this object exists.
  NumberedPositions positions() const;

 private:
  UnitBuffer<Record<std::uint64_t>> sorted_;
};

/// Whether the order of keys is one of digits, and kernels find the places of keys and values, so
/// that GPU units can sort records of them.
template <class Compare, class Keys, class Values>
inline constexpr bool have_sortable_records =
    radix_order<std::iter_value_t<Keys>, Compare> != RadixOrder::none && WorkedAtPlaces<Keys> &&
    WorkedAtPlaces<Values>;

/// Whether records of the digits of keys with positions are sorted, and not with values, since
/// equivalent keys that can be told apart keep their order.
template <Stability stability, class Keys>
inline constexpr bool sorts_positions =
    stability == Stability::stable && !std::is_integral_v<std::iter_value_t<Keys>>;

/// Whether GPU units should sort records of keys and values. The same on all units of the team;
/// collective if they are GPU units of one host.
/// \param share  of the calling unit
template <Stability stability, class Compare, class Keys, class Values>
bool sorts_records(Team& team, const Share& share, const Keys& keys, const Values& values)
{
  using K = std::iter_value_t<Keys>;
  using V = std::iter_value_t<Values>;
  if constexpr (have_sortable_records<Compare, Keys, Values>) {
    if (!(values.team() == team)) return false;
    constexpr bool of_positions = sorts_positions<stability, Keys>;
    constexpr std::size_t payload = of_positions ? sizeof(default_index_t) : sizeof(V);
    return kernels_of_all_should(team, "to sort records of keys and values", [&] {
      const bool moves =
          !of_positions || (have_moves_by_kernels(sizeof(K)) && have_moves_by_kernels(sizeof(V)));
      return moves && have_sort_of_records(sizeof(K), payload, share.size()) &&
             kernels_reach(keys) && kernels_reach(values);
    });
  } else {
    return false;
  }
}

/// Whether GPU units should permute records of values. The same on all units of the team;
/// collective if they are GPU units of one host.
/// \param share  of the calling unit
template <WorkedAtPlaces Values>
bool shuffles_records(Team& team, const Share& share, const Values& values)
{
  return kernels_of_all_should(team, "to permute records", [&] {
    return have_shuffle_of_records(share.size()) && kernels_reach(values);
  });
}

/// Where the elements of a share of a range are, for kernels.
template <WorkedAtPlaces It>
class PlacesOfShare {
  using T = std::iter_value_t<It>;

 public:
  /// \param n  size of the range
  PlacesOfShare(const It& first, Position n, const Share& share)
  {
    if (auto* const own = own_run(first, n, share)) {
      places_ = Places(dart_kernel_address(own));
    } else {
      const auto& parts = addresses_.emplace(first).parts();
      places_ = Places(NumberedPositions(share.begin), PlaceMap(first), parts);
    }
  }

  WordsAtPlaces words() const { return {places_, sizeof(T)}; }

 private:
  std::optional<PartAddresses> addresses_;
  Places places_;
};

/// A copy of the elements of a range at some positions.
template <WorkedAtPlaces It>
auto elements_at(const It& first, const NumberedPositions& positions, Position n)
{
  using T = std::iter_value_t<It>;
  UnitBuffer<T> elements(n);
  const PartAddresses addresses(first);
  const Places places(positions, PlaceMap(first), addresses.parts());
  if (n > 0) read_places(places, n, sizeof(T), elements.data());
  return elements;
}

/// Sorts keys and values by kernels of the units. Collective.
/// \param n  number of keys
template <Stability stability, class Compare, WorkedAtPlaces Keys, WorkedAtPlaces Values>
void sort_by_records(
    const char* algorithm, ExchangePhase& phase, Team& team, const Share& share, Position n,
    const Keys& keys, const Values& values)
{
  using K = std::iter_value_t<Keys>;
  constexpr bool of_positions = sorts_positions<stability, Keys>;
  constexpr auto order = key_order<K, radix_order<K, Compare>>(of_positions);
  const PlacesOfShare own_keys(keys, n, share);
  const KeysAtPlaces sorted{own_keys.words(), order};
  if constexpr (!of_positions) {
    const PlacesOfShare own_values(values, n, share);
    sort_records(algorithm, team, share, sorted, own_values.words());
  } else {
    const SortedPositions by_key(algorithm, team, share, sorted);
    const auto moved_keys = elements_at(keys, by_key.positions(), share.size());
    const auto moved_values = elements_at(values, by_key.positions(), share.size());
    phase.all_have_read();
    assign_elements(moved_keys.begin(), moved_keys.end(), keys + share.begin);
    assign_elements(moved_values.begin(), moved_values.end(), values + share.begin);
  }
}

}  // namespace dash::detail

template <>
struct dash::is_device_callable<dash::detail::OrderOfRecords> : std::true_type {};
