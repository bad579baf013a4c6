#pragma once

/// \file
/// The calling unit's part of a list.

#include <dash/Exception.h>

#include <cstddef>

namespace dash {

/// The elements of a list that the calling unit owns. All operations are local; other units see
/// changes after the list's \c barrier. References to elements stay valid, but they refer to
/// positions: insertion and removal in front of them move the values.
template <class List>
class LocalListRef {
 public:
  using value_type = typename List::value_type;
  using node_type = typename List::node_type;
  using size_type = typename List::size_type;
  using index_type = typename List::index_type;
  using difference_type = index_type;
  using iterator = typename List::local_iterator;
  using const_iterator = typename List::const_local_iterator;
  using reference = value_type&;
  using const_reference = const value_type&;

  /// Iterators over nodes: <tt>it->value</tt> is the element.
  iterator begin() { return list_->lbegin(); }
  iterator end() { return list_->lend(); }
  const_iterator begin() const { return constant().lbegin(); }
  const_iterator end() const { return constant().lend(); }

  size_type size() const noexcept { return list_->lsize(); }
  size_type capacity() const noexcept { return list_->lcapacity(); }
  bool empty() const noexcept { return size() == 0; }

  /// \throws exception::OutOfRange if there are no elements
  reference front()
  {
    require_elements(1);
    return begin()->value;
  }
  reference back()
  {
    require_elements(1);
    return (end() - 1)->value;
  }

  /// Appends an element in constant time, except when memory has to grow. \throws std::bad_alloc if
  /// the unit's heap is exhausted
  void push_back(const value_type& value) { list_->append(value); }
  /// Removes the last element in constant time. \throws exception::OutOfRange if there are no
  /// elements
  void pop_back()
  {
    require_elements(1);
    list_->remove_last();
  }

  /// Insert and erase at the first element.
  void push_front(const value_type& value) { insert(begin(), value); }
  void pop_front() { erase(begin()); }

  /// Inserts in front of \c position. The time is that of moving the elements behind the position.
  /// \return iterator to the new element
  /// \throws exception::OutOfRange if the position is outside of the calling unit's part
  iterator insert(const_iterator position, const value_type& value)
  {
    const auto index = checked_index(position, size());
    const value_type inserted = value;
    list_->append(inserted);
    auto it = end() - 1;
    for (const auto first = begin() + index; it != first; --it) it->value = (it - 1)->value;
    it->value = inserted;
    return it;
  }

  /// Removes an element. The time is that of moving the elements behind it.
  /// \return iterator to the next one
  /// \throws exception::OutOfRange if there is no element at the position
  iterator erase(const_iterator position)
  {
    require_elements(1);
    const auto index = checked_index(position, size() - 1);
    for (auto it = begin() + index; it != end() - 1; ++it) it->value = (it + 1)->value;
    list_->remove_last();
    return begin() + index;
  }

 private:
  friend List;

  explicit LocalListRef(List* list) noexcept : list_(list) {}

  const List& constant() const noexcept { return *list_; }

  void require_elements(size_type n) const
  {
    if (size() < n) {
      DASH_THROW(dash::exception::OutOfRange, "List: the calling unit owns no element");
    }
  }
  index_type checked_index(const const_iterator& position, size_type last) const
  {
    const auto index = static_cast<index_type>(position.pos());
    if (index < 0 || index > static_cast<index_type>(last)) {
      DASH_THROW(
          dash::exception::OutOfRange,
          "List: position " << index << " in a part of " << size() << " elements");
    }
    return index;
  }

  List* list_;
};

}  // namespace dash
