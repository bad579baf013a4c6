#include <dash/Exception.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/team/Unwinding.h>

#include <string>

namespace dash::detail {

namespace {

std::string not_strict(const char* algorithm)
{
  return std::string(algorithm) +
         ": the comparison holds for an element and itself, but it has to be a strict order; "
         "compare by < or > in place of <= or >=";
}

}  // namespace

void throw_not_strict(const char* algorithm)
{
  DASH_THROW(exception::InvalidArgument, not_strict(algorithm));
}

void throw_not_strict_together(const Team& team, const char* algorithm)
{
  throw_together<exception::InvalidArgument>(team, not_strict(algorithm));
}

}  // namespace dash::detail
