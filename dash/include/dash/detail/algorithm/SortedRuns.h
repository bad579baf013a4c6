#pragma once

/// \file
/// Sorted sequences of all units of a team, and parts of the sequence that results from merging
/// them.

#include <dash/Team.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/HeapBlock.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/LocalParts.h>

#include <cstddef>
#include <vector>

namespace dash::detail {

/// Whether equivalent elements keep their order.
enum class Stability { none, stable };

/// What SortedRuns needs to know of the type of elements and of their order, so that it is compiled
/// once and not for each type and comparison. The functions get the comparison first; they see few
/// elements, or many in one call.
struct RunSteps {
  std::size_t element_size;
  Stability stability;
  /// Whether element a comes before element b; both are in host memory.
  bool (*comes_before)(void* less, const void* a, const void* b);
  /// Whether the comparison holds for an element in host memory and itself; nullptr if that is
  /// known not to be.
  bool (*holds_for_itself)(void* less, const void* element);
  /// Sorts \c n elements to \c out; their own order is unspecified afterwards.
  void (*sort)(void* less, void* elements, Position n, void* out);
  /// Merges two sorted sequences to \c out.
  void (*merge)(
      void* less, const void* a, Position a_size, const void* b, Position b_size, void* out);
  /// Loads the elements at some addresses of device memory; all arrays are global memory of this
  /// host. nullptr if the elements are never in device memory.
  void (*load)(const void* const* addresses, Position n, void* values);
};

/// One sorted sequence per unit, in memory that host code or kernels can load from; sequences on
/// other hosts are in host memory.
///
/// The exact splitting is that of P. Varman, S. Scheufler, B. Iyer, G. Ricard, "Merging multiple
/// lists on hierarchical-memory multiprocessors", J. Parallel Distrib. Comput. 12 (1991). It uses
/// samples, because a round costs more than the elements that it reads.
///
/// If equivalent elements keep their order, those of units with lower ids come first, and the
/// elements of each unit in their order. Then all memory is host memory, unless kernels keep the
/// order, too.
class DASH_API SortedRuns {
 public:
  /// Whether the calling GPU unit now has device memory for a copy of \c n elements, and to sort
  /// and merge it.
  static bool have_device_memory(Position n, std::size_t element_size);

  /// Sorts the caller's \c size elements; their own order is unspecified afterwards. Collective;
  /// complete on all units on return.
  ///
  /// \throws exception::InvalidArgument on all units if the comparison holds for an element and
  ///   itself
  /// \param algorithm  name for messages
  /// \param memory    kind of the memory of all units' elements and runs
  /// \param elements  address for host code or kernels, according to \p memory
  /// \param steps     for the type of the elements; exist as long as this object
  /// \param less      the comparison; exists as long as this object
  SortedRuns(
      const char* algorithm, Team& team, MemoryKind memory, void* elements, Position size,
      const RunSteps& steps, void* less);

  /// Frees the caller's sequence; no unit may use it any more.
  ~SortedRuns();
  SortedRuns(const SortedRuns&) = delete;
  SortedRuns& operator=(const SortedRuns&) = delete;

  /// Writes elements [begin, end) of the merged sequence of all runs to \c out. Collective: the
  /// intervals of the units together are the whole sequence.
  void merge(Team& team, Position begin, Position end, void* out) const;

 private:
  /// The sequence of one unit.
  struct Run;
  /// Sorted elements, or a copy of them that may still be in transfer.
  struct Slice;
  /// An element of a run that a round of split examines.
  struct Sample;
  class Samples;
  /// One position in each run.
  using Cuts = std::vector<Position>;

  std::size_t bytes(Position elements) const
  {
    return static_cast<std::size_t>(elements) * steps_.element_size;
  }
  Position samples_per_run() const;
  Cuts ends() const;
  bool first_holds_for_itself(const void* element) const;
  void gather_runs(const char* algorithm, Team& team, bool is_refused);
  Slice slice(std::size_t i, Position begin, Position end) const;
  Cuts cuts_at(Team& team, Position begin, const Cuts& mine, Position end) const;
  Cuts split(Position rank) const;
  void narrow(Cuts& low, Cuts& high, Position rank) const;
  Samples samples_between(const Cuts& low, const Cuts& high) const;
  void merge_samples(std::vector<Sample>& samples, const std::vector<Position>& ends) const;
  void load_far(const std::vector<Sample>& samples) const;
  void load_near(const std::vector<Sample>& samples) const;
  void load(const std::vector<const void*>& addresses, std::byte* values) const;
  void merge_slices(std::vector<Slice> slices, void* out) const;

  const RunSteps& steps_;
  void* less_;
  std::size_t me_;
  MemoryKind memory_;
  Position size_;
  HeapBlock mine_;
  std::vector<Run> runs_;  // in unit order
};

}  // namespace dash::detail
