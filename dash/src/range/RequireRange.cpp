#include <dash/Exception.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/range/SideBySide.h>
#include <dash/detail/team/Unwinding.h>

#include <cstddef>
#include <sstream>
#include <string>

namespace dash::detail {

void throw_no_range(const char* algorithm, const Positions& range)
{
  const auto [begin, end, size] = range;
  if (end < begin && size < 0) {
    DASH_THROW(
        exception::InvalidArgument, algorithm << ": the range runs backwards: its end lies "
                                              << begin - end
                                              << " elements in front of its beginning");
  }
  if (end < begin) {
    DASH_THROW(
        exception::InvalidArgument,
        algorithm << ": the range [" << begin << ", " << end << ") of a container or view of "
                  << size << " elements runs backwards: its end lies in front of its beginning");
  }
  DASH_THROW(
      exception::OutOfRange, algorithm << ": the range [" << begin << ", " << end
                                       << ") lies outside of its container or view, which has "
                                       << size << " elements");
}

void throw_two_sequences(const char* algorithm, std::ptrdiff_t first_size, std::ptrdiff_t last_size)
{
  if (first_size < 0) {
    DASH_THROW(
        exception::InvalidArgument,
        algorithm << ": the pointers to the beginning and the end of the range are of two "
                     "allocations; pass two of the same one");
  }
  DASH_THROW(
      exception::InvalidArgument,
      algorithm
          << ": the iterators to the beginning and the end of the range are of two containers "
             "or views, of "
          << first_size << " and of " << last_size << " elements; pass two of the same one");
}

void throw_overlap(const char* algorithm, const Positions& range, const Positions& output)
{
  DASH_THROW(
      exception::InvalidArgument,
      algorithm << ": the range [" << range.begin << ", " << range.end << ") and the output ["
                << output.begin << ", " << output.end
                << ") overlap in one container, so the result would depend on which unit comes "
                   "first; take another container for the output");
}

void throw_views_overlap(const char* algorithm)
{
  DASH_THROW(
      exception::InvalidArgument,
      algorithm << ": the input and the output have elements of one container in common, so the "
                   "result would depend on which unit comes first; take another container for the "
                   "output");
}

void throw_indices_into_output(const char* algorithm)
{
  DASH_THROW(
      exception::InvalidArgument,
      algorithm << ": elements are both read and written by index in one container, so the result "
                   "would depend on which unit comes first; take another container for the output");
}

namespace {

std::string too_short(const char* algorithm, std::ptrdiff_t needed, const Positions& there)
{
  const auto [begin, end, size] = there;
  std::ostringstream text;
  text << algorithm << ": a second range, or the output, is too short: the first range has "
       << needed << " elements, but from position " << begin << " on, a container or view of "
       << size << " elements has only " << (begin < 0 || begin > end ? 0 : end - begin);
  return text.str();
}

}  // namespace

void throw_too_short(const char* algorithm, std::ptrdiff_t needed, const Positions& there)
{
  DASH_THROW(exception::OutOfRange, too_short(algorithm, needed, there));
}

void throw_too_short_together(
    const Team& team, const char* algorithm, std::ptrdiff_t needed, const Positions& there)
{
  throw_together<exception::OutOfRange>(team, too_short(algorithm, needed, there));
}

void throw_not_in_team(const Team& team, global_unit_t owner)
{
  std::ostringstream text;
  text << name_of_call() << ": a view has elements of unit " << owner.id
       << ", which is not in the team of its first element, team " << team.dart_id()
       << ", whose units work on the view; put the container of the larger team first";
  throw_together<exception::InvalidArgument>(team, text.str());
}

void throw_not_side_by_side(
    const char* function, const char* remedy, std::size_t size, std::size_t side_by_side)
{
  DASH_THROW(
      exception::InvalidArgument,
      function << ": of " << size << " elements, only the first " << side_by_side
               << " lie side by side at one unit; " << remedy
               << " each such part: of a block of the container, of a unit's part, or of a row of "
                  "a block");
}

}  // namespace dash::detail
