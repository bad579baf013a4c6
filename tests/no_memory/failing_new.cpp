#include "failing_new.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

// Neither may allocate, as they are used in operator new.
constinit std::atomic<std::ptrdiff_t> live{0};
constinit thread_local std::size_t allocations_until_failure = 0;  // 0: none fails
constinit thread_local bool failed = false;

void* allocate(std::size_t bytes, std::size_t alignment)
{
  if (allocations_until_failure > 0 && --allocations_until_failure == 0) {
    failed = true;
    return nullptr;
  }
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (memory != nullptr) live.fetch_add(1, std::memory_order_relaxed);
  return memory;
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment)
{
  void* const memory = allocate(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void give_back(void* memory) noexcept
{
  if (memory == nullptr) return;
  live.fetch_sub(1, std::memory_order_relaxed);
  std::free(memory);
}

}  // namespace

namespace dart::test {

FailingNew::FailingNew(std::size_t n)
{
  failed = false;
  allocations_until_failure = n;
}

FailingNew::~FailingNew()
{
  allocations_until_failure = 0;
}

bool FailingNew::has_failed() const
{
  return failed;
}

std::ptrdiff_t live_allocations()
{
  return live.load();
}

}  // namespace dart::test

constexpr std::size_t usual = alignof(std::max_align_t);

void* operator new(std::size_t bytes)
{
  return allocate_or_throw(bytes, usual);
}
void* operator new[](std::size_t bytes)
{
  return allocate_or_throw(bytes, usual);
}
void* operator new(std::size_t bytes, std::align_val_t alignment)
{
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment)
{
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept
{
  return allocate(bytes, usual);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept
{
  return allocate(bytes, usual);
}
void operator delete(void* memory) noexcept
{
  give_back(memory);
}
void operator delete[](void* memory) noexcept
{
  give_back(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
  give_back(memory);
}
void operator delete[](void* memory, std::size_t) noexcept
{
  give_back(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept
{
  give_back(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept
{
  give_back(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
  give_back(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept
{
  give_back(memory);
}
