#include <dash/detail/memory/HeapBlock.h>

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/memory/GlobalPointer.h>

#include <algorithm>
#include <new>
#include <utility>

namespace dash::detail {

namespace {

/// Null when the heap's limit is reached.
dart_gptr_t allocate(dart_memory_t memory, std::size_t nbytes) noexcept
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  dart_memalloc_in(memory, std::max<std::size_t>(nbytes, 1), DART_TYPE_BYTE, &gptr);
  return gptr;
}

}  // namespace

HeapBlock::HeapBlock(dart_memory_t memory, std::size_t nbytes)
{
  const FailureReasons reasons;
  gptr_ = allocate(memory, nbytes);
  if (!is_allocated()) throw NoMemory(reasons);
}

HeapBlock::HeapBlock(dart_memory_t memory, std::size_t nbytes, const char* user)
{
  const FailureReasons reasons;
  gptr_ = allocate(memory, nbytes);
  if (is_allocated()) return;
  DASH_THROW(
      exception::RuntimeError, user << " needs " << nbytes << " more bytes of "
                                    << (memory == DART_MEMORY_HOST ? "host" : "the unit's own")
                                    << " memory than the unit's heap has" << reasons.take());
}

HeapBlock::HeapBlock(HeapBlock&& other) noexcept : gptr_(std::exchange(other.gptr_, DART_GPTR_NULL))
{}

HeapBlock& HeapBlock::operator=(HeapBlock&& other) noexcept
{
  std::swap(gptr_, other.gptr_);
  return *this;
}

void HeapBlock::deallocate() noexcept
{
  const auto gptr = std::exchange(gptr_, DART_GPTR_NULL);
  if (!DART_GPTR_ISNULL(gptr) && dash::is_initialized()) dart_memfree(gptr);
}

void* HeapBlock::address() const noexcept
{
  return is_allocated() ? local_address(gptr_) : nullptr;
}

}  // namespace dash::detail
