#pragma once

/// \file
/// Copies between local memory and the runs of a range of global memory.

#include <dash/GlobPtr.h>
#include <dash/Init.h>
#include <dash/Types.h>
#include <dash/detail/base/CurrentStream.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/HostCopy.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/detail/memory/ByteAccess.h>
#include <dash/detail/memory/PendingTransfers.h>
#include <dash/detail/plan/CopyPlan.h>
#include <dash/detail/plan/Limits.h>
#include <dash/detail/range/Places.h>
#include <dash/detail/team/TeamKind.h>
#include <dash/iterator/GlobalPosition.h>
#include <dash/pattern/PatternRun.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>
#include <type_traits>
#include <vector>

namespace dash::detail {

template <GlobalPosition It>
using element_of = std::remove_cv_t<typename It::value_type>;

/// Copies bytes without a call for single elements. If the types agree, these are assigned: bytes
/// might alias anything, so loops over single elements would reload all their variables.
template <class To, class From>
inline void copy_elements(To* to, const From* from, std::ptrdiff_t n)
{
  static_assert(sizeof(To) == sizeof(From));
  if (n != 1) {
    copy_host_bytes(to, from, static_cast<std::size_t>(n) * sizeof(To));
  } else if constexpr (std::is_same_v<To, From> && std::is_copy_assignable_v<To>) {
    *to = *from;
  } else {
    std::memcpy(static_cast<void*>(to), from, sizeof(To));
  }
}

/// The direction of transfers to local memory.
struct Read {
  template <class Local, class Global>
  static void transfer(Local* local, const Global* mapped, std::ptrdiff_t n)
  {
    copy_elements(local, mapped, n);
  }
  template <class Local>
  static void transfer(Local* local, dart_gptr_t gptr, std::ptrdiff_t n)
  {
    read_bytes(local, gptr, static_cast<std::size_t>(n) * sizeof(Local));
  }
  template <class Local>
  static void transfer(Local* local, const Places& places, std::ptrdiff_t n)
  {
    read_places(places, n, sizeof(Local), local);
  }
  template <class Local>
  static void start(PendingTransfers& pending, Local* local, dart_gptr_t gptr, std::ptrdiff_t n)
  {
    pending.read(local, gptr, static_cast<std::size_t>(n) * sizeof(Local));
  }
  static void start(
      PendingTransfers& pending, void* local, std::span<const dart_rows_t> rows, dart_gptr_t gptr)
  {
    pending.read(local, rows, gptr);
  }
};

/// The direction of transfers from local memory.
struct Write {
  template <class Local, class Global>
  static void transfer(const Local* local, Global* mapped, std::ptrdiff_t n)
  {
    copy_elements(mapped, local, n);
  }
  template <class Local>
  static void transfer(const Local* local, dart_gptr_t gptr, std::ptrdiff_t n)
  {
    write_bytes(gptr, local, static_cast<std::size_t>(n) * sizeof(Local));
  }
  template <class Local>
  static void transfer(const Local* local, const Places& places, std::ptrdiff_t n)
  {
    write_places(places, n, sizeof(Local), local);
  }
  template <class Local>
  static void start(
      PendingTransfers& pending, const Local* local, dart_gptr_t gptr, std::ptrdiff_t n)
  {
    pending.write(gptr, local, static_cast<std::size_t>(n) * sizeof(Local));
  }
  static void start(
      PendingTransfers& pending, const void* local, std::span<const dart_rows_t> rows,
      dart_gptr_t gptr)
  {
    pending.write(gptr, local, rows);
  }
};

/// Lines of one unit's elements (DealtLine), which are transferred together: as rows, which repeat
/// with equal lines at equal distances both in the unit's memory and in local memory, like those of
/// a matrix.
template <class Direction, class Local>
class TransferGroup {
  using Line = DealtLine<std::ptrdiff_t>;

 public:
  /// \param part  the unit's part of the container
  TransferGroup(PendingTransfers& pending, dart_gptr_t part) : pending_(pending), part_(part) {}

  /// A run: a line without gaps in local memory.
  void add(Local* local, std::ptrdiff_t lbegin, std::ptrdiff_t size)
  {
    add(local, Line{lbegin, 0, size, size, size, 0});
  }

  /// A line whose indices in the other order are offsets in local memory.
  template <class Index>
  void add(Local* local, const DealtLine<Index>& line)
  {
    const bool is_first = repeats_ == 0 && rows_.empty();
    if (is_first || local < local_) {
      start();
      local_ = local;
    }
    const Line next{line.lbegin, local - local_ + line.begin, line.n, line.first, line.size,
                    line.gap};
    if (continues(next)) {
      ++repeats_;
      return;
    }
    add_lines();
    if (rows_.size() >= limits::rows_together) start();
    line_ = next;
    repeats_ = 1;
  }

  void start()
  {
    add_lines();
    if (!rows_.empty()) Direction::start(pending_, local_, rows_, part_);
    rows_.clear();
  }

 private:
  static std::size_t bytes(std::ptrdiff_t elements)
  {
    return static_cast<std::size_t>(elements) * sizeof(Local);
  }

  bool continues(const Line& next)
  {
    if (repeats_ == 0 || line_.n != next.n || line_.first != next.first) return false;
    if (!next.is_run() && (line_.size != next.size || line_.gap != next.gap)) return false;
    const auto in_local = next.begin - line_.begin, in_global = next.lbegin - line_.lbegin;
    if (repeats_ > 1)
      return in_local == repeats_ * local_distance_ && in_global == repeats_ * global_distance_;
    local_distance_ = in_local;
    global_distance_ = in_global;
    return in_local > 0 && in_global > 0;
  }

  /// Adds the rows of equal lines: of their whole blocks, and of the parts of blocks at their ends.
  void add_lines()
  {
    if (repeats_ == 0) return;
    std::ptrdiff_t local = line_.begin, global = line_.lbegin, rest = line_.n;
    if (line_.is_run() || line_.first < line_.size) {
      add_rows(local, global, line_.first, 1);
      local += line_.first + line_.gap;
      global += line_.first;
      rest -= line_.first;
    }
    const std::ptrdiff_t size = line_.size, count = rest / size;
    add_rows(local, global, size, count);
    add_rows(local + count * (size + line_.gap), global + count * size, rest % size, 1);
    repeats_ = 0;
  }

  void add_rows(
      std::ptrdiff_t local, std::ptrdiff_t global, std::ptrdiff_t size, std::ptrdiff_t count)
  {
    if (size == 0 || count == 0) return;
    rows_.push_back(
        {bytes(size),
         static_cast<std::size_t>(count),
         static_cast<std::size_t>(repeats_),
         {bytes(global), bytes(size), bytes(global_distance_)},
         {bytes(local), bytes(size + line_.gap), bytes(local_distance_)}});
  }

  PendingTransfers& pending_;
  dart_gptr_t part_;
  Local* local_ = nullptr;  ///< from which offsets of lines count
  Line line_{};
  std::ptrdiff_t repeats_ = 0, local_distance_ = 0, global_distance_ = 0;
  std::vector<dart_rows_t> rows_;
};

template <class It>
concept HasPatternRuns = requires(const It& it) {
  it.owned_run();
  it.globmem().mapped_base(team_unit_t{});
};

/// Whether an iterator goes through an array of more than one dimension.
template <class It>
inline constexpr bool has_several_dimensions = false;
template <HasPatternRuns It>
inline constexpr bool has_several_dimensions<It> = It::ndim() > 1;

/// Copies a batch of short runs unit by unit, so that the pattern proceeds from run to run without
/// a look-up for each. A batch of mapped elements fits into the cache, because each unit accesses
/// all of its cache lines. The calling unit's elements come last, so that transfers are under way
/// meanwhile, and not all units begin with the same one.
template <class Direction, class It, class Local>
void copy_batch(
    const It& first, std::ptrdiff_t n, Local* local, bool is_host, PendingTransfers& pending)
{
  using index_type = typename It::index_type;
  using element_type = element_of<It>;
  const auto count = static_cast<index_type>(n);
  const auto num_units = static_cast<dart_unit_t>(first.pattern().num_units());
  const dart_unit_t next = first.pattern().team().myid().id + 1;
  for (dart_unit_t i = 0; i < num_units; ++i) {
    const team_unit_t unit((next + i) % num_units);
    auto* const part = reinterpret_cast<element_type*>(first.globmem().mapped_base(unit));
    if (part != nullptr && is_host) {
      first.for_each_run_at(
          unit, count, [=](index_type lbegin, index_type size, index_type offset) {
            Direction::transfer(local + offset, part + lbegin, size);
          });
    } else {
      TransferGroup<Direction, Local> group(pending, first.globmem().gptr(unit));
      first.for_each_line_at(
          unit, count, [&](const DealtLine<index_type>& line) { group.add(local, line); });
      group.start();
    }
  }
}

/// Whether this process can load and store the elements of all units.
template <class It>
bool is_mapped_everywhere(const It& it)
{
  if (!run_has_unmapped_memory) return true;
  const auto num_units = static_cast<dart_unit_t>(it.pattern().num_units());
  for (team_unit_t unit{0}; unit < num_units; ++unit) {
    if (it.globmem().mapped_base(unit) == nullptr) return false;
  }
  return true;
}

/// Number of elements of the batch that begins at \c first. It ends with the container at the
/// latest.
template <class It>
std::ptrdiff_t batch_size(const It& first, bool is_host)
{
  constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(element_of<It>));
  const auto num_units = static_cast<std::ptrdiff_t>(first.pattern().num_units());
  const auto rest = static_cast<std::ptrdiff_t>(first.remaining());
  return (std::min)(rest, batch_of(size, num_units, is_host && is_mapped_everywhere(first)));
}

/// \throws exception::OutOfRange
[[noreturn]] DASH_API void throw_copy_behind_end(std::ptrdiff_t n);

/// Copies the next run, or the next batch of short runs. \return number of elements
/// \param is_host  whether host code may load and store the local elements
template <class Direction, class It, class Local>
std::ptrdiff_t copy_next(
    const It& first, std::ptrdiff_t n, Local* local, bool is_host, PendingTransfers& pending)
{
  const auto run = first.contiguous();
  if (run.size <= 0) [[unlikely]]
    throw_copy_behind_end(n);
  const bool is_accessible = run.first != nullptr && is_host;
  const RunCopy plan = plan_of_run(n, run.size, is_accessible, HasPatternRuns<It>);
  if constexpr (HasPatternRuns<It>) {
    if (plan == RunCopy::batch) {
      const auto size = (std::min)(n, batch_size(first, is_host));
      copy_batch<Direction>(first, size, local, is_host, pending);
      return size;
    }
  }
  const auto size = std::min<std::ptrdiff_t>(n, run.size);
  if (plan == RunCopy::host) {
    Direction::transfer(local, run.first, size);
  } else {
    Direction::start(pending, local, first.dart_gptr(), size);
  }
  return size;
}

/// Copies \c n elements between local memory and global memory that begins at \c first.
template <class Direction, class It, class Local>
void copy_runs(It first, std::ptrdiff_t n, Local* local, PendingTransfers& pending)
{
  const bool is_host = !is_device_memory(local);
  while (n > 0) {
    const auto copied = copy_next<Direction>(first, n, local, is_host, pending);
    n -= copied;
    local += copied;
    first += static_cast<typename It::difference_type>(copied);
  }
}

/// Whether a copy of \c n elements might be worth its start, whatever its runs are.
template <class T>
bool is_large(std::ptrdiff_t n, const limits::PassThroughGpu& limit)
{
  return n * static_cast<std::ptrdiff_t>(sizeof(T)) >= limit.from;
}

/// The facts of a copy of \c n elements.
template <class It>
CopyFacts copy_facts(const It& first, std::ptrdiff_t n)
{
  constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(element_of<It>));
  const auto run = first.contiguous();
  return {n * size, static_cast<std::ptrdiff_t>(run.size) * size, run.first != nullptr};
}

/// Whether the elements should pass through memory of a GPU.
template <class It>
bool passes_through_gpu(const It& first, std::ptrdiff_t n)
{
  if constexpr (HasPatternRuns<It>) {
    if (!run_has_gpu_units || !is_large<element_of<It>>(n, limits::through_own_gpu)) return false;
    const CopyFacts facts = copy_facts(first, n);
    if (is_gpu_unit()) return passes_through_own_gpu(facts);
    return passes_through_other_gpu(facts) &&
           kind_of(first.pattern().team()) == TeamKind::cpus_and_gpus_of_host;
  } else {
    return false;
  }
}

/// Whether a kernel of this unit should copy elements between their places and device memory.
/// Kernels of this call would not wait for a stream of the program.
template <class It>
bool moves_by_kernel(const It& first, std::ptrdiff_t n)
{
  if constexpr (PlacedElements<It> && has_several_dimensions<It>) {
    if (!is_gpu_unit() || current_stream() != nullptr) return false;
    if (!is_large<element_of<It>>(n, limits::by_own_kernel)) return false;
    const auto run = first.contiguous().size;
    if (run >= n) return false;
    const auto next = first + static_cast<typename It::difference_type>(run);
    return moves_by_own_kernel(copy_facts(first, n), copy_facts(next, n).run) &&
           has_only_gpus_of_host(first.pattern().team()) &&
           have_moves_by_kernels(sizeof(element_of<It>)) && kernels_reach(first);
  } else {
    return false;
  }
}

/// Copies by a kernel if that is better; complete on return. \return false if nothing is copied
template <class Direction, class It, class Local>
bool copy_by_kernel(const It& first, std::ptrdiff_t n, Local* local)
{
  if constexpr (PlacedElements<It>) {
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(local) % sizeof(Local) == 0;
    if (!is_aligned || !is_device_memory(local) || !moves_by_kernel(first, n)) return false;
    const PartAddresses addresses(first);
    Direction::transfer(local, Places(NumberedPositions(), PlaceMap(first), addresses.parts()), n);
    return true;
  } else {
    return false;
  }
}

/// Copies \c n elements of a global range, from a position on, to or from local memory.
using CopyPart =
    void (*)(const void* first, std::ptrdiff_t position, std::ptrdiff_t n, void* local);

template <class Direction, class It, class Local>
void copy_part(const void* first, std::ptrdiff_t position, std::ptrdiff_t n, void* local)
{
  It it = *static_cast<const It*>(first);
  it += static_cast<typename It::difference_type>(position);
  if (copy_by_kernel<Direction>(it, n, static_cast<Local*>(local))) return;
  PendingTransfers pending;
  copy_runs<Direction>(it, n, static_cast<Local*>(local), pending);
  pending.wait();
}

/// Copies elements of host memory through memory of a GPU.
/// \param copy   copies between there and the global range
/// \param first  the iterator for \p copy
/// \return false if there is no such memory; then nothing is copied
DASH_API bool read_through_gpu(
    CopyPart copy, const void* first, std::ptrdiff_t n, std::size_t element_size, void* local);
DASH_API bool write_through_gpu(
    CopyPart copy, const void* first, std::ptrdiff_t n, std::size_t element_size,
    const void* local);

/// Copies through memory of a GPU if that is better; complete on return. \return false if nothing
/// is copied
template <class Direction, class It, class Local>
bool copy_through_gpu(const It& first, std::ptrdiff_t n, Local* local)
{
  if (!passes_through_gpu(first, n) || is_device_memory(local)) return false;
  const CopyPart copy = &copy_part<Direction, It, Local>;
  if constexpr (std::is_same_v<Direction, Read>) {
    return read_through_gpu(copy, &first, n, sizeof(Local), local);
  } else {
    return write_through_gpu(copy, &first, n, sizeof(Local), local);
  }
}

/// Handles all cases except one mapped run. It is not inlined, so that the common case stays small.
template <class Direction, class It, class Local>
[[gnu::noinline]] void copy_all_runs(const It& first, std::ptrdiff_t n, Local* local)
{
  if (n <= first.contiguous().size) return Direction::transfer(local, first.dart_gptr(), n);
  if (copy_through_gpu<Direction>(first, n, local)) return;
  copy_part<Direction, It, Local>(&first, 0, n, const_cast<std::remove_const_t<Local>*>(local));
}

template <class Direction, class It, class Local>
inline void copy_blocking(const It& first, std::ptrdiff_t n, Local* local)
{
  static_assert(
      is_dash_copyable<element_of<It>, std::remove_cv_t<Local>>::value,
      "dash::copy needs elements of one representation: equal types, or both integral or both "
      "floating point of equal size");
  if (n <= 0) return;
  const auto run = first.contiguous();
  if (run.first != nullptr && n <= run.size && !is_device_memory(local)) [[likely]] {
    Direction::transfer(local, run.first, n);
  } else {
    // one function for all local memory that is written from
    using Source = std::conditional_t<std::is_same_v<Direction, Write>, const Local, Local>;
    copy_all_runs<Direction>(first, n, static_cast<Source*>(local));
  }
}

}  // namespace dash::detail
