#include <dash/Flags.h>

#include <dash/Exception.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/memory/AccessError.h>

#include <dash/dart/if/dart_notify.h>

namespace dash::detail {

std::uint64_t read_flag(dart_gptr_t flag)
{
  std::uint64_t value = 0;
  CheckedAccess().result(dart_notify_value(flag, &value), "reading a flag", flag);
  return value;
}

std::uint64_t await_flag_change(dart_gptr_t flag, std::uint64_t seen)
{
  std::uint64_t value = 0;
  CheckedAccess().result(dart_notify_wait_change(flag, seen, &value), "waiting for a flag", flag);
  return value;
}

std::uint64_t reset_flag(dart_gptr_t flag)
{
  std::uint64_t value = 0;
  CheckedAccess().result(dart_notify_reset(flag, &value), "resetting a flag", flag);
  return value;
}

std::size_t await_any_flag(dart_gptr_t first, std::size_t count)
{
  std::size_t index = 0;
  CheckedAccess().result(dart_notify_wait(first, count, &index), "waiting for flags", first);
  return index;
}

std::optional<std::size_t> find_any_flag(dart_gptr_t first, std::size_t count)
{
  std::size_t index = 0;
  std::int32_t found = 0;
  CheckedAccess().result(dart_notify_test(first, count, &index, &found), "reading flags", first);
  return found != 0 ? std::optional(index) : std::nullopt;
}

void put_and_update_flag(
    const char* function, dart_gptr_t to, const void* values, std::size_t nbytes, dart_gptr_t flag,
    std::uint64_t value, FlagUpdate update)
{
  if (value == 0) [[unlikely]] {
    DASH_THROW(
        exception::InvalidArgument,
        function
            << ": the value 0 says that a flag is not set; the unit that waits clears flags by "
               "reset");
  }
  const FailureReasons reasons;
  const auto put = update == FlagUpdate::add ? dart_put_notify_add : dart_put_notify;
  const dart_ret_t done = put(to, values, nbytes, DART_TYPE_BYTE, flag, value);
  if (done == DART_OK) [[likely]]
    return;
  if (done == DART_ERR_INVAL || done == DART_ERR_NOTFOUND) {
    DASH_THROW(
        exception::InvalidArgument,
        function << " to " << to << " with the flag " << flag << reasons.take());
  }
  throw_access_error(done, function, to);
}

void throw_no_flag(int unit, std::size_t units, std::size_t index, std::size_t flags)
{
  if (units == 0) {
    DASH_THROW(
        exception::OutOfRange, "dash::Flags: there are no flags; call allocate after dash::init");
  }
  DASH_THROW(
      exception::OutOfRange, "dash::Flags: flag " << index << " of unit " << unit
                                                  << ", but there are " << units << " units with "
                                                  << flags << " flags each");
}

void throw_unequal_sizes(const char* function, std::size_t elements, std::size_t values)
{
  DASH_THROW(
      exception::InvalidArgument, function << ": the range has " << elements
                                           << " elements, but there are " << values << " values");
}

}  // namespace dash::detail
