#include "module_threads.h"

#include "base/helper_threads.h"

namespace dart {
namespace {

SetHelper runtime_set_helper = nullptr;

}  // namespace

void set_helper_function(SetHelper function)
{
  runtime_set_helper = function;
}

void set_worker(Worker) noexcept {}  // no thread of a program waits for those of modules

HelperThread::HelperThread(Worker awaited) : awaited_(awaited)
{
  if (runtime_set_helper != nullptr) runtime_set_helper(true);
}

HelperThread::~HelperThread()
{
  if (runtime_set_helper != nullptr) runtime_set_helper(false);
}

}  // namespace dart
