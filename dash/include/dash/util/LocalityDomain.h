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

/// A locality domain with all domains below it: a range of its subdomains.
///
/// A copy is a tree of its own. Subdomains, by contrast, are parts of the tree that they are taken
/// from: what changes them changes the tree. A reference to a subdomain is valid as long as the
/// subdomain is in the tree.
///
/// All functions are local. Unknown tags throw exception::InvalidArgument and change nothing.
class DASH_API LocalityDomain {
  struct Tree;

  /// Random access to the children of a domain; without parent: to the root alone.
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

  /// A domain without units.
  LocalityDomain();
  /// Copies a domain and what is below it.
  LocalityDomain(const dart_domain_locality_t& domain);
  LocalityDomain(const LocalityDomain& other);
  /// Leaves an empty domain; a subdomain is copied, as it stays in its tree.
  LocalityDomain(LocalityDomain&& other);
  /// Replaces the content of this domain, in its tree if it is a subdomain.
  LocalityDomain& operator=(const LocalityDomain& other);
  ~LocalityDomain();

  /// Same team, tag, scope and units.
  bool operator==(const LocalityDomain& other) const;

  iterator begin() { return {tree_, domain_, 0}; }
  iterator end() { return {tree_, domain_, domain_->num_domains}; }
  const_iterator begin() const { return {tree_, domain_, 0}; }
  const_iterator end() const { return {tree_, domain_, domain_->num_domains}; }
  /// Number of subdomains.
  size_t size() const { return static_cast<size_t>(domain_->num_domains); }

  /// Subdomain by position. \throws exception::OutOfRange
  LocalityDomain& at(int position);
  const LocalityDomain& at(int position) const;

  /// Domain below this one, or itself, by tag; end() if there is none.
  iterator find(const std::string& tag);
  const_iterator find(const std::string& tag) const;

  /// Domains below this one, or itself, of a scope.
  std::vector<iterator> scope_domains(Scope_t scope);
  std::vector<const_iterator> scope_domains(Scope_t scope) const;
  /// Domains that group() made.
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

  /// Deals the domains of a scope evenly to parts(): copies of this domain with their share each.
  /// \param num_parts at most so many; 0: a part for each domain
  /// \throws exception::InvalidArgument if there is no domain of this scope
  LocalityDomain& split(Scope_t scope, int num_parts = 0);
  /// Makes a part of each group.
  LocalityDomain& split_groups();
  /// Result of the last split; empty before.
  std::vector<LocalityDomain>& parts() { return parts_; }
  const std::vector<LocalityDomain>& parts() const { return parts_; }

  /// All units in the domain, ascending.
  std::vector<global_unit_t> units() const;
  /// The first unit; undefined (-1) in a domain without units.
  global_unit_t leader_unit() const;

  Scope_t scope() const { return static_cast<Scope_t>(domain_->scope); }
  /// Distance from the root of the team's domains.
  int level() const { return domain_->level; }
  /// Position among the domains of the scope.
  int global_index() const { return domain_->global_index; }
  /// Position among the domains of the parent: the last part of the tag.
  int relative_index() const { return domain_->relative_index; }
  /// Number of the host; -1 for domains above hosts.
  int node_id() const { return domain_->node_id; }
  int num_nodes() const { return domain_->num_nodes; }
  /// Cores that the units in the domain may use, at least one for each.
  int num_cores() const { return domain_->num_cores; }
  /// Memory, or cache, common to the cores; -1 if unknown, at most INT_MAX.
  int shared_mem_bytes() const { return domain_->shared_mem_bytes; }
  /// Name of the host; empty for domains above hosts.
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

  std::unique_ptr<Tree> own_;  // of a root; empty in a subdomain
  Tree* tree_;
  dart_domain_locality_t* domain_;
  std::vector<LocalityDomain> parts_;
};

/// Prints one line with the domain's own properties.
DASH_API std::ostream& operator<<(std::ostream& os, const LocalityDomain& domain);

}  // namespace dash::util
