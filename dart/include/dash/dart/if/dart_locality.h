#pragma once

/// \file
/// The tree of hardware domains in which a team's units run.
///
/// This is not included by dart.h. Returned domains belong to the library unless the caller has
/// created or cloned them.

#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Builds the team's tree. Collective over the team. For DART_TEAM_ALL, the tree is built on first
/// use.
DART_API dart_ret_t dart_team_locality_init(dart_team_t team) DART_NOTHROW;
/// Frees the team's tree. Collective over the team.
DART_API dart_ret_t dart_team_locality_finalize(dart_team_t team) DART_NOTHROW;
/// Finds a domain of a team by its tag. Returns DART_ERR_NOTFOUND if there is none. Local.
DART_API dart_ret_t dart_domain_team_locality(
    dart_team_t team, const char* domain_tag,
    dart_domain_locality_t** team_domain_out) DART_NOTHROW;
/// Returns the record of a unit, which may be changed. Local.
DART_API dart_ret_t dart_unit_locality(
    dart_team_t team, dart_team_unit_t unit, dart_unit_locality_t** loc) DART_NOTHROW;

/// Creates an empty domain.
DART_API dart_ret_t dart_domain_create(dart_domain_locality_t** domain_out) DART_NOTHROW;
/// Creates a deep copy with all subdomains.
DART_API dart_ret_t dart_domain_clone(
    const dart_domain_locality_t* domain_in, dart_domain_locality_t** domain_out) DART_NOTHROW;
/// Frees a tree that was created or cloned.
DART_API dart_ret_t dart_domain_destroy(dart_domain_locality_t* domain) DART_NOTHROW;
/// Copies a tree into an existing domain.
DART_API dart_ret_t dart_domain_assign(
    dart_domain_locality_t* domain_lhs, const dart_domain_locality_t* domain_rhs) DART_NOTHROW;
/// Finds a subdomain by its tag. Returns DART_ERR_NOTFOUND and NULL if there is none.
DART_API dart_ret_t dart_domain_find(
    const dart_domain_locality_t* domain_in, const char* domain_tag,
    dart_domain_locality_t** subdomain_out) DART_NOTHROW;
/// Keeps only the listed subdomains and their ancestors.
DART_API dart_ret_t dart_domain_select(
    dart_domain_locality_t* domain_in, int num_subdomain_tags,
    const char** subdomain_tags) DART_NOTHROW;
/// Removes the listed subdomains.
DART_API dart_ret_t dart_domain_exclude(
    dart_domain_locality_t* domain_in, int num_subdomain_tags,
    const char** subdomain_tags) DART_NOTHROW;
/// Inserts a child.
DART_API dart_ret_t dart_domain_add_subdomain(
    dart_domain_locality_t* domain, dart_domain_locality_t* subdomain,
    int subdomain_rel_id) DART_NOTHROW;
/// Moves a domain below another one.
DART_API dart_ret_t dart_domain_move_subdomain(
    dart_domain_locality_t* domain, dart_domain_locality_t* new_parent_domain,
    int new_domain_rel_id) DART_NOTHROW;
/// Divides the domains at \c scope evenly into \c num_parts domains.
DART_API dart_ret_t dart_domain_split_scope(
    const dart_domain_locality_t* domain_in, dart_locality_scope_t scope, int num_parts,
    dart_domain_locality_t* split_domain_out) DART_NOTHROW;
/// Returns the tags of all domains at \c scope; the caller frees each tag and the array.
DART_API dart_ret_t dart_domain_scope_tags(
    const dart_domain_locality_t* domain_in, dart_locality_scope_t scope, int* num_domains_out,
    char*** domain_tags_out) DART_NOTHROW;
/// Returns all domains at \c scope; the caller frees the array. Returns DART_ERR_NOTFOUND and 0 if
/// there are none.
DART_API dart_ret_t dart_domain_scope_domains(
    const dart_domain_locality_t* domain_in, dart_locality_scope_t scope, int* num_domains_out,
    dart_domain_locality_t*** domains_out) DART_NOTHROW;
/// Moves the listed subdomains below a new domain of scope GROUP at their common ancestor.
/// \param[out] group_domain_tag_out  array of at least DART_LOCALITY_DOMAIN_TAG_MAX_SIZE characters
DART_API dart_ret_t dart_domain_group(
    dart_domain_locality_t* domain_in, int num_group_subdomains, const char** group_subdomain_tags,
    char* group_domain_tag_out) DART_NOTHROW;

DART_INTERFACE_OFF
