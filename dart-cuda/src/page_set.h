#pragma once

/// \file
/// The set of mapped pages of a slot, which can be queried in nanoseconds while pages are added.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace dart::cuda {

/// Unit in which device memory is mapped and host memory is registered.
inline constexpr std::uint64_t page_bytes = std::uint64_t(2) << 20;

inline constexpr std::uint64_t page_floor(std::uint64_t at)
{
  return at & ~(page_bytes - 1);
}
inline constexpr std::uint64_t page_ceil(std::uint64_t at)
{
  return page_floor(at + page_bytes - 1);
}

class PageSet {
 public:
  explicit PageSet(std::uint64_t bytes)
      : bytes_(bytes),
        // Mapped pages start as zeros, and only those that are written use memory.
        words_(
            static_cast<Word*>(std::calloc(bytes / page_bytes / bits + 1, sizeof(Word))),
            &std::free)
  {
    if (words_ == nullptr) throw std::bad_alloc();
  }

  /// Whether all pages that overlap [offset, offset + bytes) are in the set. The range may be any:
  /// global pointers with any offset lead here.
  bool contains(std::uint64_t offset, std::uint64_t bytes) const
  {
    if (offset > bytes_ || bytes > bytes_ - offset) return false;
    bool all = true;
    for_each_word(offset, bytes, [&](Word& word, std::uint64_t mask) {
      all = all && (word.load(std::memory_order_acquire) & mask) == mask;
    });
    return all;
  }
  void add(std::uint64_t offset, std::uint64_t bytes)
  {
    for_each_word(offset, bytes, [](Word& word, std::uint64_t mask) { word.fetch_or(mask); });
  }
  void remove(std::uint64_t offset, std::uint64_t bytes)
  {
    for_each_word(offset, bytes, [](Word& word, std::uint64_t mask) { word.fetch_and(~mask); });
  }

 private:
  using Word = std::atomic<std::uint64_t>;
  static constexpr std::uint64_t bits = 64;

  /// Calls \c f(word, mask of its pages) for all pages that overlap a range.
  template <class F>
  void for_each_word(std::uint64_t offset, std::uint64_t bytes, F f) const
  {
    if (bytes == 0) return;
    std::uint64_t page = offset / page_bytes;
    const std::uint64_t last = (offset + bytes - 1) / page_bytes;
    while (page <= last) {
      const std::uint64_t in_word = std::min(last - page + 1, bits - page % bits);
      const std::uint64_t ones = ~std::uint64_t(0) >> (bits - in_word);
      f(words_.get()[page / bits], ones << page % bits);
      page += in_word;
    }
  }

  std::uint64_t bytes_;
  std::unique_ptr<Word[], decltype(&std::free)> words_;
};

}  // namespace dart::cuda
