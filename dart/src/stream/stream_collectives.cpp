#include "stream/stream_collectives.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "base/collective_mismatch.h"
#include "base/optional_offset.h"
#include "dash/dart/if/dart_error.h"
#include "memory/channel_layout.h"
#include "team/collectives.h"

namespace dart {
namespace {

/// What kernels execute; nullopt for other collectives.
std::optional<QueueCollective::Kind> kind_of(const StreamCollective& collective)
{
  using Kind = QueueCollective::Kind;
  if (!collective.fits_devices) return std::nullopt;
  switch (collective.call.which()) {
    case Collective::bcast:
      return Kind::broadcast;
    case Collective::reduce:
      return Kind::reduce;
    case Collective::allreduce:
      return Kind::allreduce;
    case Collective::reduce_scatter:
      return Kind::reduce_scatter;
    case Collective::allgather:
      return Kind::allgather;
    case Collective::alltoall:
      return Kind::alltoall;
    default:
      return std::nullopt;
  }
}

}  // namespace

/// The place of a collective in the team's log, which is kept if the collective is added.
class StreamCollectives::NotedCall {
 public:
  /// \throws CollectiveMismatch if another unit has added another one in its place
  NotedCall(const Stream& stream, Team& team, const CollectiveCall& call) : log_(team.call_log())
  {
    if (log_ == nullptr) return;
    if (stream.device->is_captured()) log_->close();
    const auto other = log_->add(call);
    if (!other) return;
    Mismatch mismatch;
    mismatch.add({team.global_id(team.me()), team.id(), call});
    mismatch.add({team.global_id(other->unit), team.id(), other->call});
    throw CollectiveMismatch(mismatch.text(team.id(), team.members()));
  }
  NotedCall(const NotedCall&) = delete;
  NotedCall& operator=(const NotedCall&) = delete;
  ~NotedCall()
  {
    if (log_ != nullptr) log_->take_back();
  }

  void keep() { log_ = nullptr; }

 private:
  CallLog* log_;
};

/// A buffer as kernels in a stream access it: itself, or global memory of this unit to which the
/// host copies it, and from which it copies it back.
class StreamCollectives::Staged {
 public:
  Staged(GlobalMemory& memory, const Stream& stream, const BlockBuffer& buffer)
      : memory_(memory),
        buffer_(buffer),
        bytes_(buffer.begin == nullptr ? 0 : buffer.span())
  {
    if (bytes_ == 0) return;
    if (buffer.is_aligned() && stream.device->reaches(buffer.begin, bytes_)) return;
    offset_ = memory.heap(DART_MEMORY_UNIT).allocate(bytes_);
    is_complete_ = static_cast<bool>(offset_);
    if (!offset_) return;
    const auto* const address =
        reinterpret_cast<std::byte*>(memory.heap_address(DART_MEMORY_UNIT, *offset_));
    const auto unit = static_cast<std::uint32_t>(memory.arena().unit_of(address));
    copy_ = memory.devices()->reach(unit, memory.arena().offset_of(address), bytes_);
    is_complete_ = copy_ != nullptr;
  }
  Staged(const Staged&) = delete;
  Staged& operator=(const Staged&) = delete;
  ~Staged()
  {
    if (offset_) memory_.heap(DART_MEMORY_UNIT).free(*offset_);
  }

  /// Whether there is memory for a copy if one is needed.
  bool is_complete() const { return is_complete_; }
  bool is_copy() const { return copy_ != nullptr; }
  std::byte* address() const
  {
    if (bytes_ == 0) return nullptr;
    return is_copy() ? copy_ : buffer_.begin;
  }
  dart_ret_t copy_in() const { return memory_.devices()->copy(copy_, buffer_.begin, bytes_); }
  dart_ret_t copy_out() const { return memory_.devices()->copy(buffer_.begin, copy_, bytes_); }

 private:
  GlobalMemory& memory_;
  BlockBuffer buffer_;
  std::size_t bytes_;
  OptionalOffset offset_;
  std::byte* copy_ = nullptr;
  bool is_complete_ = true;
};

/// Kernels that wait for each other on one GPU would take turns in time slices.
bool StreamCollectives::has_own_gpus(const Team& team) const
{
  std::set<int> gpus;
  for (const dart_unit_t unit : team.members())
    gpus.insert(memory_.devices()->gpu_of(units_.hosts().index_of(unit)));
  return gpus.size() == team.size();
}

/// The units agree whether kernels execute collectives, and take memory for them.
dart_ret_t StreamCollectives::prepare_channels(
    Team& team, const CollectiveCall& call, const char* function)
{
  const bool can_work = team.size() > 1 && team.size() <= ChannelLayout::most_units &&
                        streams_.can_meet_on_device(team) && has_own_gpus(team);
  team.board().begin(call);
  if (!team.board().holds_everywhere(can_work)) {
    team.set_channel_segment(0);
    return DART_OK;
  }
  const ChannelLayout layout(team.size());
  std::int16_t segment = 0;
  const dart_ret_t taken = streams_.take_segment(
      team, DART_MEMORY_UNIT, layout.bytes(), layout.zeroed_bytes(), function, &segment);
  if (taken != DART_OK) return taken;
  team.set_channel_segment(segment);
  team.begin_call_log();
  return DART_OK;
}

/// A unit alone receives what it sends. \return DART_ERR_NOTFOUND, and nothing is added, if the GPU
/// does not copy that
dart_ret_t StreamCollectives::add_alone(
    const Stream& stream, const StreamCollective& collective) const
{
  const BlockBuffer& send = collective.send;
  const BlockBuffer& recv = collective.recv;
  const std::size_t bytes = send.block_bytes;
  if (send.begin == nullptr || recv.begin == nullptr || send.begin == recv.begin || bytes == 0)
    return DART_OK;
  const bool is_copied = memory_.is_device(send.begin) || memory_.is_device(recv.begin);
  if (!is_copied || !stream.device->reaches(send.begin, bytes) ||
      !stream.device->reaches(recv.begin, bytes)) {
    return DART_ERR_NOTFOUND;
  }
  return stream.device->copy(recv.begin, send.begin, bytes);
}

dart_ret_t StreamCollectives::add(
    Stream& stream, Team& team, const StreamCollective& collective, const Body& body,
    const char* function)
{
  const bool has_gpus = team.is_on_one_host() && memory_.devices() != nullptr &&
                        memory_.devices()->backend() == DART_GPU_CUDA;
  if (stream.device != nullptr && team.size() == 1 && kind_of(collective)) {
    const dart_ret_t added = add_alone(stream, collective);
    if (added != DART_ERR_NOTFOUND) return added;
  }
  if (has_gpus && !team.channel_segment()) {
    const dart_ret_t prepared = prepare_channels(team, collective.call, function);
    if (prepared != DART_OK) return prepared;
  }
  if (has_gpus && *team.channel_segment() != 0 && kind_of(collective)) {
    NotedCall noted(stream, team, collective.call);
    const dart_ret_t added = add_to_device(stream, team, collective, function);
    if (added == DART_OK) noted.keep();
    return added;
  }
  Board& board = team.board_of_streams(streams_.limit());
  return streams_.add(stream, function, [&board, call = collective.call, body] {
    board.begin(call);
    return body(board);
  });
}

dart_ret_t StreamCollectives::add_to_device(
    Stream& stream, const Team& team, const StreamCollective& collective, const char* function)
{
  std::array<std::byte*, ChannelLayout::most_units> channels{};
  for (std::uint32_t unit = 0; unit < team.size(); ++unit) {
    const auto part = streams_.reached_part(stream, team, *team.channel_segment(), unit);
    if (!part) return DART_ERR_OTHER;
    channels[unit] = part->begin;
  }
  const auto kind = *kind_of(collective);
  const dart_datatype_t type = combines(kind) ? collective.call.type() : DART_TYPE_BYTE;
  const std::size_t element_bytes = describe(type)->element_bytes;
  const auto send = std::make_shared<Staged>(memory_, stream, collective.send);
  const auto recv = std::make_shared<Staged>(memory_, stream, collective.recv);
  DART_REQUIRE(
      send->is_complete() && recv->is_complete(), DART_ERR_NOMEM,
      "%s: no memory for a copy of a buffer that the GPU does not access, or not aligned; use "
      "aligned global memory, or memory of CUDA",
      function);
  const std::size_t bytes = std::max(collective.send.block_bytes, collective.recv.block_bytes);
  dart_ret_t added = DART_OK;
  if (send->is_copy()) added = streams_.add(stream, function, [send] { return send->copy_in(); });
  if (added != DART_OK || bytes == 0) return added;
  added = stream.device->collective(
      {kind,
       team.me(),
       collective.call.root(),
       send->address(),
       recv->address(),
       bytes / element_bytes,
       type,
       collective.call.operation(),
       {channels.data(), team.size()}},
      collective.call.text(&team.members()) + " of team " + std::to_string(team.id()));
  if (added != DART_OK || (!send->is_copy() && !recv->is_copy())) return added;
  // Copies exist until this call.
  return streams_.add(
      stream, function, [send, recv] { return recv->is_copy() ? recv->copy_out() : DART_OK; });
}

}  // namespace dart
