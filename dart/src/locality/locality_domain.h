#pragma once

/// \file
/// Trees of locality domains: ownership, and the invariants that each operation keeps.
///
/// - A child's tag is its parent's tag with ".<relative index>", its level the parent's plus one.
/// - Children are in ascending order of their relative index. Removing a domain leaves the tags and
///   indices of the others as they are, so a domain keeps its name while others come and go.
/// - Units and cores of an inner domain are those of its children.
///
/// Arrays in a domain come from malloc, for programs written in C fill them too.

#include <dash/dart/if/dart_locality.h>

#include <memory>
#include <new>
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

/// New domain without units and children; what is unknown is -1.
DomainPtr domain_new();
/// Deep copy; the copy is the root of its own tree but keeps tag, level and indices.
DomainPtr domain_clone(const Domain& domain);
/// Gives \c to the content of \c from; \c to keeps its parent.
void domain_replace(Domain& to, DomainPtr from);

inline std::span<Domain*> domain_children(const Domain& domain)
{
  return {domain.children, static_cast<std::size_t>(domain.num_domains)};
}

/// Makes \c children the subdomains, without freeing the present ones.
void domain_set_children(Domain& domain, const std::vector<Domain*>& children);
void domain_set_units(Domain& domain, const std::vector<dart_global_unit_t>& units);

/// Whether the domain called \c tag is, or is above, the one called \c other.
bool tag_contains(std::string_view tag, std::string_view other);
/// Domain called \c tag in the tree of \c domain, or nullptr.
Domain* domain_find(Domain& domain, std::string_view tag);
/// Domains of a scope, outermost and leftmost first.
std::vector<Domain*> domains_in_scope(Domain& domain, dart_locality_scope_t scope);

/// Relative index of a domain that is added after the last child.
int domain_next_index(const Domain& parent);
/// Whether tags below \c parent stay within their limit when \c child hangs there at \c index.
bool domain_tags_fit(const Domain& parent, const Domain& child, int index);
/// Hangs \c child below \c parent with relative index \c index; siblings at and after an index in
/// use move up. Leaves tags and summaries to the caller.
void domain_insert(Domain& parent, DomainPtr child, int index);
/// Takes \c child out of its parent's children. Leaves summaries to the caller.
DomainPtr domain_detach(Domain& child);

/// Sets tags and levels below \c domain by its own.
void domain_retag(Domain& domain);
/// Counts relative indices below \c domain from 0 on, without gaps; then retags.
void domain_renumber(Domain& domain);
/// Counts the global indices of a tree, by scope.
void domain_count_scopes(Domain& root);
/// Units, cores, nodes and symmetry of a domain from its children.
void domain_summarize(Domain& domain);
/// Summarizes \c domain, if any, and all above it.
void domain_summarize_up(Domain* domain);

/// Calls \c f for \c domain and all below it, parents first.
template <class F>
void for_each_domain(Domain& domain, F&& f)
{
  f(domain);
  for (Domain* child : domain_children(domain)) for_each_domain(*child, f);
}

/// First of \c count items that part \c part of \c parts gets in an even contiguous partition.
inline std::size_t part_begin(std::size_t part, std::size_t parts, std::size_t count)
{
  return part * count / parts;
}

/// Writes a text to a field of a C struct, cut to the field's size.
template <std::size_t N>
void set_text(char (&field)[N], std::string_view text)
{
  const std::size_t length = text.copy(field, N - 1);
  field[length] = '\0';
}

/// Runs the body of a C function; memory exhaustion becomes a return code.
template <class F>
dart_ret_t guarded(F&& body) noexcept
{
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return DART_ERR_NOMEM;
  }
}

}  // namespace dart
