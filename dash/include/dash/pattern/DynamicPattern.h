#pragma once

/// \file
/// Contiguous ranges whose sizes can change.

#include <dash/Exception.h>
#include <dash/pattern/ExplicitSizesPattern.h>

#include <cstddef>
#include <vector>

namespace dash {

/// Each unit has one contiguous range of indices, whose size may change. Changes are local to this
/// pattern object: units that use the pattern together have to make the same changes.
template <
    dim_t NumDimensions, MemArrange Arrangement = ROW_MAJOR, class IndexType = default_index_t>
class DynamicPattern : public ExplicitSizesPattern<Arrangement, IndexType> {
  static_assert(NumDimensions == 1, "DynamicPattern has one dimension");
  using base_t = ExplicitSizesPattern<Arrangement, IndexType>;

 public:
  typedef typename base_t::size_type size_type;

  static constexpr const char* PatternName = "DynamicPattern1D";

  typedef pattern_partitioning_properties<
      pattern_partitioning_tag::minimal, pattern_partitioning_tag::rectangular,
      pattern_partitioning_tag::balanced, pattern_partitioning_tag::unbalanced,
      pattern_partitioning_tag::dynamic>
      partitioning_properties;

  using base_t::base_t;

  /// Changes the number of elements of a unit, and so the global indices of the units after it.
  /// \throws exception::OutOfRange  if there is no such unit
  void local_resize(team_unit_t unit, size_type local_size)
  {
    std::vector<size_type> sizes = this->local_sizes();
    if (unit.id < 0 || static_cast<std::size_t>(unit.id) >= sizes.size()) {
      DASH_THROW(
          exception::OutOfRange,
          "Cannot resize the part of unit " << unit << " of " << sizes.size() << " units");
    }
    sizes[static_cast<std::size_t>(unit.id)] = local_size;
    rebuild(sizes);
  }

  /// Changes the number of elements of the caller.
  void local_resize(size_type local_size) { local_resize(this->team().myid(), local_size); }

  /// Makes local sizes equal, with differences of at most one.
  void balance()
  {
    const std::vector<double> weights(static_cast<std::size_t>(this->num_units()), 1);
    rebuild(base_t::proportional_sizes(static_cast<size_type>(this->size()), weights));
  }

 private:
  void rebuild(const std::vector<size_type>& local_sizes)
  {
    *this = DynamicPattern(local_sizes, this->teamspec(), this->team());
  }
};

}  // namespace dash
