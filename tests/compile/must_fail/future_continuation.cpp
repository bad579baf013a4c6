// error: the continuation is a function of the future's result
#include <dash/Future.h>

#include <utility>

void go_on(dash::Future<int> future)
{
#ifdef FIXED
  std::move(future).then([](int) {}).wait();
#else
  std::move(future).then([] {}).wait();
#endif
}
