#include <dash/detail/base/TraceSpan.h>

namespace dash::detail {

constinit bool run_is_traced = false;

}  // namespace dash::detail
