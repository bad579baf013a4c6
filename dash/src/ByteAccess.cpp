#include <dash/detail/memory/ByteAccess.h>

#include <dash/detail/memory/AccessError.h>

namespace dash::detail {

void read_bytes(void* dst, dart_gptr_t src, std::size_t nbytes)
{
  CheckedAccess().result(
      dart_get_blocking(dst, src, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE), "read", src);
}

void write_bytes(dart_gptr_t dst, const void* src, std::size_t nbytes)
{
  CheckedAccess().result(
      dart_put_blocking(dst, src, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE), "write", dst);
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
