#include "locality/locality_domain.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <list>
#include <set>
#include <string>
#include <utility>

#include "base/exception_guard.h"

namespace dart {

namespace {

template <class T>
T* malloc_array(std::size_t n)
{
  if (n == 0) return nullptr;
  void* memory = std::malloc(n * sizeof(T));
  if (memory == nullptr) throw std::bad_alloc();
  return static_cast<T*>(memory);
}

template <class T>
T* malloc_copy(const T* from, std::size_t n)
{
  T* copy = malloc_array<T>(n);
  std::copy_n(from, n, copy);
  return copy;
}

/// A copy of a domain without its children.
DomainPtr copy_fields(const Domain& domain)
{
  DomainPtr copy(malloc_array<Domain>(1));
  *copy = domain;
  copy->parent = nullptr;
  copy->children = nullptr;
  copy->num_domains = 0;
  copy->unit_ids = nullptr;
  copy->aliases = nullptr;
  copy->unit_ids = malloc_copy(domain.unit_ids, static_cast<std::size_t>(domain.num_units));
  copy->aliases = malloc_copy(domain.aliases, static_cast<std::size_t>(domain.num_aliases));
  return copy;
}

bool same_shape(const Domain& a, const Domain& b)
{
  const auto of_a = domain_children(a), of_b = domain_children(b);
  return std::equal(
      of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
      [](const Domain* x, const Domain* y) { return same_shape(*x, *y); });
}

bool is_symmetric(const Domain& domain)
{
  const auto children = domain_children(domain);
  return std::all_of(children.begin(), children.end(), [&](const Domain* child) {
    return child->is_symmetric && same_shape(*child, *children.front());
  });
}

int count_nodes(Domain& domain)
{
  std::set<int> nodes;
  for_each_domain(domain, [&](const Domain& d) {
    if (d.num_domains == 0 && d.node_id >= 0) nodes.insert(d.node_id);
  });
  return static_cast<int>(nodes.size());
}

std::size_t longest_tag(const Domain& domain)
{
  std::size_t longest = std::strlen(domain.domain_tag);
  for (const Domain* child : domain_children(domain)) {
    longest = std::max(longest, longest_tag(*child));
  }
  return longest;
}

/// The part of a child's tag before ".<relative index>"; empty for the root ".".
std::string_view tag_stem(const Domain& parent)
{
  const std::string_view tag = parent.domain_tag;
  return tag == "." ? std::string_view() : tag;
}

Domain& root_of(Domain& domain)
{
  return domain.parent == nullptr ? domain : root_of(*domain.parent);
}

bool is_within(const Domain* domain, const Domain& subtree)
{
  for (; domain != nullptr; domain = domain->parent) {
    if (domain == &subtree) return true;
  }
  return false;
}

int insert_index(const Domain& parent, int asked)
{
  return asked < 0 ? domain_next_index(parent) : asked;
}

/// Restores a domain at the end of a scope, unless its changes are kept.
class DomainBackup {
 public:
  explicit DomainBackup(Domain& domain) : domain_(domain), before_(domain)
  {
    // The domain works with copies, so that restoring it takes no memory.
    auto copy = copy_fields(domain);
    domain.children = malloc_copy(before_.children, static_cast<std::size_t>(before_.num_domains));
    domain.unit_ids = std::exchange(copy->unit_ids, nullptr);
  }
  ~DomainBackup()
  {
    Domain& unused = is_kept_ ? before_ : domain_;
    std::free(unused.children);
    std::free(unused.unit_ids);
    if (!is_kept_) domain_ = before_;
  }
  DomainBackup(const DomainBackup&) = delete;
  DomainBackup& operator=(const DomainBackup&) = delete;

  void keep() { is_kept_ = true; }

 private:
  Domain& domain_;
  Domain before_;
  bool is_kept_ = false;
};

/// Restores a domain and all above it at the end of a scope, unless their changes are kept.
class PathBackup {
 public:
  explicit PathBackup(Domain* domain)
  {
    for (; domain != nullptr; domain = domain->parent) domains_.emplace_back(*domain);
  }
  void keep()
  {
    for (DomainBackup& domain : domains_) domain.keep();
  }

 private:
  std::list<DomainBackup> domains_;
};

/// Adds \c child, which has no parent, to a tree and updates the tree; does both or nothing.
void graft(Domain& parent, Domain& child, int index)
{
  PathBackup backup(&parent);
  const int index_before = child.relative_index;
  const bool has_moved_others = domain_insert(parent, child, index);
  try {
    domain_summarize_up(&parent);
  } catch (const std::bad_alloc&) {
    for (Domain* sibling : domain_children(parent)) {
      const bool has_moved = has_moved_others && sibling->relative_index > index;
      if (sibling != &child && has_moved) --sibling->relative_index;
    }
    child.relative_index = index_before;
    child.parent = nullptr;
    throw;
  }
  backup.keep();
  domain_retag(parent);
  domain_count_scopes(root_of(parent));
}

}  // namespace

void DomainDelete::operator()(Domain* domain) const noexcept
{
  for (Domain* child : domain_children(*domain)) (*this)(child);
  std::free(domain->children);
  std::free(domain->unit_ids);
  std::free(domain->aliases);
  std::free(domain);
}

DomainPtr domain_new()
{
  Domain empty{};
  empty.domain_tag[0] = '.';
  empty.scope = DART_LOCALITY_SCOPE_UNDEFINED;
  empty.is_symmetric = 1;
  empty.team = DART_UNDEFINED_TEAM_ID;
  empty.num_nodes = empty.node_id = empty.num_cores = empty.shared_mem_bytes = -1;
  return copy_fields(empty);
}

DomainPtr domain_clone(const Domain& domain)
{
  DomainPtr copy = copy_fields(domain);
  copy->children = malloc_array<Domain*>(static_cast<std::size_t>(domain.num_domains));
  for (const Domain* child : domain_children(domain)) {
    Domain* cloned = domain_clone(*child).release();
    cloned->parent = copy.get();
    copy->children[copy->num_domains++] = cloned;
  }
  return copy;
}

void domain_replace(Domain& to, DomainPtr from)
{
  Domain* const parent = to.parent;
  std::swap(to, *from);
  to.parent = parent;
  from->parent = nullptr;
  for (Domain* child : domain_children(to)) child->parent = &to;
}

void domain_set_children(Domain& domain, const std::vector<Domain*>& children)
{
  Domain** array = malloc_copy(children.data(), children.size());
  std::free(domain.children);
  domain.children = array;
  domain.num_domains = static_cast<int>(children.size());
  for (Domain* child : children) child->parent = &domain;
}

void domain_set_units(Domain& domain, const std::vector<dart_global_unit_t>& units)
{
  dart_global_unit_t* array = malloc_copy(units.data(), units.size());
  std::free(domain.unit_ids);
  domain.unit_ids = array;
  domain.num_units = static_cast<int>(units.size());
}

bool tag_contains(std::string_view tag, std::string_view other)
{
  if (tag == ".") return true;
  return other.substr(0, tag.size()) == tag &&
         (other.size() == tag.size() || other[tag.size()] == '.');
}

Domain* domain_find(Domain& domain, std::string_view tag)
{
  if (tag == domain.domain_tag) return &domain;
  if (!tag_contains(domain.domain_tag, tag)) return nullptr;
  for (Domain* child : domain_children(domain)) {
    if (Domain* found = domain_find(*child, tag)) return found;
  }
  return nullptr;
}

std::vector<Domain*> domains_in_scope(Domain& domain, dart_locality_scope_t scope)
{
  std::vector<Domain*> found;
  for_each_domain(domain, [&](Domain& d) {
    if (d.scope == scope) found.push_back(&d);
  });
  return found;
}

int domain_next_index(const Domain& parent)
{
  return parent.num_domains == 0 ? 0 : domain_children(parent).back()->relative_index + 1;
}

bool domain_tags_fit(const Domain& parent, const Domain& child, int index)
{
  const std::size_t below_child = longest_tag(child) - tag_stem(child).size();
  const std::size_t child_tag = tag_stem(parent).size() + 1 + std::to_string(index).size();
  // One character is reserved, because siblings that move up may need one more digit.
  return child_tag + below_child + 1 < DART_LOCALITY_DOMAIN_TAG_MAX_SIZE;
}

bool domain_insert(Domain& parent, Domain& child, int index)
{
  const auto present = domain_children(parent);
  std::vector<Domain*> children(present.begin(), present.end());
  const auto next = std::find_if(
      children.begin(), children.end(), [&](Domain* d) { return d->relative_index >= index; });
  const bool moves_others = next != children.end() && (*next)->relative_index == index;
  const auto place = children.insert(next, &child);
  domain_set_children(parent, children);  // from here on nothing takes memory
  if (moves_others) {
    std::for_each(place + 1, children.end(), [](Domain* d) { ++d->relative_index; });
  }
  child.relative_index = index;
  return moves_others;
}

DomainPtr domain_detach(Domain& child)
{
  Domain& parent = *child.parent;
  std::vector<Domain*> others;
  for (Domain* d : domain_children(parent)) {
    if (d != &child) others.push_back(d);
  }
  domain_set_children(parent, others);
  child.parent = nullptr;
  return DomainPtr(&child);
}

void domain_retag(Domain& domain) noexcept
{
  const std::string_view stem = tag_stem(domain);
  for (Domain* child : domain_children(domain)) {
    std::array<char, DART_LOCALITY_DOMAIN_TAG_MAX_SIZE + 16> tag;
    std::snprintf(
        tag.data(), tag.size(), "%.*s.%d", static_cast<int>(stem.size()), stem.data(),
        child->relative_index);
    set_text(child->domain_tag, tag.data());
    child->level = domain.level + 1;
    domain_retag(*child);
  }
}

void domain_renumber(Domain& domain)
{
  for_each_domain(domain, [](Domain& parent) {
    int position = 0;
    for (Domain* child : domain_children(parent)) child->relative_index = position++;
  });
  domain_retag(domain);
}

void domain_count_scopes(Domain& root) noexcept
{
  // There is a number for each scope above the undefined one.
  std::array<int, DART_LOCALITY_SCOPE_CPU + 2> seen{};
  for_each_domain(root, [&](Domain& domain) {
    const auto scope = static_cast<std::size_t>(domain.scope - DART_LOCALITY_SCOPE_UNDEFINED);
    domain.global_index = scope < seen.size() ? seen[scope]++ : -1;
  });
}

void domain_summarize(Domain& domain)
{
  const auto by_id = [](dart_global_unit_t a, dart_global_unit_t b) { return a.id < b.id; };
  const auto same_id = [](dart_global_unit_t a, dart_global_unit_t b) { return a.id == b.id; };
  std::vector<dart_global_unit_t> units;
  domain.num_cores = 0;
  for (const Domain* child : domain_children(domain)) {
    units.insert(units.end(), child->unit_ids, child->unit_ids + child->num_units);
    domain.num_cores += std::max(child->num_cores, 0);
  }
  std::sort(units.begin(), units.end(), by_id);
  units.erase(std::unique(units.begin(), units.end(), same_id), units.end());
  domain_set_units(domain, units);
  domain.num_nodes = count_nodes(domain);
  domain.is_symmetric = is_symmetric(domain);
}

void domain_summarize_up(Domain* domain)
{
  for (; domain != nullptr; domain = domain->parent) domain_summarize(*domain);
}

}  // namespace dart

using namespace dart;

dart_ret_t dart_domain_create(dart_domain_locality_t** domain_out) noexcept
{
  DART_REQUIRE(domain_out != nullptr, DART_ERR_INVAL, "dart_domain_create: an argument is null");
  return guarded_always(__func__, [&](const char*) {
    *domain_out = domain_new().release();
    return DART_OK;
  });
}

dart_ret_t dart_domain_clone(
    const dart_domain_locality_t* domain_in, dart_domain_locality_t** domain_out) noexcept
{
  DART_REQUIRE(
      domain_in != nullptr && domain_out != nullptr, DART_ERR_INVAL,
      "dart_domain_clone: an argument is null");
  return guarded_always(__func__, [&](const char*) {
    *domain_out = domain_clone(*domain_in).release();
    return DART_OK;
  });
}

dart_ret_t dart_domain_destroy(dart_domain_locality_t* domain) noexcept
{
  DART_REQUIRE(domain != nullptr, DART_ERR_INVAL, "dart_domain_destroy: domain is null");
  DART_REQUIRE(
      domain->parent == nullptr, DART_ERR_INVAL,
      "dart_domain_destroy: domain %s is part of a tree; use dart_domain_exclude",
      domain->domain_tag);
  DomainDelete{}(domain);
  return DART_OK;
}

dart_ret_t dart_domain_assign(
    dart_domain_locality_t* domain_lhs, const dart_domain_locality_t* domain_rhs) noexcept
{
  DART_REQUIRE(
      domain_lhs != nullptr && domain_rhs != nullptr, DART_ERR_INVAL,
      "dart_domain_assign: an argument is null");
  return guarded_always(__func__, [&](const char*) {
    domain_replace(*domain_lhs, domain_clone(*domain_rhs));
    return DART_OK;
  });
}

dart_ret_t dart_domain_find(
    const dart_domain_locality_t* domain_in, const char* domain_tag,
    dart_domain_locality_t** subdomain_out) noexcept
{
  DART_REQUIRE(
      domain_in != nullptr && domain_tag != nullptr && subdomain_out != nullptr, DART_ERR_INVAL,
      "dart_domain_find: an argument is null");
  *subdomain_out = domain_find(const_cast<Domain&>(*domain_in), domain_tag);
  return *subdomain_out == nullptr ? DART_ERR_NOTFOUND : DART_OK;
}

dart_ret_t dart_domain_add_subdomain(
    dart_domain_locality_t* domain, dart_domain_locality_t* subdomain,
    int subdomain_rel_id) noexcept
{
  DART_REQUIRE(
      domain != nullptr && subdomain != nullptr, DART_ERR_INVAL,
      "dart_domain_add_subdomain: an argument is null");
  DART_REQUIRE(
      subdomain->parent == nullptr && !is_within(domain, *subdomain), DART_ERR_INVAL,
      "dart_domain_add_subdomain: domain %s is in a tree already; use dart_domain_move_subdomain",
      subdomain->domain_tag);
  return guarded_always(__func__, [&](const char*) {
    const int index = insert_index(*domain, subdomain_rel_id);
    DART_REQUIRE(
        domain_tags_fit(*domain, *subdomain, index), DART_ERR_INVAL,
        "dart_domain_add_subdomain: tags below %s become too long", domain->domain_tag);
    graft(*domain, *subdomain, index);
    return DART_OK;
  });
}

dart_ret_t dart_domain_move_subdomain(
    dart_domain_locality_t* domain, dart_domain_locality_t* new_parent_domain,
    int new_domain_rel_id) noexcept
{
  DART_REQUIRE(
      domain != nullptr && new_parent_domain != nullptr, DART_ERR_INVAL,
      "dart_domain_move_subdomain: an argument is null");
  DART_REQUIRE(
      domain->parent != nullptr && !is_within(new_parent_domain, *domain), DART_ERR_INVAL,
      "dart_domain_move_subdomain: domain %s is a root or above its new parent %s",
      domain->domain_tag, new_parent_domain->domain_tag);
  return guarded_always(__func__, [&](const char*) {
    const int index = insert_index(*new_parent_domain, new_domain_rel_id);
    DART_REQUIRE(
        domain_tags_fit(*new_parent_domain, *domain, index), DART_ERR_INVAL,
        "dart_domain_move_subdomain: tags below %s become too long", new_parent_domain->domain_tag);
    Domain* const old_parent = domain->parent;
    PathBackup backup(old_parent);
    DomainPtr moved = domain_detach(*domain);
    try {
      domain_summarize_up(old_parent);
      graft(*new_parent_domain, *moved, index);
    } catch (const std::bad_alloc&) {
      moved.release()->parent = old_parent;
      throw;
    }
    moved.release();
    backup.keep();
    return DART_OK;
  });
}

dart_ret_t dart_domain_scope_domains(
    const dart_domain_locality_t* domain_in, dart_locality_scope_t scope, int* num_domains_out,
    dart_domain_locality_t*** domains_out) noexcept
{
  DART_REQUIRE(
      domain_in != nullptr && num_domains_out != nullptr && domains_out != nullptr, DART_ERR_INVAL,
      "dart_domain_scope_domains: an argument is null");
  *num_domains_out = 0;
  *domains_out = nullptr;
  return guarded_always(__func__, [&](const char*) {
    const auto found = domains_in_scope(const_cast<Domain&>(*domain_in), scope);
    if (found.empty()) return DART_ERR_NOTFOUND;
    *domains_out = malloc_copy(found.data(), found.size());
    *num_domains_out = static_cast<int>(found.size());
    return DART_OK;
  });
}

dart_ret_t dart_domain_scope_tags(
    const dart_domain_locality_t* domain_in, dart_locality_scope_t scope, int* num_domains_out,
    char*** domain_tags_out) noexcept
{
  DART_REQUIRE(
      domain_in != nullptr && num_domains_out != nullptr && domain_tags_out != nullptr,
      DART_ERR_INVAL, "dart_domain_scope_tags: an argument is null");
  *num_domains_out = 0;
  *domain_tags_out = nullptr;
  return guarded_always(__func__, [&](const char*) {
    const auto found = domains_in_scope(const_cast<Domain&>(*domain_in), scope);
    if (found.empty()) return DART_ERR_NOTFOUND;
    char** tags = malloc_array<char*>(found.size());
    std::transform(found.begin(), found.end(), tags, [](const Domain* d) {
      return malloc_copy(d->domain_tag, sizeof d->domain_tag);
    });
    *domain_tags_out = tags;
    *num_domains_out = static_cast<int>(found.size());
    return DART_OK;
  });
}
