#pragma once

/// \file
/// Puts with notifications, and waiting for them.

#include <cstddef>
#include <cstdint>

#include "net/remote_calls.h"
#include "transfer/flags.h"
#include "transfer/move.h"
#include "transfer/route.h"

namespace dart {

/// Data and the flag that says that they are there.
struct NotifiedPut {
  dart_gptr_t gptr;
  const void* source;
  std::size_t elements;
  dart_datatype_t type;
  dart_gptr_t flag;
  FlagWord value;
  FlagUpdate update;
};

/// Sets flags behind the data of puts, and waits for flags.
class Notifications {
 public:
  /// \param registered_lock  see CmaTransport; of this unit
  /// \param calls            to other hosts; nullptr in a run on one host
  Notifications(
      const Teams& teams, const GlobalMemory& memory, const UnitTable& units, const Routes& routes,
      SpinLock& registered_lock, RemoteCalls* calls)
      : teams_(teams),
        memory_(memory),
        units_(units),
        routes_(routes),
        registered_lock_(registered_lock),
        calls_(calls)
  {}

  /// The source may be changed on return.
  dart_ret_t put(const NotifiedPut& put, const char* function) const;

  /// Whether a put has all that it needs; says so if not.
  static dart_ret_t check(const NotifiedPut& put, const char* function);
  /// Does what resolve() does, for \c count flags.
  dart_ret_t find_flags(
      dart_gptr_t gptr, std::size_t count, const char* function, Target* target) const;
  /// Does what find_flags() does, for flags that this process reads.
  dart_ret_t find_own_flags(
      dart_gptr_t gptr, std::size_t count, const char* function, Target* target) const;
  /// The targets of a put's data and flag, of which both belong to one unit.
  dart_ret_t find_targets(
      const NotifiedPut& put, const char* function, std::size_t* bytes, Target* data,
      Target* flag) const;

  /// \param[out] index of a flag that is set
  dart_ret_t wait(
      dart_gptr_t first, std::size_t count, std::size_t* index, const char* function) const;
  /// Does what wait() does, but looks once. \param[out] index as before, or \c count
  dart_ret_t test(
      dart_gptr_t first, std::size_t count, std::size_t* index, const char* function) const;
  dart_ret_t read(dart_gptr_t flag, FlagWord* value, const char* function) const;
  /// \param[out] value of the flag, which is not \c seen
  dart_ret_t wait_change(
      dart_gptr_t flag, FlagWord seen, FlagWord* value, const char* function) const;
  /// Waits until a flag fulfils a condition.
  /// \param limit  time in seconds after which this is an error; 0: none
  dart_ret_t await(
      dart_gptr_t flag, const FlagCondition& condition, std::int64_t limit,
      const char* function) const;
  /// \param[out] value that the flag had
  dart_ret_t reset(dart_gptr_t flag, FlagWord* value, const char* function) const;

 private:
  dart_ret_t find_readable(
      dart_gptr_t first, std::size_t count, const char* function, Flags* flags) const;
  dart_ret_t put_apart(
      const Move& data, std::size_t bytes, const Target& flag, const NotifiedPut& put,
      const NotifyRoute& route) const;
  template <class Ready>
  void wait_until(const char* function, Ready ready) const;

  const Teams& teams_;
  const GlobalMemory& memory_;
  const UnitTable& units_;
  const Routes& routes_;
  SpinLock& registered_lock_;
  RemoteCalls* calls_;
};

}  // namespace dart
