#pragma once

/// \file
/// Return codes, unit and team ids, data types, reduction operations and locality records.

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <dash/dart/if/dart_util.h>

DART_INTERFACE_ON

/// Return code of nearly every function.
typedef enum {
  DART_OK = 0,
  DART_PENDING = 1,
  /// An argument is invalid.
  DART_ERR_INVAL = 2,
  /// The entity looked for does not exist.
  DART_ERR_NOTFOUND = 3,
  /// The runtime or feature is not initialised.
  DART_ERR_NOTINIT = 4,
  /// Out of (global) memory.
  DART_ERR_NOMEM = 5,
  DART_ERR_OTHER = 999
} dart_ret_t;

/// Exit codes for dart_abort.
enum { DART_EXIT_SUCCESS = EXIT_SUCCESS, DART_EXIT_ABORT = EXIT_FAILURE, DART_EXIT_ASSERT = -6 };

/// Levels of thread support; see dart_init_thread.
typedef enum { DART_THREAD_SINGLE = 0, DART_THREAD_MULTIPLE = 10 } dart_thread_support_level_t;

/* ---- units and teams ---------------------------------------------------------------------- */

/// Raw id of a unit.
typedef int32_t dart_unit_t;

#define DART_UNDEFINED_UNIT_ID ((dart_unit_t)(-1))

/// Id of a unit in the team of all units.
typedef struct dart_global_unit {
  dart_unit_t id;
#ifdef __cplusplus
  constexpr dart_global_unit() noexcept : id(DART_UNDEFINED_UNIT_ID) {}
  constexpr dart_global_unit(dart_unit_t unit_id) noexcept : id(unit_id) {}
#endif
} dart_global_unit_t;

/// Id of a unit relative to a team.
typedef struct dart_local_unit {
  dart_unit_t id;
#ifdef __cplusplus
  constexpr dart_local_unit() noexcept : id(DART_UNDEFINED_UNIT_ID) {}
  constexpr dart_local_unit(dart_unit_t unit_id) noexcept : id(unit_id) {}
#endif
} dart_team_unit_t;

DART_INLINE dart_team_unit_t dart_create_team_unit(dart_unit_t id)
{
#ifdef __cplusplus
  return dart_team_unit_t(id);
#else
  dart_team_unit_t unit = {id};
  return unit;
#endif
}

DART_INLINE dart_global_unit_t dart_create_global_unit(dart_unit_t id)
{
#ifdef __cplusplus
  return dart_global_unit_t(id);
#else
  dart_global_unit_t unit = {id};
  return unit;
#endif
}

#define DART_TEAM_UNIT_ID(id) dart_create_team_unit(id)
#define DART_GLOBAL_UNIT_ID(id) dart_create_global_unit(id)
#define DART_UNDEFINED_TEAM_UNIT_ID DART_TEAM_UNIT_ID(DART_UNDEFINED_UNIT_ID)
#define DART_UNDEFINED_GLOBAL_UNIT_ID DART_GLOBAL_UNIT_ID(DART_UNDEFINED_UNIT_ID)

/// Handle of a team.
typedef int16_t dart_team_t;

#define DART_UNDEFINED_TEAM_ID ((dart_team_t)(-1))

/* ---- data types --------------------------------------------------------------------------- */

/// A basic type (one of the macros below) or the handle of a derived type.
typedef intptr_t dart_datatype_t;

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
#define DART_TYPE_LAST ((dart_datatype_t)12)

#if SIZE_MAX == UINT64_MAX
#define DART_TYPE_SIZET DART_TYPE_ULONGLONG
#else
#define DART_TYPE_SIZET DART_TYPE_ULONG
#endif

/// Creates a type of blocks with \c blocklen base elements, whose starts are \c stride base
/// elements apart. The number of blocks follows from the number of elements of a transfer. Local.
///
/// \param basetype          basic or custom type
/// \param stride, blocklen  in base elements, at most INT_MAX
/// \return DART_ERR_INVAL for a base type that is not contiguous, for lengths above INT_MAX, for a
///   zero \c blocklen, or for a null \c newtype.
DART_API dart_ret_t dart_type_create_strided(
    dart_datatype_t basetype, size_t stride, size_t blocklen,
    dart_datatype_t* newtype) DART_NOTHROW;

/// Creates a type of \c count blocks; block i consists of \c blocklen[i] base elements from element
/// \c offset[i] on; further instances follow at the end of the highest block. The arrays are
/// copied. Local. Returns the same errors as dart_type_create_strided.
DART_API dart_ret_t dart_type_create_indexed(
    dart_datatype_t basetype, size_t count, const size_t blocklen[], const size_t offset[],
    dart_datatype_t* newtype) DART_NOTHROW;

/// Creates a contiguous opaque element of \c num_bytes bytes. Local.
DART_API dart_ret_t dart_type_create_custom(size_t num_bytes, dart_datatype_t* newtype)
    DART_NOTHROW;

/// Frees a derived type and sets the handle to DART_TYPE_UNDEFINED. Returns an error for basic
/// types.
DART_API dart_ret_t dart_type_destroy(dart_datatype_t* dart_type) DART_NOTHROW;

/* ---- reduction operations ----------------------------------------------------------------- */

/// A predefined operation (one of the constants below) or the handle of a custom one.
typedef uintptr_t dart_operation_t;

enum {
  DART_OP_UNDEFINED = 0,
  DART_OP_MIN,
  DART_OP_MAX,
  /// Operates on pairs of values: minimum at DART_OP_MINMAX_MIN, maximum at DART_OP_MINMAX_MAX.
  DART_OP_MINMAX,
  DART_OP_SUM,
  DART_OP_PROD,
  DART_OP_BAND,
  DART_OP_LAND,
  DART_OP_BOR,
  DART_OP_LOR,
  DART_OP_BXOR,
  DART_OP_LXOR,
  /// Atomic store; only for accumulate and fetch-and-op.
  DART_OP_REPLACE,
  /// Atomic load; only for accumulate and fetch-and-op.
  DART_OP_NO_OP,
  DART_OP_LAST
};

enum { DART_OP_MINMAX_MIN = 0, DART_OP_MINMAX_MAX = 1 };

/// Computes \c inout[i] = \c in[i] o \c inout[i] for \c len elements.
typedef void (*dart_operator_t)(const void* invec, void* inoutvec, size_t len, void* user_data);

/// Creates an operation for dart_reduce and dart_allreduce. Local.
///
/// \param op            the function
/// \param userdata      passed to each call; must exist as long as the operation
/// \param commute       false: operands are combined in unit order
/// \param dtype         contiguous type (basic or custom) of the operands
/// \param dtype_is_tmp  true: \c dtype may be destroyed before the operation
/// \param[out] new_op   differs from every predefined operation
DART_API dart_ret_t dart_op_create(
    dart_operator_t op, void* userdata, bool commute, dart_datatype_t dtype, bool dtype_is_tmp,
    dart_operation_t* new_op) DART_NOTHROW;

/// Frees a custom operation and sets the handle to DART_OP_UNDEFINED. Local.
DART_API dart_ret_t dart_op_destroy(dart_operation_t* op) DART_NOTHROW;

/* ---- locality ----------------------------------------------------------------------------- */

/// Levels of the hardware hierarchy; the values are those of DASH 0.4.
typedef enum {
  DART_LOCALITY_SCOPE_UNDEFINED = -1,
  DART_LOCALITY_SCOPE_GLOBAL = 0,
  DART_LOCALITY_SCOPE_GROUP = 1,
  DART_LOCALITY_SCOPE_NETWORK = 50,
  DART_LOCALITY_SCOPE_NODE = 100,
  DART_LOCALITY_SCOPE_MODULE = 200,
  DART_LOCALITY_SCOPE_NUMA = 300,
  DART_LOCALITY_SCOPE_UNIT = 400,
  DART_LOCALITY_SCOPE_PACKAGE = 500,
  DART_LOCALITY_SCOPE_UNCORE = 510,
  DART_LOCALITY_SCOPE_CACHE = 530,
  DART_LOCALITY_SCOPE_CORE = 550,
  DART_LOCALITY_SCOPE_CPU = 600
} dart_locality_scope_t;

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

typedef struct {
  dart_locality_scope_t scope;
  int index;
} dart_locality_scope_pos_t;

/// Hardware on which a unit runs; unknown values are -1.
typedef struct {
  char host[DART_LOCALITY_HOST_MAX_SIZE];
  int num_cores;
  int num_numa;
  int numa_id;
  int num_sockets;
  int core_id;
  int cpu_id;
  int min_cpu_mhz;
  int max_cpu_mhz;
  int cache_sizes[DART_LOCALITY_MAX_CACHE_LEVELS];
  int cache_line_sizes[DART_LOCALITY_MAX_CACHE_LEVELS];
  int cache_ids[DART_LOCALITY_MAX_CACHE_LEVELS];
  int min_threads;
  int max_threads;
  int max_shmem_mbps;
  int system_memory_bytes;
  int numa_memory_bytes;
  dart_locality_scope_pos_t scopes[DART_LOCALITY_MAX_DOMAIN_SCOPES];
  int num_scopes;
} dart_hwinfo_t;

typedef struct {
  char host[DART_LOCALITY_HOST_MAX_SIZE];
  char module[DART_LOCALITY_HOST_MAX_SIZE];
  dart_locality_scope_pos_t pos;
} dart_module_location_t;

/// Node of the tree of locality domains of a team.
struct dart_domain_locality_s {
  char host[DART_LOCALITY_HOST_MAX_SIZE];
  /// "." for the root; tags of children append ".<relative index>".
  char domain_tag[DART_LOCALITY_DOMAIN_TAG_MAX_SIZE];
  struct dart_domain_locality_s** aliases;
  int num_aliases;
  dart_locality_scope_t scope;
  int level;
  int global_index;
  int relative_index;
  struct dart_domain_locality_s* parent;
  int num_domains;
  /// NULL if and only if num_domains is 0.
  struct dart_domain_locality_s** children;
  int is_symmetric;
  dart_team_t team;
  int num_units;
  dart_global_unit_t* unit_ids;
  int num_nodes;
  int node_id;
  int num_cores;
  int shared_mem_bytes;
};
typedef struct dart_domain_locality_s dart_domain_locality_t;

typedef struct {
  dart_team_unit_t unit;
  dart_team_t team;
  dart_hwinfo_t hwinfo;
  char domain_tag[DART_LOCALITY_DOMAIN_TAG_MAX_SIZE];
} dart_unit_locality_t;

DART_INTERFACE_OFF
