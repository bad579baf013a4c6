#pragma once

/// \file
/// Iterates over elements and gives access to their neighbours.

#include <dash/halo/internal/StencilField.h>
#include <dash/pattern/Section.h>

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <iterator>
#include <tuple>

namespace dash::halo {

/// Random access iterator over views of a block, one after the other, each in canonical order. It
/// refers to its stencil operator.
///
/// \tparam reaches_halo  whether stencils may leave the block; if not, neighbours are at fixed
///   distances in memory
template <class FieldT, bool reaches_halo>
class StencilIterator {
  using Index = typename FieldT::Index;
  using View = typename FieldT::View;
  using Coords = typename FieldT::Coords;

  static constexpr std::size_t N = std::tuple_size_v<Coords>;

 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = typename FieldT::T;
  using difference_type = Index;
  using reference = value_type&;
  using pointer = value_type*;

  StencilIterator() = default;
  StencilIterator(const FieldT& field, const View* views, std::size_t num_views, Index position)
      : field_(&field),
        views_(views),
        num_views_(num_views),
        block_(field.elements())
  {
    seek(position);
  }

  reference operator*() const { return *current_; }
  pointer operator->() const { return current_; }
  reference operator[](Index n) const { return *(*this + n); }

  /// Value of the i-th point of the stencil.
  const value_type& value_at(std::size_t i) const
  {
    const auto* center = reinterpret_cast<const std::byte*>(current_);
    return *reinterpret_cast<const value_type*>(center + distances_[i]);
  }
  /// Value at a point, which need not belong to the stencil, if the halo is wide enough.
  template <class Point>
  const value_type& value_at(const Point& point) const
    requires requires { point.stencil_coords(Coords{}); }
  {
    return (*field_)(point.stencil_coords(coords()));
  }

  /// Position in local memory, and position among the elements of the iteration.
  Index lpos() const { return static_cast<Index>(current_ - block_); }
  Index rpos() const { return run_position_ + static_cast<Index>(current_ - run_begin_); }
  /// Local coordinates.
  Coords coords() const
  {
    Coords result = run_coords_;
    result[FieldT::fastest] += static_cast<Index>(current_ - run_begin_);
    return result;
  }

  StencilIterator& operator++()
  {
    if (++current_ == run_end_) [[unlikely]]
      next_run();
    return *this;
  }
  StencilIterator& operator--() { return *this -= 1; }
  StencilIterator operator++(int)
  {
    const auto before = *this;
    ++*this;
    return before;
  }
  StencilIterator operator--(int)
  {
    const auto before = *this;
    --*this;
    return before;
  }
  StencilIterator& operator+=(Index n)
  {
    const Index position = rpos() + n;
    if (position >= run_position_ && position < run_position_ + (run_end_ - run_begin_)) {
      current_ += n;
    } else {
      seek(position);
    }
    return *this;
  }
  StencilIterator& operator-=(Index n) { return *this += -n; }
  friend StencilIterator operator+(StencilIterator it, Index n) { return it += n; }
  friend StencilIterator operator+(Index n, StencilIterator it) { return it += n; }
  friend StencilIterator operator-(StencilIterator it, Index n) { return it -= n; }
  friend Index operator-(const StencilIterator& a, const StencilIterator& b)
  {
    return a.rpos() - b.rpos();
  }
  friend bool operator==(const StencilIterator& a, const StencilIterator& b)
  {
    return a.current_ == b.current_;
  }
  friend auto operator<=>(const StencilIterator& a, const StencilIterator& b)
  {
    return a.rpos() <=> b.rpos();
  }

 private:
  /// Finds the run that contains a position. Behind the last element, there is none.
  [[gnu::noinline]] void seek(Index position)
  {
    run_position_ = position;
    view_begin_ = 0;
    for (view_ = 0; view_ < num_views_; ++view_) {
      const auto size = static_cast<Index>(views_[view_].size());
      if (position >= view_begin_ && position < view_begin_ + size) {
        run_coords_ = dash::detail::coords_in<FieldT::order>(views_[view_], position - view_begin_);
        return enter_run();
      }
      view_begin_ += size;
    }
    run_begin_ = run_end_ = current_ = nullptr;
  }

  /// Goes on behind the end of a run.
  [[gnu::noinline]] void next_run()
  {
    const View& view = views_[view_];
    const auto size = static_cast<Index>(run_end_ - run_begin_);
    run_position_ += size;
    if (run_position_ == view_begin_ + static_cast<Index>(view.size())) return seek(run_position_);
    run_coords_[FieldT::fastest] += size;
    for (std::size_t pace = N; pace-- > 0;) {
      const std::size_t d = dash::detail::dimension_at_pace<FieldT::order, N>(pace);
      const auto range = view.range(static_cast<dim_t>(d));
      if (run_coords_[d] < range.end) break;
      run_coords_[d] = range.begin;
      ++run_coords_[dash::detail::dimension_at_pace<FieldT::order, N>(pace > 0 ? pace - 1 : 0)];
    }
    enter_run();
  }

  /// The run that begins at \c run_coords_.
  void enter_run()
  {
    constexpr std::size_t fastest = FieldT::fastest;
    // Adjacent elements of a block's row are adjacent in memory, and those of a halo region, too.
    run_begin_ = current_ = block_ + field_->offset_of(run_coords_);
    const Index at = run_coords_[fastest];
    Index end = views_[view_].range(static_cast<dim_t>(fastest)).end;
    if constexpr (reaches_halo) {
      // In the interior of a row, each point of the stencil stays in the block or in one region.
      const auto [first, last] = field_->inside_rows();
      end = at < first || at >= last ? at + 1 : (std::min)(end, last);
      for (std::size_t i = 0; i < distances_.size(); ++i) {
        const auto neighbor = field_->stencil()[i].stencil_coords(run_coords_);
        distances_[i] = reinterpret_cast<const std::byte*>(field_->address_of(neighbor)) -
                        reinterpret_cast<const std::byte*>(current_);
      }
    } else {
      for (std::size_t i = 0; i < distances_.size(); ++i) {
        distances_[i] = field_->offsets()[i] * static_cast<std::ptrdiff_t>(sizeof(value_type));
      }
    }
    run_end_ = run_begin_ + (end - at);
  }

  const FieldT* field_ = nullptr;
  const View* views_ = nullptr;
  std::size_t num_views_ = 0;
  /// The view of the current position, and the position of its first element.
  std::size_t view_ = 0;
  Index view_begin_ = 0;
  /// The elements of the block.
  value_type* block_ = nullptr;
  /// The current element; nullptr behind the last one.
  value_type* current_ = nullptr;
  /// Elements that follow each other in memory, as their neighbours do: the position of the first
  /// one, its coordinates, and the addresses.
  Index run_position_ = 0;
  Coords run_coords_{};
  value_type* run_begin_ = nullptr;
  value_type* run_end_ = nullptr;
  /// Distances of the neighbours from the current element, in bytes because the halo is in other
  /// memory than the block.
  std::array<std::ptrdiff_t, std::tuple_size_v<typename FieldT::Offsets>> distances_{};
};

}  // namespace dash::halo
