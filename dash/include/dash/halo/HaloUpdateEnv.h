#pragma once

/// \file
/// The exchange of a block's halo.

#include <dash/MdSpan.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/halo/HaloExchange.h>
#include <dash/halo/HaloBlock.h>
#include <dash/halo/HaloMemory.h>

#include <array>

namespace dash::halo {

/// Halo memory and the exchange that fills it. The units of the team have to update each region the
/// same number of times. There is no other synchronisation, and calls only wait for neighbours.
/// Only one thread at a time may use it.
template <class HaloBlockT>
class HaloUpdateEnv {
 public:
  static constexpr dim_t N = HaloBlockT::ndim();
  using Element_t = typename HaloBlockT::Element_t;
  using HaloMemory_t = HaloMemory<HaloBlockT>;
  using Elements = MdSpan<const Element_t, N, typename HaloBlockT::index_type>;

  /// Collective; synchronises at its end. The block must exist as long as this object.
  explicit HaloUpdateEnv(const HaloBlockT& block) : block_(&block), memory_(block), exchange_(block)
  {}

  HaloMemory_t& halo_memory() { return memory_; }
  const HaloMemory_t& halo_memory() const { return memory_; }
  const HaloBlockT& block_env() const { return *block_; }

  /// Has no effect: updates of single regions need no preparation.
  void prepare_update() {}

  /// Updates with the elements that are at the borders now; complete on return.
  /// \param elements  the own block
  void update(const Elements& elements)
  {
    lend(elements);
    wait();
    take_back();
  }
  void update(region_index_t region, const Elements& elements)
  {
    exchange_.start(region, region + 1, elements, memory_, detail::Borders::lent);
    wait(region);
    take_back();
  }

  /// Starts an update with the elements that are at the borders now. \param elements  the own block
  void start(const Elements& elements)
  {
    exchange_.start(0, all, elements, memory_, detail::Borders::sent);
  }
  void start(region_index_t region, const Elements& elements)
  {
    exchange_.start(region, region + 1, elements, memory_, detail::Borders::sent);
  }

  /// Starts an update like \c start, but the elements must not change before \c take_back, which
  /// has to follow: until then, neighbours on the same host may read them where they are.
  void lend(const Elements& elements)
  {
    exchange_.start(0, all, elements, memory_, detail::Borders::lent);
  }
  /// Ends what \c lend begins. Waits for no neighbour that has not come: it gets a copy.
  void take_back() { exchange_.take_back(); }

  /// Waits for the update: on return, the halo memory has the neighbours' elements.
  void wait()
  {
    const dash::detail::CurrentCall call("dash::halo::HaloUpdateEnv::wait");
    for (region_index_t r = 0; r < all; ++r) exchange_.finish(r, memory_);
  }
  void wait(region_index_t region)
  {
    const dash::detail::CurrentCall call("dash::halo::HaloUpdateEnv::wait");
    exchange_.finish(region, memory_);
  }

  /// Sets elements beyond custom sides to \c f(coords), for global coordinates. Other elements do
  /// not change.
  template <class F>
  void set_custom(F f)
  {
    constexpr auto order = HaloBlockT::Pattern_t::memory_order();
    for (const auto& box : block_->halo_boxes()) {
      auto element = memory_.first_element_at(box.spec.index());
      for (std::size_t i = 0; i < box.view.size(); ++i, ++element) {
        const auto at = dash::detail::coords_in<order>(
            box.view, static_cast<typename HaloBlockT::index_type>(i));
        const auto [coords, is_custom] = block_->canonical(at);
        if (is_custom) *element = f(coords);
      }
    }
  }

 private:
  static constexpr region_index_t all = detail::NumRegionsMax<N>;

  const HaloBlockT* block_;
  HaloMemory_t memory_;
  detail::HaloExchange<HaloBlockT> exchange_;
};

}  // namespace dash::halo
