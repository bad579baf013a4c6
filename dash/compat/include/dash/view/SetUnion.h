#pragma once

/// \file
/// Several views as one object.

#include <initializer_list>
#include <utility>
#include <vector>

namespace dash {

/// Views that belong together. It holds them in their order and does nothing else with them.
template <class View>
class CompositeView {
 public:
  using value_type = View;
  using iterator = typename std::vector<View>::const_iterator;

  CompositeView(std::initializer_list<View> views) : views_(views) {}
  explicit CompositeView(std::vector<View> views) : views_(std::move(views)) {}

  iterator begin() const { return views_.begin(); }
  iterator end() const { return views_.end(); }

 private:
  std::vector<View> views_;
};

/// The views as one object. Local call.
template <class View>
CompositeView<View> set_union(std::initializer_list<View> views)
{
  return CompositeView<View>(views);
}
template <class View>
CompositeView<View> set_union(const std::vector<View>& views)
{
  return CompositeView<View>(views);
}

}  // namespace dash
