#pragma once

/// \file
/// What a unit calls of a team's collectives, in a form that the units compare.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "dash/dart/if/dart_types.h"
#include "types/basic_types.h"
#include "types/call_way.h"
#include "types/datatype.h"

namespace dart {

/// The collectives of the C interface.
enum class Collective : std::uint8_t {
  none,
  init,
  exit,
  barrier,
  bcast,
  scatter,
  scatterv,
  gather,
  gatherv,
  allgather,
  allgatherv,
  alltoall,
  alltoallv,
  reduce,
  allreduce,
  reduce_scatter,
  scan,
  exscan,
  team_create,
  team_create_ordered,
  team_clone,
  team_destroy,
  memalloc,
  memfree,
  memregister,
  memregister_aligned,
  memderegister,
  lock_init,
  lock_destroy,
  allocator_new,
  stream_barrier,
};

/// A collective with the arguments in which all units must agree. It is small enough for the cache
/// line in which a unit tells the others how far it is: the mark is in the word of the step
/// counter, and the rest beside it.
///
/// Two calls match if they are equal; a part of them is only for messages. Their marks are shorter:
/// those of calls that differ in one argument are different, others are different in all
/// likelihood.
class CollectiveCall {
 public:
  CollectiveCall() = default;
  /// A call without arguments.
  explicit constexpr CollectiveCall(Collective which) : mark_(std::uint32_t(which) << kind_at) {}
  /// The call whose mark() and rest() these are.
  constexpr CollectiveCall(std::uint32_t mark, std::uint64_t rest) : mark_(mark), rest_(rest) {}

  /// A call about elements.
  /// \param root  unit of the team; 0 where there is none
  static CollectiveCall with_data(
      Collective which, std::size_t elements, dart_datatype_t type, std::uint32_t root = 0,
      dart_operation_t operation = 0)
  {
    std::uint32_t what = std::uint32_t(which) << kind_at;
    what |= (operation < custom ? operation : custom) << operation_at;
    what |= (root & 0xffff) << number_at;
    std::uint32_t more = 0;
    if (is_basic(type)) [[likely]] {
      more = static_cast<std::uint32_t>(elements >> 32);
      what |= std::uint32_t(type) << type_at;
    } else {
      more = static_cast<std::uint32_t>(describe(type)->element_bytes);
      what |= custom << type_at;
    }
    return {what, static_cast<std::uint32_t>(elements) ^ mixed(more), more};
  }

  /// A call about something that has a number, such as a segment.
  static constexpr CollectiveCall with_number(Collective which, int number)
  {
    const std::uint32_t what = static_cast<std::uint16_t>(number);
    return {std::uint32_t(which) << kind_at | what << number_at, 0, 0};
  }

  /// A call in which each unit gives the counts of all units.
  static CollectiveCall with_counts(
      Collective which, const std::size_t* counts, std::size_t units, dart_datatype_t type);

  /// The same call in another way; so far it is \c now.
  CollectiveCall in(CallWay way) const
  {
    CollectiveCall call = *this;
    call.mark_ ^= std::uint32_t(way) << way_at;
    return call;
  }

  Collective which() const { return Collective(bits(kind_at, 31)); }
  /// The unit that sends or receives; 0 where there is none.
  std::uint32_t root() const { return bits(number_at, 0xffff); }
  /// The type of the elements, if it is a basic one.
  dart_datatype_t type() const { return dart_datatype_t(bits(type_at, 15)); }
  /// DART_OP_UNDEFINED for operations of programs, and where there is none.
  dart_operation_t operation() const
  {
    const std::uint32_t code = bits(operation_at, 15);
    return code < custom ? dart_operation_t(code) : dart_operation_t{DART_OP_UNDEFINED};
  }

  std::uint32_t mark() const { return mark_; }
  /// What the mark does not tell.
  std::uint64_t rest() const { return rest_; }

  bool operator==(const CollectiveCall& other) const
  {
    return mark_ == other.mark_ && count() == other.count();
  }

  /// "dart_bcast"
  const char* name() const;
  /// "dart_bcast of 100 × int from root 0"
  /// \param members  global ids of the team's units; nullptr: not known
  std::string text(const std::vector<dart_unit_t>* members) const;

 private:
  static constexpr int kind_at = 0, way_at = 5, type_at = 8, operation_at = 12, number_at = 16;
  /// Code of all types and operations that programs make.
  static constexpr std::uint32_t custom = 15;

  /// \param what   function, type, operation and root or number, each at its place
  /// \param count  of elements, changed by \c more
  /// \param more   about the elements
  constexpr CollectiveCall(std::uint32_t what, std::uint32_t count, std::uint32_t more)
      : mark_(what ^ mixed(count)),
        rest_(std::uint64_t(more) << 32 | count)
  {}

  /// So that what does not fit into the mark has an effect on it.
  static constexpr std::uint32_t mixed(std::uint32_t more) { return more * 0x9e3779b1u; }

  std::uint32_t count() const { return static_cast<std::uint32_t>(rest_); }
  std::uint32_t more() const { return static_cast<std::uint32_t>(rest_ >> 32); }
  std::uint32_t bits(int at, std::uint32_t mask) const
  {
    return (mark_ ^ mixed(count())) >> at & mask;
  }
  CallWay way() const { return CallWay(bits(way_at, 3)); }
  std::string elements_text() const;
  std::string type_text() const;

  std::uint32_t mark_ = 0;
  std::uint64_t rest_ = 0;
};

}  // namespace dart
