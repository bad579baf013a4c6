#pragma once

#include <dash/Future.h>
#include <dash/algorithm/Copy.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Which elements of a distributed vector a unit needs, whichever units own them, and where they
/// are stored in its own memory. It is made once and used for any number of vectors with the same
/// distribution.
class GatherPlan {
 public:
  /// \p indices may contain an index several times.
  explicit GatherPlan(std::vector<std::uint32_t> indices)
  {
    std::sort(indices.begin(), indices.end());
    for (const std::uint32_t index : indices) {
      if (runs_.empty() || index > runs_.back().end + gap) {
        runs_.push_back({index, index, size_});
      }
      Run& run = runs_.back();
      run.end = std::size_t{index} + 1;
      size_ = run.place + run.end - run.begin;
    }
  }

  /// Number of elements that are gathered.
  std::size_t size() const { return size_; }
  std::size_t num_runs() const { return runs_.size(); }

  /// Position of element \p index, which is one of those that the plan was made for.
  std::size_t place(std::uint32_t index) const
  {
    const auto behind = std::upper_bound(
        runs_.begin(), runs_.end(), index,
        [](std::uint32_t i, const Run& run) { return i < run.begin; });
    const Run& run = *(behind - 1);
    return run.place + (index - run.begin);
  }

  /// Copies the required elements of \p vector to \p out, in the unit's host or device memory. The
  /// copies are one-sided: the owners take no part.
  template <class Vector>
  void gather(const Vector& vector, double* out) const
  {
    using Index = typename Vector::index_type;
    std::vector<dash::Future<double*>> copies;
    copies.reserve(runs_.size());
    for (const Run& run : runs_) {
      const auto begin = vector.begin() + static_cast<Index>(run.begin);
      const auto end = vector.begin() + static_cast<Index>(run.end);
      copies.push_back(dash::copy_async(begin, end, out + run.place));
    }
    for (auto& copy : copies) copy.wait();
  }

 private:
  /// Starting a copy costs as much as copying this many more elements.
  static constexpr std::size_t gap = 16;

  struct Run {
    std::size_t begin;
    std::size_t end;
    std::size_t place;
  };

  std::vector<Run> runs_;
  std::size_t size_ = 0;
};
