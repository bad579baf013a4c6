#include "types/collective_call.h"

#include <iterator>

#include "dash/dart/if/dart_gpu.h"

namespace dart {
namespace {

constexpr const char* names[] = {
    "nothing",
    "dart_init",
    "dart_exit",
    "dart_barrier",
    "dart_bcast",
    "dart_scatter",
    "dart_scatterv",
    "dart_gather",
    "dart_gatherv",
    "dart_allgather",
    "dart_allgatherv",
    "dart_alltoall",
    "dart_alltoallv",
    "dart_reduce",
    "dart_allreduce",
    "dart_reduce_scatter",
    "dart_scan",
    "dart_exscan",
    "dart_team_create",
    "dart_team_create_ordered",
    "dart_team_clone",
    "dart_team_destroy",
    "dart_team_memalloc_aligned",
    "dart_team_memfree",
    "dart_team_memregister",
    "dart_team_memregister_aligned",
    "dart_team_memderegister",
    "dart_team_lock_init",
    "dart_team_lock_destroy",
    "dart_allocator_new",
    "dart_stream_barrier",
};
static_assert(std::size(names) == std::size_t(Collective::stream_barrier) + 1);

/// The names of collectives that units start, beginning with the barrier.
constexpr const char* started_names[] = {
    "dart_barrier_handle",        "dart_bcast_handle",      "dart_scatter_handle",
    "dart_scatterv_handle",       "dart_gather_handle",     "dart_gatherv_handle",
    "dart_allgather_handle",      "dart_allgatherv_handle", "dart_alltoall_handle",
    "dart_alltoallv_handle",      "dart_reduce_handle",     "dart_allreduce_handle",
    "dart_reduce_scatter_handle", "dart_scan_handle",       "dart_exscan_handle",
};
/// The same of streams.
constexpr const char* stream_names[] = {
    "dart_stream_barrier",        "dart_stream_bcast",      "dart_stream_scatter",
    "dart_stream_scatterv",       "dart_stream_gather",     "dart_stream_gatherv",
    "dart_stream_allgather",      "dart_stream_allgatherv", "dart_stream_alltoall",
    "dart_stream_alltoallv",      "dart_stream_reduce",     "dart_stream_allreduce",
    "dart_stream_reduce_scatter", "dart_stream_scan",       "dart_stream_exscan",
};
static_assert(std::size(stream_names) == std::size(started_names));
constexpr std::size_t first_started = std::size_t(Collective::barrier);
static_assert(first_started + std::size(started_names) == std::size_t(Collective::exscan) + 1);
static_assert(std::size_t(Collective::stream_barrier) <= 31);

constexpr const char* type_names[] = {
    "undefined",          "byte",           "short",         "int",
    "unsigned",           "long",           "unsigned long", "long long",
    "unsigned long long", "float",          "double",        "long double",
    "unsigned byte",      "unsigned short",
};
static_assert(std::size(type_names) == DART_TYPE_LAST);

constexpr const char* operation_names[] = {
    "undefined", "MIN", "MAX", "MINMAX", "SUM",  "PROD",    "BAND",
    "LAND",      "BOR", "LOR", "BXOR",   "LXOR", "REPLACE", "NO_OP",
};
static_assert(std::size(operation_names) == DART_OP_LAST);

}  // namespace

CollectiveCall CollectiveCall::with_counts(
    Collective which, const std::size_t* counts, std::size_t units, dart_datatype_t type)
{
  std::size_t sum = 0;
  std::uint64_t hash = 0;
  for (std::size_t unit = 0; unit < units; ++unit) {
    sum += counts[unit];
    hash = (hash ^ counts[unit]) * 0x9e37'79b9'7f4a'7c15;
  }
  const CollectiveCall call = with_data(which, 0, type);
  return {
      call.mark_ ^ mixed(call.count()), call.count() ^ static_cast<std::uint32_t>(hash >> 32),
      static_cast<std::uint32_t>(sum)};
}

const char* CollectiveCall::name() const
{
  const std::uint32_t kind = bits(kind_at, 31);
  switch (way()) {
    case CallWay::started:
      return started_names[kind - first_started];
    case CallWay::in_stream:
      return stream_names[kind - first_started];
    case CallWay::now:
      break;
  }
  return names[kind];
}

std::string CollectiveCall::elements_text() const
{
  const std::uint32_t type = bits(type_at, 15);
  const std::uint32_t low = count() ^ mixed(more());
  if (type == custom) return std::to_string(low) + " × " + std::to_string(more()) + " bytes";
  return std::to_string(std::uint64_t(more()) << 32 | low) + " × " + type_names[type];
}

std::string CollectiveCall::type_text() const
{
  const std::uint32_t type = bits(type_at, 15);
  return type == custom ? "a type of the program" : type_names[type];
}

std::string CollectiveCall::text(const std::vector<dart_unit_t>* members) const
{
  const std::uint32_t number = bits(number_at, 0xffff);
  const auto root = [&] {
    if (members == nullptr) return std::to_string(number) + " of its units";
    return std::to_string(number < members->size() ? (*members)[number] : dart_unit_t(number));
  };
  const auto operation = [&] {
    const std::uint32_t code = bits(operation_at, 15);
    return code < DART_OP_LAST ? std::string(operation_names[code]) : "an operation of the program";
  };
  const std::string name = this->name();
  switch (which()) {
    case Collective::bcast:
    case Collective::scatter:
      return name + " of " + elements_text() + " from root " + root();
    case Collective::gather:
      return name + " of " + elements_text() + " to root " + root();
    case Collective::allgather:
    case Collective::alltoall:
    case Collective::memregister_aligned:
    case Collective::allocator_new:
      return name + " of " + elements_text();
    case Collective::allgatherv:
      return name + " of " + std::to_string(more()) + " × " + type_text() +
             " in all, with counts of units whose hash is " + std::to_string(count() & 0xffff);
    case Collective::scatterv:
      return name + " of " + type_text() + " from root " + root();
    case Collective::gatherv:
      return name + " of " + type_text() + " to root " + root();
    case Collective::alltoallv:
      return name + " of " + type_text();
    case Collective::reduce:
      return name + " of " + elements_text() + " by " + operation() + " to root " + root();
    case Collective::allreduce:
    case Collective::reduce_scatter:
    case Collective::scan:
    case Collective::exscan:
      return name + " of " + elements_text() + " by " + operation();
    case Collective::memalloc:
      return name + (number == DART_MEMORY_HOST ? " in host memory" : "");
    case Collective::memfree:
    case Collective::memderegister:
      return name + " of segment " + std::to_string(static_cast<std::int16_t>(number));
    case Collective::lock_destroy:
      return name + " of lock " + std::to_string(number);
    default:
      return name;
  }
}

}  // namespace dart
