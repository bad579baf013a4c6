#pragma once

/// \file
/// Contiguous ranges whose sizes fit the speed of the units' hardware.

#include <dash/Math.h>
#include <dash/pattern/ExplicitSizesPattern.h>
#include <dash/util/TeamLocality.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace dash {

namespace detail {

/// \c measure(hwinfo) of each unit of the team, divided by their mean.
template <class Measure>
std::vector<double> unit_weights(const util::TeamLocality& locality, Measure measure)
{
  std::vector<double> weights;
  for (const int unit : locality.team()) {
    weights.push_back(measure(locality.unit_locality(team_unit_t(unit)).hwinfo()));
  }
  const double mean = math::div_mean(weights.begin(), weights.end());
  for (double& weight : weights) weight /= mean;
  return weights;
}

}  // namespace detail

/// Computing power of a unit: cycles per second of all its cores and hardware threads together.
struct UnitClockFreqMeasure {
  static std::vector<double> unit_weights(const util::TeamLocality& locality)
  {
    return detail::unit_weights(locality, [](const dart_hwinfo_t& hwinfo) {
      const int mhz = ((std::max)(1, hwinfo.min_cpu_mhz) + (std::max)(1, hwinfo.max_cpu_mhz)) / 2;
      return 1.0 * mhz * (std::max)(1, hwinfo.num_cores) * (std::max)(1, hwinfo.max_threads);
    });
  }
};

/// Bandwidth of a unit's memory, which is that of the GPU on GPU units. It is declared, or else
/// measured, which is collective over the team.
struct BytesPerCycleMeasure {
  static std::vector<double> unit_weights(const util::TeamLocality& locality)
  {
    locality.measure_bandwidth();
    return detail::unit_weights(locality, [](const dart_hwinfo_t& hwinfo) {
      return static_cast<double>((std::max)(1, hwinfo.max_shmem_mbps));
    });
  }
};

/// Each unit has one contiguous range of indices, whose size is proportional to its load weight:
/// the product of its weights for computation and for memory bandwidth.
///
/// Use it if units of a team run on different hardware, as in teams of CPU and GPU units.
/// Construction from hardware is collective as long as the bandwidth of a unit is unknown; see
/// util::TeamLocality::measure_bandwidth.
///
/// \tparam CompMeasure  has a static function unit_weights(const util::TeamLocality&) that returns
///   the weights for computation as std::vector<double>
/// \tparam MemMeasure   has such a function for memory bandwidth
template <
    dim_t NumDimensions, class CompMeasure = UnitClockFreqMeasure,
    class MemMeasure = BytesPerCycleMeasure, MemArrange Arrangement = ROW_MAJOR,
    class IndexType = default_index_t>
class LoadBalancePattern : public ExplicitSizesPattern<Arrangement, IndexType> {
  static_assert(NumDimensions == 1, "LoadBalancePattern has one dimension");
  using base_t = ExplicitSizesPattern<Arrangement, IndexType>;

 public:
  typedef typename base_t::size_type size_type;
  typedef typename base_t::sizespec_type sizespec_type;
  typedef typename base_t::distribution_spec distribution_spec;
  typedef typename base_t::teamspec_type teamspec_type;

  static constexpr const char* PatternName = "LoadBalancePattern1D";

  typedef pattern_partitioning_properties<
      pattern_partitioning_tag::minimal, pattern_partitioning_tag::rectangular,
      pattern_partitioning_tag::balanced, pattern_partitioning_tag::unbalanced,
      pattern_partitioning_tag::dynamic>
      partitioning_properties;

  /// Derives sizes from the hardware on which the team's units run.
  LoadBalancePattern(const sizespec_type& sizespec, util::TeamLocality& locality)
      : LoadBalancePattern(
            sizespec, CompMeasure::unit_weights(locality), MemMeasure::unit_weights(locality),
            teamspec_type(locality.team()), locality.team())
  {}

  explicit LoadBalancePattern(const sizespec_type& sizespec, Team& team = Team::All())
      : LoadBalancePattern(sizespec, weights_of(team), team)
  {}

  /// The distribution is ignored; the constructor is for containers that pass one.
  LoadBalancePattern(
      const sizespec_type& sizespec, const distribution_spec&, Team& team = Team::All())
      : LoadBalancePattern(sizespec, team)
  {}

  /// Derives sizes from weights.
  /// \param weights  the load that each unit can take, relative to the others
  /// \throws exception::InvalidArgument  if a weight is negative, if all are 0, or unless there is
  ///   one for each unit
  LoadBalancePattern(
      const std::vector<double>& weights, const sizespec_type& sizespec,
      const teamspec_type& teamspec, Team& team = Team::All())
      : LoadBalancePattern(
            sizespec, weights, std::vector<double>(weights.size(), 1), teamspec, team)
  {}

  LoadBalancePattern(
      const std::vector<double>& weights, const sizespec_type& sizespec, Team& team = Team::All())
      : LoadBalancePattern(weights, sizespec, teamspec_type(team), team)
  {}

  /// Weights of the units by computing power; their mean is 1.
  const std::vector<double>& unit_cpu_weights() const { return cpu_weights_; }
  /// Weights of the units by memory bandwidth; their mean is 1.
  const std::vector<double>& unit_membw_weights() const { return membw_weights_; }
  /// Weights that determine the local sizes; their mean is 1.
  const std::vector<double>& unit_load_weights() const { return load_weights_; }

 private:
  struct Weights {
    std::vector<double> cpu;
    std::vector<double> membw;
  };

  /// Containers that have no memory yet use a pattern over the null team, which has no hardware.
  static Weights weights_of(Team& team)
  {
    if (team.is_null()) {
      const std::vector<double> equal(teamspec_type(team).size(), 1);
      return {equal, equal};
    }
    const util::TeamLocality locality(team);
    return {CompMeasure::unit_weights(locality), MemMeasure::unit_weights(locality)};
  }

  LoadBalancePattern(const sizespec_type& sizespec, const Weights& weights, Team& team)
      : LoadBalancePattern(sizespec, weights.cpu, weights.membw, teamspec_type(team), team)
  {}

  LoadBalancePattern(
      const sizespec_type& sizespec, std::vector<double> cpu_weights,
      std::vector<double> membw_weights, const teamspec_type& teamspec, Team& team)
      : base_t(
            base_t::proportional_sizes(sizespec.size(), load(cpu_weights, membw_weights)), teamspec,
            team),
        cpu_weights_(std::move(cpu_weights)),
        membw_weights_(std::move(membw_weights)),
        load_weights_(load(cpu_weights_, membw_weights_))
  {}

  static std::vector<double> load(
      const std::vector<double>& cpu_weights, const std::vector<double>& membw_weights)
  {
    std::vector<double> result;
    for (std::size_t unit = 0; unit < cpu_weights.size(); ++unit) {
      result.push_back(cpu_weights[unit] * membw_weights[unit]);
    }
    const double mean = math::div_mean(result.begin(), result.end());
    for (double& weight : result) weight = mean > 0 ? weight / mean : weight;
    return result;
  }

  std::vector<double> cpu_weights_;
  std::vector<double> membw_weights_;
  std::vector<double> load_weights_;
};

}  // namespace dash
