#pragma once

/// \file
/// Global pointers and global memory.

#include <dash/dart/if/dart_team_group.h>
#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/* ---- global pointers ---------------------------------------------------------------------- */

/// Identifies a byte in the part that a unit contributes to a segment.
typedef struct dart_gptr {
  /// Id of the unit, relative to the team.
  dart_unit_t unitid : 24;
  unsigned int flags : 8;
  /// 0: memory of dart_memalloc; positive: a collective segment; negative: registered memory.
  int16_t segid;
  int16_t teamid;
  union {
    /// Offset in bytes from the start of the unit's part.
    uint64_t offset;
    void* addr;
  } addr_or_offs;
} dart_gptr_t;

#define DART_SEGMENT_LOCAL ((int16_t)0)

#ifdef __cplusplus
#define DART_GPTR_NULL \
  (dart_gptr_t{DART_UNDEFINED_UNIT_ID, 0, DART_SEGMENT_LOCAL, DART_TEAM_NULL, {0}})
#else
#define DART_GPTR_NULL \
  ((dart_gptr_t){DART_UNDEFINED_UNIT_ID, 0, DART_SEGMENT_LOCAL, DART_TEAM_NULL, {0}})
#endif

#define DART_GPTR_ISNULL(g)                                                             \
  ((g).unitid < 0 && (g).segid == DART_SEGMENT_LOCAL && (g).teamid == DART_TEAM_NULL && \
   (g).addr_or_offs.addr == NULL)

/// Flags are not compared.
#define DART_GPTR_EQUAL(a, b)                                                        \
  ((a).unitid == (b).unitid && (a).segid == (b).segid && (a).teamid == (b).teamid && \
   (a).addr_or_offs.offset == (b).addr_or_offs.offset)

/// Native address if \c gptr points into the caller's memory, otherwise NULL (with DART_OK). Local.
DART_API dart_ret_t dart_gptr_getaddr(const dart_gptr_t gptr, void** addr) DART_NOTHROW;
/// Sets the offset such that it corresponds to \c addr, which is in the caller's part of the
/// segment. Local.
DART_API dart_ret_t dart_gptr_setaddr(dart_gptr_t* gptr, void* addr) DART_NOTHROW;
/// Returns the 16-bit flags that are stored for the segment. Local.
DART_API dart_ret_t dart_gptr_getflags(dart_gptr_t gptr, uint16_t* flags) DART_NOTHROW;
/// Stores the segment's flags; the low 8 bits are stored in the pointer as well. Local.
DART_API dart_ret_t dart_gptr_setflags(dart_gptr_t* gptr, uint16_t flags) DART_NOTHROW;

/// Adds \c offs bytes to the offset.
DART_INLINE DART_MAYBE_UNUSED dart_ret_t dart_gptr_incaddr(dart_gptr_t* gptr, int64_t offs)
{
  gptr->addr_or_offs.offset += (uint64_t)offs;
  return DART_OK;
}

DART_INLINE DART_MAYBE_UNUSED dart_ret_t dart_gptr_setunit(dart_gptr_t* gptr, dart_team_unit_t unit)
{
  gptr->unitid = unit.id;
  return DART_OK;
}

/// Address at which this process can load and store the memory of \c gptr, whichever unit of the
/// host owns it. NULL (with DART_OK) if the memory is not mapped here: memory of units on other
/// hosts, device memory, and a process's own memory that it has registered. The address is valid
/// during the lifetime of the allocation, and is the same in each process of the host. Local,
/// thread-safe.
DART_API dart_ret_t dart_gptr_mapped(dart_gptr_t gptr, void** addr) DART_NOTHROW;

/// Inverse of dart_gptr_mapped and dart_gptr_place: the global pointer for any mapped address, or
/// place, of global memory. Places of units on other hosts are searched in all allocations.
/// \return DART_ERR_NOTFOUND (and a null pointer) if no allocation that this unit knows contains
///   it.
DART_API dart_ret_t dart_gptr_from_mapped(const void* addr, dart_gptr_t* gptr) DART_NOTHROW;

/// Global id of the unit whose memory contains a mapped address or a place (dart_gptr_place), on
/// any host; -1 for other addresses. Local.
DART_API dart_unit_t dart_owner_of_mapped(const void* addr) DART_NOTHROW;

/// Size in bytes of the part that unit \c gptr.unitid contributes to the segment. Local.
DART_API dart_ret_t dart_segment_size(dart_gptr_t gptr, size_t* nbytes) DART_NOTHROW;

/* ---- memory of one unit ------------------------------------------------------------------- */

/// Allocates in the caller's heap memory that all units can access by the returned pointer. Block
/// sizes are powers of two, at least 64 bytes, and blocks are aligned to their size up to 4 KiB.
/// Local, thread-safe.
/// \return DART_ERR_NOMEM and DART_GPTR_NULL if the heap's limit is reached.
DART_API dart_ret_t dart_memalloc(size_t nelem, dart_datatype_t dtype, dart_gptr_t* gptr)
    DART_NOTHROW;
/// Frees memory of dart_memalloc. Only the unit that allocated it may call this. Local,
/// thread-safe.
DART_API dart_ret_t dart_memfree(dart_gptr_t gptr) DART_NOTHROW;

/// A pool of memory to which each unit of a team contributes.
typedef struct dart_allocator_struct* dart_allocator_t;

/// Creates a pool with \c pool_size bytes (rounded up to a power of two) per unit. Collective.
DART_API dart_ret_t dart_allocator_new(
    size_t pool_size, dart_team_t team, dart_allocator_t* new_allocator) DART_NOTHROW;
/// Allocates from the caller's part of the pool. Local, thread-safe. Returns DART_ERR_NOMEM if it
/// is exhausted.
DART_API dart_ret_t dart_allocator_alloc(
    size_t nelem, dart_datatype_t dtype, dart_gptr_t* gptr,
    dart_allocator_t allocator) DART_NOTHROW;
/// Frees memory and sets \c gptr null. Only the unit that allocated it may call this. Local,
/// thread-safe.
DART_API dart_ret_t dart_allocator_free(dart_gptr_t* gptr, dart_allocator_t allocator) DART_NOTHROW;
/// Frees the pool. Collective over its team.
DART_API dart_ret_t dart_allocator_destroy(dart_allocator_t* allocator) DART_NOTHROW;

/* ---- memory of a team --------------------------------------------------------------------- */

/// Allocates \c nelem elements on each unit under one segment id. Collective over the team; units
/// may request different sizes, including 0. The memory is not initialised.
/// \param[out] gptr  start of unit 0's part, the same on each unit
/// \return DART_ERR_NOMEM and a null pointer, on all units, if there is not enough memory.
DART_API dart_ret_t dart_team_memalloc_aligned(
    dart_team_t teamid, size_t nelem, dart_datatype_t dtype, dart_gptr_t* gptr) DART_NOTHROW;
/// Frees a segment, given any pointer into it. Collective over its team. Returns DART_OK for null
/// pointers.
DART_API dart_ret_t dart_team_memfree(dart_gptr_t gptr) DART_NOTHROW;
/// Makes the caller's memory \c addr accessible to all units; all units register the same size.
/// Collective over the team.
DART_API dart_ret_t dart_team_memregister_aligned(
    dart_team_t teamid, size_t nelem, dart_datatype_t dtype, void* addr,
    dart_gptr_t* gptr) DART_NOTHROW;
/// Makes the caller's memory \c addr, of any size, accessible to all units. Collective over the
/// team.
DART_API dart_ret_t dart_team_memregister(
    dart_team_t teamid, size_t nlelem, dart_datatype_t dtype, void* addr,
    dart_gptr_t* gptr) DART_NOTHROW;
/// Ends a registration; the memory stays with its owner. Collective. Returns DART_OK for null
/// pointers.
DART_API dart_ret_t dart_team_memderegister(dart_gptr_t gptr) DART_NOTHROW;

DART_INTERFACE_OFF
