#include "sweep/measure.h"

namespace sweep {

template void measure<std::uint32_t>(bench::Bench&, const std::string&);

}  // namespace sweep
