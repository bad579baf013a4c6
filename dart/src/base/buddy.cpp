#include "base/buddy.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace dart {

Buddy::Buddy(std::uint64_t capacity, std::uint64_t granule, void* table)
    : granule_shift_(std::countr_zero(granule)),
      top_order_(std::countr_zero(capacity) - std::countr_zero(granule)),
      links_(static_cast<Link*>(table)),
      states_(reinterpret_cast<std::uint8_t*>(links_ + (capacity >> granule_shift_)))
{
  std::fill(std::begin(heads_), std::end(heads_), none);
  push(0, top_order_);
}

Buddy::Order Buddy::order_for(std::uint64_t bytes) const
{
  const std::uint64_t granules = (bytes + granule() - 1) >> granule_shift_;
  return granules <= 1 ? 0 : std::bit_width(granules - 1);
}

OptionalOffset Buddy::allocate(std::uint64_t bytes)
{
  if (bytes > capacity()) return std::nullopt;
  const Order order = order_for(bytes);
  Index block = none;
  if (order < recent_orders && recent_[order].count > 0) {
    block = recent_[order].block[--recent_[order].count];
  } else if ((block = take(order)) == none) {
    merge_recent();
    if ((block = take(order)) == none) return std::nullopt;
  }
  states_[block] = is_allocated | order;
  return std::uint64_t(block) << granule_shift_;
}

std::uint64_t Buddy::free(std::uint64_t offset)
{
  const std::uint64_t size = block_size(offset);
  if (size == 0) return 0;
  const Index block = offset >> granule_shift_;
  const Order order = states_[block] & order_mask;
  if (order < recent_orders && recent_[order].count < recent_blocks) {
    states_[block] = is_recent | order;
    recent_[order].block[recent_[order].count++] = block;
  } else {
    give(block, order);
  }
  return size;
}

std::uint64_t Buddy::block_size(std::uint64_t offset) const
{
  if (offset >= capacity() || (offset & (granule() - 1)) != 0) return 0;
  const std::uint8_t state = states_[offset >> granule_shift_];
  return (state & ~order_mask) == is_allocated ? granule() << (state & order_mask) : 0;
}

/// Takes the first free block of \c order, or splits a larger one if there is none.
Buddy::Index Buddy::take(Order order)
{
  const std::uint32_t fitting = nonempty_ & (~std::uint32_t(0) << order);
  if (fitting == 0) return none;
  Order from = std::countr_zero(fitting);
  const Index block = heads_[from];
  unlink(block, from);
  while (from > order) {
    --from;
    push(block + (Index(1) << from), from);
  }
  return block;
}

/// Returns a block to the free lists and merges it with its free buddies.
void Buddy::give(Index block, Order order)
{
  while (order < top_order_) {
    const Index buddy = block ^ (Index(1) << order);
    if (states_[buddy] != (is_free | order)) break;
    unlink(buddy, order);
    states_[block] = states_[buddy] = 0;
    block = std::min(block, buddy);
    ++order;
  }
  push(block, order);
}

void Buddy::merge_recent()
{
  for (Order order = 0; order < recent_orders; ++order) {
    while (recent_[order].count > 0) give(recent_[order].block[--recent_[order].count], order);
  }
}

void Buddy::push(Index block, Order order)
{
  states_[block] = is_free | order;
  links_[block] = {heads_[order], none};
  if (heads_[order] != none) links_[heads_[order]].previous = block;
  heads_[order] = block;
  nonempty_ |= std::uint32_t(1) << order;
}

void Buddy::unlink(Index block, Order order)
{
  const auto [next, previous] = links_[block];
  if (next != none) links_[next].previous = previous;
  (previous != none ? links_[previous].next : heads_[order]) = next;
  if (heads_[order] == none) nonempty_ &= ~(std::uint32_t(1) << order);
  states_[block] = 0;
}

}  // namespace dart
