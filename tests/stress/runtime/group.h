#pragma once

/// \file
/// Teams and segments of a case, as all of their units know them.

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "runtime/values.h"
#include "stress.h"

namespace dash::stress {

/// Requires that a call of the runtime succeeds.
#define STRESS_OK(call) ::dash::stress::require((call) == DART_OK, #call, " fails")

/// The units of a team, which do the same random steps.
struct Group {
  Group(dart_team_t team_id, const Random& numbers) : team(team_id), random(numbers)
  {
    STRESS_OK(dart_team_size(team, &size));
    dart_team_unit_t mine;
    STRESS_OK(dart_team_myid(team, &mine));
    me = static_cast<std::size_t>(mine.id);
    for (std::size_t unit = 0; unit < size; ++unit) {
      dart_global_unit_t global;
      STRESS_OK(dart_team_unit_l2g(team, id(unit), &global));
      globals.push_back(global.id);
    }
  }

  static dart_team_unit_t id(std::size_t unit) { return {static_cast<dart_unit_t>(unit)}; }
  void barrier() const { STRESS_OK(dart_barrier(team)); }

  dart_team_t team;
  Random random;  ///< the same numbers on all units
  std::size_t size = 0, me = 0;
  std::vector<dart_unit_t> globals;
};

/// Global memory of all units of a team, and what it has to contain.
class ModelSegment {
 public:
  enum class Kind { host, unit, heap, registered };

  /// Collective. Parts have random sizes and random elements.
  explicit ModelSegment(Group& group) : group_(group)
  {
    type_ = group.random.one_of(element_types);
    width_ = bytes_of(type_);
    kind_ = static_cast<Kind>(group.random.below(4));
    const std::size_t most = group.random.one_in(8) ? 20'000 : 300;
    const RandomOfUnits seeds(group.random);
    for (std::size_t unit = 0; unit < group.size; ++unit) {
      Random random = seeds.of(unit);
      parts_.push_back(random_elements(random, type_, random.size(most)));
    }
    allocate();
    write_own();
    group.barrier();
  }
  ModelSegment(const ModelSegment&) = delete;
  ModelSegment& operator=(const ModelSegment&) = delete;

  /// Collective; not in a destructor, because after a failure the others do not take part.
  void free()
  {
    group_.barrier();
    if (kind_ == Kind::heap) {
      STRESS_OK(dart_memfree(begins_[group_.me]));
    } else if (kind_ == Kind::registered) {
      STRESS_OK(dart_team_memderegister(begins_.front()));
    } else {
      STRESS_OK(dart_team_memfree(begins_.front()));
    }
  }

  dart_datatype_t type() const { return type_; }
  std::size_t width() const { return width_; }  ///< size of an element
  std::size_t elements(std::size_t unit) const { return parts_[unit].size() / width_; }
  dart_gptr_t at(std::size_t unit, std::size_t element) const
  {
    dart_gptr_t gptr = begins_[unit];
    gptr.addr_or_offs.offset += element * width_;
    return gptr;
  }

  /// What an element has to contain; steps change it as they change the memory.
  std::byte* model(std::size_t unit, std::size_t element)
  {
    return parts_[unit].data() + element * width_;
  }

  /// Compares the calling unit's part, and a part of another unit. Collective.
  void check(Random& random)
  {
    group_.barrier();
    compare(group_.me, 0, elements(group_.me));
    const std::size_t unit = random.below(group_.size);
    const std::size_t from = random.below(elements(unit) + 1);
    compare(unit, from, random.below(elements(unit) - from + 1));
    group_.barrier();
  }

  /// Compares elements of a unit, read by a get.
  void compare(std::size_t unit, std::size_t from, std::size_t count)
  {
    if (count == 0) return;
    Bytes got(count * width_);
    STRESS_OK(dart_get_blocking(got.data(), at(unit, from), count, type_, type_));
    const auto expected = parts_[unit].begin() + static_cast<std::ptrdiff_t>(from * width_);
    const auto wrong = std::mismatch(got.begin(), got.end(), expected).first;
    require(
        wrong == got.end(), describe(), ": element ",
        from + static_cast<std::size_t>(wrong - got.begin()) / width_, " of unit ", unit,
        " is wrong");
  }

  std::string describe() const
  {
    static constexpr const char* names[] = {"host", "unit", "heap", "registered"};
    return std::string("segment in ") + names[static_cast<int>(kind_)] + " memory, type " +
           std::to_string(type_);
  }

 private:
  void allocate()
  {
    const std::size_t own = elements(group_.me);
    dart_gptr_t begin = DART_GPTR_NULL;
    switch (kind_) {
      case Kind::heap:
        STRESS_OK(dart_memalloc(own, type_, &begin));
        begins_.resize(group_.size);
        STRESS_OK(
            dart_allgather(&begin, begins_.data(), sizeof begin, DART_TYPE_BYTE, group_.team));
        return;
      case Kind::registered:
        registered_.resize(parts_[group_.me].size());
        STRESS_OK(dart_team_memregister(group_.team, own, type_, registered_.data(), &begin));
        break;
      case Kind::host:
        STRESS_OK(dart_team_memalloc_aligned_in(DART_MEMORY_HOST, group_.team, own, type_, &begin));
        break;
      case Kind::unit:
        STRESS_OK(dart_team_memalloc_aligned(group_.team, own, type_, &begin));
        break;
    }
    begins_.assign(group_.size, begin);
    for (std::size_t unit = 0; unit < group_.size; ++unit) {
      begins_[unit].unitid = static_cast<dart_unit_t>(unit);
    }
  }

  void write_own()
  {
    const Bytes& mine = parts_[group_.me];
    if (mine.empty()) return;
    void* address = nullptr;
    STRESS_OK(dart_gptr_getaddr(begins_[group_.me], &address));
    STRESS_OK(dart_memory_copy(address, mine.data(), mine.size()));
  }

  Group& group_;
  Kind kind_ = Kind::host;
  dart_datatype_t type_ = DART_TYPE_INT;
  std::size_t width_ = 0;
  std::vector<Bytes> parts_;
  std::vector<dart_gptr_t> begins_;
  Bytes registered_;
};

}  // namespace dash::stress
