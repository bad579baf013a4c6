// error: CSRPattern has one dimension
#include <dash/pattern/CSRPattern.h>

#ifdef FIXED
template class dash::CSRPattern<1>;
#else
template class dash::CSRPattern<2>;
#endif
