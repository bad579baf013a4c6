#include "sweep/measure.h"

namespace sweep {

template void measure<Record>(bench::Bench&, const std::string&);

}  // namespace sweep
