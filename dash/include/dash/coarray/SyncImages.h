#pragma once

/// \file
/// Numbers of units as coarray programs call them, and their synchronisation.

#include <dash/Init.h>
#include <dash/Types.h>
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

/// The calling unit. Local.
inline global_unit_t this_image()
{
  return dash::myid();
}

/// Number of all units. Local.
inline ssize_t num_images()
{
  return static_cast<ssize_t>(dash::size());
}

/// Barrier over all units; completes no operations. Collective.
inline void sync_all()
{
  dash::barrier();
}

/// Waits until the listed units, by their global ids in any order, have called it with the same
/// list. Completes no operations. A caller that is not listed returns at once.
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
