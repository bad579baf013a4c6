#include "stream/streams.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/environment.h"
#include "dash/dart/if/dart_error.h"
#include "memory/host_buffer.h"
#include "stream/host_queue.h"
#include "team/collectives.h"

namespace dart {

StreamTable stream_table;

namespace {

std::string describe(dart_gptr_t flag)
{
  return "the flag at offset " + std::to_string(flag.addr_or_offs.offset) + " of segment " +
         std::to_string(flag.segid) + " of team " + std::to_string(flag.teamid) + ", unit " +
         std::to_string(flag.unitid);
}

/// The word with an index in the part that a unit of the team has of a segment.
dart_gptr_t word_of(dart_gptr_t words, std::uint32_t unit, std::uint64_t index)
{
  words.unitid = static_cast<dart_unit_t>(unit);
  words.addr_or_offs.offset = index * sizeof(FlagWord);
  return words;
}

// Words of a unit for the barriers of a team: the number of those that it has begun, then, for each
// unit, the number of the latest one in which that unit was seen.
constexpr std::uint64_t count_at = 0, arrived_at = 1;

}  // namespace

Streams::Streams(
    const Teams& teams, GlobalMemory& memory, const UnitTable& units, const Routes& routes,
    Segments& segments, const Transfers& transfers, const AtomicOperations& atomics,
    const Notifications& notifications)
    : teams_(teams),
      memory_(memory),
      units_(units),
      routes_(routes),
      segments_(segments),
      transfers_(transfers),
      atomics_(atomics),
      notifications_(notifications),
      limit_(environment_integer_or_default(env_stream_timeout))
{}

dart_ret_t Streams::create(void* native, dart_stream_t* stream, const char* function)
{
  DART_REQUIRE(
      has_gpu() || native == nullptr, DART_ERR_INVAL,
      "%s: unit %d has no streams of CUDA; create one by dart_stream_create", function,
      units_.me());
  Stream made;
  const dart_ret_t opened = open(QueueUse::program, native, &made);
  if (opened != DART_OK) return opened;
  *stream = reinterpret_cast<dart_stream_t>(stream_table.add(std::move(made)));
  return DART_OK;
}

dart_ret_t Streams::open(QueueUse use, void* native, Stream* stream) const
{
  if (!has_gpu()) {
    stream->queue = std::make_unique<HostQueue>();
    return DART_OK;
  }
  auto queue = memory_.devices()->make_queue(use, native, limit_);
  if (queue == nullptr) return DART_ERR_OTHER;
  stream->device = queue.get();
  stream->queue = std::move(queue);
  return DART_OK;
}

/// Whether a GPU executes the streams of this unit.
bool Streams::has_gpu() const
{
  return units_.mine().is_gpu() && memory_.devices()->backend() == DART_GPU_CUDA;
}

std::byte* Streams::kernel_address(dart_gptr_t gptr, std::size_t bytes, const char* function) const
{
  Target target{};
  if (resolve(teams_, gptr, bytes, function, &target) != DART_OK) return nullptr;
  if (memory_.devices() == nullptr) return target.mapped();
  return routes_.kernel_address(target, bytes);
}

dart_ret_t Streams::add(
    Stream& stream, const char* function, std::function<dart_ret_t()> operation) const
{
  return stream.queue->call(
      [failure = stream.failure.get(), function, user_call = dart_current_call,
       operation = std::move(operation)] { failure->run(function, user_call, operation); });
}

dart_ret_t Streams::call(Stream& stream, void (*function)(void*), void* argument) const
{
  return add(stream, "dart_stream_call", [=] { return function(argument), DART_OK; });
}

/// The address by which the GPU that executes a stream reaches a target; nullptr if a thread has to
/// do it.
std::byte* Streams::reached(const Stream& stream, const Target& target, std::size_t bytes) const
{
  const bool is_known =
      stream.device != nullptr && target.part->is_here && target.part->kind != MemoryKind::process;
  return is_known ? routes_.kernel_address(target, bytes) : nullptr;
}

/// Does what reached() does, for copies from or to a buffer. CUDA copies between two places of host
/// memory at once, and so would wait for the stream.
std::byte* Streams::reached_from(
    const Stream& stream, const Target& target, const void* buffer, std::size_t bytes) const
{
  const bool is_copied_by_gpu =
      stream.device != nullptr &&
      (target.part->kind == MemoryKind::device || memory_.is_device(buffer));
  if (!is_copied_by_gpu || !stream.device->reaches(buffer, bytes)) return nullptr;
  return reached(stream, target, bytes);
}

FlagWord* Streams::reached_flag(const Stream& stream, const Target& flag) const
{
  return reinterpret_cast<FlagWord*>(reached(stream, flag, sizeof(FlagWord)));
}

/// Whether there is a buffer for the elements of a transfer; says so if not.
dart_ret_t Streams::check_buffer(const TransferRequest& request, const char* function)
{
  DART_REQUIRE(
      request.buffer != nullptr || request.elements == 0, DART_ERR_INVAL, "%s: the buffer is null",
      function);
  return DART_OK;
}

/// \param request  of a basic type, \c target_type
dart_ret_t Streams::find_target(
    const TransferRequest& request, const char* function, std::size_t* bytes, Target* target) const
{
  if (!contiguous_bytes(request.elements, request.target_type, function, bytes))
    return DART_ERR_INVAL;
  return resolve(teams_, request.gptr, *bytes, function, target);
}

dart_ret_t Streams::transfer(
    Stream& stream, const TransferRequest& request, const char* function) const
{
  const dart_ret_t checked = check_buffer(request, function);
  if (checked != DART_OK) return checked;
  const dart_datatype_t type = request.source_type;
  if (stream.device != nullptr && type == request.target_type && is_basic(type)) {
    std::size_t bytes = 0;
    Target target{};
    const dart_ret_t found = find_target(request, function, &bytes, &target);
    if (found != DART_OK || bytes == 0) return found;
    std::byte* const place = reached_from(stream, target, request.buffer, bytes);
    if (place != nullptr) {
      return request.direction == Direction::put
                 ? stream.device->copy(place, request.buffer, bytes)
                 : stream.device->copy(request.buffer, place, bytes);
    }
  }
  return add(stream, function, [this, request, function] {
    return transfers_.complete(request, function);
  });
}

dart_ret_t Streams::copy_box(
    Stream& stream, void* to, const void* from, const Box& box, const char* function) const
{
  if (box.is_empty()) return DART_OK;
  const bool is_copied_by_gpu =
      stream.device != nullptr && (memory_.is_device(to) || memory_.is_device(from));
  if (is_copied_by_gpu && stream.device->reaches(to, box.to_span()) &&
      stream.device->reaches(from, box.from_span())) {
    const dart_ret_t copied = stream.device->copy_box(to, from, box);
    if (copied != DART_ERR_NOTFOUND) return copied;
  }
  return add(stream, function, [devices = memory_.devices(), to, from, box] {
    if (devices != nullptr) return devices->copy_box(to, from, box);
    dart::copy_box(
        box.simplified(), static_cast<std::byte*>(to), static_cast<const std::byte*>(from));
    return DART_OK;
  });
}

dart_ret_t Streams::check(const NotifiedPut& put, const char* function) const
{
  Target data{}, flag{};
  std::size_t bytes = 0;
  const dart_ret_t checked = Notifications::check(put, function);
  return checked == DART_OK ? notifications_.find_targets(put, function, &bytes, &data, &flag)
                            : checked;
}

dart_ret_t Streams::check(const TransferRequest& request, const char* function) const
{
  const dart_ret_t checked = check_buffer(request, function);
  if (checked != DART_OK || !is_basic(request.target_type)) return checked;
  Target target{};
  std::size_t bytes = 0;
  return find_target(request, function, &bytes, &target);
}

dart_ret_t Streams::check(const DescribedPut& put, const char* function) const
{
  return find_segment(teams_, put.segment, function) == nullptr ? DART_ERR_INVAL : DART_OK;
}

dart_ret_t Streams::write(
    dart_gptr_t to, const void* from, std::size_t bytes, const char* function) const
{
  return transfers_.complete(
      {Direction::put, to, const_cast<void*>(from), bytes, DART_TYPE_BYTE, DART_TYPE_BYTE},
      function);
}

dart_ret_t Streams::put_notify(Stream& stream, const NotifiedPut& put, const char* function) const
{
  Target data{}, flag{};
  std::size_t bytes = 0;
  const dart_ret_t found = notifications_.find_targets(put, function, &bytes, &data, &flag);
  if (found != DART_OK) return found;
  // The processor and the GPU add to a word of host memory in ways that do not exclude each other.
  const bool is_word_of_gpu =
      put.update == FlagUpdate::set || flag.part->kind == MemoryKind::device;
  FlagWord* const word = is_word_of_gpu ? reached_flag(stream, flag) : nullptr;
  const bool has_data = bytes > 0;
  std::byte* const place =
      word != nullptr && has_data ? reached_from(stream, data, put.source, bytes) : nullptr;
  if (word == nullptr || (has_data && place == nullptr)) {
    return add(
        stream, function, [this, put, function] { return notifications_.put(put, function); });
  }
  const bool is_of_gpus =
      has_data && data.part->kind == MemoryKind::device && memory_.is_device(put.source);
  return stream.device->put_notify(
      {place, static_cast<const std::byte*>(put.source), bytes, is_of_gpus, word, put.value,
       put.update});
}

dart_ret_t Streams::put_described(
    Stream& stream, const DescribedPut& put, const char* function) const
{
  std::vector<DescribedCopy::Part> parts;
  // How much is read of the source is not known yet, so it must be in reach as a whole.
  if (stream.device != nullptr && memory_.is_device(put.source) &&
      stream.device->reaches(put.source, 1) &&
      stream.device->reaches(put.description, sizeof *put.description) &&
      find_parts(stream, put.segment, parts)) {
    return stream.device->put_described(
        {put.description, static_cast<const std::byte*>(put.source), parts},
        "what the description of a put names is to be in segment " +
            std::to_string(put.segment.segid) + " of team " + std::to_string(put.segment.teamid));
  }
  return add(
      stream, function, [this, put, function] { return put_described_by_host(put, function); });
}

/// Finds the addresses by which a GPU reaches all parts of a segment. \return false if it does not
bool Streams::find_parts(
    const Stream& stream, dart_gptr_t segment, std::vector<DescribedCopy::Part>& parts) const
{
  const Team& team = *teams_.find(segment.teamid);
  if (team.size() > DescribedCopy::most_units) return false;
  for (std::uint32_t unit = 0; unit < team.size(); ++unit) {
    const auto part = reached_part(stream, team, segment.segid, unit);
    if (!part) return false;
    parts.push_back(*part);
  }
  return true;
}

dart_ret_t Streams::put_described_by_host(const DescribedPut& put, const char* function) const
{
  const HostBuffer copy(
      memory_.devices(), put.description, sizeof *put.description, HostBuffer::Content::needed);
  if (copy.result() != DART_OK) return copy.result();
  const auto& description = *reinterpret_cast<const dart_put_description_t*>(copy.get());
  dart_gptr_t to = put.segment, flag = put.segment;
  to.unitid = flag.unitid = description.unit;
  to.addr_or_offs.offset = description.offset;
  flag.addr_or_offs.offset = description.flag_offset;
  if (description.value == 0) {
    return transfers_.complete(
        {Direction::put, to, const_cast<void*>(put.source), description.nbytes, DART_TYPE_BYTE,
         DART_TYPE_BYTE},
        function);
  }
  return notifications_.put(
      {to, put.source, description.nbytes, DART_TYPE_BYTE, flag, description.value,
       FlagUpdate::set},
      function);
}

dart_ret_t Streams::await_flag(
    Stream& stream, dart_gptr_t flag, const FlagCondition& condition, const char* function) const
{
  Target target{};
  const dart_ret_t found = notifications_.find_own_flags(flag, 1, function, &target);
  if (found != DART_OK) return found;
  if (FlagWord* const word = reached_flag(stream, target)) {
    return stream.device->await_flag(word, condition, describe(flag));
  }
  return add(stream, function, [this, flag, condition, function] {
    return notifications_.await(flag, condition, limit_, function);
  });
}

dart_ret_t Streams::reset_flag(Stream& stream, dart_gptr_t flag, const char* function) const
{
  Target target{};
  const dart_ret_t found = notifications_.find_own_flags(flag, 1, function, &target);
  if (found != DART_OK) return found;
  if (FlagWord* const word = reached_flag(stream, target)) return stream.device->set_flag(word, 0);
  return add(stream, function, [this, flag, function] {
    FlagWord before = 0;
    return notifications_.reset(flag, &before, function);
  });
}

dart_ret_t Streams::update(
    Stream& stream, dart_gptr_t gptr, const AtomicRequest& request, const char* function) const
{
  const dart_ret_t checked = AtomicOperations::check(request, function);
  if (checked != DART_OK) return checked;
  Target target{};
  std::size_t bytes = 0;
  if (!contiguous_bytes(request.elements, request.type, function, &bytes)) return DART_ERR_INVAL;
  const dart_ret_t found = resolve(teams_, gptr, bytes, function, &target);
  if (found != DART_OK || bytes == 0) return found;
  if (stream.device != nullptr && target.part->kind == MemoryKind::device) {
    const auto is_reached = [&](const void* buffer) {
      return buffer == nullptr || stream.device->reaches(buffer, bytes);
    };
    std::byte* const place = reached(stream, target, bytes);
    if (place != nullptr && is_reached(request.operand) && is_reached(request.compare) &&
        is_reached(request.result) && stream.device->can_update(place, request)) {
      return stream.device->update(place, request);
    }
  }
  return add(stream, function, [this, gptr, request, function] {
    return atomics_.perform(gptr, request, function);
  });
}

/* ---- barriers -------------------------------------------------------------------------------- */

bool Streams::can_meet_on_device(const Team& team) const
{
  if (memory_.devices() == nullptr || memory_.devices()->backend() != DART_GPU_CUDA) return false;
  const auto& members = team.members();
  return team.is_on_one_host() && team.size() <= QueueMeeting::most_units &&
         std::all_of(members.begin(), members.end(), [&](dart_unit_t unit) {
           return units_.of(unit).is_gpu() &&
                  memory_.devices()->kernels_reach(units_.hosts().index_of(unit));
         });
}

/// Takes memory for the barriers of a team: of the GPUs if all units have one, because words in
/// host memory are seen later.
dart_ret_t Streams::prepare_meetings(Team& team, const char* function)
{
  bool is_on_device = true;
  team.board().begin(CollectiveCall(Collective::stream_barrier));
  team.board().exchange(can_meet_on_device(team), [&](std::uint32_t, bool theirs) {
    is_on_device = is_on_device && theirs;
  });
  const dart_memory_t choice = is_on_device ? DART_MEMORY_UNIT : DART_MEMORY_HOST;
  const std::size_t bytes = (arrived_at + team.size()) * sizeof(FlagWord);
  std::int16_t segment = 0;
  const dart_ret_t taken = take_segment(team, choice, bytes, bytes, function, &segment);
  team.set_meeting_segment(segment);
  return taken;
}

dart_ret_t Streams::take_segment(
    Team& team, dart_memory_t choice, std::size_t bytes, std::size_t cleared_bytes,
    const char* function, std::int16_t* segment)
{
  dart_gptr_t start{};
  const dart_ret_t allocated =
      segments_.allocate(team, choice, SegmentWish{DART_OK, bytes}, &start, function);
  if (allocated != DART_OK) return allocated;
  const std::vector<std::byte> zeros(cleared_bytes);
  const dart_ret_t cleared =
      write(word_of(start, team.me(), 0), zeros.data(), zeros.size(), function);
  *segment = start.segid;
  dart::barrier(team.board());
  return cleared;
}

std::optional<DescribedCopy::Part> Streams::reached_part(
    const Stream& stream, const Team& team, std::int16_t segment, std::uint32_t unit) const
{
  dart_gptr_t begin{};
  begin.teamid = team.id();
  begin.segid = segment;
  begin.unitid = static_cast<dart_unit_t>(unit);
  Target target{};
  if (resolve_part(teams_, begin, __func__, &target) != DART_OK) return std::nullopt;
  const std::uint64_t bytes = target.part->bytes;
  std::byte* const address = bytes == 0 ? nullptr : reached(stream, target, bytes);
  if (bytes > 0 && address == nullptr) return std::nullopt;
  return DescribedCopy::Part{address, bytes};
}

/// Finds the addresses by which the GPU of this unit meets the others. \return false if it cannot
bool Streams::find_meeting(
    const Stream& stream, const Team& team, dart_gptr_t words, QueueMeeting* meeting,
    std::vector<FlagWord*>& places) const
{
  const auto find = [&](std::uint32_t unit, std::uint64_t index) -> FlagWord* {
    Target target{};
    const dart_gptr_t word = word_of(words, unit, index);
    const dart_ret_t found = resolve(teams_, word, sizeof(FlagWord), __func__, &target);
    return found == DART_OK ? reached_flag(stream, target) : nullptr;
  };
  if (stream.device == nullptr || !team.is_on_one_host()) return false;
  if (team.size() > QueueMeeting::most_units) return false;
  FlagWord* const own = find(team.me(), count_at);
  bool is_complete = own != nullptr;
  for (std::uint32_t unit = 0; unit < team.size() && is_complete; ++unit) {
    places.push_back(find(unit, arrived_at + team.me()));
    is_complete = places.back() != nullptr;
  }
  *meeting = {team.me(), own, own + arrived_at, places};
  return is_complete;
}

dart_ret_t Streams::barrier(Stream& stream, Team& team, const char* function)
{
  if (team.size() == 1) return DART_OK;
  if (team.meeting_segment() == 0) {
    const dart_ret_t prepared = prepare_meetings(team, function);
    if (prepared != DART_OK) return prepared;
  }
  dart_gptr_t words{};
  words.teamid = team.id();
  words.segid = team.meeting_segment();
  QueueMeeting meeting{};
  std::vector<FlagWord*> places;
  if (find_meeting(stream, team, words, &meeting, places)) {
    return stream.device->meet(meeting, "a barrier of team " + std::to_string(team.id()));
  }
  Target own{};
  const dart_ret_t found =
      resolve_part(teams_, word_of(words, team.me(), count_at), function, &own);
  if (found != DART_OK) return found;
  return stream.queue->call([=, this, &team, failure = stream.failure.get(),
                             user_call = dart_current_call] {
    // One that is left out counts, so that later ones of all units still belong together.
    const FlagWord count = mapped_flag(own).fetch_add(1, std::memory_order_relaxed) + 1;
    failure->run(function, user_call, [&] { return meet_by_host(team, words, count, function); });
  });
}

/// Tells all units that this one has come, and waits until all others have.
/// \param count  barriers that this unit has begun
dart_ret_t Streams::meet_by_host(
    const Team& team, dart_gptr_t words, FlagWord count, const char* function) const
{
  dart_ret_t result = DART_OK;
  const auto for_each_other = [&](auto visit) {
    for (std::uint32_t unit = 0; unit < team.size() && result == DART_OK; ++unit) {
      if (unit != team.me()) result = visit(unit);
    }
  };
  for_each_other([&](std::uint32_t unit) {
    const dart_gptr_t place = word_of(words, unit, arrived_at + team.me());
    return notifications_.put(
        {place, nullptr, 0, DART_TYPE_ULONGLONG, place, count, FlagUpdate::set}, function);
  });
  for_each_other([&](std::uint32_t unit) {
    return notifications_.await(
        word_of(words, team.me(), arrived_at + unit), {DART_FLAG_REACHED, count}, limit_, function);
  });
  return result;
}

}  // namespace dart
