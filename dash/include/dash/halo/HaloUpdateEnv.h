/**
 * \file dash/halo/HaloUpdateEnv.h
 * The exchange of a block's halo.
 */
#ifndef DASH__HALO__HALO_UPDATE_ENV_H__INCLUDED
#define DASH__HALO__HALO_UPDATE_ENV_H__INCLUDED

#include <dash/MdSpan.h>
#include <dash/halo/HaloBlock.h>
#include <dash/halo/HaloMemory.h>
#include <dash/halo/internal/HaloExchange.h>

#include <array>

namespace dash::halo {

/**
 * Halo memory, and what fills it. The units of the team update the same regions equally often, in
 * the same order for each region; apart from that there is no synchronisation, and no call waits for
 * more than the neighbours. Not by several threads at once.
 */
template <class HaloBlockT>
class HaloUpdateEnv {
 public:
  static constexpr dim_t N = HaloBlockT::ndim();
  using Element_t = typename HaloBlockT::Element_t;
  using HaloMemory_t = HaloMemory<HaloBlockT>;
  using Elements = MdSpan<const Element_t, N, typename HaloBlockT::index_type>;

  /** Collective; ends synchronised. The block must outlive it. */
  explicit HaloUpdateEnv(const HaloBlockT& block) : _block(&block), _memory(block), _exchange(block)
  {
  }

  HaloMemory_t& halo_memory() { return _memory; }
  const HaloMemory_t& halo_memory() const { return _memory; }
  const HaloBlockT& block_env() const { return *_block; }

  /** No effect: updates of single regions prepare themselves. */
  void prepare_update() {}

  /** Takes the elements at the borders as they are now. \param elements  the own block */
  void start(const Elements& elements)
  {
    for (region_index_t r = 0; r < internal::NumRegionsMax<N>; ++r) start(r, elements);
  }
  void start(region_index_t region, const Elements& elements)
  {
    _exchange.start(region, elements, _memory);
  }

  /** The halo memory has the neighbours' elements on return. */
  void wait()
  {
    for (region_index_t r = 0; r < internal::NumRegionsMax<N>; ++r) wait(r);
  }
  void wait(region_index_t region) { _exchange.finish(region, _memory); }

  /** Elements beyond custom sides become \c f(coords), by global coordinates; others stay. */
  template <class F>
  void set_custom(F f)
  {
    constexpr auto order = HaloBlockT::Pattern_t::memory_order();
    for (const auto& box : _block->halo_boxes()) {
      auto element = _memory.first_element_at(box.spec.index());
      for (std::size_t i = 0; i < box.view.size(); ++i, ++element) {
        const auto at = dash::internal::coords_in<order>(
            box.view, static_cast<typename HaloBlockT::index_type>(i));
        const auto [coords, is_custom] = _block->canonical(at);
        if (is_custom) *element = f(coords);
      }
    }
  }

 private:
  const HaloBlockT* _block;
  HaloMemory_t _memory;
  internal::HaloExchange<HaloBlockT> _exchange;
};

}  // namespace dash::halo

#endif  // DASH__HALO__HALO_UPDATE_ENV_H__INCLUDED
