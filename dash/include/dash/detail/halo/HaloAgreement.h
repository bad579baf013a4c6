#pragma once

/// \file
/// What the units of a team have to agree on when they make halos.

#include <dash/detail/base/TypeInfoOf.h>
#include <dash/detail/memory/CallAgreement.h>
#include <dash/detail/memory/PatternAgreement.h>
#include <dash/halo/HaloTypes.h>

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <typeinfo>

namespace dash::halo::detail {

/// A number that stands for the widths of a halo's regions and for the boundaries of the matrix.
template <class HaloBlockT>
std::uint64_t mark_of_halo(const HaloBlockT& block)
{
  std::uint64_t mark = 0;
  const auto add = [&mark](auto number) {
    mark = dash::detail::mark_of({mark, static_cast<std::uint64_t>(number)});
  };
  for (const auto& spec : block.halo_spec().specs()) add(spec.extent());
  for (std::size_t d = 0; d < HaloBlockT::ndim(); ++d) {
    add(block.global_boundary_spec().side(d, RegionPos::PRE));
    add(block.global_boundary_spec().side(d, RegionPos::POST));
  }
  return mark;
}

/// The distribution of a matrix, and the halos of its blocks: what units derive the exchange from.
/// Refers to the block.
template <class HaloBlockT>
auto halo_agreement(const HaloBlockT& block)
{
  using Pattern = typename HaloBlockT::Pattern_t;
  using T = typename HaloBlockT::Element_t;
  const dash::detail::PatternAgreement<HaloBlockT, T, Pattern> elements("", block.pattern());
  const std::uint64_t of_pattern = elements.get()->mark, of_halo = mark_of_halo(block);
  const std::uint64_t mark = dash::detail::mark_of({of_pattern, of_halo});
  return dash::detail::CallAgreement(mark, [&block] {
    std::ostringstream line;
    line << "halos of " << block.pattern().size() << " × "
         << dash::detail::type_name(dash::detail::type_info_of<T>()) << ", widths of regions";
    for (const auto& spec : block.halo_spec().specs()) line << ' ' << spec.extent();
    line << ", " << block.global_boundary_spec();
    if constexpr (requires { line << block.pattern(); }) line << ", " << block.pattern();
    return line.str();
  });
}

}  // namespace dash::halo::detail
