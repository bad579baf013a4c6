#include "locality/locality_tree.h"

#include <map>
#include <tuple>

namespace dart {

namespace {

int shared_memory(dart_locality_scope_t scope, const dart_hwinfo_t& hardware)
{
  switch (scope) {
    case DART_LOCALITY_SCOPE_NODE:
      return hardware.system_memory_bytes;
    case DART_LOCALITY_SCOPE_NUMA:
      return hardware.numa_memory_bytes;
    case DART_LOCALITY_SCOPE_CACHE:
      return hardware.cache_sizes[2];
    default:
      return -1;
  }
}

class TreeBuilder {
 public:
  explicit TreeBuilder(const std::vector<LocatedUnit>& units) : units_(units), leaves_(units.size())
  {}

  DomainPtr build();
  /// The domain of the unit at a position in the list of units.
  const Domain& leaf(std::size_t unit) const { return *leaves_[unit]; }

 private:
  using Members = std::vector<std::size_t>;

  const dart_hwinfo_t& hardware(std::size_t unit) const { return units_[unit].record.hwinfo; }
  bool ends_at(std::size_t unit, int depth) const { return depth + 1 >= hardware(unit).num_scopes; }
  DomainPtr domain_of(const Members& members, int depth);
  void add_children(Domain& parent, const Members& members, int depth);

  const std::vector<LocatedUnit>& units_;
  std::vector<Domain*> leaves_;
};

DomainPtr TreeBuilder::build()
{
  DomainPtr root = domain_new();
  root->scope = DART_LOCALITY_SCOPE_GLOBAL;
  Members all(units_.size());
  for (std::size_t unit = 0; unit < all.size(); ++unit) all[unit] = unit;
  add_children(*root, all, 0);
  domain_renumber(*root);
  domain_count_scopes(*root);
  return root;
}

void TreeBuilder::add_children(Domain& parent, const Members& members, int depth)
{
  std::map<std::tuple<dart_locality_scope_t, int, std::size_t>, Members> children;
  for (const std::size_t unit : members) {
    const auto& place = hardware(unit).scopes[depth];
    children[{place.scope, place.index, ends_at(unit, depth) ? unit + 1 : 0}].push_back(unit);
  }
  std::vector<DomainPtr> owned;
  std::vector<Domain*> domains;
  for (const auto& [place, units] : children) {
    owned.push_back(domain_of(units, depth));
    domains.push_back(owned.back().get());
  }
  domain_set_children(parent, domains);
  for (DomainPtr& domain : owned) domain.release();
  domain_summarize(parent);
}

DomainPtr TreeBuilder::domain_of(const Members& members, int depth)
{
  const std::size_t first = members.front();
  const dart_hwinfo_t& hw = hardware(first);
  DomainPtr domain = domain_new();
  domain->scope = hw.scopes[depth].scope;
  domain->node_id = hw.scopes[0].index;
  domain->shared_mem_bytes = shared_memory(domain->scope, hw);
  set_text(domain->host, hw.host);
  if (ends_at(first, depth)) {
    domain->num_nodes = 1;
    domain->num_cores = hw.num_cores;
    domain_set_units(*domain, {units_[first].id});
    leaves_[first] = domain.get();
  } else {
    add_children(*domain, members, depth + 1);
  }
  return domain;
}

}  // namespace

DomainPtr build_tree(dart_team_t team, std::vector<LocatedUnit>& units)
{
  TreeBuilder builder(units);
  DomainPtr root = builder.build();
  for_each_domain(*root, [&](Domain& domain) { domain.team = team; });
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    set_text(units[unit].record.domain_tag, builder.leaf(unit).domain_tag);
  }
  return root;
}

}  // namespace dart
