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
  /// Low bits of the flags of the segment; see dart_gptr_setflags.
  unsigned int flags : 8;
  /// 0: memory of dart_memalloc; positive: a collective segment; negative: registered memory.
  int16_t segid;
  /// Team of the segment.
  int16_t teamid;
  union {
    /// Offset in bytes from the start of the unit's part.
    uint64_t offset;
    /// The same, as a pointer; not an address.
    void* addr;
  } addr_or_offs;
} dart_gptr_t;

/// Segment of the memory of dart_memalloc.
#define DART_SEGMENT_LOCAL ((int16_t)0)

/// A global pointer that points to nothing.
#ifdef __cplusplus
#define DART_GPTR_NULL \
  (dart_gptr_t{DART_UNDEFINED_UNIT_ID, 0, DART_SEGMENT_LOCAL, DART_TEAM_NULL, {0}})
#else
#define DART_GPTR_NULL \
  ((dart_gptr_t){DART_UNDEFINED_UNIT_ID, 0, DART_SEGMENT_LOCAL, DART_TEAM_NULL, {0}})
#endif

/// Whether a global pointer points to nothing.
#define DART_GPTR_ISNULL(g)                                                             \
  ((g).unitid < 0 && (g).segid == DART_SEGMENT_LOCAL && (g).teamid == DART_TEAM_NULL && \
   (g).addr_or_offs.addr == NULL)

/// Whether two global pointers point to the same byte. Flags are not compared.
#define DART_GPTR_EQUAL(a, b)                                                        \
  ((a).unitid == (b).unitid && (a).segid == (b).segid && (a).teamid == (b).teamid && \
   (a).addr_or_offs.offset == (b).addr_or_offs.offset)

/// Gives the address of global memory of the calling unit. For device memory it is the address by
/// which the unit's own calls and kernels reach it. Local, thread-safe.
///
/// \param gptr       global pointer
/// \param[out] addr  the address; NULL if the memory belongs to another unit
/// \return DART_OK; DART_ERR_INVAL for a global pointer that names no memory, or if \c addr is
///   null.
DART_API dart_ret_t dart_gptr_getaddr(const dart_gptr_t gptr, void** addr) DART_NOTHROW;

/// Sets the offset of a global pointer such that it corresponds to an address in the calling unit's
/// part of the pointer's segment. Local, thread-safe.
///
/// \param[in,out] gptr  global pointer; only its offset changes
/// \param addr          address in the part, or one past its end
/// \return DART_OK, or DART_ERR_INVAL if the segment is unknown or the address is not in the
///   calling unit's part of it.
DART_API dart_ret_t dart_gptr_setaddr(dart_gptr_t* gptr, void* addr) DART_NOTHROW;

/// Gives the 16 bits of flags that are stored for a segment. Local, thread-safe.
///
/// \param gptr        any global pointer into the segment
/// \param[out] flags  the flags
/// \return DART_OK; DART_ERR_INVAL for a global pointer that names no memory.
DART_API dart_ret_t dart_gptr_getflags(dart_gptr_t gptr, uint16_t* flags) DART_NOTHROW;

/// Stores flags for a segment at the calling unit, and the low 8 bits of them in the pointer as
/// well. Local.
///
/// \param[in,out] gptr  any global pointer into the segment
/// \param flags         the flags
/// \return DART_OK; DART_ERR_INVAL for a global pointer that names no memory.
DART_API dart_ret_t dart_gptr_setflags(dart_gptr_t* gptr, uint16_t flags) DART_NOTHROW;

/// Moves a global pointer within the part of its unit. The result is not checked. Local,
/// thread-safe.
///
/// \param[in,out] gptr  global pointer
/// \param offs          number of bytes to add, which may be negative
/// \return DART_OK.
DART_INLINE DART_MAYBE_UNUSED dart_ret_t dart_gptr_incaddr(dart_gptr_t* gptr, int64_t offs)
{
  gptr->addr_or_offs.offset += (uint64_t)offs;
  return DART_OK;
}

/// Lets a global pointer name the same offset in the part of another unit. The result is not
/// checked. Local, thread-safe.
///
/// \param[in,out] gptr  global pointer
/// \param unit          id of the unit, relative to the pointer's team
/// \return DART_OK.
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
///
/// \param gptr       global pointer
/// \param[out] addr  the address, or NULL
/// \return DART_OK; DART_ERR_INVAL for a global pointer that names no memory, or if \c addr is
///   null.
DART_API dart_ret_t dart_gptr_mapped(dart_gptr_t gptr, void** addr) DART_NOTHROW;

/// Gives the global pointer for a mapped address, or for a place, of global memory. This is the
/// inverse of dart_gptr_mapped and dart_gptr_place. Places of units on other hosts are searched for
/// in all allocations. Local, thread-safe.
///
/// \param addr       mapped address, or place
/// \param[out] gptr  global pointer; null in case of an error
/// \return DART_OK; DART_ERR_NOTFOUND if no allocation that this unit knows contains the address;
///   DART_ERR_INVAL if \c gptr is null.
DART_API dart_ret_t dart_gptr_from_mapped(const void* addr, dart_gptr_t* gptr) DART_NOTHROW;

/// Tells which unit's memory contains a mapped address, or a place (dart_gptr_place), on any host.
/// Local, thread-safe.
///
/// \param addr  address or place
/// \return Global id of the unit, or -1 for other addresses and while the runtime is not running.
DART_API dart_unit_t dart_owner_of_mapped(const void* addr) DART_NOTHROW;

/// Gives the size of the part that a unit contributes to a segment. Local, thread-safe.
///
/// \param gptr         global pointer into the part
/// \param[out] nbytes  size of the part in bytes
/// \return DART_OK; DART_ERR_INVAL for a global pointer that names no memory, or if \c nbytes is
///   null.
DART_API dart_ret_t dart_segment_size(dart_gptr_t gptr, size_t* nbytes) DART_NOTHROW;

/* ---- memory of one unit ------------------------------------------------------------------- */

/// Allocates memory in the calling unit's heap; all units can access it by the returned pointer.
/// Block sizes are powers of two, at least 64 bytes, and blocks are aligned to their size up to 4
/// KiB. The memory is not initialised. Local, thread-safe.
///
/// \param nelem      number of elements
/// \param dtype      basic or custom type of the elements
/// \param[out] gptr  start of the memory; null in case of an error
/// \return DART_OK; DART_ERR_NOMEM if the limit of the heap is reached (dartrun --heap);
///   DART_ERR_INVAL for other types and a null pointer.
DART_API dart_ret_t dart_memalloc(size_t nelem, dart_datatype_t dtype, dart_gptr_t* gptr)
    DART_NOTHROW;

/// Frees memory of dart_memalloc or dart_memalloc_in. Local, thread-safe.
///
/// \param gptr  start of the memory, which the calling unit has to have allocated; a null pointer
///              is ignored
/// \return DART_OK, or DART_ERR_INVAL if no allocation of the calling unit starts there.
DART_API dart_ret_t dart_memfree(dart_gptr_t gptr) DART_NOTHROW;

/// A pool of memory to which each unit of a team contributes. After dart_allocator_destroy or
/// dart_exit, a handle and its copies stand for nothing, and calls with them return DART_ERR_INVAL;
/// so do calls with handles of other units and with arbitrary words.
typedef struct dart_allocator_struct* dart_allocator_t;

/// Creates a pool of memory to which each unit of a team contributes. Collective over the team.
///
/// \param pool_size           bytes per unit, the same on all units; rounded up to a power of two
/// \param team                the team
/// \param[out] new_allocator  the pool; null in case of an error
/// \return DART_OK; DART_ERR_INVAL for an unknown team or a null pointer; DART_ERR_NOMEM, on all
///   units, if there is not enough memory.
DART_API dart_ret_t dart_allocator_new(
    size_t pool_size, dart_team_t team, dart_allocator_t* new_allocator) DART_NOTHROW;

/// Allocates from the calling unit's part of a pool. Local, thread-safe.
///
/// \param nelem      number of elements
/// \param dtype      basic or custom type of the elements
/// \param[out] gptr  start of the memory; null in case of an error
/// \param allocator  the pool
/// \return DART_OK; DART_ERR_NOMEM if the unit's part of the pool is exhausted; DART_ERR_INVAL for
///   other types, null pointers and a pool that does not exist.
DART_API dart_ret_t dart_allocator_alloc(
    size_t nelem, dart_datatype_t dtype, dart_gptr_t* gptr,
    dart_allocator_t allocator) DART_NOTHROW;

/// Frees memory of a pool. Local, thread-safe.
///
/// \param[in,out] gptr  start of the memory, which the calling unit has to have allocated; set to
///                      null
/// \param allocator     the pool
/// \return DART_OK, or DART_ERR_INVAL if no allocation of the calling unit in the pool starts
///   there, or the pool does not exist.
DART_API dart_ret_t dart_allocator_free(dart_gptr_t* gptr, dart_allocator_t allocator) DART_NOTHROW;

/// Frees a pool with all memory that was allocated from it. Collective over the pool's team.
///
/// \param[in,out] allocator  the pool; set to null
/// \return DART_OK, or DART_ERR_INVAL for a null pointer, and for a pool that is null or does not
///   exist.
DART_API dart_ret_t dart_allocator_destroy(dart_allocator_t* allocator) DART_NOTHROW;

/* ---- memory of a team --------------------------------------------------------------------- */

/// Allocates memory on each unit of a team under one segment id. The memory is not initialised.
/// Collective over the team.
///
/// \param teamid     the team
/// \param nelem      number of elements on the calling unit; units may request different numbers,
///                   including 0
/// \param dtype      basic or custom type of the elements
/// \param[out] gptr  start of the part of the team's first unit, the same on each unit; null in
///                   case of an error
/// \return DART_OK; DART_ERR_NOMEM if there is not enough memory; DART_ERR_INVAL at a unit that
///   passes an invalid type or size. In case of an error on one unit, no unit gets memory.
DART_API dart_ret_t dart_team_memalloc_aligned(
    dart_team_t teamid, size_t nelem, dart_datatype_t dtype, dart_gptr_t* gptr) DART_NOTHROW;

/// Frees a segment of dart_team_memalloc_aligned. Collective over its team. All units have to have
/// finished using the memory.
///
/// \param gptr  any pointer into the segment; a null pointer is ignored
/// \return DART_OK, or DART_ERR_INVAL if there is no such segment.
DART_API dart_ret_t dart_team_memfree(dart_gptr_t gptr) DART_NOTHROW;

/// The same as dart_team_memregister, for memory of the same size on each unit. Collective over the
/// team.
///
/// \param teamid     the team
/// \param nelem      number of elements
/// \param dtype      basic or custom type of the elements
/// \param addr       start of the calling unit's memory
/// \param[out] gptr  start of the part of the team's first unit; null in case of an error
/// \return The same as dart_team_memregister.
DART_API dart_ret_t dart_team_memregister_aligned(
    dart_team_t teamid, size_t nelem, dart_datatype_t dtype, void* addr,
    dart_gptr_t* gptr) DART_NOTHROW;

/// Makes existing memory of each unit accessible to all units of a team. The memory stays with its
/// owner, who must not free it before dart_team_memderegister. Collective over the team.
///
/// \param teamid     the team
/// \param nlelem     number of elements on the calling unit, which may differ between units
/// \param dtype      basic or custom type of the elements
/// \param addr       start of the calling unit's memory; device memory has to be global memory of
///                   the unit
/// \param[out] gptr  start of the part of the team's first unit; null in case of an error
/// \return DART_OK; DART_ERR_INVAL, on all units, if the type, size or memory of a unit is invalid;
///   DART_ERR_NOMEM, on all units, if a unit has no memory left.
DART_API dart_ret_t dart_team_memregister(
    dart_team_t teamid, size_t nlelem, dart_datatype_t dtype, void* addr,
    dart_gptr_t* gptr) DART_NOTHROW;

/// Ends a registration; the memory stays with its owner. Collective over the segment's team.
///
/// \param gptr  any pointer into the segment; a null pointer is ignored
/// \return DART_OK, or DART_ERR_INVAL if there is no such segment.
DART_API dart_ret_t dart_team_memderegister(dart_gptr_t gptr) DART_NOTHROW;

DART_INTERFACE_OFF
