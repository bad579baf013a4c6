#pragma once

/// \file
/// The types that belong to a pattern.

#include <dash/pattern/PatternProperties.h>

#include <type_traits>
#include <utility>

namespace dash {

/// Types and properties of a pattern.
template <class PatternType>
struct pattern_traits {
  typedef typename PatternType::index_type index_type;
  typedef typename PatternType::size_type size_type;
  typedef typename pattern_partitioning_traits<PatternType>::type partitioning;
  typedef typename pattern_mapping_traits<PatternType>::type mapping;
  typedef typename pattern_layout_traits<PatternType>::type layout;
  typedef std::remove_cvref_t<decltype(std::declval<const PatternType&>().blockspec())>
      blockspec_type;
  typedef std::remove_cvref_t<decltype(std::declval<const PatternType&>().local_blockspec())>
      local_blockspec_type;
};

}  // namespace dash
