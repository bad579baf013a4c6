#pragma once

/// \file
/// Units and their synchronisation under the names that coarray programs use.

#include <dash/Init.h>
#include <dash/Types.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/Macro.h>

#include <utility>
#include <vector>

#include <sys/types.h>

/// Tag of the messages of dash::coarray::sync_images.
#define DART_TAG_SYNC_IMAGES 10016

namespace dash {

namespace detail {

DASH_API void sync_images(std::vector<dart_unit_t> images);

}  // namespace detail

namespace coarray {

/// Id of the calling unit. Local call.
inline global_unit_t this_image()
{
  return dash::myid();
}

/// Number of all units. Local call.
inline ssize_t num_images()
{
  return static_cast<ssize_t>(dash::size());
}

/// Barrier over all units; does not complete operations. Collective.
inline void sync_all()
{
  const dash::detail::CurrentCall call("dash::coarray::sync_all");
  dash::barrier();
}

/// Waits until the listed units, given by their global ids in any order, have called this with the
/// same list. Does not complete operations. A caller that is not in the list returns immediately.
/// \throws exception::InvalidArgument if there is no such unit
template <class Container>
void sync_images(const Container& image_ids)
{
  std::vector<dart_unit_t> images;
  for (const auto& image : image_ids) images.push_back(static_cast<dart_unit_t>(image));
  dash::detail::sync_images(std::move(images));
}

}  // namespace coarray

}  // namespace dash
