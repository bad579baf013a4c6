// Restricts, groups and splits trees of locality domains.

#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/exception_guard.h"
#include "locality/locality_domain.h"

namespace dart {

namespace {

using Tags = std::vector<std::string_view>;

enum class Verdict { keep, drop, descend };

/// Removes the domains that \c verdict rejects, and inner domains that lose all children by that.
/// \return whether \c domain itself stays
template <class F>
bool prune(Domain& domain, const F& verdict)
{
  const Verdict decided = verdict(domain);
  if (decided != Verdict::descend) return decided == Verdict::keep;
  std::vector<Domain*> kept, dropped;
  for (Domain* child : domain_children(domain)) {
    (prune(*child, verdict) ? kept : dropped).push_back(child);
  }
  domain_set_children(domain, kept);
  for (Domain* child : dropped) DomainDelete{}(child);
  domain_summarize(domain);
  return !kept.empty();
}

bool is_listed(const Domain& domain, const Tags& tags)
{
  return std::find(tags.begin(), tags.end(), domain.domain_tag) != tags.end();
}

void keep_listed(Domain& domain, const Tags& tags)
{
  prune(domain, [&](const Domain& d) {
    if (is_listed(d, tags)) return Verdict::keep;
    return d.num_domains == 0 ? Verdict::drop : Verdict::descend;
  });
}

void drop_listed(Domain& domain, const Tags& tags)
{
  prune(domain, [&](const Domain& d) {
    if (is_listed(d, tags)) return Verdict::drop;
    return d.num_domains == 0 ? Verdict::keep : Verdict::descend;
  });
}

/// Reads the tags of an argument list. \return DART_OK if each is the tag of a domain in the tree
/// of \c domain
dart_ret_t read_tags(
    const char* function, Domain* domain, int count, const char** listed, Tags& tags)
{
  DART_REQUIRE(
      domain != nullptr && count >= 0 && (count == 0 || listed != nullptr), DART_ERR_INVAL,
      "%s: the domain or the list of %d tags is null", function, count);
  for (const char* tag : std::span(listed, static_cast<std::size_t>(count))) {
    DART_REQUIRE(tag != nullptr, DART_ERR_INVAL, "%s: a tag is null", function);
    if (domain_find(*domain, tag) == nullptr) return DART_ERR_NOTFOUND;
    tags.push_back(tag);
  }
  return DART_OK;
}

/// The lowest domain that is properly above all domains with the tags.
Domain& common_ancestor(Domain& top, const Tags& tags)
{
  for (Domain* child : domain_children(top)) {
    const std::string_view tag = child->domain_tag;
    const bool above_all = std::all_of(tags.begin(), tags.end(), [&](std::string_view other) {
      return tag != other && tag_contains(tag, other);
    });
    if (above_all) return common_ancestor(*child, tags);
  }
  return top;
}

/// A group of the listed domains: a copy of \c domain that contains them and the domains in
/// between.
DomainPtr group_of(const Domain& domain, const Tags& tags)
{
  DomainPtr group = domain_clone(domain);
  keep_listed(*group, tags);
  group->scope = DART_LOCALITY_SCOPE_GROUP;
  return group;
}

/// A copy of \c domain whose subdomains at \c scope are distributed over groups directly below it.
DomainPtr split(const Domain& domain, const std::vector<Domain*>& at_scope, std::size_t parts)
{
  DomainPtr whole = domain_clone(domain);
  keep_listed(*whole, {});
  for (std::size_t part = 0; part < parts; ++part) {
    Tags tags;
    const auto end = part_begin(part + 1, parts, at_scope.size());
    for (auto i = part_begin(part, parts, at_scope.size()); i < end; ++i) {
      tags.push_back(at_scope[i]->domain_tag);
    }
    DomainPtr group = group_of(domain, tags);
    domain_insert(*whole, *group, static_cast<int>(part));
    group.release();
  }
  domain_renumber(*whole);
  domain_summarize(*whole);
  domain_count_scopes(*whole);
  return whole;
}

}  // namespace

}  // namespace dart

using namespace dart;

dart_ret_t dart_domain_select(
    dart_domain_locality_t* domain_in, int num_subdomain_tags, const char** subdomain_tags) noexcept
{
  return guarded_always(__func__, [&](const char*) {
    Tags tags;
    const dart_ret_t ret =
        read_tags("dart_domain_select", domain_in, num_subdomain_tags, subdomain_tags, tags);
    if (ret != DART_OK) return ret;
    keep_listed(*domain_in, tags);
    domain_summarize_up(domain_in->parent);
    return DART_OK;
  });
}

dart_ret_t dart_domain_exclude(
    dart_domain_locality_t* domain_in, int num_subdomain_tags, const char** subdomain_tags) noexcept
{
  return guarded_always(__func__, [&](const char*) {
    Tags tags;
    const dart_ret_t ret =
        read_tags("dart_domain_exclude", domain_in, num_subdomain_tags, subdomain_tags, tags);
    if (ret != DART_OK) return ret;
    DART_REQUIRE(
        !is_listed(*domain_in, tags), DART_ERR_INVAL,
        "dart_domain_exclude: cannot exclude domain %s from itself", domain_in->domain_tag);
    drop_listed(*domain_in, tags);
    domain_summarize_up(domain_in->parent);
    return DART_OK;
  });
}

dart_ret_t dart_domain_split_scope(
    const dart_domain_locality_t* domain_in, dart_locality_scope_t scope, int num_parts,
    dart_domain_locality_t* split_domain_out) noexcept
{
  DART_REQUIRE(
      domain_in != nullptr && split_domain_out != nullptr && num_parts > 0, DART_ERR_INVAL,
      "dart_domain_split_scope: a domain is null, or %d is no number of parts", num_parts);
  return guarded_always(__func__, [&](const char*) {
    const auto at_scope = domains_in_scope(const_cast<Domain&>(*domain_in), scope);
    if (at_scope.empty()) return DART_ERR_NOTFOUND;
    const auto parts = std::min(at_scope.size(), static_cast<std::size_t>(num_parts));
    DART_REQUIRE(
        domain_tags_fit(*domain_in, *domain_in, num_parts), DART_ERR_INVAL,
        "dart_domain_split_scope: tags below %s become too long", domain_in->domain_tag);
    domain_replace(*split_domain_out, split(*domain_in, at_scope, parts));
    return DART_OK;
  });
}

dart_ret_t dart_domain_group(
    dart_domain_locality_t* domain_in, int num_group_subdomains, const char** group_subdomain_tags,
    char* group_domain_tag_out) noexcept
{
  return guarded_always(__func__, [&](const char*) {
    Tags tags;
    const dart_ret_t ret =
        read_tags("dart_domain_group", domain_in, num_group_subdomains, group_subdomain_tags, tags);
    if (ret != DART_OK) return ret;
    DART_REQUIRE(
        !tags.empty() && !is_listed(*domain_in, tags), DART_ERR_INVAL,
        "dart_domain_group: needs domains below %s", domain_in->domain_tag);

    Domain& ancestor = common_ancestor(*domain_in, tags);
    DomainPtr group = group_of(ancestor, tags);
    const int index = domain_next_index(ancestor);
    DART_REQUIRE(
        domain_tags_fit(ancestor, *group, index), DART_ERR_INVAL,
        "dart_domain_group: tags below %s become too long", ancestor.domain_tag);
    group->global_index =
        static_cast<int>(domains_in_scope(*domain_in, DART_LOCALITY_SCOPE_GROUP).size());

    drop_listed(ancestor, tags);
    Domain& placed = *group;
    domain_insert(ancestor, placed, index);
    group.release();
    domain_retag(ancestor);
    domain_renumber(placed);
    domain_summarize_up(&ancestor);
    if (group_domain_tag_out != nullptr) {
      std::memcpy(group_domain_tag_out, placed.domain_tag, sizeof placed.domain_tag);
    }
    return DART_OK;
  });
}
