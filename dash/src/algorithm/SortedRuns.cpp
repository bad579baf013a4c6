#include <dash/detail/algorithm/SortedRuns.h>

#include <dash/Exception.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/memory/AccessError.h>
#include <dash/detail/memory/ByteAccess.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/detail/memory/PendingTransfers.h>
#include <dash/detail/memory/Reach.h>
#include <dash/detail/memory/WorkBuffer.h>
#include <dash/detail/team/Combine.h>

#include <dash/dart/if/dart.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>
#include <utility>

namespace dash::detail {

struct SortedRuns::Run {
  dart_gptr_t gptr;
  const std::byte* begin;  ///< nullptr if it is on another host
  Position size;

  bool is_far() const { return begin == nullptr; }
};

struct SortedRuns::Slice {
  const std::byte* begin;
  Position size;
  WorkBuffer<std::byte> copy;
  PendingTransfers arrival;
};

struct SortedRuns::Sample {
  std::size_t run;
  Position index;
  std::byte* value;
};

/// Samples in merged order, with the memory of their values.
class SortedRuns::Samples {
 public:
  explicit Samples(std::size_t nbytes) : values_(MemoryKind::host, nbytes) {}

  std::vector<Sample> in_order;
  std::byte* values() const { return static_cast<std::byte*>(values_.address()); }

 private:
  Scratch values_;
};

namespace {

dart_gptr_t advanced(dart_gptr_t gptr, std::size_t nbytes)
{
  gptr.addr_or_offs.offset += nbytes;
  return gptr;
}

/// \param from  whether host code or kernels will use the address
/// \return nullptr for memory on another host
std::byte* reach(MemoryKind from, dart_gptr_t gptr, std::size_t nbytes)
{
  if (from == MemoryKind::host) return static_cast<std::byte*>(mapped_address(gptr));
  void* address = nullptr;
  CheckedAccess().result(
      dart_gptr_kernel_address(gptr, std::max<std::size_t>(1, nbytes), &address), "dash::sort",
      gptr);
  if (address == nullptr) {
    DASH_THROW(exception::RuntimeError, "dash::sort: this GPU cannot read " << to_string(gptr));
  }
  return static_cast<std::byte*>(address);
}

/// Memory of the calling unit that all units can access.
HeapBlock allocate(const char* algorithm, MemoryKind memory, std::size_t nbytes)
{
  return {memory == MemoryKind::host ? DART_MEMORY_HOST : DART_MEMORY_UNIT, nbytes, algorithm};
}

/// Returns for each sample the index of the next sample of its run or, if there is none, the bound
/// in \c first. On return, \c first has the index of each run's first sample.
template <class Samples>
std::vector<Position> next_in_run(const Samples& samples, std::vector<Position>& first)
{
  std::vector<Position> next(samples.size());
  for (std::size_t i = samples.size(); i-- > 0;) {
    next[i] = std::exchange(first[samples[i].run], samples[i].index);
  }
  return next;
}

}  // namespace

bool SortedRuns::have_device_memory(Position n, std::size_t element_size)
{
  constexpr std::size_t copies = 4;  // so many copies of the elements exist at a time
  try {
    const Scratch memory(MemoryKind::device, copies * static_cast<std::size_t>(n) * element_size);
    return true;
  } catch (const exception::RuntimeError&) {
    return false;
  }
}

SortedRuns::SortedRuns(
    const char* algorithm, Team& team, MemoryKind memory, void* elements, Position size,
    const RunSteps& steps, void* less)
    : steps_(steps),
      less_(less),
      me_(static_cast<std::size_t>(team.myid().id)),
      memory_(memory),
      size_(size),
      mine_(allocate(algorithm, memory, bytes(size)))
{
  const bool is_refused = size != 0 && first_holds_for_itself(elements);
  // if this unit refuses the comparison, the others are told
  if (!is_refused) {
    steps_.sort(less_, elements, size, reach(memory, mine_.gptr(), bytes(size)));
  }
  gather_runs(algorithm, team, is_refused);
}

SortedRuns::~SortedRuns() = default;

void SortedRuns::merge(Team& team, Position begin, Position end, void* out) const
{
  const auto from = begin != end ? split(begin) : Cuts(runs_.size());
  const auto to = cuts_at(team, begin != end ? begin : -1, from, end);
  if (begin == end) return;
  std::vector<Slice> slices;
  for (std::size_t k = 0; k < runs_.size(); ++k) {
    // Each unit begins with a different run, unless the order of equivalent elements matters.
    const std::size_t i = steps_.stability == Stability::stable ? k : (me_ + k) % runs_.size();
    if (from[i] != to[i]) slices.push_back(slice(i, from[i], to[i]));
  }
  merge_slices(std::move(slices), out);
}

/// Number of elements per run that a unit examines in a round. It is larger for device memory,
/// where rounds cost more.
Position SortedRuns::samples_per_run() const
{
  return memory_ == MemoryKind::host ? 32 : 512;
}

SortedRuns::Cuts SortedRuns::ends() const
{
  Cuts result;
  for (const Run& run : runs_) result.push_back(run.size);
  return result;
}

/// \param element  address as of load()
bool SortedRuns::first_holds_for_itself(const void* element) const
{
  if (steps_.holds_for_itself == nullptr) return false;
  const Scratch value(MemoryKind::host, steps_.element_size);
  load({element}, static_cast<std::byte*>(value.address()));
  return steps_.holds_for_itself(less_, value.address());
}

/// \param is_refused  whether the calling unit cannot sort by this comparison; then all units throw
void SortedRuns::gather_runs(const char* algorithm, Team& team, bool is_refused)
{
  struct Published {
    dart_gptr_t gptr;
    Position size;
  };
  const Published mine{mine_.gptr(), is_refused ? -1 : size_};
  for (const auto& run : gather_from_all(team, mine)) {
    if (run.size < 0) throw_not_strict_together(team, algorithm);
    runs_.push_back({run.gptr, reach(memory_, run.gptr, bytes(run.size)), run.size});
  }
}

/// A part of a run. Of the other GPUs' runs, the first one is read while it is merged, and the
/// others are copied meanwhile.
SortedRuns::Slice SortedRuns::slice(std::size_t i, Position begin, Position end) const
{
  const Run& run = runs_[i];
  const std::size_t next = (me_ + 1) % runs_.size();
  const bool is_copied = run.is_far() || (memory_ == MemoryKind::device && i != me_ && i != next);
  if (!is_copied) return {run.begin + bytes(begin), end - begin, {}, {}};
  const std::size_t nbytes = bytes(end - begin);
  Slice slice{nullptr, end - begin, WorkBuffer<std::byte>(memory_, nbytes), {}};
  slice.begin = slice.copy.data();
  slice.arrival.read(slice.copy.data(), advanced(run.gptr, bytes(begin)), nbytes);
  return slice;
}

/// The positions at which a share ends in each run. If another unit's share begins there, that unit
/// knows them already.
/// \param mine  positions where the caller's share begins, at element \c begin; -1 if it is empty
SortedRuns::Cuts SortedRuns::cuts_at(
    Team& team, Position begin, const Cuts& mine, Position end) const
{
  Cuts shared(1 + mine.size(), begin);
  std::copy(mine.begin(), mine.end(), shared.begin() + 1);
  const Cuts all = gather_equal_parts(team, std::span<const Position>(shared));
  for (auto unit = all.begin(); unit != all.end(); unit += std::ssize(shared)) {
    if (*unit == end) return {unit + 1, unit + std::ssize(shared)};
  }
  return ends();
}

/// Finds a position in each run such that \c rank elements are in front of the positions, none of
/// which comes after an element behind them. Of equivalent elements, those of units with lower ids
/// come first.
SortedRuns::Cuts SortedRuns::split(Position rank) const
{
  Cuts low(runs_.size(), 0), high = ends();
  if (rank == 0) return low;
  if (rank == std::accumulate(high.begin(), high.end(), Position(0))) return high;
  while (low != high) narrow(low, high, rank);
  return low;
}

/// One round of split. Each position is between \c low and \c high of its run, and the round moves
/// these bounds closer together. It examines some elements between them in merged order. As long as
/// even the largest possible number of elements before a sample is below the rank, the sample is in
/// front of the positions; as soon as even the smallest possible number is not, it is behind them.
void SortedRuns::narrow(Cuts& low, Cuts& high, Position rank) const
{
  const Samples all = samples_between(low, high);
  const std::vector<Sample>& samples = all.in_order;
  // Bounds for the number of elements of each run that come before the current sample.
  Cuts least = low, most = high;
  const std::vector<Position> next = next_in_run(samples, most);
  Position sum_of_least = std::accumulate(least.begin(), least.end(), Position(0));
  Position sum_of_most = std::accumulate(most.begin(), most.end(), Position(0));
  bool is_low_known = false;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const std::size_t run = samples[i].run;
    const Position index = samples[i].index;
    if (!is_low_known && sum_of_most >= rank) {
      low = least;
      is_low_known = true;
    }
    if (sum_of_least - least[run] + index >= rank) {
      high = most;
      break;
    }
    sum_of_least += index + 1 - std::exchange(least[run], index + 1);
    sum_of_most += next[i] - std::exchange(most[run], next[i]);
  }
  if (!is_low_known) low = least;
}

/// Elements at equal distances between the bounds, or all of them if there are few, in merged
/// order.
SortedRuns::Samples SortedRuns::samples_between(const Cuts& low, const Cuts& high) const
{
  Position total = 0;
  for (std::size_t run = 0; run < runs_.size(); ++run) total += high[run] - low[run];
  const auto room = samples_per_run() * static_cast<Position>(runs_.size());
  const Position distance = (total + room - 1) / room;
  std::vector<Sample> samples;
  std::vector<Position> ends{0};
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    for (Position index = low[run] + distance / 2; index < high[run]; index += distance) {
      samples.push_back({run, index, nullptr});
    }
    ends.push_back(std::ssize(samples));
  }
  Samples result(bytes(std::ssize(samples)));
  std::byte* value = result.values();
  for (Sample& sample : samples) sample.value = std::exchange(value, value + bytes(1));
  load_near(samples);
  load_far(samples);
  merge_samples(samples, ends);
  result.in_order = std::move(samples);
  return result;
}

/// \param ends  begin of the first run's samples, followed by the end of each run's samples
void SortedRuns::merge_samples(
    std::vector<Sample>& samples, const std::vector<Position>& ends) const
{
  const auto before = [this](const Sample& a, const Sample& b) {
    return steps_.comes_before(less_, a.value, b.value);
  };
  const std::size_t runs = ends.size() - 1;
  std::vector<Sample> merged(samples.size());
  for (std::size_t width = 1; width < runs; width *= 2) {
    for (std::size_t run = 0; run < runs; run += 2 * width) {
      const auto middle = samples.begin() + ends[std::min(run + width, runs)];
      std::merge(
          samples.begin() + ends[run], middle, middle,
          samples.begin() + ends[std::min(run + 2 * width, runs)], merged.begin() + ends[run],
          before);
    }
    samples.swap(merged);
  }
}

void SortedRuns::load_far(const std::vector<Sample>& samples) const
{
  for (const Sample& sample : samples) {
    const Run& run = runs_[sample.run];
    if (run.is_far()) start_read(sample.value, advanced(run.gptr, bytes(sample.index)), bytes(1));
  }
  for (const Run& run : runs_) {
    if (run.is_far()) flush_local(run.gptr);
  }
}

void SortedRuns::load_near(const std::vector<Sample>& samples) const
{
  std::vector<const void*> addresses;
  for (const Sample& sample : samples) {
    const Run& run = runs_[sample.run];
    if (!run.is_far()) addresses.push_back(run.begin + bytes(sample.index));
  }
  if (addresses.empty()) return;
  const Scratch values(MemoryKind::host, bytes(std::ssize(addresses)));
  auto* value = static_cast<std::byte*>(values.address());
  load(addresses, value);
  for (const Sample& sample : samples) {
    if (runs_[sample.run].is_far()) continue;
    std::memcpy(sample.value, value, bytes(1));
    value += bytes(1);
  }
}

/// Loads elements, one after the other, from addresses for host code or kernels.
void SortedRuns::load(const std::vector<const void*>& addresses, std::byte* values) const
{
  if (memory_ == MemoryKind::host) {
    for (const void* address : addresses) {
      std::memcpy(std::exchange(values, values + bytes(1)), address, bytes(1));
    }
    return;
  }
  // Kernels can access this kind of memory, too, so nothing has to be copied.
  const auto n = std::ssize(addresses);
  const std::size_t nbytes = addresses.size() * sizeof(const void*);
  const HeapBlock from = allocate("dash::sort", MemoryKind::host, nbytes);
  const HeapBlock to = allocate("dash::sort", MemoryKind::host, bytes(n));
  auto* const sources = static_cast<const void**>(mapped_address(from.gptr()));
  void* const targets = mapped_address(to.gptr());
  std::copy(addresses.begin(), addresses.end(), sources);
  steps_.load(sources, n, targets);
  std::memcpy(values, targets, bytes(n));
}

/// Merges pairs of slices until one is left, which is written to \c out.
void SortedRuns::merge_slices(std::vector<Slice> slices, void* out) const
{
  if (slices.size() == 1) {
    slices[0].arrival.wait();
    copy_bytes(out, slices[0].begin, bytes(slices[0].size));
  }
  Position size = 0;
  for (const Slice& slice : slices) size += slice.size;
  WorkBuffer<std::byte> target, source;
  while (slices.size() > 1) {
    const bool is_last = slices.size() == 2;
    std::swap(source, target);
    if (!is_last && target.data() == nullptr) {
      target = WorkBuffer<std::byte>(memory_, bytes(size));
    }
    auto* to = is_last ? static_cast<std::byte*>(out) : target.data();
    std::vector<Slice> merged;
    for (std::size_t i = 0; i < slices.size(); i += 2) {
      Slice& a = slices[i];
      Slice none{a.begin, 0, {}, {}};
      Slice& b = i + 1 < slices.size() ? slices[i + 1] : none;
      a.arrival.wait();
      b.arrival.wait();
      steps_.merge(less_, a.begin, a.size, b.begin, b.size, to);
      merged.push_back({to, a.size + b.size, {}, {}});
      to += bytes(a.size + b.size);
    }
    slices = std::move(merged);
  }
}

}  // namespace dash::detail
