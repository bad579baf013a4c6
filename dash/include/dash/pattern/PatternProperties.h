#pragma once

/// \file
/// Properties of patterns, and constraints by which algorithms require them.

#include <type_traits>

namespace dash {

/// Order of local elements in memory.
struct pattern_layout_tag {
  enum type {
    any,
    row_major,
    col_major,
    blocked,    ///< block after block
    canonical,  ///< one Cartesian array
    linear      ///< without gaps, in the order of global indices
  };
};

/// Which units own which blocks.
struct pattern_mapping_tag {
  enum type {
    any,
    balanced,    ///< same number of blocks on every unit
    unbalanced,  ///< numbers of blocks may differ
    neighbor,    ///< neighbouring blocks are on different units
    shifted,
    diagonal,  ///< units lie on diagonals of the blocks
    multiple,  ///< units may have several blocks
    cyclic
  };
};

/// How the index domain is divided into blocks.
struct pattern_partitioning_tag {
  enum type {
    any,
    rectangular,  ///< blocks are boxes
    minimal,      ///< each unit has at most one block
    regular,
    balanced,      ///< blocks have the same size
    unbalanced,    ///< blocks may have different sizes
    ndimensional,  ///< more than one dimension is divided
    dynamic        ///< sizes are only known at run time
  };
};

namespace detail {

/// Whether \c Tag is one of \c Tags.
template <auto Tag, auto... Tags>
inline constexpr bool has_tag = ((Tag == Tags) || ...);

}  // namespace detail

/// The layout is row-major and canonical unless tags say otherwise.
template <pattern_layout_tag::type... Tags>
struct pattern_layout_properties {
  typedef pattern_layout_tag tag_type;

  static constexpr bool any = detail::has_tag<tag_type::any, Tags...>;
  static constexpr bool col_major = detail::has_tag<tag_type::col_major, Tags...>;
  static constexpr bool row_major = detail::has_tag<tag_type::row_major, Tags...> || !col_major;
  static constexpr bool canonical =
      detail::has_tag<tag_type::canonical, Tags...> || !detail::has_tag<tag_type::blocked, Tags...>;
  static constexpr bool blocked = !canonical;
  static constexpr bool linear = detail::has_tag<tag_type::linear, Tags...>;
};

/// How a pattern maps blocks to units, as a set of tags.
template <pattern_mapping_tag::type... Tags>
struct pattern_mapping_properties {
  typedef pattern_mapping_tag tag_type;

  static constexpr bool any = detail::has_tag<tag_type::any, Tags...>;
  static constexpr bool balanced = detail::has_tag<tag_type::balanced, Tags...>;
  static constexpr bool unbalanced = detail::has_tag<tag_type::unbalanced, Tags...>;
  static constexpr bool neighbor = detail::has_tag<tag_type::neighbor, Tags...>;
  static constexpr bool shifted = detail::has_tag<tag_type::shifted, Tags...>;
  static constexpr bool diagonal = detail::has_tag<tag_type::diagonal, Tags...>;
  static constexpr bool multiple = detail::has_tag<tag_type::multiple, Tags...>;
  static constexpr bool cyclic = detail::has_tag<tag_type::cyclic, Tags...>;
};

/// How a pattern divides the index domain into blocks, as a set of tags.
template <pattern_partitioning_tag::type... Tags>
struct pattern_partitioning_properties {
  typedef pattern_partitioning_tag tag_type;

  static constexpr bool any = detail::has_tag<tag_type::any, Tags...>;
  static constexpr bool rectangular = detail::has_tag<tag_type::rectangular, Tags...>;
  static constexpr bool minimal = detail::has_tag<tag_type::minimal, Tags...>;
  static constexpr bool regular = detail::has_tag<tag_type::regular, Tags...>;
  static constexpr bool balanced = detail::has_tag<tag_type::balanced, Tags...>;
  static constexpr bool unbalanced = detail::has_tag<tag_type::unbalanced, Tags...>;
  static constexpr bool ndimensional = detail::has_tag<tag_type::ndimensional, Tags...>;
  static constexpr bool dynamic = detail::has_tag<tag_type::dynamic, Tags...>;
};

/// The layout if no tags are given: row-major and canonical.
typedef pattern_layout_properties<> pattern_layout_default_properties;
/// No demands on the mapping.
typedef pattern_mapping_properties<> pattern_mapping_default_properties;
/// No demands on the partitioning.
typedef pattern_partitioning_properties<> pattern_partitioning_default_properties;

/// The \c pattern_layout_properties of a pattern.
template <class PatternType>
struct pattern_layout_traits {
  typedef typename PatternType::layout_properties type;
};

/// The \c pattern_mapping_properties of a pattern.
template <class PatternType>
struct pattern_mapping_traits {
  typedef typename PatternType::mapping_properties type;
};

/// The \c pattern_partitioning_properties of a pattern.
template <class PatternType>
struct pattern_partitioning_traits {
  typedef typename PatternType::partitioning_properties type;
};

namespace detail {

constexpr bool implies(bool demanded, bool given)
{
  return !demanded || given;
}

/// Row-major order is only a default of constraints, so it is not required.
template <class Demand, class Given>
inline constexpr bool layout_satisfied =
    implies(Demand::col_major, Given::col_major) && implies(Demand::blocked, Given::blocked) &&
    implies(Demand::canonical, Given::canonical) && implies(Demand::linear, Given::linear);

template <class Demand, class Given>
inline constexpr bool mapping_satisfied =
    implies(Demand::balanced, Given::balanced) && implies(Demand::unbalanced, Given::unbalanced) &&
    implies(Demand::neighbor, Given::neighbor) && implies(Demand::shifted, Given::shifted) &&
    implies(Demand::diagonal, Given::diagonal) && implies(Demand::multiple, Given::multiple) &&
    implies(Demand::cyclic, Given::cyclic);

template <class Demand, class Given>
inline constexpr bool partitioning_satisfied =
    implies(Demand::rectangular, Given::rectangular) && implies(Demand::minimal, Given::minimal) &&
    implies(Demand::regular, Given::regular) && implies(Demand::balanced, Given::balanced) &&
    implies(Demand::unbalanced, Given::unbalanced) &&
    implies(Demand::ndimensional, Given::ndimensional) && implies(Demand::dynamic, Given::dynamic);

}  // namespace detail

/// \c satisfied::value tells whether the pattern has all required properties.
template <
    class PartitioningConstraints, class MappingConstraints, class LayoutConstraints,
    class PatternType>
struct pattern_constraints {
  typedef std::bool_constant<
      detail::partitioning_satisfied<
          PartitioningConstraints, typename pattern_partitioning_traits<PatternType>::type> &&
      detail::mapping_satisfied<
          MappingConstraints, typename pattern_mapping_traits<PatternType>::type> &&
      detail::layout_satisfied<
          LayoutConstraints, typename pattern_layout_traits<PatternType>::type>>
      satisfied;
};

/// Rejects a pattern at compile time unless it has all required properties.
template <
    class PartitioningConstraints, class MappingConstraints, class LayoutConstraints,
    class PatternType>
constexpr bool check_pattern_constraints(const PatternType&)
{
  static_assert(
      detail::partitioning_satisfied<
          PartitioningConstraints, typename pattern_partitioning_traits<PatternType>::type>,
      "the pattern does not have the required partitioning properties");
  static_assert(
      detail::mapping_satisfied<
          MappingConstraints, typename pattern_mapping_traits<PatternType>::type>,
      "the pattern does not have the required mapping properties");
  static_assert(
      detail::layout_satisfied<
          LayoutConstraints, typename pattern_layout_traits<PatternType>::type>,
      "the pattern does not have the required layout properties");
  return true;
}

}  // namespace dash
