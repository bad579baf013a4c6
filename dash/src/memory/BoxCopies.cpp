#include <dash/detail/memory/BoxCopies.h>

#include <dash/Exception.h>
#include <dash/detail/base/CheckResult.h>

namespace dash::detail {

void BoxCopies::run() const
{
  std::vector<dart_box_copy_t> copies;
  for (const Copy& copy : copies_) {
    copies.push_back(
        {copy.to, copy.from, copy.nbytes, copy.dimensions.data(), copy.dimensions.size()});
  }
  const FailureReasons reasons;
  if (dart_memory_copy_boxes(copies.data(), copies.size()) != DART_OK) {
    DASH_THROW(
        dash::exception::RuntimeError,
        copies.size() << " copies of boxes of elements failed" << reasons.take());
  }
}

}  // namespace dash::detail
