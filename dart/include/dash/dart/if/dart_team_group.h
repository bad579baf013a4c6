#pragma once

/// \file
/// Groups (sets of units) and teams (groups whose units communicate).

#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Set of global unit ids in ascending order. All operations are local.
typedef struct dart_group_struct* dart_group_t;

#define DART_TEAM_NULL ((dart_team_t)(-1))
#define DART_TEAM_ALL ((dart_team_t)0)
#define DART_GROUP_NULL ((dart_group_t)NULL)

/// Creates an empty group.
DART_API dart_ret_t dart_group_create(dart_group_t* group) DART_NOTHROW;
/// Frees the group and sets it to DART_GROUP_NULL.
DART_API dart_ret_t dart_group_destroy(dart_group_t* group) DART_NOTHROW;
DART_API dart_ret_t dart_group_clone(const dart_group_t gin, dart_group_t* gout) DART_NOTHROW;
DART_API dart_ret_t
dart_group_union(const dart_group_t g1, const dart_group_t g2, dart_group_t* gout) DART_NOTHROW;
DART_API dart_ret_t
dart_group_intersect(const dart_group_t g1, const dart_group_t g2, dart_group_t* gout) DART_NOTHROW;
/// Adds a unit; has no effect if it is a member already.
DART_API dart_ret_t dart_group_addmember(dart_group_t g, dart_global_unit_t unitid) DART_NOTHROW;
/// Removes a unit; has no effect if it is not a member.
DART_API dart_ret_t dart_group_delmember(dart_group_t g, dart_global_unit_t unitid) DART_NOTHROW;
DART_API dart_ret_t dart_group_ismember(
    const dart_group_t g, dart_global_unit_t unitid, int32_t* ismember) DART_NOTHROW;
DART_API dart_ret_t dart_group_size(const dart_group_t g, size_t* size) DART_NOTHROW;
/// Writes all ids in ascending order; \c unitids has room for dart_group_size of them.
DART_API dart_ret_t dart_group_getmembers(const dart_group_t g, dart_global_unit_t* unitids)
    DART_NOTHROW;
/// Splits a group into \c n consecutive parts of ceil(size / n) members; the last ones may be
/// smaller or empty.
/// \param[out] nout  number of groups written (n)
/// \param[out] gout  n new groups
DART_API dart_ret_t
dart_group_split(const dart_group_t g, size_t n, size_t* nout, dart_group_t* gout) DART_NOTHROW;
/// Splits a group by locality: the members in each domain of \c scope below \c domain form a group;
/// domains are merged evenly if there are more than \c n.
/// \param[out] nout  number of groups written, at most n
DART_API dart_ret_t dart_group_locality_split(
    const dart_group_t g, dart_domain_locality_t* domain, dart_locality_scope_t scope, size_t n,
    size_t* nout, dart_group_t* gout) DART_NOTHROW;

/// Creates a group of the team's members. Local.
DART_API dart_ret_t dart_team_get_group(dart_team_t teamid, dart_group_t* group) DART_NOTHROW;
/// Creates a team of the units in \c group. Collective over \c teamid; units that are not in the
/// group may pass DART_GROUP_NULL and receive DART_TEAM_NULL. Ids in the team are in the order of
/// global ids.
/// \return DART_OK with DART_TEAM_NULL for an empty group.
DART_API dart_ret_t
dart_team_create(dart_team_t teamid, const dart_group_t group, dart_team_t* newteam) DART_NOTHROW;
/// Destroys a team together with its locks and segments. Collective over the team.
DART_API dart_ret_t dart_team_destroy(dart_team_t* teamid) DART_NOTHROW;
/// Creates a team with the same members. Collective over the team.
DART_API dart_ret_t dart_team_clone(dart_team_t team, dart_team_t* newteam) DART_NOTHROW;
/// The caller's id in a team. Local.
DART_API dart_ret_t dart_team_myid(dart_team_t teamid, dart_team_unit_t* myid) DART_NOTHROW;
/// Number of units in a team. Local.
DART_API dart_ret_t dart_team_size(dart_team_t teamid, size_t* size) DART_NOTHROW;
/// Whether all units of a team run on the caller's host, where host memory of each unit is mapped
/// in all processes. Returns the same on all of them; false for teams that the caller does not
/// know. Local.
DART_API bool dart_team_is_on_one_host(dart_team_t teamid) DART_NOTHROW;
/// Returns the caller's global id; before init -1 and DART_ERR_OTHER. Local.
DART_API dart_ret_t dart_myid(dart_global_unit_t* myid) DART_NOTHROW;
/// Returns the number of all units; before init 0 and DART_ERR_OTHER. Local.
DART_API dart_ret_t dart_size(size_t* size) DART_NOTHROW;
/// Converts a team-relative id to a global id. Returns DART_ERR_INVAL if it is out of range. Local.
DART_API dart_ret_t dart_team_unit_l2g(
    dart_team_t team, dart_team_unit_t localid, dart_global_unit_t* globalid) DART_NOTHROW;
/// Converts a global id to a team-relative id; -1 for units that are not in the team. Local.
DART_API dart_ret_t dart_team_unit_g2l(
    dart_team_t team, dart_global_unit_t globalid, dart_team_unit_t* localid) DART_NOTHROW;

DART_INTERFACE_OFF
