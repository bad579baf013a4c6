#include <dash/detail/range/Transfer.h>

#include <dash/Exception.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/memory/BounceBuffer.h>

#include <algorithm>

namespace dash::detail {

namespace {

/// Calls \c stage(position, n, staged) for consecutive parts of \c n elements, with device memory
/// for each. \return false if there is no such memory
template <class Stage>
bool for_each_staged(std::ptrdiff_t n, std::size_t element_size, const Stage& stage)
{
  const BounceBuffer buffer(static_cast<std::size_t>(n) * element_size);
  const auto room = static_cast<std::ptrdiff_t>(buffer.size() / element_size);
  if (room == 0) return false;
  for (std::ptrdiff_t position = 0; position < n; position += room) {
    stage(position, std::min(n - position, room), buffer.address());
  }
  return true;
}

}  // namespace

bool read_through_gpu(
    CopyPart copy, const void* first, std::ptrdiff_t n, std::size_t element_size, void* local)
{
  const auto read = [&](std::ptrdiff_t position, std::ptrdiff_t some, void* staged) {
    copy(first, position, some, staged);
    copy_bytes(
        static_cast<std::byte*>(local) + static_cast<std::size_t>(position) * element_size, staged,
        static_cast<std::size_t>(some) * element_size);
  };
  return for_each_staged(n, element_size, read);
}

bool write_through_gpu(
    CopyPart copy, const void* first, std::ptrdiff_t n, std::size_t element_size, const void* local)
{
  const auto write = [&](std::ptrdiff_t position, std::ptrdiff_t some, void* staged) {
    copy_bytes(
        staged,
        static_cast<const std::byte*>(local) + static_cast<std::size_t>(position) * element_size,
        static_cast<std::size_t>(some) * element_size);
    copy(first, position, some, staged);
  };
  return for_each_staged(n, element_size, write);
}

void throw_copy_behind_end(std::ptrdiff_t n)
{
  DASH_THROW(
      exception::OutOfRange, "copy: " << n << " elements lie behind the end of the global range");
}

}  // namespace dash::detail
