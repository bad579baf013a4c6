#pragma once

/// \file
/// Triggers: puts that the host prepares and kernels start. This is an extension of the DART
/// interface.
///
/// The host posts a put under a tag, with a threshold. Kernels fire the tag, by one atomic addition
/// each; when the tag has been fired as often as the thresholds of all its puts up to this one add
/// up to, the put begins. Neither the kernel nor the host does anything for it: on a GPU, its front
/// end waits for the count and its copy engines move the data. Firing and posting may happen in any
/// order, and a tag can be used again and again. The granularity is the program's: a tag may be
/// fired by each thread, by one thread of each block after a synchronisation of the block, or by
/// the last block of a kernel, with the threshold that belongs to it.
///
/// What a thread has written before it fires is part of what the put sends. Source: M. LeBeane et
/// al., "GPU triggered networking for intra-kernel communications", SC17.

#include <dash/dart/if/dart_globmem.h>
#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// The tags of a unit.
typedef struct dart_opaque_triggers* dart_triggers_t;

/// No tags.
#define DART_TRIGGERS_NULL ((dart_triggers_t)NULL)

/// Largest number of tags that a unit has at the same time. Each one occupies a queue of the GPU.
#define DART_MOST_TAGS 24

/// What kernels need in order to fire tags: see dash::kernel::Triggers. The addresses are for
/// kernels of the unit; host functions in place of kernels may use them on CPU units and emulated
/// GPUs.
typedef struct {
  uint64_t* counts;   ///< for each tag, how often it has been fired; only added to
  uint64_t* unknown;  ///< 1 + a tag that was fired although it does not exist; 0: none was
  uint32_t tags;      ///< number of tags
} dart_trigger_view_t;

/// A put that waits for a tag.
typedef struct {
  uint64_t threshold;     ///< so often has the tag to be fired for this put; at least 1
  dart_gptr_t gptr;       ///< start of the elements at the target
  const void* src;        ///< the elements, which are read when the put begins
  size_t nelem;           ///< number of elements; 0: no data
  dart_datatype_t dtype;  ///< basic type of the elements
  dart_gptr_t flag;       ///< flag of the target, set behind the data; DART_GPTR_NULL: none
  uint64_t value;         ///< value that the flag gets, not 0
  /// flag of the calling unit, set when \c src may be reused; DART_GPTR_NULL: none
  dart_gptr_t local_flag;
  uint64_t local_value;  ///< value that the local flag gets, not 0
} dart_triggered_put_t;

/// What a kernel writes about a put before it fires: where the data go, how many, and the flag.
typedef struct {
  uint64_t offset;       ///< in the unit's part of the segment, in bytes
  uint64_t nbytes;       ///< number of bytes of the data
  uint64_t flag_offset;  ///< where the flag lies in the same part; a multiple of 8
  uint64_t value;        ///< value that the flag gets; 0: no flag is set
  dart_unit_t unit;      ///< the target, in the segment's team
} dart_put_description_t;

/// Creates tags, which are numbered from 0. Local, thread-safe.
///
/// \param tags           number of tags
/// \param[out] triggers  the tags; DART_TRIGGERS_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for a null pointer, no tags, or more than the unit can have;
///   DART_ERR_NOMEM.
DART_API dart_ret_t dart_triggers_create(size_t tags, dart_triggers_t* triggers) DART_NOTHROW;

/// Ends tags. Local.
///
/// \param[in,out] triggers  the tags, DART_TRIGGERS_NULL afterwards; nothing happens if it is that
/// \return The same as dart_triggers_wait; DART_ERR_INVAL, and they go on, if a put still waits for
///   its tag.
DART_API dart_ret_t dart_triggers_destroy(dart_triggers_t* triggers) DART_NOTHROW;

/// What kernels need. Local, thread-safe.
///
/// \param triggers   the tags
/// \param[out] view  for kernels of the calling unit, valid until dart_triggers_destroy
/// \return DART_OK, or DART_ERR_INVAL if there are no such tags.
DART_API dart_ret_t dart_triggers_view(dart_triggers_t triggers, dart_trigger_view_t* view)
    DART_NOTHROW;

/// Posts a put. Puts of one tag begin in the order in which they are posted, each after the one
/// before it. Local; one thread at a time posts under the tags.
///
/// \param triggers  the tags
/// \param tag       the tag
/// \param put       the put, which may be changed after the call
/// \return DART_OK; DART_ERR_INVAL if there are no such tags, the tag is unknown, the threshold is
///   0, and as dart_put_notify; DART_ERR_OTHER if the GPU is out of use.
DART_API dart_ret_t dart_trigger_put(
    dart_triggers_t triggers, size_t tag, const dart_triggered_put_t* put) DART_NOTHROW;

/// Posts a put whose target and size kernels write before they fire. Otherwise like
/// dart_trigger_put.
///
/// \param triggers     the tags
/// \param tag          the tag
/// \param threshold    so often has the tag to be fired for this put; at least 1
/// \param segment      a pointer into the segment that all possible targets belong to
/// \param src          the data, which are read when the put begins
/// \param description  global memory of the calling unit that kernels write, as they see it
/// \return The same as dart_trigger_put. A description that does not fit the segment is an error of
///   dart_triggers_wait, and nothing is written.
DART_API dart_ret_t dart_trigger_put_described(
    dart_triggers_t triggers, size_t tag, uint64_t threshold, dart_gptr_t segment, const void* src,
    const dart_put_description_t* description) DART_NOTHROW;

/// Fires a tag by the host, behind everything that this thread has written. Local, thread-safe.
///
/// \param triggers  the tags
/// \param tag       the tag
/// \param count     so often
/// \return DART_OK, or DART_ERR_INVAL if there are no such tags, or the tag is unknown.
DART_API dart_ret_t dart_trigger_fire(dart_triggers_t triggers, size_t tag, uint64_t count)
    DART_NOTHROW;

/// Waits until all puts that were posted are complete at their targets. Local.
///
/// \param triggers  the tags
/// \return DART_OK; DART_ERR_INVAL if there are no such tags, a kernel has fired an unknown tag, or
///   a tag was fired more often than the thresholds of its puts add up to; the code of the first
///   put that has failed, after its messages.
DART_API dart_ret_t dart_triggers_wait(dart_triggers_t triggers) DART_NOTHROW;

DART_INTERFACE_OFF
