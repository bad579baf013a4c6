#pragma once

/// \file
/// The indices of a view's elements, as values that refer to the pattern but not to elements.

#include <dash/Types.h>
#include <dash/detail/base/StreamConversion.h>
#include <dash/detail/pattern/Box.h>
#include <dash/iterator/PositionIterator.h>
#include <dash/pattern/Section.h>
#include <dash/view/Concepts.h>

#include <cstddef>
#include <type_traits>

namespace dash {

/// Takes the place of the domain of index sets that are their own domain.
struct NoDomain {
  static constexpr IndexSpace space = IndexSpace::global;
};

/// Maps positions in a view to indices in the view's origin: global indices for global views,
/// indices in the calling unit's memory for local views, numbers of blocks for ranges of blocks.
///
/// Index sets are small values that refer to the container's pattern; the cost of size and
/// subscript does not depend on the number of elements. All functions are local calls.
///
/// \tparam SectionT   the \c Section or \c BlockSection that has these indices
/// \tparam DomainSet  index set of the view's domain; \c NoDomain for containers
/// \tparam Indices    local sections have local indices, or global ones in the order of local
/// memory
template <class SectionT, class DomainSet = NoDomain, IndexSpace Indices = SectionT::space>
class IndexSet
    : public Boxed<IndexSet<SectionT, DomainSet, Indices>, typename SectionT::pattern_type> {
  using Base = Boxed<IndexSet, typename SectionT::pattern_type>;
  using Pattern = typename SectionT::pattern_type;
  using LocalSection = Section<Pattern, IndexSpace::local>;

  static constexpr bool is_root = std::is_same_v<DomainSet, NoDomain>;
  static constexpr bool is_of_blocks =
      std::is_same_v<SectionT, BlockSection<Pattern, SectionT::space>>;
  /// Local indices of a domain that has global ones, and the inverse.
  static constexpr bool is_local_part =
      !is_root && Indices == IndexSpace::local && DomainSet::space == IndexSpace::global;
  static constexpr bool is_global_image =
      !is_root && Indices == IndexSpace::global && DomainSet::space == IndexSpace::local;

 public:
  using typename Base::index_type;
  using typename Base::viewspec_type;
  using value_type = index_type;
  using reference = index_type;
  using difference_type = std::ptrdiff_t;
  using iterator = PositionIterator<IndexSet>;
  using const_iterator = iterator;
  using is_index_set = std::true_type;
  using range_kind = BorrowedRange;
  using section_type = SectionT;
  using index_set_type = IndexSet;
  using domain_type = std::conditional_t<is_root, IndexSet, DomainSet>;
  using local_type = std::conditional_t<
      Indices == IndexSpace::local, IndexSet,
      std::conditional_t<is_global_image, DomainSet, IndexSet<LocalSection, IndexSet>>>;
  using global_type = std::conditional_t<
      Indices == IndexSpace::global, IndexSet,
      std::conditional_t<
          is_local_part, DomainSet, IndexSet<SectionT, IndexSet, IndexSpace::global>>>;
  using preimage_type = std::conditional_t<
      is_local_part && !is_of_blocks, IndexSet<LocalSection, NoDomain, IndexSpace::global>,
      IndexSet<SectionT>>;

  /// The index space of the indices.
  static constexpr IndexSpace space = Indices;
  static constexpr bool is_local() { return Indices == IndexSpace::local; }

  IndexSet() = default;
  explicit IndexSet(const SectionT& section)
    requires is_root
      : section_(section)
  {}
  IndexSet(const SectionT& section, const DomainSet& domain)
    requires(!is_root)
      : section_(section),
        domain_(domain)
  {}

  const SectionT& section() const { return section_; }
  const Pattern& pattern() const { return section_.pattern(); }
  /// Offsets and extents in the origin.
  const viewspec_type& viewspec() const { return section_.box(); }

  /// Index in the origin of the element at position \c i; at position \c size() the last index plus
  /// 1.
  index_type operator[](index_type i) const
  {
    if constexpr (Indices == SectionT::space) {
      return section_.index(i);
    } else {
      return section_.global_index(i);
    }
  }

  index_type first() const { return (*this)[0]; }
  /// Index of the last element; if the set has no elements, \c first minus 1.
  index_type last() const { return (*this)[section_.size() - 1]; }

  iterator begin() const { return iterator(*this, 0); }
  iterator end() const { return iterator(*this, section_.size()); }

  /// Iterator with a stride, which begins at the first index, or at the last one for negative
  /// strides.
  iterator step(index_type stride) const
  {
    return iterator(*this, stride > 0 ? 0 : section_.size() - 1, stride);
  }

  /// Whether there are gaps between the elements' global indices.
  bool is_strided() const { return section_.is_strided(); }

  /// The index set of the view's domain.
  const domain_type& domain() const
  {
    if constexpr (is_root) {
      return *this;
    } else {
      return domain_;
    }
  }

  /// Position in the domain of the element at position \c i; for a block, of its first element.
  index_type rel(index_type i) const
  {
    using DomainSection = typename domain_type::section_type;
    if constexpr (is_of_blocks && !std::is_same_v<SectionT, DomainSection>) {
      const auto& elements = domain_.section();
      return elements.position_at(elements.in(section_.block(i)).box().offsets());
    } else if constexpr (SectionT::space == DomainSection::space) {
      return domain().section().position_at(section_.coords(i));
    } else {
      return domain().section().position_at(section_.global_coords(i));
    }
  }

  /// The set that maps an index of this set to its position. If this set has local indices and its
  /// domain global ones, the set that maps a local index to the global index.
  preimage_type pre() const
    requires(is_local_part || (Indices == SectionT::space && Base::ndim() == 1))
  {
    if constexpr (std::is_same_v<preimage_type, IndexSet<SectionT>>) {
      const SectionT whole(pattern());
      return preimage_type(SectionT(pattern(), {{{-first()}}, whole.box().extents()}));
    } else {
      return preimage_type(LocalSection(pattern()));
    }
  }

  /// The set of the calling unit's elements.
  local_type local() const
  {
    if constexpr (is_local()) {
      return *this;
    } else if constexpr (is_global_image) {
      return domain_;
    } else {
      return local_type(section_.local(), *this);
    }
  }

  /// The set of the elements' global indices.
  global_type global() const
  {
    if constexpr (!is_local()) {
      return *this;
    } else if constexpr (is_local_part) {
      return domain_;
    } else {
      return global_type(section_, *this);
    }
  }

  /// Number of the block that contains the last element of the domain.
  index_type domain_block_gidx_last() const
    requires is_local_part
  {
    return pattern().block_at(pattern().coords(domain_.last()));
  }
  /// Number of that block among the blocks of its owner.
  index_type domain_block_lidx_last() const
    requires is_local_part
  {
    return pattern().local_block_at(pattern().coords(domain_.last())).index;
  }
  /// Number of the block that contains the last element of this set.
  index_type local_block_gidx_last() const
    requires is_local_part
  {
    return pattern().block_at(section_.global_coords(section_.size() - 1));
  }
  /// Number of the calling unit's block \c lblock among all blocks.
  index_type local_block_gidx_at_block_lidx(index_type lblock) const
    requires is_local_part
  {
    return pattern().block_at(pattern().local_block(lblock).offsets());
  }

  /// Whether both sets have the same indices.
  friend bool operator==(const IndexSet& lhs, const IndexSet& rhs)
  {
    return lhs.viewspec() == rhs.viewspec();
  }

 private:
  SectionT section_{};
  [[no_unique_address]] DomainSet domain_{};
};

}  // namespace dash

// What programs of DASH 0.4 expect of this header.
#include <dash/view/IndexSetNames.h>
