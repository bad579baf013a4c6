#pragma once

/// \file
/// Ranges of global memory for loops of host code, which read blocks of elements ahead of the loop.

#include <dash/detail/memory/PendingTransfers.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/plan/Limits.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/range/ShortRuns.h>
#include <dash/detail/range/Transfer.h>
#include <dash/iterator/GlobalPosition.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace dash {

/// The elements of a global range for a loop that goes through them once, made by
/// dash::read_ahead(). Elements that host code could only read one by one, because they are in
/// memory of GPUs or of other hosts, are read in blocks, while the loop uses the block before; so
/// are many short runs. All others are used where they are.
///
/// An element has a value that it had at some time after begin() was called and before the loop
/// reaches it: the loop may miss what other units, or its own body, write meanwhile. So use it
/// where nobody writes the elements, for example between two barriers.
///
/// The range owns the blocks: it is neither copied nor moved, and lives as long as its iterators.
template <GlobalPosition It>
class ReadAhead {
 public:
  using value_type = std::remove_cv_t<typename It::value_type>;
  static_assert(
      is_bytewise_copyable_v<value_type> && !is_atomic<value_type>::value,
      "dash::read_ahead copies elements in blocks, so they must be trivially copyable and not "
      "atomic");

  /// Input iterator. References to elements are valid until the iterator is incremented.
  class iterator {
   public:
    using value_type = ReadAhead::value_type;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::input_iterator_tag;

    iterator() = default;

    const value_type& operator*() const noexcept { return *at_; }
    const value_type* operator->() const noexcept { return at_; }
    iterator& operator++()
    {
      if (++at_ == end_) use(range_->next_block());
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& it, std::default_sentinel_t)
    {
      return it.at_ == it.end_;
    }

   private:
    friend ReadAhead;

    explicit iterator(ReadAhead& range) : range_(&range) { use(range.next_block()); }

    void use(const std::pair<const value_type*, const value_type*>& block)
    {
      at_ = block.first;
      end_ = block.second;
    }

    ReadAhead* range_ = nullptr;
    const value_type* at_ = nullptr;
    const value_type* end_ = nullptr;
  };

  ReadAhead(const It& first, const It& last)
      : first_(first),
        size_(detail::require_range("dash::read_ahead", first, last))
  {}
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  /// Begins to read. Local call. A call ends the use of earlier iterators.
  iterator begin()
  {
    for (Block& block : blocks_) block.transfers.wait();
    next_ = first_;
    rest_ = size_;
    wanted_ = smallest_block;
    ahead_ = 0;
    start_block();
    return iterator(*this);
  }
  std::default_sentinel_t end() const noexcept { return {}; }

  std::size_t size() const noexcept { return static_cast<std::size_t>(size_); }

 private:
  /// Blocks grow, since the loop may end early.
  static constexpr std::ptrdiff_t smallest_block = detail::elements_in<value_type>(4096);
  static constexpr std::ptrdiff_t largest_block =
      detail::elements_in<value_type>(detail::limits::together_in_cache);

  /// Elements that are being read, or that are used where they are.
  struct Block {
    const value_type* begin = nullptr;
    std::ptrdiff_t size = 0;
    std::ptrdiff_t room = 0;
    detail::Scratch memory;
    detail::PendingTransfers transfers;  // ends before the memory
  };

  /// Waits for the block that was started, and starts the next one. \return its elements
  std::pair<const value_type*, const value_type*> next_block()
  {
    Block& block = blocks_[ahead_];
    block.transfers.wait();
    ahead_ = 1 - ahead_;
    start_block();
    return {block.begin, block.begin + block.size};
  }

  void start_block()
  {
    Block& block = blocks_[ahead_];
    block.size = 0;
    if (rest_ == 0) return;
    const auto run = next_.contiguous();
    if (run.first != nullptr &&
        (run.size >= detail::limits::short_run_elements || run.size >= rest_)) {
      block.size = std::min<std::ptrdiff_t>(run.size, rest_);
      block.begin = run.first;
    } else {
      block.size = (std::min)(wanted_, rest_);
      copy(block);
      wanted_ = (std::min)(2 * wanted_, largest_block);
    }
    next_ += static_cast<typename It::difference_type>(block.size);
    rest_ -= block.size;
  }

  void copy(Block& block)
  {
    if (block.room < block.size) {
      block.room = block.size;
      block.memory = detail::Scratch(
          detail::MemoryKind::host, static_cast<std::size_t>(block.room) * sizeof(value_type));
    }
    auto* const elements = static_cast<value_type*>(block.memory.address());
    detail::copy_runs<detail::Read>(next_, block.size, elements, block.transfers);
    block.begin = elements;
  }

  It first_, next_{};
  std::ptrdiff_t size_, rest_ = 0;
  std::ptrdiff_t wanted_ = smallest_block;  ///< size of the next block that is copied
  std::size_t ahead_ = 0;                   ///< number of the block that was started
  std::array<Block, 2> blocks_;
};

/// The elements of a global range for a loop of host code:
/// <tt>for (int value : dash::read_ahead(array))</tt>. See ReadAhead for which values the loop
/// gets. Local call.
/// \throws exception::InvalidArgument  if \c last is in front of \c first
template <GlobalPosition It>
ReadAhead<It> read_ahead(const It& first, const It& last)
{
  return {first, last};
}

template <class Range>
  requires requires(Range& range) {
    { range.begin() } -> GlobalPosition;
    { range.end() } -> std::same_as<decltype(range.begin())>;
  }
auto read_ahead(Range&& range)
{
  return ReadAhead<decltype(range.begin())>(range.begin(), range.end());
}

}  // namespace dash
