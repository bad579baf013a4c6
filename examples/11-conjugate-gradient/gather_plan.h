#pragma once

#include <libdash.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Which elements of a distributed vector a unit needs, whoever owns them, and where they go in its
/// own memory. Made once and used for any number of vectors that are distributed alike.
class GatherPlan {
 public:
  /// \p indices may have an index several times.
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

  /// Place of the element \p index, one of those that the plan was made for.
  std::size_t place(std::uint32_t index) const
  {
    const auto behind = std::upper_bound(
        runs_.begin(), runs_.end(), index,
        [](std::uint32_t i, const Run& run) { return i < run.begin; });
    const Run& run = *(behind - 1);
    return run.place + (index - run.begin);
  }

  /// Copies what is needed of \p vector to \p out, in the own host or device memory. One-sided:
  /// the owners take no part.
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
  /// To begin a copy costs as much as to copy some more elements.
  static constexpr std::size_t gap = 16;

  struct Run {
    std::size_t begin;
    std::size_t end;
    std::size_t place;
  };

  std::vector<Run> runs_;
  std::size_t size_ = 0;
};
