#pragma once

/// \file
/// Groups (sets of units) and teams (groups whose units communicate).

#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Set of global unit ids in ascending order, of the calling unit. All operations are local.
///
/// After dart_group_destroy, a handle and its copies stand for nothing, also when other groups have
/// been created since then. All functions return DART_ERR_INVAL for these, for handles of other
/// units and for arbitrary words, as they do for null pointers.
typedef struct dart_group_struct* dart_group_t;

/// No team.
#define DART_TEAM_NULL ((dart_team_t)(-1))
/// The team of all units.
#define DART_TEAM_ALL ((dart_team_t)0)
/// No group.
#define DART_GROUP_NULL ((dart_group_t)NULL)

/// Creates an empty group. Local.
///
/// \param[out] group  the new group, which dart_group_destroy frees
/// \return DART_OK, or DART_ERR_INVAL for a null pointer.
DART_API dart_ret_t dart_group_create(dart_group_t* group) DART_NOTHROW;

/// Frees a group. Local.
///
/// \param[in,out] group  the group, which may be null; set to DART_GROUP_NULL
/// \return DART_OK, or DART_ERR_INVAL for a null pointer and for a group that does not exist.
DART_API dart_ret_t dart_group_destroy(dart_group_t* group) DART_NOTHROW;

/// Creates a copy of a group. Local.
///
/// \param gin        the group to copy
/// \param[out] gout  the new group
/// \return DART_OK, or DART_ERR_INVAL for a null pointer.
DART_API dart_ret_t dart_group_clone(const dart_group_t gin, dart_group_t* gout) DART_NOTHROW;

/// Creates a group of the units that are in at least one of two groups. Local.
///
/// \param g1         first group
/// \param g2         second group
/// \param[out] gout  the new group
/// \return DART_OK, or DART_ERR_INVAL for a null pointer.
DART_API dart_ret_t
dart_group_union(const dart_group_t g1, const dart_group_t g2, dart_group_t* gout) DART_NOTHROW;

/// Creates a group of the units that are in both of two groups. Local.
///
/// \param g1         first group
/// \param g2         second group
/// \param[out] gout  the new group
/// \return DART_OK, or DART_ERR_INVAL for a null pointer.
DART_API dart_ret_t
dart_group_intersect(const dart_group_t g1, const dart_group_t g2, dart_group_t* gout) DART_NOTHROW;

/// Adds a unit to a group. There is no effect if the unit is already a member. Local.
///
/// \param g       the group
/// \param unitid  global id of the unit, which need not exist
/// \return DART_OK, or DART_ERR_INVAL if the group is null or the id is negative.
DART_API dart_ret_t dart_group_addmember(dart_group_t g, dart_global_unit_t unitid) DART_NOTHROW;

/// Removes a unit from a group. There is no effect if the unit is not a member. Local.
///
/// \param g       the group
/// \param unitid  global id of the unit
/// \return DART_OK, or DART_ERR_INVAL for a null pointer.
DART_API dart_ret_t dart_group_delmember(dart_group_t g, dart_global_unit_t unitid) DART_NOTHROW;

/// Tells whether a unit is a member of a group. Local.
///
/// \param g              the group
/// \param unitid         global id of the unit
/// \param[out] ismember  1 if it is a member, otherwise 0
/// \return DART_OK, or DART_ERR_INVAL for a null pointer.
DART_API dart_ret_t dart_group_ismember(
    const dart_group_t g, dart_global_unit_t unitid, int32_t* ismember) DART_NOTHROW;

/// Gives the number of members of a group. Local.
///
/// \param g          the group
/// \param[out] size  number of members
/// \return DART_OK, or DART_ERR_INVAL for a null pointer.
DART_API dart_ret_t dart_group_size(const dart_group_t g, size_t* size) DART_NOTHROW;

/// Gives the members of a group. Local.
///
/// \param g             the group
/// \param[out] unitids  the global ids in ascending order; there has to be room for dart_group_size
///                      of them
/// \return DART_OK, or DART_ERR_INVAL for a null pointer.
DART_API dart_ret_t dart_group_getmembers(const dart_group_t g, dart_global_unit_t* unitids)
    DART_NOTHROW;

/// Splits a group into contiguous parts of ceil(size / n) members each. The last parts may be
/// shorter, or empty. Local.
///
/// \param g          the group to split, which stays as it is
/// \param n          number of parts, at least 1
/// \param[out] nout  number of groups written, which is \c n
/// \param[out] gout  the \c n new groups
/// \return DART_OK, or DART_ERR_INVAL if a pointer is null or \c n is 0.
DART_API dart_ret_t
dart_group_split(const dart_group_t g, size_t n, size_t* nout, dart_group_t* gout) DART_NOTHROW;

/// Splits a group by locality: the members in each domain of a scope form a group. If there are
/// more than \c n such domains, neighbouring ones are merged evenly. Local.
///
/// \param g          the group to split, which stays as it is
/// \param domain     the domain below which the domains are looked for
/// \param scope      scope of the domains
/// \param n          largest number of groups, at least 1
/// \param[out] nout  number of groups written
/// \param[out] gout  the new groups; there has to be room for \c n of them
/// \return DART_OK; DART_ERR_INVAL if a pointer is null or \c n is 0; DART_ERR_NOTFOUND if no
///   domain of that scope has members of the group.
DART_API dart_ret_t dart_group_locality_split(
    const dart_group_t g, dart_domain_locality_t* domain, dart_locality_scope_t scope, size_t n,
    size_t* nout, dart_group_t* gout) DART_NOTHROW;

/// Creates a group of the members of a team. Local.
///
/// \param teamid      the team
/// \param[out] group  the new group, which dart_group_destroy frees
/// \return DART_OK, or DART_ERR_INVAL for an unknown team or a null pointer.
DART_API dart_ret_t dart_team_get_group(dart_team_t teamid, dart_group_t* group) DART_NOTHROW;

/// Creates a team of the units in a group. The ids of the units in the new team follow their global
/// ids in ascending order. Units may pass different groups, which gives a team for each group; then
/// no unit is in two of them, and all members of a group have to pass it. Collective over the
/// parent team.
///
/// \param teamid        the parent team
/// \param group         members of the new team, which all have to be members of the parent; units
///                      that are not in the group may pass DART_GROUP_NULL
/// \param[out] newteam  the new team; DART_TEAM_NULL at units that are not in it, and at all units
///                      if the group is empty
/// \return DART_OK; on all units of the parent DART_ERR_INVAL if the group of a unit does not exist
///   or has units that are not in the parent, or if different groups are passed otherwise than
///   above, and DART_ERR_NOMEM if a unit has no memory for the team or all team ids are in use.
DART_API dart_ret_t
dart_team_create(dart_team_t teamid, const dart_group_t group, dart_team_t* newteam) DART_NOTHROW;

/// Creates a team of the units in a list, whose ids in the new team follow the order of the list.
/// Units may pass different lists, as the groups of dart_team_create. Collective over the parent
/// team.
///
/// \param teamid        the parent team
/// \param units         members of the new team, as ids relative to the parent; may be null, which
///                      is an empty list
/// \param nunits        number of ids in the list
/// \param[out] newteam  the new team; DART_TEAM_NULL at units that are not in it
/// \return DART_OK; on all units of the parent DART_ERR_INVAL if a list names a unit twice or units
///   that are not in the parent, or if different lists are passed otherwise than there, and
///   DART_ERR_NOMEM as for dart_team_create.
DART_API dart_ret_t dart_team_create_ordered(
    dart_team_t teamid, const dart_team_unit_t* units, size_t nunits,
    dart_team_t* newteam) DART_NOTHROW;

/// Creates a team of the calling unit alone. Local.
///
/// \param[out] newteam  the new team
/// \return DART_OK; DART_ERR_INVAL for a null pointer; DART_ERR_NOMEM if there is no memory for the
///   team or all team ids are in use.
DART_API dart_ret_t dart_team_create_alone(dart_team_t* newteam) DART_NOTHROW;

/// Destroys a team with its locks and segments. Collective over the team, unless its units have
/// called different collectives before: then it waits for nobody, and dart_exit frees the memory.
///
/// The id is that of no team then. It is given to a new team only after all other ids (8,191), and
/// the id of a segment only after all others of its team (32,766): until then calls with old ids
/// and with global pointers into freed segments return DART_ERR_INVAL.
///
/// \param[in,out] teamid  the team, which may be DART_TEAM_NULL; set to DART_TEAM_NULL unless a
///                        unit holds a lock
/// \return DART_OK; DART_ERR_INVAL on all units, which then keep the team, if a unit holds one of
///   its locks, and for an unknown team and DART_TEAM_ALL.
DART_API dart_ret_t dart_team_destroy(dart_team_t* teamid) DART_NOTHROW;

/// Creates a team of the same members in the same order. Collective over the team.
///
/// \param team          the team
/// \param[out] newteam  the new team
/// \return DART_OK; DART_ERR_INVAL for an unknown team; DART_ERR_NOMEM on all units, as for
///   dart_team_create.
DART_API dart_ret_t dart_team_clone(dart_team_t team, dart_team_t* newteam) DART_NOTHROW;

/// Gives the calling unit's id in a team. Local, thread-safe.
///
/// \param teamid     the team
/// \param[out] myid  id relative to the team
/// \return DART_OK, or DART_ERR_INVAL for an unknown team or a null pointer.
DART_API dart_ret_t dart_team_myid(dart_team_t teamid, dart_team_unit_t* myid) DART_NOTHROW;

/// Gives the number of units in a team. Local, thread-safe.
///
/// \param teamid     the team
/// \param[out] size  number of units
/// \return DART_OK, or DART_ERR_INVAL for an unknown team or a null pointer.
DART_API dart_ret_t dart_team_size(dart_team_t teamid, size_t* size) DART_NOTHROW;

/// Tells whether all units of a team run on the caller's host, where each unit has mapped the host
/// memory of all. All units of the team get the same answer. Local, thread-safe.
///
/// \param teamid  the team
/// \return true if they do; false if they do not, and for a team that the caller does not know.
DART_API bool dart_team_is_on_one_host(dart_team_t teamid) DART_NOTHROW;

/// Gives the calling unit's global id. Local, thread-safe.
///
/// \param[out] myid  the id; -1 while the runtime is not running
/// \return DART_OK; DART_ERR_INVAL for a null pointer; DART_ERR_OTHER while the runtime is not
///   running.
DART_API dart_ret_t dart_myid(dart_global_unit_t* myid) DART_NOTHROW;

/// Gives the number of all units of the run. Local, thread-safe.
///
/// \param[out] size  number of units; 0 while the runtime is not running
/// \return DART_OK; DART_ERR_INVAL for a null pointer; DART_ERR_OTHER while the runtime is not
///   running.
DART_API dart_ret_t dart_size(size_t* size) DART_NOTHROW;

/// Converts an id relative to a team into a global id. Local, thread-safe.
///
/// \param team           the team
/// \param localid        id relative to the team
/// \param[out] globalid  global id of the unit
/// \return DART_OK, or DART_ERR_INVAL if the team is unknown, has no such unit, or a pointer is
///   null.
DART_API dart_ret_t dart_team_unit_l2g(
    dart_team_t team, dart_team_unit_t localid, dart_global_unit_t* globalid) DART_NOTHROW;

/// Converts a global id into an id relative to a team. Local, thread-safe.
///
/// \param team          the team
/// \param globalid      global id of a unit
/// \param[out] localid  id relative to the team; -1 if the unit is not in the team
/// \return DART_OK, or DART_ERR_INVAL for an unknown team or a null pointer.
DART_API dart_ret_t dart_team_unit_g2l(
    dart_team_t team, dart_global_unit_t globalid, dart_team_unit_t* localid) DART_NOTHROW;

DART_INTERFACE_OFF
