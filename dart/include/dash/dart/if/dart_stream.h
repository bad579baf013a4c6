#pragma once

/// \file
/// Streams: communication that takes its place behind the kernels of a GPU, while the host goes on.
/// This is an extension of the DART interface.
///
/// Operations of a stream are executed in the order in which they are added, each when the one
/// before it is complete, also at its target. So no flush is needed, and a buffer may be used again
/// by what is added behind the operation that uses it. Functions that add operations do not wait.
///
/// A stream of a GPU unit is one of CUDA, which also executes kernels (dart_stream_native). Between
/// memories of GPUs and host memory of the same host that a GPU can access, its operations are
/// copies, kernels and stream memory operations of CUDA: while a CUDA graph is captured from the
/// stream, they become a part of it, and each launch of the graph executes them again. To other
/// memory (other hosts, memory of a process) a thread of the runtime executes them, for which the
/// stream waits; in a graph, too. A graph of which a thread of the host executes parts, these or
/// calls of functions, has to be launched on the stream from which it was captured: this stream has
/// one such thread, and waits for one part at a time. Streams of CPU units and of emulated GPUs
/// execute all operations in a thread, which also calls functions in place of kernels
/// (dart_stream_call).
///
/// While a stream of a GPU waits, calls of CUDA that take page-locked memory or device memory may
/// wait for it, too: take global memory before, and use memory of a peer or of the host once before
/// a stream waits for something that depends on the calling thread.
///
/// Errors of operations are reported by the next dart_stream_wait. What is behind a failed
/// operation is executed nevertheless on GPUs, and left out elsewhere. The variable
/// DART_STREAM_TIMEOUT limits the time in seconds for which a stream waits for a flag or a barrier;
/// without it there is no limit. Source: E. Agostini et al., "Offloading communication control
/// logic in GPU accelerated applications", 2017 (stream-asynchronous communication).

#include <dash/dart/if/dart_globmem.h>
#include <dash/dart/if/dart_gpu.h>
#include <dash/dart/if/dart_notify.h>
#include <dash/dart/if/dart_team_group.h>
#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// A stream of the calling unit.
typedef struct dart_opaque_stream* dart_stream_t;

/// A function of the host that a stream calls.
typedef void (*dart_stream_function_t)(void*);

/// No stream.
#define DART_STREAM_NULL ((dart_stream_t)NULL)

/// Creates a stream. Local, thread-safe.
///
/// \param[out] stream  the stream; DART_STREAM_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for a null pointer; DART_ERR_NOMEM or DART_ERR_OTHER if there is
///   no memory, no thread, or the GPU is out of use.
DART_API dart_ret_t dart_stream_create(dart_stream_t* stream) DART_NOTHROW;

/// Makes a stream of CUDA known to the runtime, which may be one that is being captured. It has to
/// exist until dart_stream_destroy. Local, thread-safe.
///
/// \param native       a cudaStream_t of the calling unit's GPU
/// \param[out] stream  the stream; DART_STREAM_NULL in case of an error
/// \return The same as dart_stream_create; DART_ERR_INVAL also on units without streams of CUDA.
DART_API dart_ret_t dart_stream_attach(void* native, dart_stream_t* stream) DART_NOTHROW;

/// Waits until the operations of a stream are complete, and ends it. Graphs that were captured from
/// it must not be launched any more. Local, thread-safe.
///
/// \param[in,out] stream  the stream, DART_STREAM_NULL afterwards; nothing happens if it is that
/// \return The same as dart_stream_wait.
DART_API dart_ret_t dart_stream_destroy(dart_stream_t* stream) DART_NOTHROW;

/// The stream of CUDA, for kernels and graphs. Also selects the unit's GPU for the calling thread.
/// Local, thread-safe.
///
/// \param stream       the stream
/// \param[out] native  a cudaStream_t; NULL on CPU units and emulated GPUs
/// \return DART_OK, or DART_ERR_INVAL if there is no such stream.
DART_API dart_ret_t dart_stream_native(dart_stream_t stream, void** native) DART_NOTHROW;

/// Tells whether operations that are added become a part of a CUDA graph, which may execute them
/// several times. Local, thread-safe.
///
/// \param stream         the stream
/// \param[out] captured  1 if they do, otherwise 0
/// \return DART_OK, or DART_ERR_INVAL if there is no such stream.
DART_API dart_ret_t dart_stream_is_captured(dart_stream_t stream, int32_t* captured) DART_NOTHROW;

/// Waits until all operations of a stream are complete. Local, thread-safe.
///
/// \param stream  the stream
/// \return DART_OK; DART_ERR_INVAL if there is no such stream; the code of the first operation that
///   has failed since the last wait, after its messages.
DART_API dart_ret_t dart_stream_wait(dart_stream_t stream) DART_NOTHROW;

/// Tells whether all operations of a stream are complete. Local, thread-safe.
///
/// \param stream         the stream
/// \param[out] complete  1 if they are, also if one has failed; otherwise 0
/// \return DART_OK, or DART_ERR_INVAL if there is no such stream.
DART_API dart_ret_t dart_stream_test(dart_stream_t stream, int32_t* complete) DART_NOTHROW;

/// Adds a call of a function of the host, which must not use this stream, nor call collective
/// operations. In a graph it is called at each launch, on the stream from which it was captured.
/// Local, thread-safe.
///
/// \param stream    the stream
/// \param function  the function
/// \param argument  its argument
/// \return DART_OK; DART_ERR_INVAL if there is no such stream or function.
DART_API dart_ret_t dart_stream_call(
    dart_stream_t stream, dart_stream_function_t function, void* argument) DART_NOTHROW;

/// Adds a dart_put. Local, thread-safe.
///
/// \param stream    the stream
/// \param gptr      start of the elements at the target
/// \param src       the elements, which are read when it is the operation's turn
/// \param nelem     number of base elements
/// \param src_type  type at the source
/// \param dst_type  type at the target, with the same base type
/// \return DART_OK; DART_ERR_INVAL if there is no such stream, and as dart_put; DART_ERR_OTHER if
///   the GPU is out of use.
DART_API dart_ret_t dart_stream_put(
    dart_stream_t stream, dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW;

/// Adds a dart_get. Local, thread-safe.
///
/// \param stream    the stream
/// \param[out] dest where the elements go when it is the operation's turn
/// \param gptr      start of the elements at the source
/// \param nelem     number of base elements
/// \param src_type  type at the source
/// \param dst_type  type at the target, with the same base type
/// \return The same as dart_stream_put.
DART_API dart_ret_t dart_stream_get(
    dart_stream_t stream, void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW;

/// Adds a copy of boxes like dart_memory_copy_boxes. Local, thread-safe.
///
/// \param stream   the stream
/// \param copies   the copies, which may be changed after the call
/// \param ncopies  number of copies
/// \return The same as dart_memory_copy_boxes; DART_ERR_INVAL also if there is no such stream.
DART_API dart_ret_t dart_stream_copy_boxes(
    dart_stream_t stream, const dart_box_copy_t* copies, size_t ncopies) DART_NOTHROW;

/// Adds a dart_put_notify. Local, thread-safe.
///
/// A GPU copies up to 256 KiB to another one (before Hopper: 32 KiB; at addresses that are no
/// multiples of 16, less) and 4 KiB from or to host memory by a kernel, which begins sooner than a
/// copy engine, but needs room for a cluster of up to 8 blocks of 512 threads. Where kernels that
/// run meanwhile leave none, use triggers (dart_trigger.h).
///
/// \param stream  the stream
/// \param gptr    start of the elements at the target
/// \param src     the elements, which are read when it is the operation's turn
/// \param nelem   number of elements; 0: no data, and \c gptr only names the unit
/// \param dtype   basic type of the elements
/// \param flag    the flag, as for dart_put_notify
/// \param value   value of the flag, not 0
/// \return DART_OK; DART_ERR_INVAL if there is no such stream, and as dart_put_notify;
///   DART_ERR_OTHER if the GPU is out of use.
DART_API dart_ret_t dart_stream_put_notify(
    dart_stream_t stream, dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t dtype,
    dart_gptr_t flag, uint64_t value) DART_NOTHROW;

/// Adds a dart_put_notify_add. Local, thread-safe.
///
/// \param stream  the stream
/// \param gptr    as for dart_stream_put_notify
/// \param src     as for dart_stream_put_notify
/// \param nelem   as for dart_stream_put_notify
/// \param dtype   as for dart_stream_put_notify
/// \param flag    as for dart_stream_put_notify
/// \param value   what is added, not 0
/// \return The same as dart_stream_put_notify.
DART_API dart_ret_t dart_stream_put_notify_add(
    dart_stream_t stream, dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t dtype,
    dart_gptr_t flag, uint64_t value) DART_NOTHROW;

/// Adds a wait until a flag fulfils a condition. What is behind it sees the data that were put with
/// the flag. Local, thread-safe.
///
/// \param stream     the stream
/// \param flag       the flag, as \c first of dart_notify_wait
/// \param condition  the condition
/// \param value      what the flag is compared with
/// \return DART_OK; DART_ERR_INVAL if there is no such stream, and as dart_notify_wait.
DART_API dart_ret_t dart_stream_notify_wait(
    dart_stream_t stream, dart_gptr_t flag, dart_flag_condition_t condition,
    uint64_t value) DART_NOTHROW;

/// Adds the clearing of a flag. Local, thread-safe.
///
/// \param stream  the stream
/// \param flag    the flag, as \c first of dart_notify_wait
/// \return DART_OK; DART_ERR_INVAL if there is no such stream, and as dart_notify_reset.
DART_API dart_ret_t dart_stream_notify_reset(dart_stream_t stream, dart_gptr_t flag) DART_NOTHROW;

/// Adds a dart_fetch_and_op or, without \c result, a dart_accumulate. Local, thread-safe.
///
/// \param stream       the stream
/// \param gptr         start of the elements that are updated
/// \param value        the operands, which are read when it is the operation's turn
/// \param[out] result  where the old values go; may be NULL
/// \param nelem        number of elements
/// \param dtype        basic type of the elements
/// \param op           operation, as for dart_fetch_and_op
/// \return DART_OK; DART_ERR_INVAL if there is no such stream, and as dart_fetch_and_op.
DART_API dart_ret_t dart_stream_fetch_and_op(
    dart_stream_t stream, dart_gptr_t gptr, const void* value, void* result, size_t nelem,
    dart_datatype_t dtype, dart_operation_t op) DART_NOTHROW;

/// Adds a dart_compare_and_swap. Local, thread-safe.
///
/// \param stream       the stream
/// \param gptr         the element
/// \param value        what is stored, read when it is the operation's turn
/// \param compare      what the element has to be, read then
/// \param[out] result  where the old value goes
/// \param dtype        integral type of the element
/// \return DART_OK; DART_ERR_INVAL if there is no such stream, and as dart_compare_and_swap.
DART_API dart_ret_t dart_stream_compare_and_swap(
    dart_stream_t stream, dart_gptr_t gptr, const void* value, const void* compare, void* result,
    dart_datatype_t dtype) DART_NOTHROW;

/// Adds a barrier: what is behind it at any unit begins when all units have completed what is
/// before it. Collective over the team, but only the first one for a team waits for the other
/// units, since it takes memory for them all; that one must not be captured into a graph. Each unit
/// uses one stream at a time for the barriers of a team. All of them have to be complete before the
/// team is destroyed. A stream skips what is behind an operation that has failed, also a barrier:
/// from then on the units' barriers do not belong together, and the program needs another team.
///
/// \param stream  the stream
/// \param team    the team
/// \return DART_OK; DART_ERR_INVAL if there is no such stream or team; DART_ERR_NOMEM.
DART_API dart_ret_t dart_stream_barrier(dart_stream_t stream, dart_team_t team) DART_NOTHROW;

DART_INTERFACE_OFF
