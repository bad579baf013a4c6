#include <dash/coarray/SyncImages.h>

#include <dash/Exception.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/CurrentCall.h>

#include <dash/dart/if/dart.h>

#include <algorithm>

namespace dash::detail {

namespace {

constexpr char message[] = "sync_images: a message between units";

void send_to(dart_unit_t unit)
{
  const char nothing = 0;
  CheckedCall().result(
      dart_send(&nothing, 1, DART_TYPE_BYTE, DART_TAG_SYNC_IMAGES, {unit}), message);
}

void receive_from(dart_unit_t unit)
{
  char nothing = 0;
  CheckedCall().result(
      dart_recv(&nothing, 1, DART_TYPE_BYTE, DART_TAG_SYNC_IMAGES, {unit}), message);
}

/// Sorts the ids and removes duplicates.
void normalise(std::vector<dart_unit_t>& images)
{
  std::sort(images.begin(), images.end());
  images.erase(std::unique(images.begin(), images.end()), images.end());
  const auto size = static_cast<dart_unit_t>(dash::size());
  if (images.empty() || (images.front() >= 0 && images.back() < size)) return;
  DASH_THROW(
      dash::exception::InvalidArgument,
      "sync_images: units " << images.front() << " to " << images.back() << " of " << size);
}

}  // namespace

void sync_images(std::vector<dart_unit_t> images)
{
  const CurrentCall call("dash::coarray::sync_images");
  normalise(images);
  const dart_unit_t me = dash::myid();
  if (!std::binary_search(images.begin(), images.end(), me)) return;
  // The unit with the smallest id collects and releases, in whatever order units list the ids.
  const dart_unit_t root = images.front();
  if (me != root) {
    send_to(root);
    receive_from(root);
    return;
  }
  std::for_each(images.begin() + 1, images.end(), receive_from);
  std::for_each(images.begin() + 1, images.end(), send_to);
}

}  // namespace dash::detail
