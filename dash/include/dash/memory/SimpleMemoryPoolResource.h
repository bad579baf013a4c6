#ifndef DASH__MEMORY__SIMPLE_MEMORY_POOL_RESOURCE_H__INCLUDED
#define DASH__MEMORY__SIMPLE_MEMORY_POOL_RESOURCE_H__INCLUDED

#include <dash/memory/MemorySpace.h>

#include <cstddef>
#include <memory_resource>
#include <vector>

namespace dash {

/**
 * Pool of equal blocks for many small allocations; requests that exceed a block, go to the local
 * memory space. Not thread-safe. Destruction gives all pooled memory back.
 */
template <class LMem>
class SimpleMemoryPoolResource : public std::pmr::memory_resource {
  static_assert(
      internal::memory_choice<LMem> == DART_MEMORY_HOST,
      "free blocks are chained in place by host code: the pool needs host memory");

 public:
  using memory_space_type_category = typename LMem::memory_space_type_category;

  /** Bytes of a block. */
  static constexpr std::size_t block_size = 64;

  explicit SimpleMemoryPoolResource(LMem* upstream = nullptr)
    : _upstream(upstream != nullptr ? upstream : internal::default_local_space<LMem>())
  {}
  SimpleMemoryPoolResource(const SimpleMemoryPoolResource&) = delete;
  SimpleMemoryPoolResource& operator=(const SimpleMemoryPoolResource&) = delete;
  ~SimpleMemoryPoolResource() override { release(); }

  /** Makes \c nblocks further blocks ready. */
  void reserve(std::size_t nblocks)
  {
    if (nblocks == 0) return;
    auto* const blocks = static_cast<Block*>(_upstream->allocate(nblocks * block_size, block_size));
    _slabs.push_back({blocks, nblocks});
    for (std::size_t i = 0; i < nblocks; ++i) push(blocks + i);
  }

  /** Gives all blocks back, those in use too. */
  void release()
  {
    for (const auto& slab : _slabs) {
      _upstream->deallocate(slab.blocks, slab.nblocks * block_size, block_size);
    }
    _slabs.clear();
    _free = nullptr;
  }

  LMem* upstream_resource() const noexcept { return _upstream; }

 protected:
  void* do_allocate(std::size_t nbytes, std::size_t alignment) override
  {
    if (!fits(nbytes, alignment)) return _upstream->allocate(nbytes, alignment);
    if (_free == nullptr) reserve(_slabs.empty() ? 16 : 2 * _slabs.back().nblocks);
    auto* const block = _free;
    _free = block->next;
    return block;
  }

  void do_deallocate(void* ptr, std::size_t nbytes, std::size_t alignment) override
  {
    if (fits(nbytes, alignment)) {
      push(static_cast<Block*>(ptr));
    } else {
      _upstream->deallocate(ptr, nbytes, alignment);
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
    block->next = _free;
    _free = block;
  }

  LMem* _upstream;
  Block* _free = nullptr;
  std::vector<Slab> _slabs;
};

}  // namespace dash

#endif  // DASH__MEMORY__SIMPLE_MEMORY_POOL_RESOURCE_H__INCLUDED
