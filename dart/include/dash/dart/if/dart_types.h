#pragma once

/// \file
/// Return codes, unit and team ids, data types, reduction operations and locality records.

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <dash/dart/if/dart_util.h>

DART_INTERFACE_ON

/// Return code of nearly every function. A function that fails writes a message to standard error,
/// which names the function, the unit and the reason; dart_error.h tells how to get it as text.
///
/// These errors are possible for every function that returns a code, and are not repeated there:
/// DART_ERR_NOTINIT if the function needs the runtime and it is not running, DART_ERR_NOMEM if the
/// process has no memory left, and DART_ERR_OTHER for other failures of the system. Unless a
/// function says otherwise, nothing has changed after DART_ERR_NOMEM, and a later call may work.
///
/// A collective function that fails on one unit because of its arguments, or because it has no
/// memory for a host copy of a buffer in device memory, leaves the other units waiting; the program
/// should then call dart_abort. Functions that return an error on all units say so. Inside the
/// function of a task, each collective function returns DART_ERR_INVAL.
typedef enum {
  /// The function has done what it was asked for.
  DART_OK = 0,
  /// Reserved; no function returns it.
  DART_PENDING = 1,
  /// An argument is invalid.
  DART_ERR_INVAL = 2,
  /// The entity looked for does not exist.
  DART_ERR_NOTFOUND = 3,
  /// The runtime or feature is not initialised.
  DART_ERR_NOTINIT = 4,
  /// The limit of global memory is reached, or the process has no memory left.
  DART_ERR_NOMEM = 5,
  /// Another error, which the message explains.
  DART_ERR_OTHER = 999
} dart_ret_t;

/// Exit codes for dart_abort.
enum {
  DART_EXIT_SUCCESS = EXIT_SUCCESS,  ///< the program has reached its end
  DART_EXIT_ABORT = EXIT_FAILURE,    ///< the program has found an error
  DART_EXIT_ASSERT = -6              ///< an assertion has failed
};

/// Levels of thread support; see dart_init_thread.
typedef enum {
  DART_THREAD_SINGLE = 0,    ///< one thread of each unit calls functions
  DART_THREAD_MULTIPLE = 10  ///< several threads call functions that are marked thread-safe
} dart_thread_support_level_t;

/* ---- units and teams ---------------------------------------------------------------------- */

/// Raw id of a unit.
typedef int32_t dart_unit_t;

/// Id of no unit.
#define DART_UNDEFINED_UNIT_ID ((dart_unit_t)(-1))

/// Id of a unit in the team of all units.
typedef struct dart_global_unit {
  dart_unit_t id;  ///< number of the unit, from 0
#ifdef __cplusplus
  constexpr dart_global_unit() noexcept : id(DART_UNDEFINED_UNIT_ID) {}
  constexpr dart_global_unit(dart_unit_t unit_id) noexcept : id(unit_id) {}
#endif
} dart_global_unit_t;

/// Id of a unit relative to a team.
typedef struct dart_local_unit {
  dart_unit_t id;  ///< number of the unit in the team, from 0
#ifdef __cplusplus
  constexpr dart_local_unit() noexcept : id(DART_UNDEFINED_UNIT_ID) {}
  constexpr dart_local_unit(dart_unit_t unit_id) noexcept : id(unit_id) {}
#endif
} dart_team_unit_t;

/// Makes an id relative to a team. Local, thread-safe.
///
/// \param id  number of the unit in the team
/// \return The id.
DART_INLINE dart_team_unit_t dart_create_team_unit(dart_unit_t id)
{
#ifdef __cplusplus
  return dart_team_unit_t(id);
#else
  dart_team_unit_t unit = {id};
  return unit;
#endif
}

/// Makes a global id. Local, thread-safe.
///
/// \param id  number of the unit in the run
/// \return The id.
DART_INLINE dart_global_unit_t dart_create_global_unit(dart_unit_t id)
{
#ifdef __cplusplus
  return dart_global_unit_t(id);
#else
  dart_global_unit_t unit = {id};
  return unit;
#endif
}

/// \name Ids of units, for C
/// \{
#define DART_TEAM_UNIT_ID(id) dart_create_team_unit(id)
#define DART_GLOBAL_UNIT_ID(id) dart_create_global_unit(id)
#define DART_UNDEFINED_TEAM_UNIT_ID DART_TEAM_UNIT_ID(DART_UNDEFINED_UNIT_ID)
#define DART_UNDEFINED_GLOBAL_UNIT_ID DART_GLOBAL_UNIT_ID(DART_UNDEFINED_UNIT_ID)
/// \}

/// Handle of a team.
typedef int16_t dart_team_t;

/// Handle of no team.
#define DART_UNDEFINED_TEAM_ID ((dart_team_t)(-1))

/* ---- data types --------------------------------------------------------------------------- */

/// A basic type (one of the macros below) or the handle of a derived type of the calling unit.
/// After dart_type_destroy, a handle and its copies stand for nothing, also when other types have
/// been created since then: functions that get one, a handle of another unit or an arbitrary word
/// return DART_ERR_INVAL. A transfer that another thread has begun while its type is destroyed is
/// not noticed.
typedef intptr_t dart_datatype_t;

/// \name Basic types, named after the types of C; a byte is a char
/// \{
#define DART_TYPE_UNDEFINED ((dart_datatype_t)0)
#define DART_TYPE_BYTE ((dart_datatype_t)1)
#define DART_TYPE_SHORT ((dart_datatype_t)2)
#define DART_TYPE_INT ((dart_datatype_t)3)
#define DART_TYPE_UINT ((dart_datatype_t)4)
#define DART_TYPE_LONG ((dart_datatype_t)5)
#define DART_TYPE_ULONG ((dart_datatype_t)6)
#define DART_TYPE_LONGLONG ((dart_datatype_t)7)
#define DART_TYPE_ULONGLONG ((dart_datatype_t)8)
#define DART_TYPE_FLOAT ((dart_datatype_t)9)
#define DART_TYPE_DOUBLE ((dart_datatype_t)10)
#define DART_TYPE_LONG_DOUBLE ((dart_datatype_t)11)
#define DART_TYPE_UBYTE ((dart_datatype_t)12)
#define DART_TYPE_USHORT ((dart_datatype_t)13)
#define DART_TYPE_LAST ((dart_datatype_t)14)  ///< number of basic types; not a type

#if SIZE_MAX == UINT64_MAX
#define DART_TYPE_SIZET DART_TYPE_ULONGLONG
#else
#define DART_TYPE_SIZET DART_TYPE_ULONG
#endif
/// \}

/// Creates a type of blocks with \c blocklen base elements, whose starts are \c stride base
/// elements apart. The number of blocks follows from the number of elements of a transfer. Local.
///
/// \param basetype      basic or custom type
/// \param stride        distance of the starts of blocks in base elements, at most INT_MAX
/// \param blocklen      number of base elements in a block, from 1 to INT_MAX
/// \param[out] newtype  the new type, which dart_type_destroy frees
/// \return DART_OK, or DART_ERR_INVAL if the base type is not contiguous, a length is out of range,
///   or \c newtype is null.
DART_API dart_ret_t dart_type_create_strided(
    dart_datatype_t basetype, size_t stride, size_t blocklen,
    dart_datatype_t* newtype) DART_NOTHROW;

/// Creates a type of several blocks at any distances. Block i consists of \c blocklen[i] base
/// elements from element \c offset[i] on. Further instances follow at the end of the highest block.
/// Local, thread-safe.
///
/// \param basetype      basic or custom type
/// \param count         number of blocks, from 1 to INT_MAX
/// \param blocklen      numbers of base elements of the blocks, at most INT_MAX each; copied
/// \param offset        offsets of the blocks in base elements, at most INT_MAX each; copied
/// \param[out] newtype  the new type, which dart_type_destroy frees
/// \return DART_OK, or DART_ERR_INVAL if the base type is not contiguous, a number is out of range,
///   all blocks are empty, or a pointer is null.
DART_API dart_ret_t dart_type_create_indexed(
    dart_datatype_t basetype, size_t count, const size_t blocklen[], const size_t offset[],
    dart_datatype_t* newtype) DART_NOTHROW;

/// Creates a type with the elements of another one, whose instances begin at another distance: what
/// a period of a distribution has for a unit becomes a type that repeats with the period. As
/// MPI_Type_create_resized. Local, thread-safe.
///
/// \param type          any type; may be destroyed afterwards
/// \param extent        distance of the starts of instances in base elements, from 1 to INT_MAX;
///   instances may interleave
/// \param[out] newtype  the new type, which dart_type_destroy frees
/// \return DART_OK, or DART_ERR_INVAL if the type does not exist, the extent is out of range, or
///   \c newtype is null.
DART_API dart_ret_t dart_type_create_resized(
    dart_datatype_t type, size_t extent, dart_datatype_t* newtype) DART_NOTHROW;

/// Creates a contiguous, opaque element type. Local, thread-safe.
///
/// \param num_bytes     size of an element in bytes, from 1 to INT_MAX
/// \param[out] newtype  the new type, which dart_type_destroy frees
/// \return DART_OK, or DART_ERR_INVAL if the size is out of range or \c newtype is null.
DART_API dart_ret_t dart_type_create_custom(size_t num_bytes, dart_datatype_t* newtype)
    DART_NOTHROW;

/// Frees a derived type. Transfers that use it have to be complete. Local.
///
/// \param[in,out] dart_type  the type; set to DART_TYPE_UNDEFINED
/// \return DART_OK, or DART_ERR_INVAL if the type is a basic one or does not exist, or the pointer
///   is null.
DART_API dart_ret_t dart_type_destroy(dart_datatype_t* dart_type) DART_NOTHROW;

/* ---- reduction operations ----------------------------------------------------------------- */

/// A predefined operation (one of the constants below) or the handle of a custom one of the calling
/// unit. After dart_op_destroy, a handle and its copies stand for nothing: reductions with them
/// return DART_ERR_INVAL, and so do those with handles of other units and with arbitrary words.
typedef uintptr_t dart_operation_t;

/// Predefined operations. Those on bits are for integral types.
enum {
  DART_OP_UNDEFINED = 0,  ///< no operation
  DART_OP_MIN,            ///< minimum
  DART_OP_MAX,            ///< maximum
  /// Operates on pairs of values: minimum at DART_OP_MINMAX_MIN, maximum at DART_OP_MINMAX_MAX.
  DART_OP_MINMAX,
  DART_OP_SUM,   ///< sum
  DART_OP_PROD,  ///< product
  DART_OP_BAND,  ///< bitwise and
  DART_OP_LAND,  ///< logical and
  DART_OP_BOR,   ///< bitwise or
  DART_OP_LOR,   ///< logical or
  DART_OP_BXOR,  ///< bitwise exclusive or
  DART_OP_LXOR,  ///< logical exclusive or
  /// Atomic store; only for accumulate and fetch-and-op.
  DART_OP_REPLACE,
  /// Atomic load; only for accumulate and fetch-and-op.
  DART_OP_NO_OP,
  DART_OP_LAST  ///< number of predefined operations; not an operation
};

/// Positions in the pairs of DART_OP_MINMAX.
enum {
  DART_OP_MINMAX_MIN = 0,  ///< position of the minimum
  DART_OP_MINMAX_MAX = 1   ///< position of the maximum
};

/// Computes \c inout[i] = \c in[i] o \c inout[i] for \c len elements.
typedef void (*dart_operator_t)(const void* invec, void* inoutvec, size_t len, void* user_data);

/// Creates an operation for all collectives that combine elements. Local.
///
/// \param op            the function
/// \param userdata      passed to each call of the function; has to exist as long as the operation
/// \param commute       false: operands are combined in the order of the units
/// \param dtype         contiguous type (basic or custom) of the operands
/// \param dtype_is_tmp  true: \c dtype may be destroyed before the operation, which then can only
///                      be destroyed, too
/// \param[out] new_op   the new operation, which dart_op_destroy frees
/// \return DART_OK, or DART_ERR_INVAL if a pointer is null or the type is not contiguous.
DART_API dart_ret_t dart_op_create(
    dart_operator_t op, void* userdata, bool commute, dart_datatype_t dtype, bool dtype_is_tmp,
    dart_operation_t* new_op) DART_NOTHROW;

/// Frees a custom operation. Local.
///
/// \param[in,out] op  the operation; set to DART_OP_UNDEFINED
/// \return DART_OK, or DART_ERR_INVAL if the operation is a predefined one or does not exist, or
///   the pointer is null.
DART_API dart_ret_t dart_op_destroy(dart_operation_t* op) DART_NOTHROW;

/* ---- locality ----------------------------------------------------------------------------- */

/// Levels of the hardware hierarchy; the values are those of DASH 0.4.
typedef enum {
  DART_LOCALITY_SCOPE_UNDEFINED = -1,  ///< unknown level
  DART_LOCALITY_SCOPE_GLOBAL = 0,      ///< all units
  DART_LOCALITY_SCOPE_GROUP = 1,       ///< group of domains (dart_domain_group)
  DART_LOCALITY_SCOPE_NETWORK = 50,    ///< part of the network
  DART_LOCALITY_SCOPE_NODE = 100,      ///< host
  DART_LOCALITY_SCOPE_MODULE = 200,    ///< module of a host
  DART_LOCALITY_SCOPE_NUMA = 300,      ///< NUMA node
  DART_LOCALITY_SCOPE_UNIT = 400,      ///< unit
  DART_LOCALITY_SCOPE_PACKAGE = 500,   ///< processor
  DART_LOCALITY_SCOPE_UNCORE = 510,    ///< parts of a processor that its cores share
  DART_LOCALITY_SCOPE_CACHE = 530,     ///< cache
  DART_LOCALITY_SCOPE_CORE = 550,      ///< core
  DART_LOCALITY_SCOPE_CPU = 600        ///< hardware thread
} dart_locality_scope_t;

/// \name Sizes of fields in records of locality
/// \{
#if defined(HOST_NAME_MAX)
#define DART_LOCALITY_HOST_MAX_SIZE HOST_NAME_MAX
#elif defined(_POSIX_HOST_NAME_MAX)
#define DART_LOCALITY_HOST_MAX_SIZE _POSIX_HOST_NAME_MAX
#else
#define DART_LOCALITY_HOST_MAX_SIZE 256
#endif
#define DART_LOCALITY_DOMAIN_TAG_MAX_SIZE 32
#define DART_LOCALITY_MAX_DOMAIN_SCOPES 12
#define DART_LOCALITY_UNIT_MAX_CPUS 64
#define DART_LOCALITY_MAX_NUMA_ID 16
#define DART_LOCALITY_MAX_CACHE_LEVELS 5
/// \}

/// Position of a domain among the domains of its scope.
typedef struct {
  dart_locality_scope_t scope;  ///< scope of the domain
  int index;                    ///< number of the domain, from 0
} dart_locality_scope_pos_t;

/// Hardware on which a unit runs; unknown values are -1.
typedef struct {
  char host[DART_LOCALITY_HOST_MAX_SIZE];                ///< name of the host
  int num_cores;                                         ///< number of cores for the unit
  int num_numa;                                          ///< NUMA nodes of the host
  int numa_id;                                           ///< NUMA node of the unit
  int num_sockets;                                       ///< processors of the host
  int core_id;                                           ///< core of the unit
  int cpu_id;                                            ///< hardware thread of the unit
  int min_cpu_mhz;                                       ///< lowest frequency of the processor
  int max_cpu_mhz;                                       ///< highest frequency of the processor
  int cache_sizes[DART_LOCALITY_MAX_CACHE_LEVELS];       ///< bytes, by level of the cache
  int cache_line_sizes[DART_LOCALITY_MAX_CACHE_LEVELS];  ///< bytes, by level
  int cache_ids[DART_LOCALITY_MAX_CACHE_LEVELS];         ///< cache of the unit, by level
  int min_threads;                                       ///< least threads that the unit can use
  int max_threads;                                       ///< most threads that the unit can use
  int max_shmem_mbps;                                    ///< bandwidth of the memory in MB/s
  int system_memory_bytes;  ///< bytes of memory of the host, at most INT_MAX
  int numa_memory_bytes;    ///< bytes of memory of the NUMA node, at most INT_MAX
  dart_locality_scope_pos_t scopes[DART_LOCALITY_MAX_DOMAIN_SCOPES];  ///< domains of the unit
  int num_scopes;  ///< number of entries of \c scopes
} dart_hwinfo_t;

/// Where a module, such as a coprocessor, is.
typedef struct {
  char host[DART_LOCALITY_HOST_MAX_SIZE];    ///< name of its host
  char module[DART_LOCALITY_HOST_MAX_SIZE];  ///< its own name
  dart_locality_scope_pos_t pos;             ///< its position in the tree of domains
} dart_module_location_t;

/// Node of the tree of locality domains of a team.
struct dart_domain_locality_s {
  char host[DART_LOCALITY_HOST_MAX_SIZE];  ///< name of the host
  /// "." for the root; tags of children append ".<relative index>".
  char domain_tag[DART_LOCALITY_DOMAIN_TAG_MAX_SIZE];
  struct dart_domain_locality_s** aliases;  ///< other names of the domain
  int num_aliases;                          ///< number of entries of \c aliases
  dart_locality_scope_t scope;              ///< level of the hardware
  int level;                                ///< distance from the root
  int global_index;                         ///< number among the domains of its scope
  int relative_index;                       ///< number among the children of its parent
  struct dart_domain_locality_s* parent;    ///< NULL for the root
  int num_domains;                          ///< number of children
  /// NULL if and only if num_domains is 0.
  struct dart_domain_locality_s** children;
  int is_symmetric;              ///< 1 if all subtrees have the same shape
  dart_team_t team;              ///< the team
  int num_units;                 ///< number of entries of \c unit_ids
  dart_global_unit_t* unit_ids;  ///< units in the domain, in ascending order
  int num_nodes;                 ///< number of hosts
  int node_id;                   ///< number of the first unit's host; -1 if unknown
  int num_cores;                 ///< number of cores
  int shared_mem_bytes;          ///< bytes of memory of the domain, at most INT_MAX
};
/// Node of the tree of locality domains of a team.
typedef struct dart_domain_locality_s dart_domain_locality_t;

/// Locality of a unit.
typedef struct {
  dart_team_unit_t unit;                               ///< the unit, relative to the team
  dart_team_t team;                                    ///< the team
  dart_hwinfo_t hwinfo;                                ///< hardware on which the unit runs
  char domain_tag[DART_LOCALITY_DOMAIN_TAG_MAX_SIZE];  ///< tag of the domain of the unit
} dart_unit_locality_t;

DART_INTERFACE_OFF
