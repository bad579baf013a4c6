#pragma once

/// \file
/// The calling unit's elements of a map.

#include <dash/Exception.h>
#include <dash/Types.h>

#include <utility>

namespace dash {

/// The elements of a map that the calling unit owns, with native references. Elements that units of
/// other hosts have inserted here appear at the next barrier. All functions are local calls.
template <class Map>
class UnorderedMapLocalRef {
 public:
  using map_type = Map;
  using key_type = typename Map::key_type;
  using mapped_type = typename Map::mapped_type;
  using value_type = typename Map::value_type;
  using size_type = typename Map::size_type;
  using index_type = typename Map::index_type;
  using difference_type = typename Map::difference_type;
  using iterator = typename Map::local_iterator;
  using const_iterator = typename Map::const_local_iterator;
  using reference = value_type&;
  using const_reference = const value_type&;
  using mapped_type_reference = typename Map::local_mapped_type_reference;

  iterator begin() { return map_->lbegin(); }
  iterator end() { return map_->lend(); }
  const_iterator begin() const { return map_->clbegin(); }
  const_iterator end() const { return map_->clend(); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }

  size_type size() const { return map_->lsize(); }
  size_type capacity() const { return map_->lcapacity(); }
  bool empty() const { return size() == 0; }

  /// Returns \c end if the calling unit owns no such element.
  iterator find(const key_type& key) { return map_->local_find(key); }
  const_iterator find(const key_type& key) const { return map_->local_find(key); }
  size_type count(const key_type& key) const { return find(key) == end() ? 0 : 1; }

  /// Inserts like the map's function; returns \c end instead of an iterator to an element of
  /// another unit.
  std::pair<iterator, bool> insert(const value_type& value)
  {
    const auto [position, inserted] = map_->insert(value);
    return {map_->as_local(position), inserted};
  }

  /// \throws exception::InvalidArgument if the calling unit owns no such element
  mapped_type_reference at(const key_type& key) { return mapped(find(key)); }

  /// The element with a key; inserts a value-initialised one if there is none.
  /// \throws exception::InvalidArgument if another unit owns the element, and then inserts nothing
  mapped_type_reference operator[](const key_type& key)
  {
    const bool is_own = map_->bucket(key) == static_cast<size_type>(map_->team().myid().id);
    return mapped(is_own ? insert(value_type(key, mapped_type())).first : end());
  }

 private:
  friend Map;

  explicit UnorderedMapLocalRef(Map* map) noexcept : map_(map) {}

  mapped_type_reference mapped(const iterator& element) const
  {
    if (element == map_->lend()) {
      DASH_THROW(
          dash::exception::InvalidArgument,
          "UnorderedMap: the calling unit owns no such element: the hash policy of the map gives "
          "the "
          "key to another unit. Access it through the map, or give the map the policy "
          "dash::HashLocal, by which units own what they insert");
    }
    if constexpr (is_atomic<mapped_type>::value) {
      return mapped_type_reference(&element->second);
    } else {
      return element->second;
    }
  }

  Map* map_;
};

}  // namespace dash
