#pragma once

/// \file
/// Keys and the values that belong to them, which algorithms move together.

#include <dash/detail/execution/CopyElements.h>
#include <dash/detail/execution/Share.h>

#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace dash::detail {

/// A key, and the value at the same position of another range.
template <class K, class V>
struct Entry {
  K key;
  V value;
};

template <class Keys, class Values>
using entry_of = Entry<stored_value<Keys>, stored_value<Values>>;

/// Copies keys and values of a share of the positions of both ranges to host memory.
template <class Keys, class Values>
std::vector<entry_of<Keys, Values>> entries_of(
    const Keys& keys, const Values& values, const Share& share)
{
  const auto own_keys = elements_of(keys, share);
  const auto own_values = elements_of(values, share);
  std::vector<entry_of<Keys, Values>> entries;
  entries.reserve(own_keys.size());
  for (std::size_t i = 0; i < own_keys.size(); ++i) entries.push_back({own_keys[i], own_values[i]});
  return entries;
}

/// One member of all entries.
template <class K, class V, class Member>
std::vector<Member> members_of(
    const std::vector<Entry<K, V>>& entries, Member Entry<K, V>::* member)
{
  std::vector<Member> members;
  members.reserve(entries.size());
  for (const auto& entry : entries) members.push_back(entry.*member);
  return members;
}

/// Assigns keys and values to the elements that begin at \c keys and \c values.
template <class K, class V, class Keys, class Values>
void assign_entries(const std::vector<Entry<K, V>>& entries, const Keys& keys, const Values& values)
{
  const auto assign = [](const auto& members, const auto& out) {
    assign_elements(members.begin(), members.end(), out);
  };
  assign(members_of(entries, &Entry<K, V>::key), keys);
  assign(members_of(entries, &Entry<K, V>::value), values);
}

}  // namespace dash::detail
