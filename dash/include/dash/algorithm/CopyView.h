#pragma once

/// \file
/// Copies between matrices, views of them, and local memory, by coordinates.

#include <dash/Exception.h>
#include <dash/MdSpan.h>
#include <dash/algorithm/Copy.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/memory/BoxCopies.h>
#include <dash/detail/memory/PendingTransfers.h>
#include <dash/detail/pattern/Box.h>
#include <dash/detail/range/RequireRange.h>

#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

/// A matrix, or a view of its global elements.
template <class X>
concept MatrixLike = requires(const std::remove_cvref_t<X>& x) {
  x.viewspec();
  x.dimensions();
  x.pattern().patch_at(x.viewspec().offsets());
  x.globmem();
  typename std::remove_cvref_t<X>::pattern_type;
} && !requires(const std::remove_cvref_t<X>& x) { x.mdspan(); };

namespace detail {

/// Checks that two views do not overlap in one matrix in another way than \c taken, as for ranges.
/// Local call, of constant cost.
/// \throws exception::InvalidArgument otherwise
template <Overlapping taken, MatrixLike A, MatrixLike B>
void require_apart(const char* algorithm, const A& a, const B& b)
{
  if constexpr (std::is_same_v<typename A::pattern_type, typename B::pattern_type>) {
    if (static_cast<const void*>(&a.globmem()) != static_cast<const void*>(&b.globmem())) return;
    const std::vector from{a.viewspec()}, to{b.viewspec()};
    if (overlap<taken, A::pattern_type::memory_order()>(from, to)) throw_views_overlap(algorithm);
  }
}

/// Calls \c f(patch, part) for all patches of memory that contain elements of a view; \c part is
/// the box of these elements.
template <class Pattern, class F>
void for_each_patch(const Pattern& pattern, const typename Pattern::viewspec_type& view, F f)
{
  constexpr auto N = static_cast<std::size_t>(Pattern::ndim());
  if (view.size() == 0) return;
  auto at = view.offsets();
  for (std::size_t pace = N; pace > 0;) {
    const auto patch = pattern.patch_at(at);
    const auto part = intersection(view, patch.box);
    f(patch, part);
    for (pace = N; pace > 0; --pace) {
      const std::size_t d = dimension_at_pace<Pattern::memory_order(), N>(pace - 1);
      const auto [begin, end] = part.range(static_cast<dim_t>(d));
      at[d] = end;
      if (end < view.range(static_cast<dim_t>(d)).end) break;
      at[d] = view.offsets()[d];
    }
  }
}

/// A box of elements with constant strides in each of two memories.
template <std::size_t N>
struct StridedPair {
  std::array<std::ptrdiff_t, N> extents;
  std::array<std::ptrdiff_t, N> local;
  std::array<std::ptrdiff_t, N> global;

  /// Calls \c f(local offset, global offset, n) for runs that are contiguous in both memories, in
  /// the order \c Arr of the global memory.
  template <MemArrange Arr, class F>
  void for_each_run(F f) const
  {
    const auto [length, paces] = contiguous<Arr>();
    for_each_run<Arr>(0, paces, {0, 0}, length, f);
  }

  /// Number of these runs.
  template <MemArrange Arr>
  std::ptrdiff_t runs() const
  {
    const auto product = [](std::ptrdiff_t a, std::ptrdiff_t b) { return a * b; };
    return std::accumulate(extents.begin(), extents.end(), std::ptrdiff_t{1}, product) /
           contiguous<Arr>().length;
  }

 private:
  struct Offsets {
    std::ptrdiff_t local;
    std::ptrdiff_t global;
  };
  struct Contiguous {
    std::ptrdiff_t length;  ///< number of elements of a run
    std::size_t paces;      ///< number of dimensions over which the runs are spread
  };

  template <MemArrange Arr>
  Contiguous contiguous() const
  {
    Contiguous run{1, N};
    for (; run.paces > 0; --run.paces) {
      const std::size_t d = dimension_at_pace<Arr, N>(run.paces - 1);
      if (extents[d] != 1 && (local[d] != run.length || global[d] != run.length)) break;
      run.length *= extents[d];
    }
    return run;
  }

  template <MemArrange Arr, class F>
  void for_each_run(
      std::size_t pace, std::size_t paces, Offsets at, std::ptrdiff_t length, F& f) const
  {
    if (pace == paces) return f(at.local, at.global, length);
    const std::size_t d = dimension_at_pace<Arr, N>(pace);
    for (std::ptrdiff_t i = 0; i < extents[d]; ++i) {
      for_each_run<Arr>(pace + 1, paces, at, length, f);
      at.local += local[d];
      at.global += global[d];
    }
  }
};

/// Transfers between boxes of a container and local memory. The calling unit copies mapped memory
/// immediately. Of the rest, kernels copy what the unit's GPU can access; the remaining runs of a
/// unit become as few strided transfers as their distances allow.
template <class Direction, class Pattern, class GlobMem, class Local>
class BoxTransfers {
  static constexpr auto N = static_cast<std::size_t>(Pattern::ndim());
  using viewspec_type = typename Pattern::viewspec_type;
  using Element = std::conditional_t<
      std::is_same_v<Direction, Read>, const std::remove_const_t<Local>,
      std::remove_const_t<Local>>;

 public:
  using strides_type = std::array<std::ptrdiff_t, N>;

  BoxTransfers(const Pattern& pattern, const GlobMem& memory) : pattern_(pattern), memory_(memory)
  {
    const auto units = static_cast<dart_unit_t>(pattern.num_units());
    groups_.reserve(static_cast<std::size_t>(units));
    kernel_parts_.resize(static_cast<std::size_t>(units));
    for (team_unit_t unit{0}; unit < units; ++unit)
      groups_.emplace_back(pending_, memory.gptr(unit));
  }

  /// Transfers the elements of \c view; the first one is at \c local, with strides \c strides.
  void add(const viewspec_type& view, Local* local, const strides_type& strides)
  {
    const bool is_host = !is_device_memory(local);
    for_each_patch(pattern_, view, [&](const auto& patch, const viewspec_type& part) {
      StridedPair<N> box;
      std::ptrdiff_t offset = 0;
      for (std::size_t d = 0; d < N; ++d) {
        offset += (part.offsets()[d] - view.offsets()[d]) * strides[d];
        box.extents[d] = static_cast<std::ptrdiff_t>(part.extents()[d]);
        box.global[d] = patch.strides[d];
      }
      box.local = strides;
      transfer({box, patch.unit, local + offset, patch.local(part.offsets())}, is_host);
    });
  }

  /// Starts the transfers that were added.
  void start()
  {
    for_each_unit_in_turn([this](std::size_t unit) { groups_[unit].start(); });
  }

  /// Waits until all transfers are complete at both ends, including copies by kernels.
  void wait()
  {
    start();
    copy_by_kernels();
    pending_.wait();
  }

 private:
  /// A box of elements of one unit, and the offset of the first one there.
  struct Box {
    StridedPair<N> elements;
    team_unit_t unit;
    Local* local;
    std::ptrdiff_t lbegin;
  };
  static constexpr auto order = Pattern::memory_order();

  void transfer(const Box& box, bool is_host)
  {
    auto* const part = reinterpret_cast<Element*>(memory_.mapped_base(box.unit));
    if (part != nullptr && is_host) {
      box.elements.template for_each_run<order>(
          [&](std::ptrdiff_t to_local, std::ptrdiff_t to_global, std::ptrdiff_t n) {
            Direction::transfer(box.local + to_local, part + (box.lbegin + to_global), n);
          });
    } else if (!is_host && is_gpu_unit() && !are_fine_ && kernel_part(box.unit) != nullptr) {
      collect(box);
    } else {
      add_runs(box);
    }
  }

  /// Collects a box for kernels. If there are many boxes, kernels only pay off if the alternative
  /// is far more transfers.
  void collect(const Box& box)
  {
    constexpr std::size_t few = 1024, runs_per_kernel = 8;
    boxes_.resize(groups_.size());
    boxes_[static_cast<std::size_t>(box.unit.id)].push_back(box);
    ++num_boxes_;
    num_runs_ += static_cast<std::size_t>(box.elements.template runs<order>());
    are_fine_ = num_boxes_ > few && num_runs_ < runs_per_kernel * num_boxes_;
    if (!are_fine_) return;
    for (const std::vector<Box>& boxes : boxes_) {
      for (const Box& fine : boxes) add_runs(fine);
    }
    forget_boxes();
  }

  void forget_boxes()
  {
    boxes_.clear();
    num_boxes_ = 0;
  }

  void add_runs(const Box& box)
  {
    auto& group = groups_[static_cast<std::size_t>(box.unit.id)];
    box.elements.template for_each_run<order>(
        [&](std::ptrdiff_t to_local, std::ptrdiff_t to_global, std::ptrdiff_t n) {
          group.add(box.local + to_local, box.lbegin + to_global, n);
        });
  }

  /// The address by which kernels access the part of a unit; nullptr if they cannot.
  Element* kernel_part(team_unit_t unit)
  {
    auto& part = kernel_parts_[static_cast<std::size_t>(unit.id)];
    if (!part) part = reinterpret_cast<Element*>(memory_.kernel_base(unit));
    return *part;
  }

  /// Copies the collected boxes by kernels.
  void copy_by_kernels()
  {
    if (boxes_.empty()) return;
    BoxCopies copies;
    for_each_unit_in_turn([&](std::size_t unit) {
      for (const auto& [elements, owner, local, lbegin] : boxes_[unit]) {
        Element* const part = kernel_part(owner) + lbegin;
        if constexpr (std::is_same_v<Direction, Read>) {
          copies.add(local, elements.local, part, elements.global, elements.extents);
        } else {
          copies.add(part, elements.global, local, elements.local, elements.extents);
        }
      }
    });
    copies.run();
    forget_boxes();
  }

  /// Each unit begins with the next unit, so that they do not all access the same one.
  template <class F>
  void for_each_unit_in_turn(F f) const
  {
    const auto me = static_cast<std::size_t>(pattern_.team().myid().id);
    for (std::size_t i = 1; i <= groups_.size(); ++i) f((me + i) % groups_.size());
  }

  const Pattern& pattern_;
  const GlobMem& memory_;
  PendingTransfers pending_;
  std::vector<TransferGroup<Direction, Local>> groups_;
  std::vector<std::optional<Element*>> kernel_parts_;
  std::vector<std::vector<Box>> boxes_;  // boxes that kernels copy, by unit, if there are any
  std::size_t num_boxes_ = 0;            // number of these boxes
  std::size_t num_runs_ = 0;             // number of their runs
  bool are_fine_ = false;                // whether the boxes are too small for kernels
};

template <class Direction, class Local, class View>
auto box_transfers(const View& view)
{
  using Pattern = typename View::pattern_type;
  return BoxTransfers<Direction, Pattern, std::remove_cvref_t<decltype(view.globmem())>, Local>(
      view.pattern(), view.globmem());
}

/// \throws exception::InvalidArgument  unless the remaining dimensions have equal extents
template <class A, class B>
void require_equal_extents(const A& a, const B& b)
{
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k] == b[k]) continue;
    DASH_THROW(
        exception::InvalidArgument,
        "extents of matrices do not fit: " << a[k] << " and " << b[k] << " in place " << k);
  }
}

/// The extents in the dimensions that the view has left.
template <MatrixLike View>
auto extents_left(const View& view)
{
  std::array<std::size_t, static_cast<std::size_t>(View::ndim())> extents{};
  for (std::size_t k = 0; k < extents.size(); ++k) {
    extents[k] = view.viewspec().extent(view.dimensions()[k]);
  }
  return extents;
}

/// The strides in all dimensions of the matrix, for memory with \p strides in the remaining
/// dimensions.
template <MatrixLike View, class Strides>
auto matrix_strides(const View& view, const Strides& strides_left)
{
  std::array<std::ptrdiff_t, static_cast<std::size_t>(View::pattern_type::ndim())> strides{};
  for (std::size_t k = 0; k < strides_left.size(); ++k) {
    strides[static_cast<std::size_t>(view.dimensions()[k])] = strides_left[k];
  }
  return strides;
}

/// Copies between all elements of a view and local memory.
template <class Direction, MatrixLike View, class T, dim_t K, class Index>
void copy_view(const View& view, const MdSpan<T, K, Index>& local)
{
  static_assert(
      K == View::ndim(), "dash::copy: view and local memory differ in their numbers of dimensions");
  static_assert(
      is_dash_copyable<typename View::value_type, std::remove_const_t<T>>::value,
      "dash::copy needs elements of one representation");
  require_equal_extents(extents_left(view), local.extents());
  if (view.viewspec().size() == 0) return;
  auto transfers = box_transfers<Direction, T>(view);
  transfers.add(view.viewspec(), local.data(), matrix_strides(view, local.strides()));
  transfers.wait();
}

/// The box of \c to that corresponds to a box of \c from.
template <class From, class To>
auto corresponding_box(const From& from, const To& to, const typename From::viewspec_type& part)
{
  auto box = to.viewspec();
  for (std::size_t k = 0; k < from.dimensions().size(); ++k) {
    const dim_t d = from.dimensions()[k];
    const auto begin = part.offset(d) - from.viewspec().offset(d);
    box = restricted(
        box, to.dimensions()[k], begin, begin + static_cast<decltype(begin)>(part.extent(d)));
  }
  return box;
}

/// Copies the calling unit's elements of \c from to the corresponding elements of \c to.
template <MatrixLike From, MatrixLike To>
void push_own_elements(const From& from, const To& to)
{
  using T = typename From::value_type;
  const auto* const memory = reinterpret_cast<const T*>(from.globmem().local_base());
  const team_unit_t me = from.pattern().team().myid();
  auto transfers = box_transfers<Write, const T>(to);
  for_each_patch(from.pattern(), from.viewspec(), [&](const auto& patch, const auto& part) {
    if (patch.unit != me) return;
    std::array<std::ptrdiff_t, static_cast<std::size_t>(From::ndim())> strides;
    for (std::size_t k = 0; k < strides.size(); ++k) {
      strides[k] = patch.strides[static_cast<std::size_t>(from.dimensions()[k])];
    }
    transfers.add(
        corresponding_box(from, to, part), memory + patch.local(part.offsets()),
        matrix_strides(to, strides));
  });
  transfers.wait();
}

}  // namespace detail

/// Copies a matrix, or a view of one, to another one of equal extents, element by element with
/// equal coordinates. The patterns may differ, so this is also a redistribution.
///
/// Collective over the team of \c from, whose units write the elements that they own; synchronises
/// before and after. The two must not overlap.
///
/// \throws exception::InvalidArgument  if the extents differ, or if the two overlap in part
template <MatrixLike From, MatrixLike To>
void copy(const From& from, To&& to)
{
  static_assert(
      From::ndim() == std::remove_cvref_t<To>::ndim(),
      "dash::copy: views differ in their numbers of dimensions");
  static_assert(
      is_dash_copyable<
          typename From::value_type, typename std::remove_cvref_t<To>::value_type>::value,
      "dash::copy needs elements of one representation");
  detail::require_equal_extents(detail::extents_left(from), detail::extents_left(to));
  detail::require_apart<detail::Overlapping::in_place>("dash::copy", from, to);
  const detail::ExchangePhase phase(from.pattern().team());
  if (from.viewspec().size() > 0) detail::push_own_elements(from, to);
}

/// Copies a matrix, or a view of one, to local memory of equal extents, which may be device memory.
/// Blocking; local call.
/// \throws exception::InvalidArgument  if the extents differ
template <MatrixLike From, class T, dim_t K, class Index>
void copy(const From& from, const MdSpan<T, K, Index>& to)
{
  detail::copy_view<detail::Read>(from, to);
}

/// Copies local memory, which may be device memory, to a matrix of equal extents, or a view of one.
/// Blocking and remotely complete on return; local call.
/// \throws exception::InvalidArgument  if the extents differ
template <class T, dim_t K, class Index, MatrixLike To>
void copy(const MdSpan<T, K, Index>& from, To&& to)
{
  detail::copy_view<detail::Write>(to, from);
}

}  // namespace dash
