#include <dash/detail/memory/ByteAccess.h>

#include <dash/Logging.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/detail/memory/AccessError.h>

#include <atomic>

namespace dash::detail {
namespace {

/// Transfers of at most so many bytes are those of single elements.
constexpr std::size_t largest_element = 64;
/// After so many of them, they take a part of a second.
constexpr unsigned warned_after = 10'000;

std::atomic<unsigned> single_elements{0};

/// Warns once in a run of loops over elements that host code cannot load and store.
void note_single_element(dart_gptr_t gptr, std::size_t nbytes)
{
  if (!run_has_unmapped_memory || nbytes > largest_element) return;
  if (single_elements.load(std::memory_order_relaxed) >= warned_after) return;
  void* mapped = nullptr;
  if (dart_gptr_mapped(gptr, &mapped) != DART_OK || mapped != nullptr) return;
  if (single_elements.fetch_add(1, std::memory_order_relaxed) + 1 != warned_after) return;
  constexpr const char* text =
      "10000 elements of GPU units or of other hosts were read or written one by one, which takes "
      "microseconds each. Use algorithms, which work where the elements are, dash::read_ahead in "
      "loops that only read, dash::copy of ranges from and to local memory, or arrays in host "
      "memory (dash::HostArray)";
  if (dart_is_new_in_run(text)) DASH_LOG_WARN("a[i], *it", text);
}

}  // namespace

void read_bytes(void* dst, dart_gptr_t src, std::size_t nbytes)
{
  CheckedAccess().result(
      dart_get_blocking(dst, src, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE), "read", src);
  note_single_element(src, nbytes);
}

void write_bytes(dart_gptr_t dst, const void* src, std::size_t nbytes)
{
  CheckedAccess().result(
      dart_put_blocking(dst, src, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE), "write", dst);
  note_single_element(dst, nbytes);
}

void start_read(void* dst, dart_gptr_t src, std::size_t nbytes)
{
  CheckedAccess().result(dart_get(dst, src, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE), "read", src);
}

void start_write(dart_gptr_t dst, const void* src, std::size_t nbytes)
{
  CheckedAccess().result(dart_put(dst, src, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE), "write", dst);
}

void flush(dart_gptr_t gptr)
{
  CheckedAccess().result(dart_flush(gptr), "flush", gptr);
}

void flush_local(dart_gptr_t gptr)
{
  CheckedAccess().result(dart_flush_local(gptr), "flush", gptr);
}

void flush_all(dart_gptr_t gptr)
{
  CheckedAccess().result(dart_flush_all(gptr), "flush", gptr);
}

void flush_local_all(dart_gptr_t gptr)
{
  CheckedAccess().result(dart_flush_local_all(gptr), "flush", gptr);
}

}  // namespace dash::detail
