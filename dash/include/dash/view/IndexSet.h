#pragma once

/// \file
/// The indices of a view's elements, as values that refer to the pattern but not to elements.

#include <dash/Dimensional.h>
#include <dash/Exception.h>
#include <dash/Types.h>
#include <dash/detail/base/LightRange.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/base/StreamConversion.h>
#include <dash/detail/pattern/Box.h>
#include <dash/iterator/PositionIterator.h>
#include <dash/pattern/Section.h>

#include <cstddef>
#include <type_traits>

namespace dash {

template <class Pattern, bool IsLocal>
class IndexSetIdentity;
template <class DomainSet>
class IndexSetSub;
template <class DomainSet>
class IndexSetLocal;
template <class DomainSet>
class IndexSetGlobal;
template <class DomainSet>
class IndexSetBlocks;

/// The common part of index sets. An index set maps positions in a view to indices in the view's
/// origin: global indices for global views, indices in the calling unit's memory for local views.
///
/// Index sets are small values that refer to the container's pattern; the cost of size and
/// subscript does not depend on the number of elements. All functions are local calls.
///
/// \tparam Set      the index set, which has \c pattern() and \c domain()
/// \tparam IsLocal  whether the indices are local
template <class Set, class Pattern, bool IsLocal>
class IndexSetBase {
 public:
  using pattern_type = Pattern;
  using index_type = typename Pattern::index_type;
  using size_type = typename Pattern::size_type;
  using viewspec_type = typename Pattern::viewspec_type;
  using offsets_type = typename viewspec_type::offsets_type;
  using extents_type = typename viewspec_type::extents_type;
  using value_type = index_type;
  using reference = index_type;
  using difference_type = std::ptrdiff_t;
  using iterator = detail::PositionIterator<Set>;
  using const_iterator = iterator;
  using rank = std::integral_constant<dim_t, Pattern::ndim()>;
  using is_index_set = std::true_type;
  using range_kind = detail::BorrowedRange;
  using index_set_type = Set;
  using local_type = std::conditional_t<IsLocal, Set, IndexSetLocal<Set>>;
  using global_type = std::conditional_t<IsLocal, IndexSetGlobal<Set>, Set>;

  static constexpr dim_t ndim() { return Pattern::ndim(); }
  /// Whether the indices are local ones.
  static constexpr bool is_local() { return IsLocal; }
  /// Whether the indices are those of a box of the origin.
  static constexpr bool is_region() { return true; }

  size_type size() const { return region_.size(); }
  bool empty() const { return size() == 0; }

  /// Offsets and extents in the origin.
  const viewspec_type& region() const { return region_; }
  const extents_type& extents() const { return region_.extents(); }
  size_type extent(dim_t dimension) const { return region_.extent(dimension); }
  template <dim_t Dimension>
  size_type extent() const
  {
    return region_.extent(Dimension);
  }
  const offsets_type& offsets() const { return region_.offsets(); }
  index_type offset(dim_t dimension) const { return region_.offset(dimension); }

  /// Index in the origin of the element at position \c i; at position \c size() the last index plus
  /// 1.
  index_type operator[](index_type i) const
  {
    if constexpr (ndim() == 1) {
      return region_.offset(0) + i;
    } else {
      const auto n = static_cast<index_type>(size());
      if (i >= n) return n == 0 ? i : set()[n - 1] + (i - n + 1);
      const auto coords = pattern().coords(i, region_);
      return IsLocal ? pattern().local_at(coords) : pattern().global_at(coords);
    }
  }

  index_type first() const { return set()[0]; }
  /// Index of the last element; if the set has no elements, \c first minus 1.
  index_type last() const { return set()[static_cast<index_type>(size()) - 1]; }

  iterator begin() const { return iterator(set(), 0); }
  iterator end() const { return iterator(set(), static_cast<index_type>(size())); }

  /// Iterator with a stride, which begins at the first index, or at the last one for negative
  /// strides.
  iterator step(index_type stride) const
  {
    return iterator(set(), stride > 0 ? 0 : static_cast<index_type>(size()) - 1, stride);
  }

  /// Whether there are gaps between the elements' global indices.
  bool is_strided() const
  {
    if (size() < 2) return false;
    const auto span = global_index(set().last()) - global_index(set().first()) + 1;
    return span != static_cast<index_type>(size());
  }

  /// The set of the calling unit's elements, and the set of the elements' global indices.
  auto local() const
  {
    if constexpr (IsLocal) {
      return set();
    } else {
      return IndexSetLocal<Set>(set());
    }
  }
  auto global() const
  {
    if constexpr (IsLocal) {
      return IndexSetGlobal<Set>(set());
    } else {
      return set();
    }
  }

  const Pattern& pattern() const { return set().domain().pattern(); }

  /// Whether both sets have the same indices.
  friend bool operator==(const Set& lhs, const Set& rhs) { return lhs.region_ == rhs.region_; }

 protected:
  IndexSetBase() = default;
  /// \param region  offsets and extents in the origin
  explicit IndexSetBase(const viewspec_type& region) : region_(region) {}

 private:
  const Set& set() const { return static_cast<const Set&>(*this); }

  index_type global_index(index_type index) const
  {
    return IsLocal ? pattern().global(index) : index;
  }

  viewspec_type region_{};
};

/// All indices of a container, or of the calling unit's part of it.
template <class Pattern, bool IsLocal = false>
class IndexSetIdentity : public IndexSetBase<IndexSetIdentity<Pattern, IsLocal>, Pattern, IsLocal> {
  using Base = IndexSetBase<IndexSetIdentity, Pattern, IsLocal>;

 public:
  using typename Base::index_type;
  using domain_set_type = IndexSetIdentity;
  using preimage_type = IndexSetIdentity;

  IndexSetIdentity() = default;
  explicit IndexSetIdentity(const Pattern& pattern)
      : Base(IsLocal ? pattern.local_extents() : pattern.extents()),
        pattern_(&pattern)
  {}

  const Pattern& pattern() const { return *pattern_; }
  const IndexSetIdentity& domain() const { return *this; }
  IndexSetIdentity pre() const { return *this; }
  /// Position in the domain of the element at position \c i.
  index_type rel(index_type i) const { return i; }

 private:
  const Pattern* pattern_ = nullptr;
};

/// The indices of a box of a domain.
template <class DomainSet>
class IndexSetSub
    : public IndexSetBase<
          IndexSetSub<DomainSet>, typename DomainSet::pattern_type, DomainSet::is_local()> {
  using Pattern = typename DomainSet::pattern_type;
  using Base = IndexSetBase<IndexSetSub, Pattern, DomainSet::is_local()>;
  using Origin = IndexSetIdentity<Pattern, DomainSet::is_local()>;

 public:
  using typename Base::index_type;
  using typename Base::viewspec_type;
  using domain_set_type = DomainSet;
  using preimage_type = IndexSetSub<Origin>;

  static constexpr bool is_region() { return DomainSet::is_region(); }

  IndexSetSub() = default;
  /// \param region  offsets and extents in the domain
  IndexSetSub(const DomainSet& domain, const viewspec_type& region)
      : Base(detail::absolute_in(domain.region(), region)),
        domain_(domain)
  {}

  index_type operator[](index_type i) const
  {
    if constexpr (Base::ndim() == 1) {
      return domain_[rel(i)];
    } else {
      return Base::operator[](i);
    }
  }

  const DomainSet& domain() const { return domain_; }

  /// The set that maps an index of this set to its position.
  preimage_type pre() const
    requires(Base::ndim() == 1)
  {
    const Origin origin(this->pattern());
    return preimage_type(origin, viewspec_type({{-this->first()}}, origin.extents()));
  }

  /// Position in the domain of the element at position \c i.
  index_type rel(index_type i) const
    requires(Base::ndim() == 1)
  {
    return this->offset(0) - domain_.offset(0) + i;
  }

 private:
  DomainSet domain_{};
};

/// Indices in the calling unit's memory of its elements of a global domain.
template <class DomainSet>
class IndexSetLocal
    : public IndexSetBase<IndexSetLocal<DomainSet>, typename DomainSet::pattern_type, true> {
  static_assert(
      !DomainSet::is_local() && DomainSet::is_region(),
      "local() takes a part of a container by global index; the domain of a view of global(local "
      "view) is local already");
  using Pattern = typename DomainSet::pattern_type;
  using Base = IndexSetBase<IndexSetLocal, Pattern, true>;

 public:
  using typename Base::index_type;
  using typename Base::size_type;
  using typename Base::viewspec_type;
  using domain_set_type = DomainSet;
  using global_type = DomainSet;
  using preimage_type = IndexSetGlobal<IndexSetIdentity<Pattern, true>>;

  IndexSetLocal() = default;
  explicit IndexSetLocal(const DomainSet& domain) : Base(local_region(domain)), domain_(domain) {}

  const DomainSet& domain() const { return domain_; }
  const DomainSet& global() const { return domain_; }
  /// The set that maps a local index to the global index.
  preimage_type pre() const
  {
    return preimage_type(IndexSetIdentity<Pattern, true>(this->pattern()));
  }
  /// Position in the domain of the element at position \c i.
  index_type rel(index_type i) const
  {
    return this->pattern().global((*this)[i]) - domain_.first();
  }

  /// Number of the block that contains the last element of the domain.
  index_type domain_block_gidx_last() const
  {
    return this->pattern().block_at(this->pattern().coords(domain_.last()));
  }
  /// Number of that block among the blocks of its owner.
  index_type domain_block_lidx_last() const
  {
    return this->pattern().local_block_at(this->pattern().coords(domain_.last())).index;
  }
  /// Number of the block that contains the last element of this set.
  index_type local_block_gidx_last() const
  {
    return this->pattern().block_at(this->pattern().coords(this->pattern().global(this->last())));
  }
  /// Number of the calling unit's block \c lblock among all blocks.
  index_type local_block_gidx_at_block_lidx(index_type lblock) const
  {
    return this->pattern().block_at(this->pattern().local_block(lblock).offsets());
  }

 private:
  static viewspec_type local_region(const DomainSet& domain)
    requires(Base::ndim() == 1)
  {
    const auto first = domain.first();
    const auto& pattern = domain.pattern();
    const auto part = pattern.local_interval(
        pattern.team().myid(), first, first + static_cast<index_type>(domain.size()));
    return viewspec_type({{part.begin}}, {{static_cast<size_type>(part.size())}});
  }

  static viewspec_type local_region(const DomainSet& domain)
    requires(Base::ndim() > 1)
  {
    return detail::local_part(domain.pattern(), domain.region());
  }

  DomainSet domain_{};
};

/// Global indices of the elements of a local domain, in their local order.
template <class DomainSet>
class IndexSetGlobal
    : public IndexSetBase<IndexSetGlobal<DomainSet>, typename DomainSet::pattern_type, false> {
  static_assert(DomainSet::is_local());
  using Pattern = typename DomainSet::pattern_type;
  using Base = IndexSetBase<IndexSetGlobal, Pattern, false>;

 public:
  using typename Base::index_type;
  using domain_set_type = DomainSet;
  using local_type = DomainSet;

  static constexpr bool is_region() { return false; }

  IndexSetGlobal() = default;
  explicit IndexSetGlobal(const DomainSet& domain) : Base(domain.region()), domain_(domain) {}

  index_type operator[](index_type i) const
  {
    const auto n = static_cast<index_type>(this->size());
    if (i >= n) return n == 0 ? i : (*this)[n - 1] + (i - n + 1);
    return this->pattern().global(domain_[i]);
  }

  const DomainSet& domain() const { return domain_; }
  const DomainSet& local() const { return domain_; }
  /// Position in the domain of the element at position \c i.
  index_type rel(index_type i) const { return i; }

 private:
  DomainSet domain_{};
};

/// Numbers of the blocks that contain elements of a domain, among all blocks or among all local
/// blocks.
template <class DomainSet>
class IndexSetBlocks
    : public IndexSetBase<
          IndexSetBlocks<DomainSet>, typename DomainSet::pattern_type, DomainSet::is_local()> {
  static constexpr bool of_local = DomainSet::is_local();
  using Pattern = typename DomainSet::pattern_type;
  using Base = IndexSetBase<IndexSetBlocks, Pattern, of_local>;
  using coords_type = typename Pattern::coords_type;

 public:
  using typename Base::index_type;
  using typename Base::size_type;
  using typename Base::viewspec_type;
  using domain_set_type = DomainSet;

  IndexSetBlocks() = default;
  explicit IndexSetBlocks(const DomainSet& domain) : Base(blocks_of(domain)), domain_(domain) {}

  index_type operator[](index_type i) const
  {
    if constexpr (Base::ndim() == 1) {
      return this->offset(0) + i;
    } else {
      return blockspec(domain_.pattern()).at(block_coords(i));
    }
  }

  /// Offsets and extents in the domain of the elements that are in its block \c i.
  viewspec_type block(index_type i) const
  {
    const auto& pattern = domain_.pattern();
    const auto index = (*this)[i];
    const viewspec_type whole = of_local ? pattern.local_block_local(index) : pattern.block(index);
    return detail::relative_to(domain_.region(), detail::intersection(domain_.region(), whole));
  }

  const DomainSet& domain() const { return domain_; }
  /// Position in the domain of the first element of its block \c i.
  index_type rel(index_type i) const
    requires(Base::ndim() == 1)
  {
    return block(i).offset(0);
  }
  static constexpr bool is_strided() { return false; }

 private:
  static const auto& blockspec(const Pattern& pattern)
  {
    if constexpr (of_local) {
      return pattern.local_blockspec();
    } else {
      return pattern.blockspec();
    }
  }

  /// Coordinates of the block that contains the element with an index of the origin.
  static coords_type block_of(const Pattern& pattern, index_type index)
  {
    if constexpr (of_local) {
      const auto coords = pattern.coords(pattern.global(index));
      return pattern.local_blockspec().coords(pattern.local_block_at(coords).index);
    } else {
      return pattern.blockspec().coords(pattern.block_at(pattern.coords(index)));
    }
  }

  static viewspec_type blocks_of(const DomainSet& domain)
  {
    viewspec_type blocks;
    if (domain.empty()) return blocks;
    const coords_type first = block_of(domain.pattern(), domain.first());
    const coords_type last = block_of(domain.pattern(), domain.last());
    for (dim_t d = 0; d < Base::ndim(); ++d) {
      const auto i = static_cast<std::size_t>(d);
      blocks.resize_dim(d, first[i], static_cast<size_type>(last[i] - first[i] + 1));
    }
    return blocks;
  }

  coords_type block_coords(index_type i) const
  {
    auto coords = detail::linear_coords<Pattern::memory_order()>(i, this->extents());
    for (std::size_t d = 0; d < coords.size(); ++d) coords[d] += this->offsets()[d];
    return coords;
  }

  DomainSet domain_{};
};

template <class X>
concept IndexSet = std::remove_cvref_t<X>::is_index_set::value;

}  // namespace dash
