#include "channel_kernels.h"

#include <algorithm>

#include "channel_steps.h"
#include "fold.h"
#include "kernel_code.h"
#include "kernel_launch.h"
#include "kernel_waits.h"
#include "memory/channel_layout.h"
#include "thread_group.h"

namespace dart::cuda {
namespace {

constexpr unsigned vector_bytes = 16, most_threads = 1024;

/// Combines elements of all units, from the last unit to the first, which is the order of
/// reductions in host memory.
/// \param value_of  as for fill(), and gets the unit before
template <unsigned count, unsigned batch, class T, class ValueOf>
__device__ void combine(
    const Group& group, const CollectiveArguments& call, T* to, std::size_t n,
    const ValueOf& value_of)
{
  const auto combined = [&](std::size_t i, std::size_t rest, bool aligned) {
    Vector<T, count> result = value_of(call.units - 1, i, rest, aligned);
    for (unsigned unit = call.units - 1; unit-- > 0;) {
      Vector<T, count> next = value_of(unit, i, rest, aligned);
      fold(call.operation, next, result, i);
      result = next;
    }
    return result;
  };
  fill<count, batch>(group, to, n, call.is_aligned, combined);
}

/// What the threads of a block know of failures.
struct Failures {
  const FaultPlace& place;
  volatile bool& given_up;  ///< a wait of the block, in shared memory
};

/// The channel of a block, on all units. Each step is pushed and taken. Once a wait was given up,
/// the other steps only count: what is there is not what belongs to them, so it must neither be
/// waited for nor passed on. Threads may learn that at different times; all of them come to each
/// barrier nevertheless.
class Channel {
 public:
  __device__ Channel(const CollectiveArguments& call, const Failures& failures, const Group& group)
      : call_(call),
        failures_(failures),
        group_(group),
        layout_(call.units),
        pushed_(header_of(call.me).step),
        taken_(pushed_)
  {
    for_each_other([this](unsigned unit) { seen_ = header_of(call_.me).seen[unit]; });
  }

  /// Leaves out all steps of a kernel.
  __device__ void skip(FlagWord steps)
  {
    group_.sync();  // all threads have read where the channel is
    pushed_ = taken_ = taken_ + steps;
    for_each_other([this](unsigned unit) {
      lose(unit);
      tell(unit);
    });
    close();
  }

  /// Remembers how far the units are for the next kernel.
  __device__ void close() const
  {
    if (group_.rank == 0) header_of(call_.me).step = taken_;
    for_each_other([this](unsigned unit) { header_of(call_.me).seen[unit] = seen_; });
  }

 protected:
  __device__ ChannelLayout::Header& header_of(unsigned unit) const
  {
    return *reinterpret_cast<ChannelLayout::Header*>(
        call_.memory[unit] + ChannelLayout::header(blockIdx.x));
  }

  /// Calls a function for each other unit, in a thread of its own.
  template <class F>
  __device__ void for_each_other(const F& f) const
  {
    const unsigned unit = group_.rank;
    if (unit < call_.units && unit != call_.me) f(unit);
  }

  /// Waits until the others have read what was pushed to the same place.
  template <class T>
  __device__ void begin_push(const Step<T>& step)
  {
    constexpr FlagWord places = ChannelLayout::steps;
    ++pushed_;
    for_each_other([&](unsigned unit) {
      if (!step.travels(call_.me, unit) || seen_ + places >= pushed_) return;
      const bool has_room = await_relaxed(
          &header_of(call_.me).told[unit], patience(), unit,
          [this](FlagWord told) { return has_reached(told, pushed_ - places); });
      if (!has_room) give_up();
    });
    group_.sync();
  }

  __device__ bool has_given_up() const { return failures_.given_up; }
  __device__ void give_up() const { failures_.given_up = true; }
  __device__ Patience patience() const { return Patience(failures_.place, &failures_.given_up); }

  /// Tells a unit that slots up to this step are not filled, so that it does not take the number of
  /// a later step for that of its own.
  __device__ void lose(unsigned unit) const
  {
    store_release(&header_of(unit).lost[call_.me], pushed_);
  }

  /// Tells a unit that this one has read everything of a step. No fence is needed: what was read is
  /// known, and whoever sees the number overwrites it later.
  __device__ void tell(unsigned unit) const
  {
    *const_cast<volatile FlagWord*>(&header_of(unit).told[call_.me]) = taken_;
  }

  const CollectiveArguments& call_;
  const Failures& failures_;
  Group group_;
  ChannelLayout layout_;
  FlagWord pushed_, taken_;  ///< the last steps
  FlagWord seen_ = 0;        ///< as in the header, of the unit of this thread
};

/// Pushes to slots, and then sets flags. One half of the block pushes and the other one takes, so
/// that the links are busy meanwhile. The halves wait for each other where the result of a step is
/// pushed, and before a block is overwritten that has to be pushed.
template <class T>
class SlotChannel : public Channel {
 public:
  static constexpr bool has_parts = true;

  __device__ static void execute(
      const CollectiveArguments& call, const Failures& failures, const StepsOfBlock<T>& steps)
  {
    __shared__ Progress progress;
    const bool pushes = threadIdx.x < blockDim.x / 2;
    SlotChannel channel(call, failures, half_of_block(pushes ? 0 : 1), progress);
    if (threadIdx.x == 0) progress = {channel.pushed_, channel.taken_};
    __syncthreads();
    for (std::size_t step = 0; step < steps.count(); ++step) {
      if (pushes)
        channel.push(steps[step], steps.is_spreading(step));
      else
        channel.take(steps[step]);
    }
    if (!pushes) channel.close();
  }

 private:
  static constexpr unsigned count = vector_bytes / sizeof(T);

  /// The last steps of the halves.
  struct Progress {
    FlagWord pushed, taken;
  };

  __device__ SlotChannel(
      const CollectiveArguments& call, const Failures& failures, const Group& group,
      Progress& progress)
      : Channel(call, failures, group),
        progress_(progress)
  {}

  /// Waits until the other half has come to a step.
  __device__ static void await_half(const FlagWord& word, FlagWord step)
  {
    while (const_cast<const volatile FlagWord&>(word) < step) {
    }
    __threadfence_block();
  }
  /// All threads of this half have come to a step.
  __device__ void show(FlagWord& word, FlagWord step) const
  {
    group_.sync();
    if (group_.rank != 0) return;
    __threadfence_block();
    const_cast<volatile FlagWord&>(word) = step;
  }

  /// The slot at one unit for what another one pushes in a step.
  __device__ T* slot(unsigned at, FlagWord number, unsigned from) const
  {
    return reinterpret_cast<T*>(call_.memory[at] + layout_.slot(blockIdx.x, number, from));
  }

  /// \param follows  whether the elements are the result of the step before
  __device__ void push(const Step<T>& step, bool follows)
  {
    begin_push(step);
    if (follows) await_half(progress_.taken, pushed_ - 1);
    if (step.sends(call_.me) && !has_given_up()) push_slots(step);
    show(progress_.pushed, pushed_);
    if (!step.sends(call_.me)) return;
    for_each_other([&](unsigned unit) {
      if (!step.receives(unit)) return;
      if (has_given_up()) return lose(unit);
      __threadfence_system();
      store_release(&header_of(unit).arrived[call_.me], pushed_);
    });
  }

  __device__ void push_slots(const Step<T>& step) const
  {
    for (unsigned distance = 1; distance < call_.units; ++distance) {
      const unsigned unit = (call_.me + distance) % call_.units;
      if (!step.receives(unit)) continue;
      copy<count>(
          group_, slot(unit, pushed_, call_.me), step.send.of(unit), step.send.size_of(unit),
          call_.is_aligned);
    }
  }

  __device__ void take(const Step<T>& step)
  {
    ++taken_;
    if (step.receives(call_.me)) {
      for_each_other([&](unsigned unit) {
        if (step.sends(unit) && !await_slot(unit)) give_up();
      });
      await_half(progress_.pushed, taken_);
      group_.sync();
      if (!has_given_up()) take_slots(step);
    }
    show(progress_.taken, taken_);
    for_each_other([this](unsigned unit) { tell(unit); });
  }

  /// Waits until a unit has filled its slot. \return false if it does not do so
  __device__ bool await_slot(unsigned unit) const
  {
    const ChannelLayout::Header& mine = header_of(call_.me);
    if (!await_number(&mine.arrived[unit], patience(), unit, taken_)) return false;
    const FaultPlace& place = failures_.place;
    if (place.time_limit == 0) return true;  // without a limit, units leave no slot unfilled
    const FlagWord lost = load_relaxed(&mine.lost[unit]);
    if (!has_reached(lost, taken_)) return true;
    if (!is_broken(place)) report(place, unit, lost);
    return false;
  }

  __device__ void take_slots(const Step<T>& step) const
  {
    const unsigned me = call_.me;
    if (step.combines) {
      const T* const own = step.send.of(me);
      const auto value_of = [&](unsigned unit, std::size_t i, std::size_t rest, bool aligned) {
        return load<count>((unit == me ? own : slot(me, taken_, unit)) + i, rest, aligned);
      };
      return combine<count, 4>(group_, call_, step.recv.of(me), step.recv.size_of(me), value_of);
    }
    for (unsigned unit = 0; unit < call_.units; ++unit) {
      if (!step.sends(unit)) continue;
      copy<count>(
          group_, step.recv.of(unit), unit == me ? step.send.of(me) : slot(me, taken_, unit),
          step.recv.size_of(unit), call_.is_aligned);
    }
  }

  Progress& progress_;
};

/// Pushes lines, which tell by themselves that they have arrived.
template <class T>
class LineChannel : public Channel {
 public:
  static constexpr bool has_parts = false;

  __device__ static void execute(
      const CollectiveArguments& call, const Failures& failures, const StepsOfBlock<T>& steps)
  {
    LineChannel channel(call, failures, whole_block());
    for (std::size_t step = 0; step < steps.count(); ++step) {
      channel.push(steps[step]);
      channel.take(steps[step]);
    }
    channel.close();
  }

 private:
  static constexpr unsigned count = ChannelLayout::data_of_line / sizeof(T);
  using Channel::Channel;
  using Line = ChannelLayout::Line;
  using Values = Vector<T, count>;
  union Words {
    Values values;
    std::uint32_t words[2];
  };

  __device__ Line* lines(unsigned at, FlagWord number, unsigned from) const
  {
    return reinterpret_cast<Line*>(call_.memory[at] + layout_.lines(blockIdx.x, number, from));
  }

  __device__ Values values_for(const Step<T>& step, unsigned unit, std::size_t i) const
  {
    return load<count>(step.send.of(unit) + i, step.send.size_of(unit) - i, call_.is_aligned);
  }

  /// What this thread pushes first, which is loaded while it looks whether it may.
  __device__ Values first_values(const Step<T>& step) const
  {
    const unsigned unit = (call_.me + 1) % call_.units;
    const std::size_t i = group_.rank * count;
    const bool is_pushed = step.travels(call_.me, unit) && i < step.send.size_of(unit);
    return is_pushed ? values_for(step, unit, i) : Values{};
  }

  __device__ void push(const Step<T>& step)
  {
    const Values first = first_values(step);
    begin_push(step);
    if (!step.sends(call_.me) || has_given_up()) return;
    for (unsigned distance = 1; distance < call_.units; ++distance) {
      const unsigned unit = (call_.me + distance) % call_.units;
      if (!step.receives(unit)) continue;
      const std::size_t n = step.send.size_of(unit), begin = group_.rank * count;
      Line* const to = lines(unit, pushed_, call_.me);
      for (std::size_t i = begin; i < n; i += group_.size * count)
        write(to + i / count, distance == 1 && i == begin ? first : values_for(step, unit, i));
    }
  }

  /// A unit that pushes in this step has taken the step before; only others have to be told of
  /// this one, since a message delays the end of the kernel.
  __device__ void take(const Step<T>& step)
  {
    ++taken_;
    if (step.receives(call_.me) && !has_given_up()) take_lines(step);
    group_.sync();
    for_each_other([&](unsigned unit) {
      if (has_given_up()) return tell(unit);
      if (step.travels(unit, call_.me)) seen_ = taken_ - 1;
      if (!step.travels(call_.me, unit)) tell(unit);
    });
  }

  __device__ void take_lines(const Step<T>& step) const
  {
    const unsigned me = call_.me;
    const auto value_of = [&](unsigned unit, std::size_t i, std::size_t, bool) {
      return unit == me ? values_for(step, me, i) : read(lines(me, taken_, unit) + i / count, unit);
    };
    if (step.combines)
      return combine<count, 1>(group_, call_, step.recv.of(me), step.recv.size_of(me), value_of);
    for (unsigned unit = 0; unit < call_.units; ++unit) {
      T* const to = step.recv.of(unit);
      if (!step.sends(unit) || (unit == me && to == step.send.of(me))) continue;
      fill<count, 1>(
          group_, to, step.recv.size_of(unit), call_.is_aligned,
          [&](std::size_t i, std::size_t rest, bool aligned) {
            return value_of(unit, i, rest, aligned);
          });
    }
  }

  __device__ void write(Line* line, const Values& values) const
  {
    const Words data{values};
    const std::uint64_t number = pushed_ << 32;
    asm volatile("st.volatile.global.v2.u64 [%0], {%1, %2};" ::"l"(line),
                 "l"(number | data.words[0]), "l"(number | data.words[1])
                 : "memory");
  }

  __device__ Values read(const Line* line, unsigned unit) const
  {
    const auto number = static_cast<std::uint32_t>(taken_);
    Patience patience = this->patience();
    for (;;) {
      std::uint64_t first, second;
      asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];"
                   : "=l"(first), "=l"(second)
                   : "l"(line)
                   : "memory");
      const bool is_there = first >> 32 == number && second >> 32 == number;
      const bool is_over = !is_there && patience.is_over(unit, first >> 32);
      if (is_over) give_up();
      if (is_there || is_over) {
        Words data;
        data.words[0] = static_cast<std::uint32_t>(first);
        data.words[1] = static_cast<std::uint32_t>(second);
        return data.values;
      }
    }
  }
};

/// The kernel may be launched before the one in front of it in the stream ends: it waits for that
/// here, and lets the next one be launched. So two of them wait for room on the GPU at most.
__device__ void follow_kernel_before()
{
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

template <template <class> class Way, class T>
__global__ void __launch_bounds__(most_threads) execute(
    const __grid_constant__ CollectiveArguments call, const __grid_constant__ FaultPlace place)
{
  __shared__ bool given_up;
  follow_kernel_before();
  const StepsOfBlock<T> steps(call, Way<T>::has_parts);
  const Failures failures{place, given_up};
  if (threadIdx.x == 0) given_up = false;
  if (is_left_out(place)) return Channel(call, failures, whole_block()).skip(steps.count());
  Way<T>::execute(call, failures, steps);
}

/* ---- launches -------------------------------------------------------------------------------- */

/// Up to this size of a block, lines take less time than slots, although they have twice the size.
constexpr std::size_t most_bytes_in_lines = std::size_t(512) << 10;
/// Smaller chunks take as long as these.
constexpr std::size_t least_bytes_in_lines = 2048, least_bytes_in_slots = 8192;
/// Blocks with lines have at most so many threads. Those with slots have as many as there are,
/// because half of them push.
constexpr unsigned most_threads_with_lines = 512;

/// How a collective is divided; the same on all units.
struct Plan {
  bool in_lines;
  std::size_t chunk_bytes;  ///< a multiple of a vector
  unsigned channels, threads;
};

Plan plan_for(const QueueCollective& collective, std::size_t bytes)
{
  const auto units = static_cast<unsigned>(collective.channels.size());
  const ChannelLayout layout(units);
  const std::size_t in_all_lines = layout.channels * layout.line_data_bytes();
  const bool in_lines = bytes <= std::min(most_bytes_in_lines / (units - 1), in_all_lines);
  const std::size_t least = in_lines ? least_bytes_in_lines : least_bytes_in_slots;
  const std::size_t most = in_lines ? layout.line_data_bytes() : layout.slot_bytes();
  const std::size_t parts =
      collective.kind == QueueCollective::Kind::allreduce && !in_lines ? units : 1;
  const std::size_t even = (bytes / parts + layout.channels - 1) / layout.channels;
  const std::size_t part = std::clamp(even, std::min(least, most), most) + vector_bytes - 1;
  const std::size_t chunk = parts * (part / vector_bytes * vector_bytes);
  const std::size_t chunks = (bytes + chunk - 1) / chunk;
  const auto channels = static_cast<unsigned>(std::min<std::size_t>(chunks, layout.channels));
  if (!in_lines) return {false, chunk, channels, most_threads};
  const std::size_t warps = std::min(bytes, chunk) / (ChannelLayout::data_of_line * warp) + 1;
  return {
      true, chunk, channels,
      static_cast<unsigned>(std::min<std::size_t>(warps * warp, most_threads_with_lines))};
}

bool is_aligned(const QueueCollective& collective, std::size_t block_bytes, unsigned bytes)
{
  const auto places = reinterpret_cast<std::uintptr_t>(collective.send) |
                      reinterpret_cast<std::uintptr_t>(collective.recv);
  const bool has_blocks = collective.kind != QueueCollective::Kind::broadcast &&
                          collective.kind != QueueCollective::Kind::allreduce &&
                          collective.kind != QueueCollective::Kind::reduce;
  return (places | (has_blocks ? block_bytes : 0)) % bytes == 0;
}

/// Whether the kernels wait themselves for the one in front of them, so that the GPU may launch
/// them before it ends.
bool launches_early()
{
  static const bool does = is_compiled_for(&execute<LineChannel, unsigned>, 90);
  return does;
}

template <class T>
cudaError_t launch(
    const QueueCollective& collective, std::size_t bytes, const FaultPlace& place,
    cudaStream_t stream)
{
  const Plan plan = plan_for(collective, bytes);
  CollectiveArguments call{
      collective.kind,
      collective.operation,
      static_cast<unsigned>(collective.channels.size()),
      collective.me,
      collective.root,
      collective.send,
      collective.recv,
      bytes / sizeof(T),
      plan.chunk_bytes / sizeof(T),
      is_aligned(collective, bytes, vector_bytes),
      {}};
  std::copy(collective.channels.begin(), collective.channels.end(), call.memory);
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  const auto config =
      launch_config(plan.channels, plan.threads, stream, launches_early() ? &early : nullptr);
  return plan.in_lines ? cudaLaunchKernelEx(&config, execute<LineChannel, T>, call, place)
                       : cudaLaunchKernelEx(&config, execute<SlotChannel, T>, call, place);
}

}  // namespace

cudaError_t launch_collective(
    const QueueCollective& collective, const FaultPlace& place, cudaStream_t stream)
{
  if (!combines(collective.kind)) {  // words move faster than bytes
    const std::size_t bytes = collective.elements;
    using Word = unsigned;
    return bytes % sizeof(Word) == 0 && is_aligned(collective, bytes, sizeof(Word))
               ? launch<Word>(collective, bytes, place, stream)
               : launch<char>(collective, bytes, place, stream);
  }
  return with_represented_type(collective.type, [&]<class T>(T) {
    return launch<T>(collective, collective.elements * sizeof(T), place, stream);
  });
}

cudaError_t load_channel_kernels()
{
  return for_each_represented_type([]<class T>(T) {
    cudaFuncAttributes attributes;
    const cudaError_t lines = cudaFuncGetAttributes(&attributes, execute<LineChannel, T>);
    return lines != cudaSuccess ? lines
                                : cudaFuncGetAttributes(&attributes, execute<SlotChannel, T>);
  });
}

}  // namespace dart::cuda
