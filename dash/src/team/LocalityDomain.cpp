#include <dash/util/LocalityDomain.h>

#include <dash/Exception.h>
#include <dash/detail/base/CheckResult.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <ostream>
#include <unordered_map>
#include <unordered_set>

namespace dash::util {

namespace {

/// Checks a call whose reasons go to the exception; made before the arguments are evaluated.
class DomainCall : dash::detail::FailureReasons {
 public:
  void check(dart_ret_t ret, const char* operation) const
  {
    if (ret == DART_OK) return;
    if (ret == DART_ERR_NOMEM) throw dash::detail::NoMemory(*this);
    DASH_THROW(
        exception::InvalidArgument,
        "LocalityDomain::" << operation << ": a tag names no domain below this one" << take());
  }
  /// The failure was expected.
  void drop() const { take(); }
};

dart_domain_locality_t* clone(const dart_domain_locality_t& domain)
{
  dart_domain_locality_t* copy = nullptr;
  DomainCall().check(dart_domain_clone(&domain, &copy), "copy");
  return copy;
}

dart_domain_locality_t* create()
{
  dart_domain_locality_t* domain = nullptr;
  DomainCall().check(dart_domain_create(&domain), "create");
  return domain;
}

/// Tags in the form that the C interface takes.
class TagList {
 public:
  explicit TagList(const std::vector<std::string>& tags)
  {
    for (const std::string& tag : tags) tags_.push_back(tag.c_str());
  }
  int count() const { return static_cast<int>(tags_.size()); }
  const char** data() { return tags_.data(); }

 private:
  std::vector<const char*> tags_;
};

std::vector<dart_domain_locality_t*> domains_in(
    const dart_domain_locality_t* domain, Locality::Scope scope)
{
  int count = 0;
  dart_domain_locality_t** found = nullptr;
  const auto dart_scope = static_cast<dart_locality_scope_t>(scope);
  const DomainCall call;
  const dart_ret_t ret = dart_domain_scope_domains(domain, dart_scope, &count, &found);
  if (ret == DART_ERR_NOTFOUND) {
    call.drop();
    return {};
  }
  call.check(ret, "scope_domains");
  std::vector<dart_domain_locality_t*> domains(found, found + count);
  std::free(found);
  return domains;
}

void collect(
    dart_domain_locality_t* domain, std::unordered_set<const dart_domain_locality_t*>& domains)
{
  domains.insert(domain);
  for (int i = 0; i < domain->num_domains; ++i) collect(domain->children[i], domains);
}

}  // namespace

/// The domains of DART, and the objects that represent subdomains.
struct LocalityDomain::Tree {
  explicit Tree(dart_domain_locality_t* domain) : root(domain) {}
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  ~Tree() { dart_domain_destroy(root); }

  LocalityDomain& view(dart_domain_locality_t& domain)
  {
    auto& known = views[&domain];
    if (known == nullptr) known.reset(new LocalityDomain(*this, domain));
    return *known;
  }

  /// Removes the objects of domains that are not in the tree any more.
  void forget_removed()
  {
    std::unordered_set<const dart_domain_locality_t*> present;
    collect(root, present);
    std::erase_if(views, [&](const auto& known) { return present.count(known.first) == 0; });
  }

  dart_domain_locality_t* const root;
  std::unordered_map<const dart_domain_locality_t*, std::unique_ptr<LocalityDomain>> views;
};

LocalityDomain::LocalityDomain()
    : own_(std::make_unique<Tree>(create())),
      tree_(own_.get()),
      domain_(own_->root)
{}

LocalityDomain::LocalityDomain(const dart_domain_locality_t& domain)
    : own_(std::make_unique<Tree>(clone(domain))),
      tree_(own_.get()),
      domain_(own_->root)
{}

LocalityDomain::LocalityDomain(Tree& tree, dart_domain_locality_t& domain)
    : tree_(&tree),
      domain_(&domain)
{}

LocalityDomain::LocalityDomain(const LocalityDomain& other) : LocalityDomain(*other.domain_)
{
  parts_ = other.parts_;
}

LocalityDomain::LocalityDomain(LocalityDomain&& other) noexcept(false) : LocalityDomain()
{
  if (other.own_ == nullptr) {
    *this = other;
    return;
  }
  std::swap(own_, other.own_);
  std::swap(tree_, other.tree_);
  std::swap(domain_, other.domain_);
  std::swap(parts_, other.parts_);
}

LocalityDomain& LocalityDomain::operator=(const LocalityDomain& other)
{
  if (this == &other) return *this;
  std::vector<LocalityDomain> parts = other.parts_;
  DomainCall().check(dart_domain_assign(domain_, other.domain_), "operator=");
  parts_.swap(parts);
  tree_->forget_removed();
  return *this;
}

LocalityDomain::~LocalityDomain() = default;

bool LocalityDomain::operator==(const LocalityDomain& other) const
{
  return dart_team() == other.dart_team() && domain_tag() == other.domain_tag() &&
         scope() == other.scope() && units() == other.units();
}

LocalityDomain& LocalityDomain::view(
    Tree* tree, dart_domain_locality_t* parent, std::ptrdiff_t index)
{
  return tree->view(parent == nullptr ? *tree->root : *parent->children[index]);
}

LocalityDomain::iterator LocalityDomain::iterator_to(dart_domain_locality_t& domain) const
{
  dart_domain_locality_t* parent = domain.parent;
  if (parent == nullptr) return {tree_, nullptr, 0};
  const auto first = parent->children;
  return {tree_, parent, std::find(first, first + parent->num_domains, &domain) - first};
}

void LocalityDomain::check_position(int position) const
{
  if (position >= 0 && position < domain_->num_domains) return;
  DASH_THROW(
      exception::OutOfRange, "LocalityDomain::at: no subdomain "
                                 << position << " of " << domain_tag() << ", which has " << size());
}

LocalityDomain& LocalityDomain::at(int position)
{
  check_position(position);
  return begin()[position];
}

const LocalityDomain& LocalityDomain::at(int position) const
{
  check_position(position);
  return begin()[position];
}

LocalityDomain::iterator LocalityDomain::find(const std::string& tag)
{
  dart_domain_locality_t* found = nullptr;
  dart_domain_find(domain_, tag.c_str(), &found);
  return found == nullptr ? end() : iterator_to(*found);
}

LocalityDomain::const_iterator LocalityDomain::find(const std::string& tag) const
{
  return const_cast<LocalityDomain*>(this)->find(tag);
}

std::vector<LocalityDomain::iterator> LocalityDomain::scope_domains(Scope_t scope)
{
  std::vector<iterator> domains;
  for (auto* domain : domains_in(domain_, scope)) domains.push_back(iterator_to(*domain));
  return domains;
}

std::vector<LocalityDomain::const_iterator> LocalityDomain::scope_domains(Scope_t scope) const
{
  const auto domains = const_cast<LocalityDomain*>(this)->scope_domains(scope);
  return {domains.begin(), domains.end()};
}

LocalityDomain& LocalityDomain::group(const std::vector<std::string>& tags)
{
  TagList list(tags);
  char group_tag[DART_LOCALITY_DOMAIN_TAG_MAX_SIZE];
  DomainCall().check(dart_domain_group(domain_, list.count(), list.data(), group_tag), "group");
  tree_->forget_removed();
  return *find(group_tag);
}

LocalityDomain& LocalityDomain::select(const std::vector<std::string>& tags)
{
  TagList list(tags);
  DomainCall().check(dart_domain_select(domain_, list.count(), list.data()), "select");
  tree_->forget_removed();
  return *this;
}

LocalityDomain& LocalityDomain::exclude(const std::vector<std::string>& tags)
{
  TagList list(tags);
  DomainCall().check(dart_domain_exclude(domain_, list.count(), list.data()), "exclude");
  tree_->forget_removed();
  return *this;
}

LocalityDomain LocalityDomain::part_of(const std::vector<std::string>& tags) const
{
  LocalityDomain part(*domain_);
  part.select(tags);
  return part;
}

LocalityDomain& LocalityDomain::split(Scope_t scope, int num_parts)
{
  const auto domains = domains_in(domain_, scope);
  if (domains.empty() || num_parts < 0) {
    DASH_THROW(
        exception::InvalidArgument, "LocalityDomain::split: cannot split "
                                        << domain_tag() << " with " << domains.size()
                                        << " domains of scope " << scope << " into " << num_parts
                                        << " parts");
  }
  const size_t wanted = num_parts == 0 ? domains.size() : static_cast<size_t>(num_parts);
  const size_t parts = std::min(wanted, domains.size());
  parts_.clear();
  parts_.reserve(parts);
  for (size_t part = 0; part < parts; ++part) {
    std::vector<std::string> tags;
    const size_t end = (part + 1) * domains.size() / parts;
    for (size_t i = part * domains.size() / parts; i < end; ++i) {
      tags.push_back(domains[i]->domain_tag);
    }
    parts_.push_back(part_of(tags));
  }
  return *this;
}

LocalityDomain& LocalityDomain::split_groups()
{
  parts_.clear();
  for (const auto* group : domains_in(domain_, Scope_t::Group)) {
    parts_.push_back(part_of({group->domain_tag}));
  }
  return *this;
}

std::vector<global_unit_t> LocalityDomain::units() const
{
  return {domain_->unit_ids, domain_->unit_ids + domain_->num_units};
}

global_unit_t LocalityDomain::leader_unit() const
{
  return domain_->num_units == 0 ? UNDEFINED_GLOBAL_UNIT_ID : global_unit_t(*domain_->unit_ids);
}

std::ostream& operator<<(std::ostream& os, const LocalityDomain& domain)
{
  return os << domain.dart_type();
}

}  // namespace dash::util
