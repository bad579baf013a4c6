#include <dash/Exception.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/team/Unwinding.h>

namespace dash::detail {

namespace {

class NotStrict : public exception::InvalidArgument {
 public:
  using InvalidArgument::InvalidArgument;

 private:
  ThrownTogether together_;
};

}  // namespace

void throw_not_strict(const char* algorithm)
{
  DASH_THROW(
      NotStrict,
      algorithm << ": the comparison holds for an element and itself, but it has to be a strict "
                   "order; compare by < or > in place of <= or >=");
}

}  // namespace dash::detail
