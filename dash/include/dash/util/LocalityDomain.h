#pragma once

/// \file
/// Trees of locality domains.

#include <dash/Types.h>
#include <dash/dart/if/dart_locality.h>
#include <dash/util/Locality.h>

#include <compare>
#include <cstddef>
#include <iosfwd>
#include <iterator>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace dash::util {

/// A locality domain with all domains below it. It is also a range of its subdomains.
///
/// A copy is a tree of its own. Subdomains, by contrast, are parts of the tree from which they are
/// taken: changing them changes the tree. A reference to a subdomain is valid as long as the
/// subdomain is in the tree.
///
/// All functions are local calls. For unknown tags they throw exception::InvalidArgument and change
/// nothing.
class DASH_API LocalityDomain {
  struct Tree;

  /// Random access iterator over the children of a domain; without a parent, over the root alone.
  template <class DomainType>
  class basic_iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = LocalityDomain;
    using difference_type = std::ptrdiff_t;
    using pointer = DomainType*;
    using reference = DomainType&;

    basic_iterator() = default;
    template <class Other>
      requires(!std::is_const_v<DomainType> && std::is_same_v<Other, const DomainType>)
    operator basic_iterator<Other>() const
    {
      return {tree_, parent_, index_};
    }

    reference operator*() const { return view(tree_, parent_, index_); }
    pointer operator->() const { return &**this; }
    reference operator[](difference_type n) const { return *(*this + n); }

    basic_iterator& operator+=(difference_type n)
    {
      index_ += n;
      return *this;
    }
    basic_iterator& operator-=(difference_type n) { return *this += -n; }
    basic_iterator& operator++() { return *this += 1; }
    basic_iterator& operator--() { return *this -= 1; }
    basic_iterator operator++(int) { return ++*this - 1; }
    basic_iterator operator--(int) { return --*this + 1; }
    friend basic_iterator operator+(basic_iterator it, difference_type n) { return it += n; }
    friend basic_iterator operator+(difference_type n, basic_iterator it) { return it += n; }
    friend basic_iterator operator-(basic_iterator it, difference_type n) { return it -= n; }
    friend difference_type operator-(const basic_iterator& a, const basic_iterator& b)
    {
      return a.index_ - b.index_;
    }
    friend bool operator==(const basic_iterator& a, const basic_iterator& b)
    {
      return a.parent_ == b.parent_ && a.index_ == b.index_;
    }
    friend auto operator<=>(const basic_iterator& a, const basic_iterator& b)
    {
      return a.index_ <=> b.index_;
    }

   private:
    friend class LocalityDomain;
    template <class Other>
    friend class basic_iterator;

    basic_iterator(Tree* tree, dart_domain_locality_t* parent, difference_type index)
        : tree_(tree),
          parent_(parent),
          index_(index)
    {}

    Tree* tree_ = nullptr;
    dart_domain_locality_t* parent_ = nullptr;
    difference_type index_ = 0;
  };

 public:
  using Scope_t = Locality::Scope;
  using value_type = LocalityDomain;
  using iterator = basic_iterator<LocalityDomain>;
  using const_iterator = basic_iterator<const LocalityDomain>;

  /// Creates a domain without units.
  LocalityDomain();
  /// Copies a domain and what is below it.
  LocalityDomain(const dart_domain_locality_t& domain);
  LocalityDomain(const LocalityDomain& other);
  /// Leaves \p other empty, except that a subdomain is copied, because it stays in its tree.
  /// Not noexcept, because the empty domain of \p other is allocated too.
  LocalityDomain(LocalityDomain&& other) noexcept(false);
  /// Replaces the contents of this domain; if it is a subdomain, within its tree.
  LocalityDomain& operator=(const LocalityDomain& other);
  ~LocalityDomain();

  /// Whether both have the same team, tag, scope and units.
  bool operator==(const LocalityDomain& other) const;

  iterator begin() { return {tree_, domain_, 0}; }
  iterator end() { return {tree_, domain_, domain_->num_domains}; }
  const_iterator begin() const { return {tree_, domain_, 0}; }
  const_iterator end() const { return {tree_, domain_, domain_->num_domains}; }
  /// Number of subdomains.
  size_t size() const { return static_cast<size_t>(domain_->num_domains); }

  /// Subdomain at a position. \throws exception::OutOfRange
  LocalityDomain& at(int position);
  const LocalityDomain& at(int position) const;

  /// Searches a domain by its tag, among this domain and those below it; returns end() if there is
  /// none.
  iterator find(const std::string& tag);
  const_iterator find(const std::string& tag) const;

  /// The domains of a scope, among this domain and those below it.
  std::vector<iterator> scope_domains(Scope_t scope);
  std::vector<const_iterator> scope_domains(Scope_t scope) const;
  /// The domains that group() has created.
  std::vector<iterator> groups() { return scope_domains(Scope_t::Group); }
  std::vector<const_iterator> groups() const { return scope_domains(Scope_t::Group); }

  /// Moves the listed domains below a new domain of scope Group at their common ancestor. All other
  /// domains keep their tags.
  /// \return the group
  LocalityDomain& group(const std::vector<std::string>& tags);
  /// Keeps only the listed domains, what is below them, and their ancestors.
  LocalityDomain& select(const std::vector<std::string>& tags);
  /// Removes the listed domains and what is below them.
  LocalityDomain& exclude(const std::vector<std::string>& tags);

  /// Distributes the domains of a scope evenly over parts(); each part is a copy of this domain
  /// with its share.
  /// \param num_parts  largest number of parts; 0: one part for each domain
  /// \throws exception::InvalidArgument if there is no domain of this scope
  LocalityDomain& split(Scope_t scope, int num_parts = 0);
  /// Creates one part for each group.
  LocalityDomain& split_groups();
  /// Result of the last split; empty if there was none.
  std::vector<LocalityDomain>& parts() { return parts_; }
  const std::vector<LocalityDomain>& parts() const { return parts_; }

  /// All units in the domain, in ascending order.
  std::vector<global_unit_t> units() const;
  /// The first unit; undefined (-1) if the domain has no units.
  global_unit_t leader_unit() const;

  Scope_t scope() const { return static_cast<Scope_t>(domain_->scope); }
  /// Distance from the root of the team's tree.
  int level() const { return domain_->level; }
  /// Position among all domains of the same scope.
  int global_index() const { return domain_->global_index; }
  /// Position among the subdomains of the parent, which is the last part of the tag.
  int relative_index() const { return domain_->relative_index; }
  /// Number of the host; -1 for domains that contain hosts.
  int node_id() const { return domain_->node_id; }
  int num_nodes() const { return domain_->num_nodes; }
  /// Number of cores that the units in the domain may use, at least one for each unit.
  int num_cores() const { return domain_->num_cores; }
  /// Size of the memory or cache that the cores share, at most INT_MAX; -1 if unknown.
  int shared_mem_bytes() const { return domain_->shared_mem_bytes; }
  /// Name of the host; empty for domains that contain hosts.
  std::string host() const { return domain_->host; }
  std::string domain_tag() const { return domain_->domain_tag; }
  dart_team_t dart_team() const { return domain_->team; }
  const dart_domain_locality_t& dart_type() const { return *domain_; }

 private:
  LocalityDomain(Tree& tree, dart_domain_locality_t& domain);

  static LocalityDomain& view(Tree* tree, dart_domain_locality_t* parent, std::ptrdiff_t index);
  iterator iterator_to(dart_domain_locality_t& domain) const;
  void check_position(int position) const;
  LocalityDomain part_of(const std::vector<std::string>& tags) const;

  std::unique_ptr<Tree> own_;  // owned by a root; null in a subdomain
  Tree* tree_;
  dart_domain_locality_t* domain_;
  std::vector<LocalityDomain> parts_;
};

/// Prints one line with the domain's own properties.
DASH_API std::ostream& operator<<(std::ostream& os, const LocalityDomain& domain);

}  // namespace dash::util
