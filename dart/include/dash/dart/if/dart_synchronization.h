#pragma once

/// \file
/// Locks of a team.

#include <dash/dart/if/dart_team_group.h>
#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Mutual exclusion among all units of a team and all their threads. Not recursive.
///
/// A lock and all copies of its handle end with dart_team_lock_destroy, with its team and with
/// dart_exit. Afterwards they stand for nothing, and calls with them return DART_ERR_INVAL; so do
/// calls with handles of other units, with arbitrary words and with zeroed memory. A thread that
/// waits for a lock while another thread of its unit destroys it is not noticed.
typedef struct dart_lock_struct* dart_lock_t;

/// No lock.
#define DART_LOCK_NULL ((dart_lock_t)NULL)

/// Creates a lock. Collective over the team.
///
/// \param teamid     the team whose units use the lock
/// \param[out] lock  the lock; DART_LOCK_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for an unknown team or a null pointer; DART_ERR_NOMEM, on all
///   units, if a unit has no memory for the lock.
DART_API dart_ret_t dart_team_lock_init(dart_team_t teamid, dart_lock_t* lock) DART_NOTHROW;

/// Destroys a lock that nobody holds. Collective over the lock's team.
///
/// \param[in,out] lock  the lock, which may be DART_LOCK_NULL; set to DART_LOCK_NULL unless a unit
///                      holds it
/// \return DART_OK; DART_ERR_INVAL on all units, which then keep the lock, if a unit holds it, and
///   for a null pointer and a lock that does not exist.
DART_API dart_ret_t dart_team_lock_destroy(dart_lock_t* lock) DART_NOTHROW;

/// Waits until the calling thread holds the lock. Local, thread-safe.
///
/// \param lock  the lock
/// \return DART_OK; DART_ERR_INVAL if the thread already holds it, or there is no such lock;
///   DART_ERR_OTHER if the host where the lock lies does not answer.
DART_API dart_ret_t dart_lock_acquire(dart_lock_t lock) DART_NOTHROW;

/// Takes the lock if it is free; does not wait. Local, thread-safe.
///
/// \param lock         the lock
/// \param[out] result  1 if the calling thread has taken the lock, otherwise 0
/// \return DART_OK; DART_ERR_INVAL for a null pointer and if there is no such lock; DART_ERR_OTHER
///   if the host where the lock lies does not answer.
DART_API dart_ret_t dart_lock_try_acquire(dart_lock_t lock, int32_t* result) DART_NOTHROW;

/// Releases the lock. Local, thread-safe.
///
/// \param lock  the lock, which the calling thread has to hold
/// \return DART_OK; DART_ERR_INVAL if the thread does not hold it, or there is no such lock;
///   DART_ERR_OTHER if the host where the lock lies does not answer.
DART_API dart_ret_t dart_lock_release(dart_lock_t lock) DART_NOTHROW;

/// Tells whether a lock exists. Local, thread-safe.
///
/// \param lock  the lock, which may be null
/// \return true from its creation to its end; false for a null lock.
DART_API bool dart_lock_initialized(struct dart_lock_struct const* lock) DART_NOTHROW;

DART_INTERFACE_OFF
