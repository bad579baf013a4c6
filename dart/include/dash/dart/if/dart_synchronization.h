#pragma once

/// \file
/// Locks of a team.

#include <dash/dart/if/dart_team_group.h>
#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Mutual exclusion among all units of a team and all their threads. Not recursive.
typedef struct dart_lock_struct* dart_lock_t;

#define DART_LOCK_NULL ((dart_lock_t)NULL)

/// Creates a lock. Collective over the team.
DART_API dart_ret_t dart_team_lock_init(dart_team_t teamid, dart_lock_t* lock) DART_NOTHROW;
/// Destroys a free lock and sets it to DART_LOCK_NULL. Collective over the team.
DART_API dart_ret_t dart_team_lock_destroy(dart_lock_t* lock) DART_NOTHROW;
/// Blocks until the caller holds the lock. Returns DART_ERR_INVAL if the calling thread holds it
/// already. Thread-safe.
DART_API dart_ret_t dart_lock_acquire(dart_lock_t lock) DART_NOTHROW;
/// Tries to acquire the lock without blocking. \param[out] result  1 if it was acquired, otherwise
/// 0. Thread-safe.
DART_API dart_ret_t dart_lock_try_acquire(dart_lock_t lock, int32_t* result) DART_NOTHROW;
/// Releases the lock. Returns DART_ERR_INVAL if the calling thread does not hold it. Thread-safe.
DART_API dart_ret_t dart_lock_release(dart_lock_t lock) DART_NOTHROW;
/// Whether the lock is initialised; false for NULL. Local.
DART_API bool dart_lock_initialized(struct dart_lock_struct const* lock) DART_NOTHROW;

DART_INTERFACE_OFF
