#include <dash/memory/MemorySpace.h>

#include <dash/Exception.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/memory/GlobalPointer.h>

#include <algorithm>
#include <cstddef>
#include <new>

namespace dash {

void* HostResource::do_allocate(std::size_t nbytes, std::size_t alignment)
{
  return ::operator new(nbytes, std::align_val_t{alignment});
}

void HostResource::do_deallocate(void* ptr, std::size_t nbytes, std::size_t alignment)
{
  ::operator delete(ptr, nbytes, std::align_val_t{alignment});
}

bool HostResource::do_is_equal(const std::pmr::memory_resource& other) const noexcept
{
  return dynamic_cast<const HostResource*>(&other) != nullptr;
}

dart_gptr_t UnitHeap::allocate(std::size_t nbytes, std::size_t alignment)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  const detail::FailureReasons reasons;
  if (dart_memalloc_in(memory_, std::max(nbytes, alignment), DART_TYPE_BYTE, &gptr) != DART_OK) {
    throw detail::NoMemory(reasons);
  }
  return gptr;
}

void UnitHeap::deallocate(dart_gptr_t gptr, std::size_t /*nbytes*/, std::size_t /*alignment*/)
{
  const detail::FailureReasons reasons;
  if (dart_memfree(gptr) != DART_OK) {
    DASH_THROW(
        dash::exception::InvalidArgument,
        gptr << " is no memory that this unit allocated; only its owner may free it"
             << reasons.take());
  }
}

void* MemorySpace<memory_domain_local, memory_space_unit_tag>::do_allocate(
    std::size_t nbytes, std::size_t alignment)
{
  return detail::local_address(detail::global_space<UnitSpace>().allocate(nbytes, alignment));
}

void MemorySpace<memory_domain_local, memory_space_unit_tag>::do_deallocate(
    void* ptr, std::size_t /*nbytes*/, std::size_t /*alignment*/)
{
  dart_memfree(detail::gptr_of_mapped(ptr));
}

bool MemorySpace<memory_domain_local, memory_space_unit_tag>::do_is_equal(
    const std::pmr::memory_resource& other) const noexcept
{
  return dynamic_cast<const MemorySpace*>(&other) != nullptr;
}

template <>
MemorySpace<memory_domain_local, memory_space_host_tag>* get_default_memory_space()
{
  return detail::default_local_space<HostSpace>();
}

template <>
MemorySpace<memory_domain_local, memory_space_hbw_tag>* get_default_memory_space()
{
  return detail::default_local_space<HBWSpace>();
}

template <>
MemorySpace<memory_domain_local, memory_space_unit_tag>* get_default_memory_space()
{
  return detail::default_local_space<UnitSpace>();
}

template <>
MemorySpace<memory_domain_global, memory_space_host_tag>* get_default_memory_space()
{
  static MemorySpace<memory_domain_global, memory_space_host_tag> space;
  return &space;
}

template <>
MemorySpace<memory_domain_global, memory_space_unit_tag>* get_default_memory_space()
{
  static MemorySpace<memory_domain_global, memory_space_unit_tag> space;
  return &space;
}

}  // namespace dash
