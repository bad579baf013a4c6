#include "sweep/measure.h"

namespace sweep {

template void measure<double>(bench::Bench&, const std::string&);

}  // namespace sweep
