#include "team/device_collective.h"

#include <algorithm>

#include "base/copy_bytes.h"
#include "base/environment.h"

namespace dart {
namespace {

/// A unit takes so much memory for pieces of a buffer at most. From the default on, copies take
/// much longer than it takes to start them, and memory of smaller blocks is kept for the next call.
std::size_t scratch_limit()
{
  static const std::size_t limit = environment_size_or_default(env_collective_scratch);
  return limit;
}

/// Pieces and slices begin at multiples of this, so that kernels load whole sectors of memory.
constexpr std::size_t aligned_bytes = 256;
/// From this size on, broadcasts to several GPUs go in slices: the link of the root carries the
/// data once.
constexpr std::size_t sliced_broadcast_bytes = std::size_t(1) << 20;

/// From this size on, copy engines write results to host memory. Below, starting them takes longer.
constexpr std::size_t engine_bytes = std::size_t(1) << 20;

std::size_t aligned_down(std::size_t bytes)
{
  return bytes / aligned_bytes * aligned_bytes;
}

}  // namespace

std::size_t BlockBuffer::span_of_counts() const
{
  std::size_t end = 0;
  for (std::uint32_t block = 0; block < blocks; ++block) {
    if (bytes_of(block) > 0) end = std::max(end, offset_of(block) + bytes_of(block));
  }
  return end;
}

/// Collects copies, and executes them together; the host executes those in its own memory.
class DeviceCollective::Moves {
 public:
  explicit Moves(const GlobalMemory& memory) : arena_(memory.arena()), devices_(*memory.devices())
  {}

  void add(std::byte* to, const std::byte* from, std::size_t bytes)
  {
    if (to == nullptr || from == nullptr) result_ = DART_ERR_OTHER;
    if (to == from || bytes == 0 || result_ != DART_OK) return;
    if (arena_.has_host_bytes(to, bytes) && arena_.has_host_bytes(from, bytes)) {
      copy_bytes(to, from, bytes);
      return;
    }
    moves_[count_++] = {to, from, bytes};
    if (count_ == moves_.size()) execute();
  }
  dart_ret_t execute()
  {
    if (count_ > 0 && result_ == DART_OK) result_ = devices_.move({moves_.data(), count_});
    count_ = 0;
    return result_;
  }

 private:
  const Arena& arena_;
  DeviceSpace& devices_;
  std::array<DeviceSpace::Move, DeviceSpace::most_moves> moves_;
  std::size_t count_ = 0;
  dart_ret_t result_ = DART_OK;
};

/* ---- the units agree ------------------------------------------------------------------------- */

bool DeviceCollective::is_possible(const UnitTable& units, const Team& team)
{
  const auto& members = team.members();
  return team.is_on_one_host() && members.size() <= Combination::most_buffers &&
         std::any_of(members.begin(), members.end(), [&](dart_unit_t unit) {
           return units.of(unit).is_gpu();
         });
}

DeviceCollective::DeviceCollective(
    GlobalMemory& memory, const UnitTable& units, const Team& team, Board& board,
    const BlockBuffer& send, const BlockBuffer& recv, bool sends_from_copy)
    : memory_(memory),
      units_(units),
      team_(team),
      board_(board),
      send_{send},
      recv_{recv},
      block_bytes_(std::max(send.block_bytes, recv.block_bytes))
{
  for (std::uint32_t unit = 0; unit < team.size(); ++unit) {
    of_[unit].is_worker = units.of(team.global_id(unit)).is_gpu();
    if (unit == team.me()) worker_ = workers_;
    workers_ += of_[unit].is_worker ? 1 : 0;
  }
  // Where each unit has displacements of its own, only the unit knows them.
  send_.shown = describe(send, sends_from_copy || send.displacements != nullptr);
  recv_.shown = describe(recv, recv.displacements != nullptr && !of_[team.me()].is_worker);
  exchange_buffers();
  if (is_chosen_ && uses_scratch_) exchange_scratch();
}

DeviceCollective::~DeviceCollective()
{
  for (const Side* side : {&send_, &recv_}) {
    if (side->heap_offset) memory_.heap(side->choice()).free(*side->heap_offset);
  }
}

DeviceCollective::Shown DeviceCollective::describe(const BlockBuffer& buffer, bool needs_copy) const
{
  const std::size_t bytes = buffer.begin == nullptr ? 0 : buffer.span();
  if (bytes == 0) return {};
  const DeviceSpace& devices = *memory_.devices();
  const auto address = memory_.place_of_own(buffer.begin);
  const MemoryKind kind = memory_.kind_of_place(address);
  const bool on_device = kind == MemoryKind::device || devices.is_device(buffer.begin);
  const bool is_global = kind != MemoryKind::process && buffer.is_aligned() && !needs_copy;
  return {address, is_global ? Shown::global : Shown::unreachable, on_device};
}

/// Whether kernels of this unit reach the memory of all GPU units of the team.
bool DeviceCollective::reaches_all() const
{
  for (std::uint32_t unit = 0; unit < team_.size(); ++unit) {
    const std::uint32_t index = units_.hosts().index_of(team_.global_id(unit));
    if (of_[unit].is_worker && !memory_.devices()->kernels_reach(index)) return false;
  }
  return true;
}

void DeviceCollective::exchange_buffers()
{
  struct Buffers {
    Shown send, recv;
    std::size_t piece;  // bytes of each block for which the unit would take memory
    bool can_work;
  };
  std::size_t piece = scratch_limit() / std::max(send_.buffer.blocks, recv_.buffer.blocks);
  const bool can_work = !of_[team_.me()].is_worker || reaches_all();
  bool all_can_work = true;
  const auto note = [this](const Shown& shown) {
    const bool is_scratch = shown.state == Shown::unreachable;
    uses_scratch_ = uses_scratch_ || is_scratch;
    return Known{shown.place, is_scratch};
  };
  board_.exchange(
      Buffers{send_.shown, recv_.shown, piece, can_work},
      [&](std::uint32_t unit, const Buffers& theirs) {
        of_[unit].send = note(theirs.send);
        of_[unit].recv = note(theirs.recv);
        has_device_memory_ = has_device_memory_ || theirs.send.on_device || theirs.recv.on_device;
        all_can_work = all_can_work && theirs.can_work;
        piece = std::min(piece, theirs.piece);
      });
  piece_bytes_ = block_bytes_;
  if (uses_scratch_)
    piece_bytes_ = std::min(block_bytes_, std::max(aligned_bytes, aligned_down(piece)));
  is_chosen_ = has_device_memory_ && all_can_work;
}

/// The units take memory for what others cannot access. If one of them gets none, the GPUs do not
/// do the work.
void DeviceCollective::exchange_scratch()
{
  struct Places {
    std::uint64_t send, recv;
    bool is_complete;
  };
  const bool is_complete = take_scratch(send_) && take_scratch(recv_);
  const auto place_of = [](const Side& side) {
    return reinterpret_cast<std::uint64_t>(side.scratch);
  };
  board_.exchange(
      Places{place_of(send_), place_of(recv_), is_complete},
      [&](std::uint32_t unit, const Places& theirs) {
        if (of_[unit].send.is_scratch) of_[unit].send.place = theirs.send;
        if (of_[unit].recv.is_scratch) of_[unit].recv.place = theirs.recv;
        is_chosen_ = is_chosen_ && theirs.is_complete;
      });
}

bool DeviceCollective::take_scratch(Side& side)
{
  if (side.shown.state != Shown::unreachable) return true;
  side.heap_offset = memory_.heap(side.choice()).allocate(side.buffer.blocks * piece_bytes_);
  if (!side.heap_offset) return false;
  side.scratch =
      reinterpret_cast<std::byte*>(memory_.heap_address(side.choice(), *side.heap_offset));
  return true;
}

/* ---- pieces and addresses -------------------------------------------------------------------- */

/// Calls \c work() for each piece of the blocks.
template <class Work>
dart_ret_t DeviceCollective::in_pieces(Work work)
{
  dart_ret_t own = DART_OK;
  for (piece_at_ = 0; piece_at_ < block_bytes_; piece_at_ += piece_bytes_) {
    dart_ret_t result = copy_piece(send_, Copy::in);
    // Others read from this unit's scratch memory only after that.
    if (uses_scratch_) board_.meet();
    if (result == DART_OK) result = work();
    if (!board_.holds_everywhere(result == DART_OK)) return DART_ERR_OTHER;
    const dart_ret_t copied = copy_piece(recv_, Copy::out);
    if (own == DART_OK) own = copied;
  }
  return own;
}

/// Copies the current piece between the buffer and its scratch memory, if it has any.
dart_ret_t DeviceCollective::copy_piece(const Side& side, Copy direction) const
{
  if (side.scratch == nullptr) return DART_OK;
  DeviceSpace& devices = *memory_.devices();
  bool is_started = false;  // a copy that may go on, even if a later one fails
  dart_ret_t result = DART_OK;
  for (std::uint32_t block = 0; block < side.buffer.blocks; ++block) {
    const std::size_t bytes = side.buffer.bytes_of(block);
    if (bytes <= piece_at_) continue;
    std::byte* const user = side.buffer.begin + side.buffer.offset_of(block) + piece_at_;
    std::byte* const scratch = side.scratch + block * piece_bytes_;
    std::byte* const to = direction == Copy::in ? scratch : user;
    const std::byte* const from = direction == Copy::in ? user : scratch;
    const std::size_t some = std::min(piece_bytes_, bytes - piece_at_);
    if (!side.shown.on_device) {
      copy_bytes(to, from, some);
      continue;
    }
    DeviceSpace::Ticket ticket = 0;
    const dart_ret_t started = devices.start_copy(to, from, some, &ticket);
    if (started != DART_OK) result = started;
    is_started = is_started || ticket != 0;
  }
  const dart_ret_t flushed = is_started ? devices.flush() : DART_OK;
  return result == DART_OK ? flushed : result;
}

/// The address by which this unit's GPU accesses memory of any unit; nullptr, after a message, if
/// it cannot.
std::byte* DeviceCollective::resolve(std::uint64_t place, std::size_t bytes) const
{
  auto* const address = reinterpret_cast<std::byte*>(place);
  const Arena& arena = memory_.arena();
  if (!arena.is_device_address(address)) {
    const bool by_gpu = of_[team_.me()].is_worker;
    return by_gpu ? memory_.devices()->reach_host(address, bytes) : address;
  }
  const auto unit = static_cast<std::uint32_t>(arena.unit_of(address));
  return memory_.devices()->reach(unit, arena.offset_of(address), bytes);
}

bool DeviceCollective::is_on_host(const Known& known) const
{
  return !memory_.arena().is_device_address(reinterpret_cast<const std::byte*>(known.place));
}

/// \param slice  of the block, within the current piece
std::byte* DeviceCollective::address_in(
    const Known& known, const BlockBuffer& layout, std::uint32_t block, Slice slice) const
{
  const std::size_t offset = known.is_scratch ? block * piece_bytes_ + (slice.begin - piece_at_)
                                              : layout.offset_of(block) + slice.begin;
  return resolve(known.place + offset, slice.bytes);
}

/// Whether this unit is the GPU unit that works for another one.
bool DeviceCollective::works_for(std::uint32_t unit) const
{
  if (!of_[team_.me()].is_worker) return false;
  return of_[unit].is_worker ? unit == team_.me() : unit % workers_ == worker_;
}

/// Whether this unit copies what one unit receives of another one.
bool DeviceCollective::copies(std::uint32_t receiver, std::uint32_t sender) const
{
  const std::uint32_t me = team_.me();
  if (is_on_host(of_[receiver].recv) && is_on_host(of_[sender].send)) return receiver == me;
  if (of_[receiver].is_worker) return receiver == me;
  return of_[sender].is_worker ? sender == me : works_for(receiver);
}

/// The slice of the current piece that a GPU unit works on.
DeviceCollective::Slice DeviceCollective::slice_of_worker(std::uint32_t worker) const
{
  const std::size_t bytes = std::min(piece_bytes_, block_bytes_ - piece_at_);
  const auto cut = [&](std::uint32_t number) {
    return number == workers_ ? bytes : aligned_down(bytes * number / workers_);
  };
  return {piece_at_ + cut(worker), cut(worker + 1) - cut(worker)};
}

/* ---- data that move -------------------------------------------------------------------------- */

/// \param sources  calls its second argument with unit, block there, block here and bytes for each
///   block that a unit receives
template <class Sources>
dart_ret_t DeviceCollective::move(Sources sources)
{
  return in_pieces([&] {
    Moves moves(memory_);
    for (std::uint32_t unit = 0; unit < team_.size(); ++unit) {
      sources(
          unit, [&](std::uint32_t from, std::uint32_t from_block, std::uint32_t to_block,
                    std::size_t bytes) {
            if (bytes <= piece_at_ || !copies(unit, from)) return;
            const Slice slice{piece_at_, std::min(piece_bytes_, bytes - piece_at_)};
            moves.add(
                address_in(of_[unit].recv, recv_.buffer, to_block, slice),
                address_in(of_[from].send, send_.buffer, from_block, slice), slice.bytes);
          });
    }
    return moves.execute();
  });
}

dart_ret_t DeviceCollective::broadcast(std::uint32_t root)
{
  const bool only_gpus = workers_ == team_.size();
  if (only_gpus && workers_ > 2 && block_bytes_ >= sliced_broadcast_bytes)
    return broadcast_slices(root);
  return move([=, this](std::uint32_t unit, auto from) {
    if (unit != root) from(root, 0, 0, block_bytes_);
  });
}

/// Each GPU gets a slice from the root, and then the other slices from the other GPUs.
dart_ret_t DeviceCollective::broadcast_slices(std::uint32_t root)
{
  const std::uint32_t me = team_.me();
  const auto get = [&](Moves& moves, std::uint32_t from, std::uint32_t number) {
    const Slice slice = slice_of_worker(number);
    const Known& there = from == root ? of_[from].send : of_[from].recv;
    moves.add(
        address_in(of_[me].recv, recv_.buffer, 0, slice),
        address_in(there, from == root ? send_.buffer : recv_.buffer, 0, slice), slice.bytes);
  };
  return in_pieces([&] {
    Moves first(memory_), others(memory_);
    if (me != root) get(first, root, me);
    const bool is_ready = first.execute() == DART_OK;
    if (!board_.holds_everywhere(is_ready)) return DART_ERR_OTHER;
    for (std::uint32_t unit = 0; me != root && unit < team_.size(); ++unit) {
      if (unit != me) get(others, unit, unit);
    }
    return others.execute();
  });
}

dart_ret_t DeviceCollective::scatter(std::uint32_t root)
{
  return move([=, this](std::uint32_t unit, auto from) { from(root, unit, 0, block_bytes_); });
}

dart_ret_t DeviceCollective::gather(std::uint32_t root)
{
  return move([=, this](std::uint32_t unit, auto from) {
    for (std::uint32_t sender = 0; unit == root && sender < team_.size(); ++sender)
      from(sender, 0, sender, block_bytes_);
  });
}

dart_ret_t DeviceCollective::allgather()
{
  return move([this](std::uint32_t, auto from) {
    for (std::uint32_t sender = 0; sender < team_.size(); ++sender)
      from(sender, 0, sender, recv_.buffer.bytes_of(sender));
  });
}

dart_ret_t DeviceCollective::alltoall()
{
  return move([this](std::uint32_t unit, auto from) {
    for (std::uint32_t sender = 0; sender < team_.size(); ++sender)
      from(sender, unit, sender, block_bytes_);
  });
}

dart_ret_t DeviceCollective::exchange(const BlockCounts& counts)
{
  return move([&](std::uint32_t unit, auto from) {
    for (std::uint32_t sender = 0; sender < team_.size(); ++sender) {
      const std::size_t bytes = counts.bytes(sender, unit);
      if (bytes > 0) from(sender, counts.block_sent(unit), counts.block_received(sender), bytes);
    }
  });
}

/* ---- data that are combined ------------------------------------------------------------------ */

/// Collects combinations, and executes them together.
class DeviceCollective::Combinations {
 public:
  explicit Combinations(DeviceSpace& devices) : devices_(devices) {}

  /// The place for the next combination, which add() then takes.
  struct Buffers {
    std::array<const std::byte*, Combination::most_buffers> from;
    std::array<std::byte*, Combination::most_buffers> to;
  };
  Buffers& next() { return buffers_[count_]; }
  void add(const Elements& elements, const Job& job, std::size_t bytes, std::size_t targets)
  {
    const Buffers& buffers = buffers_[count_];
    combinations_[count_++] = {
        job.how,
        elements.type,
        elements.operation,
        bytes / basic_type_bytes[elements.type],
        {buffers.from.data(), job.sources},
        {buffers.to.data(), targets}};
    if (count_ == combinations_.size()) execute();
  }
  dart_ret_t execute()
  {
    if (count_ > 0 && result_ == DART_OK)
      result_ = devices_.combine({combinations_.data(), count_});
    count_ = 0;
    return result_;
  }

 private:
  static constexpr std::size_t most = 8;

  DeviceSpace& devices_;
  std::array<Buffers, most> buffers_;
  std::array<Combination, most> combinations_;
  std::size_t count_ = 0;
  dart_ret_t result_ = DART_OK;
};

dart_ret_t DeviceCollective::combine(
    const Elements& elements, const Job& job, std::uint32_t block, Slice slice,
    Combinations& together)
{
  if (slice.bytes == 0 || job.sources == 0) return DART_OK;
  const auto is_target_on_host = [&](std::uint32_t unit) { return is_on_host(of_[unit].recv); };
  std::uint32_t on_host = 0;
  for (std::uint32_t unit = job.first_target; unit < job.end_targets; ++unit)
    on_host += is_target_on_host(unit) ? 1 : 0;
  bool by_engine = job.how == Combining::reduction && on_host > 0 && slice.bytes >= engine_bytes;
  if (by_engine && on_host == job.end_targets - job.first_target) {
    if (const auto done = combine_for_host(elements, job, block, slice)) return *done;
    by_engine = false;
  }
  Combinations::Buffers& buffers = together.next();
  if (!find_sources(job, block, slice, buffers.from)) return DART_ERR_OTHER;
  std::size_t targets = 0;
  std::byte* first = nullptr;
  for (std::uint32_t unit = job.first_target; unit < job.end_targets; ++unit) {
    if (by_engine && is_target_on_host(unit)) continue;
    std::byte* const to = address_in(of_[unit].recv, recv_.buffer, 0, slice);
    if (to == nullptr) return DART_ERR_OTHER;
    if (first == nullptr || unit == team_.me()) first = to;
    buffers.to[targets++] = to;
  }
  together.add(elements, job, slice.bytes, targets);
  if (!by_engine) return DART_OK;
  const dart_ret_t combined = together.execute();
  return combined == DART_OK ? copy_to_host(job, slice, first) : combined;
}

bool DeviceCollective::find_sources(
    const Job& job, std::uint32_t block, Slice slice,
    std::array<const std::byte*, Combination::most_buffers>& from) const
{
  for (std::uint32_t unit = 0; unit < job.sources; ++unit) {
    from[unit] = address_in(of_[unit].send, send_.buffer, block, slice);
    if (from[unit] == nullptr) return false;
  }
  return true;
}

/// Copies a result to the targets in host memory: the copy engines write there several times as
/// fast as kernels.
dart_ret_t DeviceCollective::copy_to_host(
    const Job& job, Slice slice, const std::byte* result) const
{
  Moves moves(memory_);
  for (std::uint32_t unit = job.first_target; unit < job.end_targets; ++unit) {
    if (!is_on_host(of_[unit].recv)) continue;
    moves.add(address_in(of_[unit].recv, recv_.buffer, 0, slice), result, slice.bytes);
  }
  return moves.execute();
}

/// Combines into temporary memory of this GPU, and copies from there. \return nullopt if there is
/// no memory
std::optional<dart_ret_t> DeviceCollective::combine_for_host(
    const Elements& elements, const Job& job, std::uint32_t block, Slice slice)
{
  const std::size_t most = std::min(slice.bytes, scratch_limit());
  Heap& heap = memory_.heap(DART_MEMORY_UNIT);
  const auto offset = heap.allocate(most);
  if (!offset) return std::nullopt;
  std::byte* const result = resolve(memory_.heap_address(DART_MEMORY_UNIT, *offset), most);
  dart_ret_t done = result == nullptr ? DART_ERR_OTHER : DART_OK;
  for (std::size_t at = 0; at < slice.bytes && done == DART_OK; at += most) {
    const Slice part{slice.begin + at, std::min(most, slice.bytes - at)};
    Combinations one(*memory_.devices());
    Combinations::Buffers& buffers = one.next();
    if (!find_sources(job, block, part, buffers.from)) {
      done = DART_ERR_OTHER;
      break;
    }
    buffers.to[0] = result;
    one.add(elements, job, part.bytes, 1);
    done = one.execute();
    if (done == DART_OK) done = copy_to_host(job, part, result);
  }
  heap.free(*offset);
  return done;
}

/// Each GPU unit combines a slice: as it alone reads and writes it, results may overwrite operands,
/// and they are the same bits on all units.
dart_ret_t DeviceCollective::combine_slices(const Elements& elements, const Job& job)
{
  return in_pieces([&] {
    const Slice mine = of_[team_.me()].is_worker ? slice_of_worker(worker_) : Slice{0, 0};
    Combinations together(*memory_.devices());
    const dart_ret_t begun = combine(elements, job, 0, mine, together);
    return begun == DART_OK ? together.execute() : begun;
  });
}

dart_ret_t DeviceCollective::reduce(const Elements& elements, std::uint32_t root)
{
  return combine_slices(elements, {Combining::reduction, team_.size(), root, root + 1});
}

dart_ret_t DeviceCollective::allreduce(const Elements& elements)
{
  return combine_slices(elements, {Combining::reduction, team_.size(), 0, team_.size()});
}

dart_ret_t DeviceCollective::scan(const Elements& elements)
{
  return combine_slices(elements, {Combining::scan, team_.size(), 0, team_.size()});
}

dart_ret_t DeviceCollective::exscan(const Elements& elements)
{
  return combine_slices(elements, {Combining::scan, team_.size() - 1, 1, team_.size()});
}

dart_ret_t DeviceCollective::reduce_scatter(const Elements& elements)
{
  return in_pieces([&] {
    const Slice piece{piece_at_, std::min(piece_bytes_, block_bytes_ - piece_at_)};
    Combinations together(*memory_.devices());
    dart_ret_t begun = DART_OK;
    for (std::uint32_t block = 0; block < team_.size() && begun == DART_OK; ++block) {
      const Job job{Combining::reduction, team_.size(), block, block + 1};
      if (works_for(block)) begun = combine(elements, job, block, piece, together);
    }
    return begun == DART_OK ? together.execute() : begun;
  });
}

}  // namespace dart
