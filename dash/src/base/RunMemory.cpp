#include <dash/detail/base/RunMemory.h>

namespace dash::detail {

constinit bool run_has_unmapped_memory = false;
constinit bool run_has_gpu_units_anywhere = false;
constinit bool atomics_by_adapter = false;

}  // namespace dash::detail
