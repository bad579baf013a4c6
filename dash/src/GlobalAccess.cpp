#include <dash/Exception.h>
#include <dash/internal/GlobalAccess.h>

#include <ostream>
#include <sstream>
#include <utility>

std::ostream& operator<<(std::ostream& os, const dart_gptr_t& gptr)
{
  if (DART_GPTR_ISNULL(gptr)) return os << "gptr(null)";
  return os << "gptr(unit " << gptr.unitid << ", segment " << gptr.segid << ", team "
            << gptr.teamid << ", offset " << gptr.addr_or_offs.offset << ")";
}

namespace dash::internal {

namespace {

const char* cause(dart_ret_t ret, const dart_gptr_t& gptr)
{
  if (DART_GPTR_ISNULL(gptr)) return "it is null; assign the address of allocated global memory";
  switch (ret) {
    case DART_ERR_NOTINIT: return "the runtime is not running; call dash::init first";
    case DART_ERR_INVAL:
    case DART_ERR_NOTFOUND:
      return "no allocation of this run holds it; it was freed or made by another program";
    default: return "the transfer failed";
  }
}

}  // namespace

std::string to_string(const dart_gptr_t& gptr)
{
  std::ostringstream text;
  text << gptr;
  return text.str();
}

void throw_access_error(dart_ret_t ret, const char* operation, dart_gptr_t gptr)
{
  if (DART_GPTR_ISNULL(gptr) || ret == DART_ERR_INVAL || ret == DART_ERR_NOTFOUND) {
    DASH_THROW(
        dash::exception::InvalidArgument,
        operation << " of global memory at " << gptr << ": " << cause(ret, gptr));
  }
  DASH_THROW(
      dash::exception::RuntimeError,
      operation << " of global memory at " << gptr << ": " << cause(ret, gptr));
}

void* mapped_address(dart_gptr_t gptr) noexcept
{
  void* addr = nullptr;
  return dart_gptr_mapped(gptr, &addr) == DART_OK ? addr : nullptr;
}

dart_gptr_t gptr_of_mapped(const void* addr)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  if (dart_gptr_from_mapped(addr, &gptr) != DART_OK) {
    DASH_THROW(
        dash::exception::InvalidArgument,
        "address " << addr << " lies in no allocation of global memory; it was freed or is private"
                   << " memory of this unit");
  }
  return gptr;
}

void* local_address(dart_gptr_t gptr) noexcept
{
  void* addr = nullptr;
  return dart_gptr_getaddr(gptr, &addr) == DART_OK ? addr : nullptr;
}

void read_bytes(void* dst, dart_gptr_t src, std::size_t nbytes)
{
  check_access(
      dart_get_blocking(dst, src, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE), "read", src);
}

void write_bytes(dart_gptr_t dst, const void* src, std::size_t nbytes)
{
  check_access(
      dart_put_blocking(dst, src, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE), "write", dst);
}

void start_read(void* dst, dart_gptr_t src, std::size_t nbytes)
{
  check_access(dart_get(dst, src, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE), "read", src);
}

void start_write(dart_gptr_t dst, const void* src, std::size_t nbytes)
{
  check_access(dart_put(dst, src, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE), "write", dst);
}

void remote_fetch_op(
    dart_gptr_t target, const void* value, void* old, dart_datatype_t type, dart_operation_t op)
{
  check_access(dart_fetch_and_op(target, value, old, type, op), "atomic operation", target);
  flush(target);
}

void remote_compare_exchange(
    dart_gptr_t target, const void* desired, const void* expected, void* old, dart_datatype_t type)
{
  check_access(
      dart_compare_and_swap(target, desired, expected, old, type), "compare-and-swap", target);
  flush(target);
}

void flush(dart_gptr_t gptr) { check_access(dart_flush(gptr), "flush", gptr); }

void flush_local(dart_gptr_t gptr) { check_access(dart_flush_local(gptr), "flush", gptr); }

void flush_all(dart_gptr_t gptr) { check_access(dart_flush_all(gptr), "flush", gptr); }

void flush_local_all(dart_gptr_t gptr)
{
  check_access(dart_flush_local_all(gptr), "flush", gptr);
}

PendingTransfers& PendingTransfers::operator=(PendingTransfers&& other) noexcept
{
  std::swap(_handles, other._handles);
  return *this;
}

PendingTransfers::~PendingTransfers()
{
  if (!_handles.empty()) dart_waitall(_handles.data(), _handles.size());
}

void PendingTransfers::read(void* dst, dart_gptr_t src, std::size_t nbytes)
{
  dart_handle_t handle = DART_HANDLE_NULL;
  check_access(
      dart_get_handle(dst, src, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE, &handle), "read", src);
  if (handle != DART_HANDLE_NULL) _handles.push_back(handle);
}

void PendingTransfers::write(dart_gptr_t dst, const void* src, std::size_t nbytes)
{
  dart_handle_t handle = DART_HANDLE_NULL;
  check_access(
      dart_put_handle(dst, src, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE, &handle), "write", dst);
  if (handle != DART_HANDLE_NULL) _handles.push_back(handle);
}

bool PendingTransfers::test()
{
  if (_handles.empty()) return true;
  std::int32_t finished = 0;
  if (dart_testall(_handles.data(), _handles.size(), &finished) != DART_OK) {
    DASH_THROW(dash::exception::RuntimeError, "test of " << _handles.size() << " transfers failed");
  }
  if (finished != 0) _handles.clear();
  return finished != 0;
}

void PendingTransfers::wait()
{
  if (_handles.empty()) return;
  const auto ret = dart_waitall(_handles.data(), _handles.size());
  const auto count = _handles.size();
  _handles.clear();
  if (ret != DART_OK) {
    DASH_THROW(dash::exception::RuntimeError, "waiting for " << count << " transfers failed");
  }
}

}  // namespace dash::internal
