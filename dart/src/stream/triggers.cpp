#include "stream/triggers.h"

#include <atomic>
#include <optional>

#include "base/log.h"

namespace dart {

TriggersTable triggers_table;

namespace {

std::atomic<std::size_t> tags_in_use{0};

}  // namespace

dart_ret_t Triggers::make(
    Streams& streams, GlobalMemory& memory, dart_unit_t me, std::size_t tags,
    std::unique_ptr<Triggers>* made, const char* function)
{
  const std::size_t before = tags_in_use.fetch_add(tags);
  const bool is_possible = tags > 0 && tags <= DART_MOST_TAGS && before + tags <= DART_MOST_TAGS;
  const std::size_t words = tags + 1;
  const auto offset =
      is_possible ? memory.heap(DART_MEMORY_UNIT).allocate(words * sizeof(FlagWord)) : std::nullopt;
  if (!offset) {
    tags_in_use.fetch_sub(tags);
    DART_REQUIRE(
        is_possible, DART_ERR_INVAL,
        "%s: %zu tags, but a unit has 1 to %d of them, and %zu are in use", function, tags,
        DART_MOST_TAGS, before);
    return DART_ERR_NOMEM;
  }
  made->reset(new Triggers(streams, memory, me, *offset, tags));
  const std::vector<FlagWord> zeros(words);
  return (*made)->clear(zeros, function);
}

Triggers::Triggers(
    Streams& streams, GlobalMemory& memory, dart_unit_t me, std::uint64_t offset, std::size_t tags)
    : streams_(streams),
      memory_(memory),
      me_(me),
      offset_(offset),
      tags_(tags)
{}

/// At the end of the runtime, puts may still wait for their tags.
Triggers::~Triggers()
{
  release();
  const std::size_t count = tags_.size();
  tags_.clear();
  memory_.heap(DART_MEMORY_UNIT).free(offset_);
  tags_in_use.fetch_sub(count);
}

dart_ret_t Triggers::clear(const std::vector<FlagWord>& zeros, const char* function) const
{
  return streams_.write(word(0), zeros.data(), zeros.size() * sizeof(FlagWord), function);
}

/// A count, or behind them the word of unknown tags.
dart_gptr_t Triggers::word(std::size_t index) const
{
  dart_gptr_t gptr{};
  gptr.unitid = me_;
  gptr.teamid = DART_TEAM_ALL;
  gptr.segid = memory_.heap_segment(DART_MEMORY_UNIT);
  gptr.addr_or_offs.offset = offset_ + index * sizeof(FlagWord);
  return gptr;
}

dart_ret_t Triggers::read(std::size_t index, std::uint64_t* value, const char* function) const
{
  return streams_.notifications().read(word(index), value, function);
}

dart_ret_t Triggers::require_tag(std::size_t tag, const char* function) const
{
  DART_REQUIRE(
      tag < tags_.size(), DART_ERR_INVAL, "%s: tag %zu, but there are %zu tags", function, tag,
      tags_.size());
  return DART_OK;
}

dart_ret_t Triggers::view(dart_trigger_view_t* view, const char* function) const
{
  std::byte* const first =
      streams_.kernel_address(word(0), (tags_.size() + 1) * sizeof(FlagWord), function);
  if (first == nullptr) return DART_ERR_OTHER;
  auto* const counts = reinterpret_cast<std::uint64_t*>(first);
  *view = {counts, counts + tags_.size(), static_cast<std::uint32_t>(tags_.size())};
  return DART_OK;
}

/// Adds the wait for a tag to its stream.
dart_ret_t Triggers::arm(std::size_t tag, std::uint64_t threshold, const char* function)
{
  const dart_ret_t known = require_tag(tag, function);
  if (known != DART_OK) return known;
  DART_REQUIRE(
      threshold > 0, DART_ERR_INVAL,
      "%s: the threshold of tag %zu is 0; a put that waits for nothing is a dart_put", function,
      tag);
  Tag& armed = tags_[tag];
  if (armed.stream.queue == nullptr) {
    const dart_ret_t opened = streams_.open(QueueUse::trigger, nullptr, &armed.stream);
    if (opened != DART_OK) return opened;
  }
  const FlagCondition is_fired{DART_FLAG_REACHED, armed.awaited + threshold};
  const dart_ret_t added = streams_.await_flag(armed.stream, word(tag), is_fired, function);
  if (added == DART_OK) armed.awaited += threshold;
  return added;
}

dart_ret_t Triggers::post(std::size_t tag, const dart_triggered_put_t& put, const char* function)
{
  const bool has_flag = !DART_GPTR_ISNULL(put.flag);
  const NotifiedPut data{put.gptr, put.src,   put.nelem,      put.dtype,
                         put.flag, put.value, FlagUpdate::set};
  const NotifiedPut done{put.local_flag,  nullptr,        0, DART_TYPE_BYTE, put.local_flag,
                         put.local_value, FlagUpdate::set};
  const TransferRequest bare{Direction::put, put.gptr,  const_cast<void*>(put.src),
                             put.nelem,      put.dtype, put.dtype};
  const bool has_local_flag = !DART_GPTR_ISNULL(put.local_flag);
  // What is wrong with the put is said before the tag is armed.
  dart_ret_t result = has_flag ? streams_.check(data, function) : streams_.check(bare, function);
  if (result == DART_OK && has_local_flag) result = streams_.check(done, function);
  if (result == DART_OK) result = arm(tag, put.threshold, function);
  if (result != DART_OK) return result;
  Stream& stream = tags_[tag].stream;
  result = has_flag ? streams_.put_notify(stream, data, function)
                    : streams_.transfer(stream, bare, function);
  if (result != DART_OK || !has_local_flag) return result;
  return streams_.put_notify(stream, done, function);
}

dart_ret_t Triggers::post(
    std::size_t tag, std::uint64_t threshold, const DescribedPut& put, const char* function)
{
  dart_ret_t result = streams_.check(put, function);
  if (result == DART_OK) result = arm(tag, threshold, function);
  return result == DART_OK ? streams_.put_described(tags_[tag].stream, put, function) : result;
}

dart_ret_t Triggers::fire(std::size_t tag, std::uint64_t count, const char* function) const
{
  const dart_ret_t known = require_tag(tag, function);
  if (known != DART_OK || count == 0) return known;
  const dart_gptr_t flag = word(tag);
  return streams_.notifications().put(
      {flag, nullptr, 0, DART_TYPE_BYTE, flag, count, FlagUpdate::add}, function);
}

bool Triggers::is_armed(std::size_t tag, std::uint64_t* fired, const char* function) const
{
  if (tags_[tag].awaited == 0 || read(tag, fired, function) != DART_OK) return false;
  return static_cast<std::int64_t>(*fired - tags_[tag].awaited) < 0;
}

dart_ret_t Triggers::require_none_armed(const char* function) const
{
  for (std::size_t tag = 0; tag < tags_.size(); ++tag) {
    std::uint64_t fired = 0;
    DART_REQUIRE(
        !is_armed(tag, &fired, function), DART_ERR_INVAL,
        "%s: a put still waits for tag %zu, which was fired %llu times of %llu; fire it, or do not "
        "post the put",
        function, tag, (unsigned long long)fired, (unsigned long long)tags_[tag].awaited);
  }
  return DART_OK;
}

/// Lets the puts begin for which nobody has fired.
void Triggers::release() const
{
  constexpr const char* function = "dart_exit";
  for (std::size_t tag = 0; tag < tags_.size(); ++tag) {
    std::uint64_t fired = 0;
    if (!is_armed(tag, &fired, function)) continue;
    log(LogLevel::error,
        "%s: a put still waits for tag %zu, which was fired %llu times of %llu; it begins now",
        function, tag, (unsigned long long)fired, (unsigned long long)tags_[tag].awaited);
    fire(tag, tags_[tag].awaited - fired, function);
  }
}

dart_ret_t Triggers::require_all_used(const char* function) const
{
  for (std::size_t tag = 0; tag < tags_.size(); ++tag) {
    std::uint64_t fired = 0;
    const dart_ret_t found = read(tag, &fired, function);
    if (found != DART_OK) return found;
    DART_REQUIRE(
        static_cast<std::int64_t>(fired - tags_[tag].awaited) <= 0, DART_ERR_INVAL,
        "%s: tag %zu was fired %llu times, but the thresholds of its puts add up to %llu", function,
        tag, (unsigned long long)fired, (unsigned long long)tags_[tag].awaited);
  }
  std::uint64_t unknown = 0;
  const dart_ret_t found = read(tags_.size(), &unknown, function);
  if (found != DART_OK) return found;
  DART_REQUIRE(
      unknown == 0, DART_ERR_INVAL, "%s: a kernel has fired tag %llu, but there are %zu tags",
      function, (unsigned long long)(unknown - 1), tags_.size());
  return DART_OK;
}

dart_ret_t Triggers::wait(const char* function)
{
  dart_ret_t result = DART_OK;
  for (const Tag& tag : tags_) {
    const dart_ret_t waited = tag.stream.queue == nullptr ? DART_OK : tag.stream.wait();
    if (result == DART_OK) result = waited;
  }
  const dart_ret_t used = require_all_used(function);
  return result == DART_OK ? used : result;
}

}  // namespace dart
