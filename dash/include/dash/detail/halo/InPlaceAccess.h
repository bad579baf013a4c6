#pragma once

/// \file
/// Lets GPUs access the elements around a block without copies.

#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/base/TraceSpan.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/halo/BorderMailbox.h>
#include <dash/detail/halo/BorderWords.h>
#include <dash/detail/halo/BoxCopy.h>
#include <dash/detail/halo/HaloBox.h>
#include <dash/detail/halo/InPlaceField.h>
#include <dash/detail/halo/InPlaceSteps.h>
#include <dash/detail/halo/ResidentLimit.h>
#include <dash/detail/halo/StepSignals.h>
#include <dash/detail/memory/WorkBuffer.h>
#include <dash/detail/pattern/Box.h>
#include <dash/detail/team/Combine.h>
#include <dash/halo/HaloBlock.h>
#include <dash/halo/HaloMemory.h>
#include <dash/halo/RegionCoords.h>

#include <dash/dart/if/dart_gpu.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace dash::halo::detail {

/// Executes steps in place. This is possible if all units of the team are GPU units of one host
/// that can access each other's memory, if each halo region has one owner, and if kernels can call
/// the body.
template <class MatrixT, class Body>
class InPlaceAccess {
  using Pattern = typename MatrixT::pattern_type;
  static constexpr dim_t N = Pattern::ndim();
  static constexpr MemArrange order = Pattern::memory_order();
  using T = typename MatrixT::value_type;
  using View = typename Pattern::viewspec_type;
  using Block = HaloBlock<T, Pattern, typename MatrixT::memory_type>;
  using Coords = typename Surroundings<T, N>::Coords;
  template <class Measure>
  using Steps = InPlaceSteps<order, T, N, Body, Measure>;

 public:
  /// Collective. The block must exist as long as this object.
  InPlaceAccess(const MatrixT& like, const Block& block) : block_(&block)
  {
    Team& team = block.pattern().team();
    if (!dash::detail::run_has_gpu_units || !dart_team_is_on_one_host(team.dart_id())) return;
    if (!dash::detail::all_units(team, is_possible_here(like))) return;
    const Graph graph = find_neighbours();
    const auto& mine = graph[static_cast<std::size_t>(team.myid().id)];
    if (!dash::detail::all_units(team, reaches(like, mine))) return;
    find_own_gpus(team);
    signals_.emplace(team, graph);
    if (may_be_resident<T, N> && all_own_gpus_ && distance() <= 1) {
      borders_.emplace(block.pattern(), block.global_boundary_spec(), block.halo_spec());
      for (const int unit : team) {
        largest_part_ = (std::max)(largest_part_, block.pattern().local_size(team_unit_t(unit)));
      }
    }
    custom_ = dash::detail::WorkBuffer<T>(dash::detail::memory_of_unit(), block_->halo_size());
    for (const auto& box : block.halo_boxes()) add_region(box);
  }

  bool is_possible() const { return signals_.has_value(); }

  /// Sets the values beyond custom sides.
  void set_custom(const HaloMemory<Block>& halo)
  {
    const auto& values = halo.buffer();
    dash::detail::copy_elements_between(
        custom_.data(), values.data(), static_cast<std::ptrdiff_t>(values.size()));
  }

  /// Executes steps from \c a to \c b, from \c b to \c a and so on. Collective.
  /// \param measured  receives for each step the sum of the measure over the calling unit's
  ///   elements; nullptr if nothing is measured
  template <class Measure>
  void run(
      Body& body, const MatrixT& a, const MatrixT& b, std::size_t steps, Measure measure,
      double* measured)
  {
    if (starts_together(steps)) block_->pattern().team().barrier();
    start(body, a, b, steps, measure, measured);
  }

  /// Whether all units have to start steps at the same time: a kernel of many steps leaves no room
  /// to others on its GPU while it waits for its neighbours, so it must not start while a neighbour
  /// still depends on others.
  bool starts_together(std::size_t steps) const { return steps > 1 && some_own_gpus_; }

  /// Executes steps, for which the units have met if they have to. With a current stream, the
  /// kernels are added to it.
  template <class Measure>
  void start(
      Body& body, const MatrixT& a, const MatrixT& b, std::size_t steps, Measure measure,
      double* measured)
  {
    if (steps == 0) return;
    using Step = Steps<Measure>;
    const Step step{
        body,
        {field(a, b), field(b, a)},
        signals_->words(),
        borders_ ? borders_->words() : BorderWords<T, N>{},
        told_ + 1,
        steps,
        distance(),
        measure,
        measured,
        is_resident(),
        &words_};
    const dash::detail::TraceSpan span(Step::name);
    dash::detail::device_launcher<Step>()(&step, nullptr, nullptr);
    told_ += 1 + steps;
  }

 private:
  using Graph = typename StepSignals<N>::Graph;

  /// A halo region that is part of the block of one unit.
  struct Region {
    std::size_t index;
    team_unit_t owner;
    default_index_t offset;  // offset of its first element in the owner's part
    Coords at;               // coordinates of this element in this unit's block
    Coords strides;
  };

  bool is_possible_here(const MatrixT& like) const
  {
    if (!is_gpu_unit() || dash::detail::device_launcher<Steps<NoMeasure>>() == nullptr) {
      return false;
    }
    const auto local = like.local.mdspan();
    if (local.empty()) return true;
    bool result = dash::detail::is_device_memory(local.data()) && is_contiguous<order>(local);
    for (const auto& box : block_->halo_boxes()) {
      std::size_t parts = 0;
      std::size_t elements = 0;
      for_each_halo_part(
          block_->pattern(), block_->global_boundary_spec(), box, [&](const auto& part) {
            ++parts;
            elements += part.target.size();
          });
      result = result && (parts == 0 || (parts == 1 && elements == box.view.size()));
    }
    return result;
  }

  /// Finds units whose GPU no other unit of the team uses. Kernels of several units on the same GPU
  /// take turns, so they must not wait for each other for long.
  void find_own_gpus(Team& team)
  {
    int mine = -1;
    dash::detail::CheckedCall().result(
        dart_unit_gpu(dart_global_unit_t{dash::myid().id}, &mine), "dart_unit_gpu");
    const auto all = dash::detail::gather_from_all(team, mine);
    const auto is_own = [&](int gpu) { return std::count(all.begin(), all.end(), gpu) == 1; };
    some_own_gpus_ = std::any_of(all.begin(), all.end(), is_own);
    all_own_gpus_ = std::all_of(all.begin(), all.end(), is_own);
  }

  /// Whether one kernel executes many steps, on all units or on none. It needs the whole GPU, and
  /// the part of each unit should fit into its cache.
  bool is_resident() const
  {
    return borders_ && borders_->is_possible() && largest_part_ <= resident_limit() / sizeof(T);
  }

  static bool reaches(const MatrixT& like, const std::set<dart_unit_t>& units)
  {
    return std::all_of(units.begin(), units.end(), [&](dart_unit_t unit) {
      return like.globmem().kernel_base(team_unit_t(unit)) != nullptr;
    });
  }

  /// The units that read each other's elements, in either direction. Also records at which sides
  /// this unit shares elements.
  Graph find_neighbours()
  {
    const auto& pattern = block_->pattern();
    const team_unit_t me = pattern.team().myid();
    Graph graph(pattern.team().size());
    for (const int id : pattern.team()) {
      const team_unit_t reader(id);
      const auto boxes = halo_boxes(
          block_of(pattern, reader), pattern.extents(), block_->global_boundary_spec(),
          block_->halo_spec());
      for (const auto& box : boxes) {
        for_each_halo_part(pattern, block_->global_boundary_spec(), box, [&](const auto& part) {
          if (part.owner == reader) return;
          graph[static_cast<std::size_t>(reader.id)].insert(part.owner.id);
          graph[static_cast<std::size_t>(part.owner.id)].insert(reader.id);
          if (reader == me) note_sides(part.region);
          // What is before the reader's block is at the end of the owner's block.
          if (part.owner == me) note_sides(NumRegionsMax<N> - 1 - part.region);
        });
      }
    }
    return graph;
  }

  void note_sides(region_index_t region)
  {
    const RegionCoords<N> coords(region);
    for (std::size_t d = 0; d < N; ++d) {
      is_shared_before_[d] |= coords[d] == 0;
      is_shared_behind_[d] |= coords[d] == 2;
    }
  }

  static Coords coords_of(const typename View::offsets_type& coords)
  {
    Coords result;
    std::copy(coords.begin(), coords.end(), result.begin());
    return result;
  }

  template <class Box>
  void add_region(const Box& box)
  {
    const auto& pattern = block_->pattern();
    const std::size_t index = box.spec.index();
    const View here = dash::detail::relative_to(block_->view(), box.view);
    bool is_custom = true;
    for_each_halo_part(pattern, block_->global_boundary_spec(), box, [&](const auto& part) {
      const View theirs = block_of(pattern, part.owner);
      const View source = dash::detail::relative_to(theirs, part.source);
      const auto strides = dash::detail::dense_strides<order, default_index_t>(theirs.extents());
      default_index_t offset = 0;
      for (std::size_t d = 0; d < N; ++d) offset += source.offsets()[d] * strides[d];
      regions_.push_back({index, part.owner, offset, coords_of(here.offsets()), strides});
      is_custom = false;
    });
    if (is_custom) {
      customs_[index] = StridedElements<T, N>(
          custom_.data() + custom_size_, coords_of(here.offsets()),
          dash::detail::dense_strides<order, default_index_t>(here.extents()));
    }
    custom_size_ += box.view.size();
  }

  std::int64_t distance() const
  {
    std::int64_t result = 0;
    for (dim_t d = 0; d < N; ++d) result = (std::max)(result, widest(d));
    return result;
  }

  std::int64_t widest(dim_t d) const
  {
    const auto [before, behind] = block_->halo_spec().halo_extension_max(d);
    return std::max<std::int64_t>(before, behind);
  }

  static CoordsBox<N> box_of(const View& view)
  {
    CoordsBox<N> range;
    for (std::size_t d = 0; d < N; ++d) {
      range.first[d] = view.range(static_cast<dim_t>(d)).begin;
      range.last[d] = view.range(static_cast<dim_t>(d)).end;
    }
    return range;
  }

  CoordsBox<N> border() const
  {
    CoordsBox<N> range = box_of(block_->view_local());
    for (std::size_t d = 0; d < N; ++d) {
      const default_index_t width = widest(static_cast<dim_t>(d));
      if (is_shared_before_[d]) range.first[d] += width;
      if (is_shared_behind_[d]) range.last[d] -= width;
    }
    return range;
  }

  static T* base_of(const MatrixT& matrix, team_unit_t unit)
  {
    return reinterpret_cast<T*>(matrix.globmem().kernel_base(unit));
  }

  InPlaceField<T, N> field(const MatrixT& from, const MatrixT& to) const
  {
    const team_unit_t me = block_->pattern().team().myid();
    const View& local = block_->view_local();
    const auto strides = dash::detail::dense_strides<order, default_index_t>(local.extents());
    InPlaceField<T, N> field;
    if (local.size() == 0) return field;
    for (std::size_t d = 0; d < N; ++d) {
      field.from.extents[d] = static_cast<default_index_t>(local.extents()[d]);
    }
    field.from.parts = customs_;
    field.from.parts[field.from.center] = StridedElements<T, N>(base_of(from, me), {}, strides);
    for (const Region& region : regions_) {
      field.from.parts[region.index] = StridedElements<T, N>(
          base_of(from, region.owner) + region.offset, region.at, region.strides);
    }
    field.to = base_of(to, me);
    field.updated = box_of(block_->view_inner_with_boundaries());
    field.inner = box_of(block_->view_inner());
    field.border = border();
    return field;
  }

  const Block* block_;
  KernelWords words_;
  std::optional<StepSignals<N>> signals_;
  std::optional<BorderMailbox<T, N>> borders_;
  typename Pattern::size_type largest_part_ = 0;  // the largest part of all units
  bool some_own_gpus_ = false;                    // whether a unit of the team has its own GPU
  bool all_own_gpus_ = false;
  std::uint64_t told_ = 0;
  std::vector<Region> regions_;
  std::array<StridedElements<T, N>, NumRegionsMax<N>> customs_{};
  std::size_t custom_size_ = 0;
  std::array<bool, N> is_shared_before_{};
  std::array<bool, N> is_shared_behind_{};
  dash::detail::WorkBuffer<T> custom_;
};

}  // namespace dash::halo::detail
