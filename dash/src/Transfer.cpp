#include <dash/detail/range/Transfer.h>

#include <dash/Exception.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/memory/Scratch.h>

#include <algorithm>

namespace dash::detail {

namespace {

/// Number of bytes that pass through memory of a GPU unit at a time, if they do not fit in there
/// all.
constexpr std::size_t staging_bytes = std::size_t(16) << 20;

/// Calls \c stage(position, n, staged) for consecutive parts of \c n elements, with device memory
/// for each.
template <class Stage>
void for_each_staged(std::ptrdiff_t n, std::size_t element_size, const Stage& stage)
{
  const auto room = static_cast<std::ptrdiff_t>(staging_bytes / element_size);
  const auto most = std::min(n, std::max<std::ptrdiff_t>(1, room));
  const Scratch scratch(MemoryKind::device, static_cast<std::size_t>(most) * element_size);
  for (std::ptrdiff_t position = 0; position < n; position += most) {
    stage(position, std::min(n - position, most), scratch.address());
  }
}

}  // namespace

void read_through_gpu(
    CopyPart copy, const void* first, std::ptrdiff_t n, std::size_t element_size, void* local)
{
  for_each_staged(n, element_size, [&](std::ptrdiff_t position, std::ptrdiff_t some, void* staged) {
    copy(first, position, some, staged);
    copy_bytes(
        static_cast<std::byte*>(local) + static_cast<std::size_t>(position) * element_size, staged,
        static_cast<std::size_t>(some) * element_size);
  });
}

void write_through_gpu(
    CopyPart copy, const void* first, std::ptrdiff_t n, std::size_t element_size, const void* local)
{
  for_each_staged(n, element_size, [&](std::ptrdiff_t position, std::ptrdiff_t some, void* staged) {
    copy_bytes(
        staged,
        static_cast<const std::byte*>(local) + static_cast<std::size_t>(position) * element_size,
        static_cast<std::size_t>(some) * element_size);
    copy(first, position, some, staged);
  });
}

void throw_copy_behind_end(std::ptrdiff_t n)
{
  DASH_THROW(
      exception::OutOfRange, "copy: " << n << " elements lie behind the end of the global range");
}

}  // namespace dash::detail
