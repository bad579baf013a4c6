#pragma once

/// \file
/// Puts that wait for tags which kernels fire.

#include <cstdint>
#include <memory>
#include <vector>

#include "base/token_table.h"
#include "dash/dart/if/dart_trigger.h"
#include "stream/streams.h"

namespace dart {

/// The tags of one call of dart_triggers_create. Each has a stream of its own, in which a wait for
/// its count is in front of each put: so puts of different tags begin in any order.
class Triggers {
 public:
  /// Takes memory for the counts, in which kernels of this unit count.
  /// \return DART_ERR_INVAL (after a message) if the unit has too many tags, DART_ERR_NOMEM
  static dart_ret_t make(
      Streams& streams, GlobalMemory& memory, dart_unit_t me, std::size_t tags,
      std::unique_ptr<Triggers>* made, const char* function);
  ~Triggers();
  Triggers(const Triggers&) = delete;
  Triggers& operator=(const Triggers&) = delete;

  dart_ret_t view(dart_trigger_view_t* view, const char* function) const;
  dart_ret_t post(std::size_t tag, const dart_triggered_put_t& put, const char* function);
  dart_ret_t post(
      std::size_t tag, std::uint64_t threshold, const DescribedPut& put, const char* function);
  dart_ret_t fire(std::size_t tag, std::uint64_t count, const char* function) const;
  dart_ret_t wait(const char* function);
  /// DART_ERR_INVAL, after a message, if a put waits for its tag.
  dart_ret_t require_none_armed(const char* function) const;
  /// Lets puts begin that still wait for their tags, and says so.
  void release() const;

 private:
  Triggers(
      Streams& streams, GlobalMemory& memory, dart_unit_t me, std::uint64_t offset,
      std::size_t tags);
  struct Tag {
    Stream stream;              ///< without a queue before the first put
    std::uint64_t awaited = 0;  ///< sum of the thresholds
  };

  dart_ret_t clear(const std::vector<FlagWord>& zeros, const char* function) const;
  dart_gptr_t word(std::size_t index) const;
  dart_ret_t read(std::size_t index, std::uint64_t* value, const char* function) const;
  dart_ret_t require_tag(std::size_t tag, const char* function) const;
  dart_ret_t arm(std::size_t tag, std::uint64_t threshold, const char* function);
  dart_ret_t require_all_used(const char* function) const;
  bool is_armed(std::size_t tag, std::uint64_t* fired, const char* function) const;

  Streams& streams_;
  GlobalMemory& memory_;
  dart_unit_t me_;
  std::uint64_t offset_;  ///< where the counts lie in the unit's heap
  std::vector<Tag> tags_;
};

/// The tags of this process, which its tokens stand for.
using TriggersTable = TokenTable<std::unique_ptr<Triggers>, TokenKind::triggers>;
extern TriggersTable triggers_table;

}  // namespace dart
