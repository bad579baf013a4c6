#pragma once

/// \file
/// The tree of hardware domains in which a team's units run.
///
/// This is not included by dart.h. Returned domains belong to the library unless the caller has
/// created or cloned them.

#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Builds the tree of domains of a team. The other functions build it when it is first needed, too.
/// Local.
///
/// \param team  the team
/// \return DART_OK, or DART_ERR_INVAL for an unknown team.
DART_API dart_ret_t dart_team_locality_init(dart_team_t team) DART_NOTHROW;

/// Frees the tree of domains of a team; pointers into it become invalid. Local.
///
/// \param team  the team
/// \return DART_OK, or DART_ERR_INVAL for an unknown team.
DART_API dart_ret_t dart_team_locality_finalize(dart_team_t team) DART_NOTHROW;

/// Finds a domain of a team by its tag. Local.
///
/// \param team                  the team
/// \param domain_tag            tag of the domain; "." for the root
/// \param[out] team_domain_out  the domain, which belongs to the library; NULL in case of an error
/// \return DART_OK; DART_ERR_NOTFOUND if there is no such domain; DART_ERR_INVAL for an unknown
///   team or a null pointer.
DART_API dart_ret_t dart_domain_team_locality(
    dart_team_t team, const char* domain_tag,
    dart_domain_locality_t** team_domain_out) DART_NOTHROW;

/// Gives the record of a unit, which may be changed in place. Local.
///
/// \param team      the team
/// \param unit      id of the unit, relative to the team
/// \param[out] loc  the record, which belongs to the library; NULL in case of an error
/// \return DART_OK, or DART_ERR_INVAL for an unknown team or unit, or a null pointer.
DART_API dart_ret_t dart_unit_locality(
    dart_team_t team, dart_team_unit_t unit, dart_unit_locality_t** loc) DART_NOTHROW;

/// Creates a domain without units and subdomains. Local.
///
/// \param[out] domain_out  the domain, which dart_domain_destroy frees
/// \return DART_OK, or DART_ERR_INVAL for a null pointer.
DART_API dart_ret_t dart_domain_create(dart_domain_locality_t** domain_out) DART_NOTHROW;

/// Creates a copy of a domain with all its subdomains. Local.
///
/// \param domain_in        the domain to copy
/// \param[out] domain_out  the copy, which dart_domain_destroy frees
/// \return DART_OK, or DART_ERR_INVAL for a null pointer.
DART_API dart_ret_t dart_domain_clone(
    const dart_domain_locality_t* domain_in, dart_domain_locality_t** domain_out) DART_NOTHROW;

/// Frees a domain that was created or cloned, with all its subdomains. Local.
///
/// \param domain  the domain, which must not be part of another one
/// \return DART_OK, or DART_ERR_INVAL if it is null or part of another domain.
DART_API dart_ret_t dart_domain_destroy(dart_domain_locality_t* domain) DART_NOTHROW;

/// Replaces the content of a domain with a copy of another one and all its subdomains. Local.
///
/// \param[in,out] domain_lhs  the domain to replace
/// \param domain_rhs          the domain to copy
/// \return DART_OK, or DART_ERR_INVAL for a null pointer.
DART_API dart_ret_t dart_domain_assign(
    dart_domain_locality_t* domain_lhs, const dart_domain_locality_t* domain_rhs) DART_NOTHROW;

/// Finds a domain by its tag in a domain and its subdomains. Local.
///
/// \param domain_in           the domain to search
/// \param domain_tag          the tag
/// \param[out] subdomain_out  the domain found, which belongs to \c domain_in, or NULL
/// \return DART_OK; DART_ERR_NOTFOUND if there is no such domain; DART_ERR_INVAL for a null
///   pointer.
DART_API dart_ret_t dart_domain_find(
    const dart_domain_locality_t* domain_in, const char* domain_tag,
    dart_domain_locality_t** subdomain_out) DART_NOTHROW;

/// Keeps only the listed subdomains, with what is below them, and their ancestors. Local.
///
/// \param[in,out] domain_in   the domain
/// \param num_subdomain_tags  number of tags
/// \param subdomain_tags      tags of the subdomains to keep
/// \return DART_OK; DART_ERR_NOTFOUND if there is no such subdomain; DART_ERR_INVAL for invalid
///   arguments. If the process has no memory left, the tree is valid, but some subdomains may have
///   been removed already.
DART_API dart_ret_t dart_domain_select(
    dart_domain_locality_t* domain_in, int num_subdomain_tags,
    const char** subdomain_tags) DART_NOTHROW;

/// Removes the listed subdomains, with what is below them. Local.
///
/// \param[in,out] domain_in   the domain
/// \param num_subdomain_tags  number of tags
/// \param subdomain_tags      tags of the subdomains to remove
/// \return DART_OK; DART_ERR_NOTFOUND if there is no such subdomain; DART_ERR_INVAL for invalid
///   arguments. If the process has no memory left, the tree is valid, but some subdomains may have
///   been removed already.
DART_API dart_ret_t dart_domain_exclude(
    dart_domain_locality_t* domain_in, int num_subdomain_tags,
    const char** subdomain_tags) DART_NOTHROW;

/// Inserts a subdomain, which then belongs to the domain. Local.
///
/// \param[in,out] domain    the domain
/// \param subdomain         the domain to insert, which must not be part of another one
/// \param subdomain_rel_id  relative index of the new subdomain; negative: behind the last one.
///                          Subdomains from this index on move up by one.
/// \return DART_OK, or DART_ERR_INVAL if a pointer is null, the domain to insert is part of another
///   one, or tags become too long.
DART_API dart_ret_t dart_domain_add_subdomain(
    dart_domain_locality_t* domain, dart_domain_locality_t* subdomain,
    int subdomain_rel_id) DART_NOTHROW;

/// Moves a domain below another one. Local.
///
/// \param[in,out] domain             the domain to move, which must not be a root
/// \param[in,out] new_parent_domain  its new parent
/// \param new_domain_rel_id          relative index below the new parent, as for
///                                   dart_domain_add_subdomain
/// \return DART_OK, or DART_ERR_INVAL if a pointer is null, the domain is a root or above its new
///   parent, or tags become too long.
DART_API dart_ret_t dart_domain_move_subdomain(
    dart_domain_locality_t* domain, dart_domain_locality_t* new_parent_domain,
    int new_domain_rel_id) DART_NOTHROW;

/// Partitions the domains of a scope evenly into groups. Local.
///
/// \param domain_in                 the domain to partition, which stays as it is
/// \param scope                     scope of the domains that are dealt to the groups
/// \param num_parts                 largest number of groups, at least 1
/// \param[in,out] split_domain_out  an existing domain; its content is replaced with a copy of \c
///                                  domain_in whose subdomains are the groups
/// \return DART_OK; DART_ERR_NOTFOUND if there are no domains of that scope; DART_ERR_INVAL for
///   invalid arguments, or if tags become too long.
DART_API dart_ret_t dart_domain_split_scope(
    const dart_domain_locality_t* domain_in, dart_locality_scope_t scope, int num_parts,
    dart_domain_locality_t* split_domain_out) DART_NOTHROW;

/// Gives the tags of all domains of a scope. Local.
///
/// \param domain_in             the domain to search
/// \param scope                 the scope
/// \param[out] num_domains_out  number of tags
/// \param[out] domain_tags_out  the tags; the caller frees each tag and the array by free()
/// \return DART_OK; DART_ERR_NOTFOUND if there are none; DART_ERR_INVAL for a null pointer.
DART_API dart_ret_t dart_domain_scope_tags(
    const dart_domain_locality_t* domain_in, dart_locality_scope_t scope, int* num_domains_out,
    char*** domain_tags_out) DART_NOTHROW;

/// Gives all domains of a scope. Local.
///
/// \param domain_in             the domain to search
/// \param scope                 the scope
/// \param[out] num_domains_out  number of domains
/// \param[out] domains_out      the domains, which belong to \c domain_in; the caller frees the
///                              array by free()
/// \return DART_OK; DART_ERR_NOTFOUND if there are none; DART_ERR_INVAL for a null pointer.
DART_API dart_ret_t dart_domain_scope_domains(
    const dart_domain_locality_t* domain_in, dart_locality_scope_t scope, int* num_domains_out,
    dart_domain_locality_t*** domains_out) DART_NOTHROW;

/// Moves the listed subdomains below a new domain of scope GROUP at their common ancestor. Local.
///
/// \param[in,out] domain_in          the domain
/// \param num_group_subdomains       number of tags
/// \param group_subdomain_tags       tags of the subdomains to group
/// \param[out] group_domain_tag_out  tag of the new domain, with room for
///                                   DART_LOCALITY_DOMAIN_TAG_MAX_SIZE characters; may be NULL
/// \return DART_OK; DART_ERR_NOTFOUND if there is no such subdomain; DART_ERR_INVAL for invalid
///   arguments, or if tags become too long. If the process has no memory left, the tree is valid,
///   but some subdomains may have been removed already.
DART_API dart_ret_t dart_domain_group(
    dart_domain_locality_t* domain_in, int num_group_subdomains, const char** group_subdomain_tags,
    char* group_domain_tag_out) DART_NOTHROW;

DART_INTERFACE_OFF
