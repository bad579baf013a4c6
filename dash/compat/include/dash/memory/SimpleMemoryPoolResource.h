#pragma once

/// \file
/// A pool of blocks of equal size in local memory.

#include <dash/memory/MemorySpace.h>

#include <cstddef>
#include <memory_resource>
#include <vector>

namespace dash {

/// Pool of blocks of equal size for many small allocations; requests that exceed a block are passed
/// to the local memory space. Not thread-safe. Destruction releases all memory of the pool.
template <class LMem>
class SimpleMemoryPoolResource : public std::pmr::memory_resource {
  static_assert(
      detail::memory_choice<LMem> == DART_MEMORY_HOST,
      "free blocks are chained in place by host code: the pool needs host memory");

 public:
  using memory_space_type_category = typename LMem::memory_space_type_category;

  /// Size of a block in bytes.
  static constexpr std::size_t block_size = 64;

  explicit SimpleMemoryPoolResource(LMem* upstream = nullptr)
      : upstream_(upstream != nullptr ? upstream : detail::default_local_space<LMem>())
  {}
  SimpleMemoryPoolResource(const SimpleMemoryPoolResource&) = delete;
  SimpleMemoryPoolResource& operator=(const SimpleMemoryPoolResource&) = delete;
  ~SimpleMemoryPoolResource() override { release(); }

  /// Allocates \c nblocks further blocks in advance.
  void reserve(std::size_t nblocks)
  {
    if (nblocks == 0) return;
    auto* const blocks = static_cast<Block*>(upstream_->allocate(nblocks * block_size, block_size));
    slabs_.push_back({blocks, nblocks});
    for (std::size_t i = 0; i < nblocks; ++i) push(blocks + i);
  }

  /// Releases all blocks, including those in use.
  void release()
  {
    for (const auto& slab : slabs_) {
      upstream_->deallocate(slab.blocks, slab.nblocks * block_size, block_size);
    }
    slabs_.clear();
    free_ = nullptr;
  }

  LMem* upstream_resource() const noexcept { return upstream_; }

 protected:
  void* do_allocate(std::size_t nbytes, std::size_t alignment) override
  {
    if (!fits(nbytes, alignment)) return upstream_->allocate(nbytes, alignment);
    if (free_ == nullptr) reserve(slabs_.empty() ? 16 : 2 * slabs_.back().nblocks);
    auto* const block = free_;
    free_ = block->next;
    return block;
  }

  void do_deallocate(void* ptr, std::size_t nbytes, std::size_t alignment) override
  {
    if (fits(nbytes, alignment)) {
      push(static_cast<Block*>(ptr));
    } else {
      upstream_->deallocate(ptr, nbytes, alignment);
    }
  }

  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override
  {
    return this == &other;
  }

 private:
  union alignas(block_size) Block {
    Block* next;
    std::byte bytes[block_size];
  };

  struct Slab {
    Block* blocks;
    std::size_t nblocks;
  };

  static bool fits(std::size_t nbytes, std::size_t alignment) noexcept
  {
    return nbytes <= block_size && alignment <= block_size;
  }

  void push(Block* block) noexcept
  {
    block->next = free_;
    free_ = block;
  }

  LMem* upstream_;
  Block* free_ = nullptr;
  std::vector<Slab> slabs_;
};

}  // namespace dash
