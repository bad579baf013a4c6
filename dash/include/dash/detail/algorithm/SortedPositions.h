#pragma once

/// \file
/// The positions of a range in the order of its keys, which kernels of the GPU units of a host sort
/// by digits, so that keys and values are then moved to where they belong.

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/DeviceCallable.h>
#include <dash/detail/execution/PlaceSteps.h>
#include <dash/detail/execution/RadixOrder.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/execution/WorkAtPlaces.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/Places.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/GpuUnits.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>

namespace dash::detail {

/// How keys are sorted.
struct KeyOrder {
  NumberKind kind;
  bool is_descending;
};

template <RadixSortable K, RadixOrder order>
constexpr KeyOrder key_order()
{
  return {number_kind<K>, order == RadixOrder::descending};
}

/// An unsigned number that has the same order as the key with these bits; the same number for both
/// zeros.
template <class Word>
DASH_HOST_DEVICE constexpr Word digits_of(Word bits, const KeyOrder& order)
{
  constexpr auto minus_zero = static_cast<Word>(Word{1} << (std::numeric_limits<Word>::digits - 1));
  if (order.kind == NumberKind::floating && bits == minus_zero) bits = 0;
  const Word digits = ordered_bits(bits, order.kind);
  return static_cast<Word>(order.is_descending ? ~digits : digits);
}

/// The digits of a key, and the position where it comes from.
struct NumberedKey {
  std::uint64_t digits;
  default_index_t position;
};

/// The order of digits; keys with the same digits keep their order.
struct OrderOfDigits {
  int digit_bits;  ///< number of bits that digits have

  DASH_HOST_DEVICE constexpr bool operator()(const NumberedKey& a, const NumberedKey& b) const
  {
    return a.digits < b.digits || (a.digits == b.digits && a.position < b.position);
  }
};
template <>
inline constexpr bool is_strict<OrderOfDigits, NumberedKey> = true;
template <>
inline constexpr bool is_order_of_digits<OrderOfDigits> = true;

template <class Word>
struct NumberKey {
  const Word* keys;
  default_index_t begin;  ///< position of the first key
  KeyOrder order;

  DASH_HOST_DEVICE NumberedKey operator()(default_index_t position) const
  {
    return {digits_of(keys[position - begin], order), position};
  }
};

/// Makes numbered keys of keys with consecutive positions.
template <class Word>
struct NumberKeysStep {
  static constexpr auto name = "dash::sort";
  using functions = Functions<>;
  default_index_t begin;
  KeyOrder order;

  template <class Execution, class In, class Out>
  void operator()(const Execution& exec, const In& in, const Out& out) const
  {
    exec.generate_with_index(
        out.begin(), out.end(), begin, NumberKey<Word>{in.begin(), begin, order});
  }
};

/// Whether kernels of this unit sort the positions of \c n keys of this many bytes each, for which
/// the unit has enough device memory.
DASH_API bool have_sort_of_positions(std::size_t key_size, Position n);

/// A share of the positions in sorted order, in device memory of the unit.
class DASH_API SortedPositions {
 public:
  /// Sorts the positions of all units' keys. Equivalent keys keep their order. Collective; all
  /// units have read their keys on return.
  /// \param keys  in device memory, those of the calling unit's share of the positions
  SortedPositions(
      const char* algorithm, Team& team, const Share& share, const void* keys, std::size_t key_size,
      const KeyOrder& order);

  /// The positions of those elements that belong to the share, as long as this object exists.
  NumberedPositions positions() const;

 private:
  std::optional<UnitBuffer<NumberedKey>> sorted_;
};

/// Whether the order of keys is one of digits, and kernels find the places of keys and of the
/// elements of other ranges, so that GPU units can sort positions.
template <class Compare, class Keys, class... Others>
inline constexpr bool have_sortable_positions =
    radix_order<std::iter_value_t<Keys>, Compare> != RadixOrder::none && WorkedAtPlaces<Keys> &&
    (WorkedAtPlaces<Others> && ...);

/// Whether GPU units should sort positions by keys, and then move the keys and the elements of
/// other ranges. The same on all units of the team; collective if they are GPU units of one host.
/// \param share  of the calling unit
template <class Compare, class Keys, class... Others>
bool sorts_positions(Team& team, const Share& share, const Keys& keys, const Others&... others)
{
  using K = std::iter_value_t<Keys>;
  if constexpr (have_sortable_positions<Compare, Keys, Others...>) {
    if (!run_has_gpu_units_anywhere || !has_only_gpus_of_host(team)) return false;
    if (!((others.team() == team) && ...)) return false;
    const bool are_possible = have_sort_of_positions(sizeof(K), share.size()) &&
                              have_moves_by_kernels(sizeof(K)) &&
                              (have_moves_by_kernels(sizeof(std::iter_value_t<Others>)) && ...);
    return all_units(team, are_possible && kernels_reach(keys) && (kernels_reach(others) && ...));
  } else {
    return false;
  }
}

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

/// Sorts keys, and moves the elements of the other ranges at the same positions along with them;
/// equivalent keys keep their order. Collective.
template <class Compare, WorkedAtPlaces Keys, WorkedAtPlaces... Others>
void sort_by_positions(
    const char* algorithm, ExchangePhase& phase, Team& team, const Share& share, const Keys& keys,
    const Others&... others)
{
  using K = std::iter_value_t<Keys>;
  const SortedPositions sorted = [&] {
    const auto own_keys = copy_of_share(keys, share);
    constexpr auto order = key_order<K, radix_order<K, Compare>>();
    return SortedPositions(algorithm, team, share, own_keys.data(), sizeof(K), order);
  }();
  const std::tuple moved{
      elements_at(keys, sorted.positions(), share.size()),
      elements_at(others, sorted.positions(), share.size())...};
  phase.all_have_read();
  const auto assign = [&](const auto& elements, const auto& first) {
    assign_elements(elements.begin(), elements.end(), first + share.begin);
  };
  std::apply(
      [&](const auto& first, const auto&... elements) {
        assign(first, keys);
        (assign(elements, others), ...);
      },
      moved);
}

}  // namespace dash::detail

template <>
struct dash::is_device_callable<dash::detail::OrderOfDigits> : std::true_type {};
