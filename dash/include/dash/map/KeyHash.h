#pragma once

/// \file
/// Policies that determine which unit owns a key, and hash values within a unit.

#include <dash/Pair.h>
#include <dash/Team.h>
#include <dash/Types.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace dash {

/// Each unit owns the keys that it inserts, so several units may have an element each with the same
/// key: it is for keys that no two units insert, such as those of a unit's own data. A map with
/// this policy searches a key at the calling unit first, and then at all others.
template <class Key>
class HashLocal {
 public:
  using argument_type = Key;
  using result_type = team_unit_t;

  HashLocal() = default;
  explicit HashLocal(Team& team) : myid_(team.myid()) {}

  team_unit_t operator()(const Key&) const noexcept { return myid_; }

 private:
  team_unit_t myid_{};
};

namespace detail {

/// Policies whose result depends on the unit that asks, not on the key.
template <class Hash>
inline constexpr bool is_caller_dependent = false;
template <class Key>
inline constexpr bool is_caller_dependent<HashLocal<Key>> = true;

/// A hash value in which each bit depends on all bits of \c bits.
constexpr std::uint64_t mixed(std::uint64_t bits) noexcept
{
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
  bits = (bits ^ (bits >> 32)) * odd;
  bits = (bits ^ (bits >> 29)) * odd;
  return bits ^ (bits >> 32);
}

template <class Key>
std::uint64_t hash_of_bytes(const Key& key) noexcept
{
  std::uint64_t hash = sizeof(Key);
  const auto* const bytes = reinterpret_cast<const std::byte*>(&key);
  for (std::size_t i = 0; i < sizeof(Key); i += sizeof(hash)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + i, (std::min)(sizeof(word), sizeof(Key) - i));
    hash = mixed(hash ^ word);
  }
  return hash;
}

template <class Hash, class Key>
concept HashesInsideOfUnit = requires(Hash& hash, const Key& key) {
  { hash.hash(key) } -> std::convertible_to<std::size_t>;
};

template <class Key>
concept StandardHashable = requires(const Key& key) {
  { std::hash<Key>()(key) } -> std::convertible_to<std::size_t>;
};

template <class Key>
inline constexpr bool is_tuple = false;
template <class... Members>
inline constexpr bool is_tuple<std::tuple<Members...>> = true;
template <class A, class B>
inline constexpr bool is_tuple<std::pair<A, B>> = true;
template <class A, class B>
inline constexpr bool is_tuple<Pair<A, B>> = true;

/// Calls \c f with the types of the members of a pair or tuple. \return whether all calls hold
template <class Key, class F>
constexpr bool holds_for_members(F f)
{
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return (f(std::type_identity<std::remove_const_t<std::tuple_element_t<i, Key>>>()) && ...);
  }(std::make_index_sequence<std::tuple_size_v<Key>>());
}

/// Whether hash_of_key() is the same for equal keys: there is a std::hash, equal keys have the same
/// bytes, or both hold for the members of a pair or tuple.
template <class Key>
constexpr bool is_hashable()
{
  if constexpr (StandardHashable<Key> || std::has_unique_object_representations_v<Key>) {
    return true;
  } else if constexpr (is_tuple<Key>) {
    return holds_for_members<Key>([]<class T>(std::type_identity<T>) { return is_hashable<T>(); });
  } else {
    return false;
  }
}

template <class Key>
std::uint64_t hash_of_key(const Key& key)
{
  if constexpr (StandardHashable<Key>) {
    return mixed(std::hash<Key>()(key));
  } else if constexpr (std::has_unique_object_representations_v<Key>) {
    return hash_of_bytes(key);
  } else {
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
      using std::get;
      std::uint64_t hash = sizeof...(i);
      ((hash = mixed(hash ^ hash_of_key(get<i>(key)))), ...);
      return hash;
    }(std::make_index_sequence<std::tuple_size_v<Key>>());
  }
}

template <class Pred, class Key>
inline constexpr bool compares_all_of_key =
    std::same_as<Pred, std::equal_to<Key>> || std::same_as<Pred, std::equal_to<>>;

/// A number that is the same for equal keys, for the search within a unit's part: the result of the
/// policy's function \c hash if it has one, otherwise hash_of_key(), provided that equality is that
/// of the key type. In all other cases it is constant, and a
/// unit's keys are searched one by one.
template <class Pred, class Hash, class Key>
std::uint64_t bucket_hash(Hash& hash, const Key& key)
{
  if constexpr (HashesInsideOfUnit<Hash, Key>) {
    return mixed(hash.hash(key));
  } else if constexpr (compares_all_of_key<Pred, Key> && is_hashable<Key>()) {
    return hash_of_key(key);
  } else {
    return 0;
  }
}

}  // namespace detail

/// Spreads keys evenly over the units by their hash values, so that each key has one owner, whoever
/// inserts it. The hash value is that of std::hash, or of the key's bytes; that of pairs and tuples
/// is made of those of their members. Types that have neither need a policy of their own.
template <class Key>
class HashOverUnits {
 public:
  using argument_type = Key;
  using result_type = team_unit_t;

  HashOverUnits() = default;
  explicit HashOverUnits(Team& team) : units_(team.size()) {}

  team_unit_t operator()(const Key& key) const
  {
    static_assert(
        detail::is_hashable<Key>(),
        "dash::UnorderedMap cannot spread these keys over the units, because they have padding and "
        "no std::hash: define std::hash for them, or pass a hash policy");
    // The upper half selects the unit, because the lower bits select the bucket there.
    const std::uint64_t hash = detail::bucket_hash<std::equal_to<Key>>(*this, key) >> 32;
    return team_unit_t{static_cast<dart_unit_t>(hash * units_ >> 32)};
  }

 private:
  std::uint64_t units_ = 1;
};

}  // namespace dash
