#pragma once

/// \file
/// Requests of running kernels for memory that they do not reach. This is an extension of the DART
/// interface.
///
/// Kernels load and store global memory where dart_gptr_kernel_address gives them an address. For
/// all other memory, such as that of other hosts, a kernel writes a request into a ring in host
/// memory that GPU and host both see, and a thread of the runtime executes it. The kernel goes on
/// meanwhile.
///
/// The ring is an array of requests of 64 bytes, the size of a cache line and of the smallest write
/// that a link carries as a whole. Whoever writes requests gives them the numbers 0, 1, 2, …, each
/// only once; request n lies in slot n modulo the number of slots. The writer
///
/// 1. waits until \c completed is at least n + 1 - slots, and the result of the earlier request in
///    the slot has been read;
/// 2. writes all words of the request but \c sequence;
/// 3. writes n + 1 to \c sequence, with release order and system scope.
///
/// The requests are executed in the order of their numbers. \c completed is the number of requests
/// that are complete at their targets, from the first one on: it is written with release order
/// after the results. Words have the byte order of the machine, and nothing else in the ring is
/// written by both sides, so an adapter that reads requests by itself can take the place of the
/// thread.

#include <dash/dart/if/dart_globmem.h>
#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// What a request asks for.
typedef enum {
  DART_KERNEL_PUT = 1,         ///< writes bytes
  DART_KERNEL_GET = 2,         ///< reads bytes
  DART_KERNEL_NOTIFY = 3,      ///< writes bytes, which may be none, then sets a flag
  DART_KERNEL_NOTIFY_ADD = 4,  ///< writes bytes, which may be none, then adds to a flag
  /// combines an element with a value by a predefined operation; the result is its old value
  DART_KERNEL_FETCH_OP = 5,
  DART_KERNEL_UPDATE = 6,       ///< the same without a result
  DART_KERNEL_COMPARE_SWAP = 7  ///< replaces an element that has a certain value; as for FETCH_OP
} dart_kernel_operation_t;

/// A request. All but the sequence number is written first.
typedef struct {
  uint64_t sequence;   ///< number of the request plus 1
  dart_gptr_t target;  ///< the memory to access
  /// Address of the kernel's bytes, as dart_gptr_kernel_address gives it; for
  /// DART_KERNEL_COMPARE_SWAP the value to compare with; for DART_KERNEL_FETCH_OP and
  /// DART_KERNEL_UPDATE the dart_operation_t.
  uint64_t local;
  /// Bits 0 to 47: number of bytes; 48 to 55: type of the element of an atomic operation; 56 to 63:
  /// dart_kernel_operation_t.
  uint64_t what;
  dart_gptr_t flag;  ///< the flag of a notification, at the unit of the target
  uint64_t value;    ///< value for the flag; operand of an atomic operation
} dart_kernel_request_t;

/// First bit of the type in dart_kernel_request_t::what.
#define DART_KERNEL_TYPE_AT 48
/// First bit of the operation in dart_kernel_request_t::what.
#define DART_KERNEL_OPERATION_AT 56

/// A ring, with the addresses by which kernels of the calling unit access it.
typedef struct {
  uint64_t id;                      ///< stands for the ring in calls; 0: no ring
  uint64_t num_slots;               ///< number of slots, a power of two
  dart_kernel_request_t* requests;  ///< one for each slot
  uint64_t* results;                ///< one for each slot: a value in the first bytes
  uint64_t* completed;              ///< number of requests that are complete
} dart_kernel_ring_t;

/// What became of the requests of a ring.
typedef struct {
  uint64_t requests;  ///< number of requests that were executed
  uint64_t calls;     ///< number of transfers, atomic operations and flushes for them
  uint64_t failures;  ///< number of those that failed
} dart_kernel_report_t;

/// Makes a ring for kernels of the calling unit, in its host memory. It is closed by
/// dart_kernel_ring_close or by dart_exit, and nobody executes requests before
/// dart_kernel_ring_serve. Local, thread-safe.
///
/// \param num_slots  number of slots, a power of two
/// \param[out] ring  the ring; its id is 0 in case of an error
/// \return DART_OK; DART_ERR_INVAL if the number is not a power of two; DART_ERR_NOMEM if there is
///   not enough memory; DART_ERR_OTHER if kernels cannot access host memory.
DART_API dart_ret_t dart_kernel_ring_open(size_t num_slots, dart_kernel_ring_t* ring) DART_NOTHROW;

/// Starts the thread that executes the requests of a ring, unless it runs already. Local,
/// thread-safe.
///
/// \param id  the ring
/// \return DART_OK; DART_ERR_INVAL for a ring that does not exist; DART_ERR_OTHER if the process
///   can have no more threads.
DART_API dart_ret_t dart_kernel_ring_serve(uint64_t id) DART_NOTHROW;

/// Tells what became of the requests of a ring. Local, thread-safe.
///
/// \param id           the ring
/// \param[out] report  numbers since the ring was opened
/// \param[out] reason  why the first request has failed, a text that ends with a zero; empty if
///   none has. May be NULL.
/// \param size         number of bytes at \c reason
/// \return DART_OK, or DART_ERR_INVAL for a ring that does not exist.
DART_API dart_ret_t dart_kernel_ring_report(
    uint64_t id, dart_kernel_report_t* report, char* reason, size_t size) DART_NOTHROW;

/// Completes the requests that are in a ring, and ends it. Kernels must not use it any more. Local,
/// thread-safe.
///
/// \param[in,out] ring  the ring; none afterwards. Closing none has no effect.
/// \return DART_OK, or DART_ERR_INVAL for a ring that does not exist.
DART_API dart_ret_t dart_kernel_ring_close(dart_kernel_ring_t* ring) DART_NOTHROW;

/// Gives the time after which a wait of a kernel is given up: DART_KERNEL_TIMEOUT, in seconds, or
/// 30 s. Local, thread-safe.
///
/// \param[out] ns  the time in nanoseconds; 0: kernels wait for ever
/// \return DART_OK; DART_ERR_OTHER, after a message, if the variable is no number of seconds.
DART_API dart_ret_t dart_kernel_time_limit(uint64_t* ns) DART_NOTHROW;

DART_INTERFACE_OFF
