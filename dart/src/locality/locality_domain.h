#pragma once

/// \file
/// Trees of locality domains: ownership, and the invariants that all operations preserve.
///
/// - A child's tag is its parent's tag followed by ".<relative index>", and its level is the
///   parent's plus one.
/// - Children are in ascending order of their relative index. Removing a domain does not change the
///   tags and indices of the others, so a domain keeps its name when others are added or removed.
/// - Units and cores of an inner domain are those of its children.
///
/// Arrays in a domain are allocated by malloc, because programs written in C fill them, too.

#include <dash/dart/if/dart_locality.h>

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace dart {

using Domain = dart_domain_locality_t;

/// Frees a domain with all subdomains.
struct DomainDelete {
  void operator()(Domain* domain) const noexcept;
};
using DomainPtr = std::unique_ptr<Domain, DomainDelete>;

/// Creates a domain without units and children; unknown values are -1.
DomainPtr domain_new();
/// A deep copy, which is the root of its own tree but keeps tag, level and indices.
DomainPtr domain_clone(const Domain& domain);
/// Replaces the content of \c to by that of \c from; \c to keeps its parent.
void domain_replace(Domain& to, DomainPtr from);

inline std::span<Domain*> domain_children(const Domain& domain)
{
  return {domain.children, static_cast<std::size_t>(domain.num_domains)};
}

/// Makes \c children the subdomains, without freeing the previous ones.
void domain_set_children(Domain& domain, const std::vector<Domain*>& children);
void domain_set_units(Domain& domain, const std::vector<dart_global_unit_t>& units);

/// Whether the domain with tag \c tag is the domain with tag \c other or contains it.
bool tag_contains(std::string_view tag, std::string_view other);
/// The domain with tag \c tag in the tree of \c domain; nullptr if there is none.
Domain* domain_find(Domain& domain, std::string_view tag);
/// The domains of a scope in depth-first order.
std::vector<Domain*> domains_in_scope(Domain& domain, dart_locality_scope_t scope);

/// Relative index for a domain that is added after the last child.
int domain_next_index(const Domain& parent);
/// Whether tags below \c parent stay within their limit if \c child is added at \c index.
bool domain_tags_fit(const Domain& parent, const Domain& child, int index);
/// Adds \c child below \c parent with relative index \c index; if the index is in use, siblings
/// from it on move up. The parent owns the child from then on. The caller updates tags and
/// summaries.
/// \return whether siblings have moved up
bool domain_insert(Domain& parent, Domain& child, int index);
/// Removes \c child from its parent's children. The caller updates summaries.
DomainPtr domain_detach(Domain& child);

/// Sets tags and levels below \c domain according to its own.
void domain_retag(Domain& domain) noexcept;
/// Renumbers relative indices below \c domain from 0 on without gaps, and updates the tags.
void domain_renumber(Domain& domain);
/// Numbers the domains of each scope in a tree by their global indices.
void domain_count_scopes(Domain& root) noexcept;
/// Computes units, cores, nodes and symmetry of a domain from its children.
void domain_summarize(Domain& domain);
/// Updates the summaries of \c domain, if it is not null, and of all domains above it.
void domain_summarize_up(Domain* domain);

/// Calls \c f for \c domain and all domains below it, parents first.
template <class F>
void for_each_domain(Domain& domain, F&& f)
{
  f(domain);
  for (Domain* child : domain_children(domain)) for_each_domain(*child, f);
}

/// The first of \c count items that belongs to part \c part if they are divided evenly into
/// \c parts contiguous parts.
inline std::size_t part_begin(std::size_t part, std::size_t parts, std::size_t count)
{
  return part * count / parts;
}

/// Copies a text to a field of a C struct and truncates it to the field's size.
template <std::size_t N>
void set_text(char (&field)[N], std::string_view text)
{
  const std::size_t length = text.copy(field, N - 1);
  field[length] = '\0';
}

}  // namespace dart
