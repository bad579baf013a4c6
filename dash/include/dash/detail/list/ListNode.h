#pragma once

namespace dash {

/// An element of a list, and its neighbours in the part of the unit that owns it.
template <class T>
struct ListNode {
  T value;
  /// Native addresses at the owner; nullptr at the ends of its part.
  ListNode* lprev;
  ListNode* lnext;
};

}  // namespace dash
