#include <dash/detail/memory/PendingTransfers.h>

#include <dash/Exception.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/memory/AccessError.h>

#include <cstdint>
#include <utility>

namespace dash::detail {

PendingTransfers& PendingTransfers::operator=(PendingTransfers&& other) noexcept
{
  std::swap(handles_, other.handles_);
  return *this;
}

PendingTransfers::~PendingTransfers()
{
  if (!handles_.empty()) dart_waitall(handles_.data(), handles_.size());
}

void PendingTransfers::read(void* dst, dart_gptr_t src, std::size_t nbytes)
{
  dart_handle_t handle = DART_HANDLE_NULL;
  CheckedAccess().result(
      dart_get_handle(dst, src, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE, &handle), "read", src);
  add(handle);
}

void PendingTransfers::write(dart_gptr_t dst, const void* src, std::size_t nbytes)
{
  dart_handle_t handle = DART_HANDLE_NULL;
  CheckedAccess().result(
      dart_put_handle(dst, src, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE, &handle), "write", dst);
  add(handle);
}

void PendingTransfers::read(void* dst, std::span<const dart_rows_t> rows, dart_gptr_t src)
{
  dart_handle_t handle = DART_HANDLE_NULL;
  CheckedAccess().result(
      dart_get_rows_handle(dst, src, rows.data(), rows.size(), &handle), "read", src);
  add(handle);
}

void PendingTransfers::write(dart_gptr_t dst, const void* src, std::span<const dart_rows_t> rows)
{
  dart_handle_t handle = DART_HANDLE_NULL;
  CheckedAccess().result(
      dart_put_rows_handle(dst, src, rows.data(), rows.size(), &handle), "write", dst);
  add(handle);
}

bool PendingTransfers::copy(dart_gptr_t to, dart_gptr_t from, std::size_t nbytes)
{
  const FailureReasons reasons;
  dart_handle_t handle = DART_HANDLE_NULL;
  const dart_ret_t started = dart_copy_handle(to, from, nbytes, &handle);
  if (started == DART_ERR_NOTFOUND) return false;
  check_access(started, "copy", to);
  add(handle);
  return true;
}

void PendingTransfers::add(dart_handle_t handle)
{
  if (handle != DART_HANDLE_NULL) handles_.push_back(handle);
}

bool PendingTransfers::test()
{
  if (handles_.empty()) return true;
  std::int32_t finished = 0;
  const FailureReasons reasons;
  if (dart_testall(handles_.data(), handles_.size(), &finished) != DART_OK) {
    DASH_THROW(
        dash::exception::RuntimeError,
        "test of " << handles_.size() << " transfers failed" << reasons.take());
  }
  if (finished != 0) handles_.clear();
  return finished != 0;
}

void PendingTransfers::wait()
{
  if (handles_.empty()) return;
  const FailureReasons reasons;
  const auto ret = dart_waitall(handles_.data(), handles_.size());
  const auto count = handles_.size();
  handles_.clear();
  if (ret != DART_OK) {
    DASH_THROW(
        dash::exception::RuntimeError,
        "waiting for " << count << " transfers failed" << reasons.take());
  }
}

}  // namespace dash::detail
