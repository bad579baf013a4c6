#include <dash/detail/memory/PendingTransfers.h>

#include <dash/Exception.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/memory/AccessError.h>

#include <cstdint>
#include <new>
#include <numeric>
#include <utility>

namespace dash::detail {

namespace {

/// A type of the runtime, which transfers read only when they start.
class TransferType {
 public:
  TransferType(const StridedBlocks& blocks, std::size_t stride)
  {
    if (stride == blocks.nbytes) return;
    const FailureReasons reasons;
    require_created(
        dart_type_create_strided(DART_TYPE_BYTE, stride, blocks.nbytes, &type_), blocks.nbytes,
        stride, reasons);
  }
  TransferType(
      const RepeatedBlocks& blocks, const std::vector<std::size_t>& begins, std::size_t stride)
  {
    const FailureReasons reasons;
    const std::size_t count = blocks.nbytes.size();
    const std::size_t last = begins.back() + blocks.nbytes.back();
    require_created(
        dart_type_create_indexed(
            DART_TYPE_BYTE, count, blocks.nbytes.data(), begins.data(), &type_),
        last, stride, reasons);
    if (blocks.repeats == 1) return;
    dart_datatype_t once = std::exchange(type_, DART_TYPE_BYTE);
    const dart_ret_t created = dart_type_create_resized(once, stride, &type_);
    dart_type_destroy(&once);
    require_created(created, last, stride, reasons);
  }
  TransferType(const TransferType&) = delete;
  TransferType& operator=(const TransferType&) = delete;
  ~TransferType()
  {
    if (type_ != DART_TYPE_BYTE) dart_type_destroy(&type_);
  }

  operator dart_datatype_t() const noexcept { return type_; }

 private:
  static void require_created(
      dart_ret_t created, std::size_t nbytes, std::size_t stride, const FailureReasons& reasons)
  {
    if (created == DART_OK) return;
    if (created == DART_ERR_NOMEM) throw std::bad_alloc();
    DASH_THROW(
        dash::exception::InvalidArgument, "transfer of blocks of " << nbytes << " bytes, " << stride
                                                                   << " bytes apart: too large"
                                                                   << reasons.take());
  }

  dart_datatype_t type_ = DART_TYPE_BYTE;
};

std::size_t all_bytes(const RepeatedBlocks& blocks)
{
  return blocks.repeats *
         std::accumulate(blocks.nbytes.begin(), blocks.nbytes.end(), std::size_t{0});
}

}  // namespace

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
  start_read(dst, DART_TYPE_BYTE, src, DART_TYPE_BYTE, nbytes);
}

void PendingTransfers::read(void* dst, const StridedBlocks& blocks, dart_gptr_t src)
{
  const TransferType local(blocks, blocks.local_stride);
  const TransferType global(blocks, blocks.global_stride);
  start_read(dst, local, src, global, blocks.count * blocks.nbytes);
}

void PendingTransfers::write(dart_gptr_t dst, const void* src, std::size_t nbytes)
{
  start_write(dst, DART_TYPE_BYTE, src, DART_TYPE_BYTE, nbytes);
}

void PendingTransfers::write(dart_gptr_t dst, const void* src, const StridedBlocks& blocks)
{
  const TransferType local(blocks, blocks.local_stride);
  const TransferType global(blocks, blocks.global_stride);
  start_write(dst, global, src, local, blocks.count * blocks.nbytes);
}

void PendingTransfers::read(void* dst, const RepeatedBlocks& blocks, dart_gptr_t src)
{
  const TransferType local(blocks, blocks.local, blocks.local_stride);
  const TransferType global(blocks, blocks.global, blocks.global_stride);
  start_read(dst, local, src, global, all_bytes(blocks));
}

void PendingTransfers::write(dart_gptr_t dst, const void* src, const RepeatedBlocks& blocks)
{
  const TransferType local(blocks, blocks.local, blocks.local_stride);
  const TransferType global(blocks, blocks.global, blocks.global_stride);
  start_write(dst, global, src, local, all_bytes(blocks));
}

bool PendingTransfers::copy(dart_gptr_t to, dart_gptr_t from, std::size_t nbytes)
{
  const FailureReasons reasons;
  dart_handle_t handle = DART_HANDLE_NULL;
  const dart_ret_t started = dart_copy_handle(to, from, nbytes, &handle);
  if (started == DART_ERR_NOTFOUND) return false;
  check_access(started, "copy", to);
  if (handle != DART_HANDLE_NULL) handles_.push_back(handle);
  return true;
}

void PendingTransfers::start_read(
    void* dst, dart_datatype_t dst_type, dart_gptr_t src, dart_datatype_t src_type,
    std::size_t nbytes)
{
  dart_handle_t handle = DART_HANDLE_NULL;
  CheckedAccess().result(
      dart_get_handle(dst, src, nbytes, src_type, dst_type, &handle), "read", src);
  if (handle != DART_HANDLE_NULL) handles_.push_back(handle);
}

void PendingTransfers::start_write(
    dart_gptr_t dst, dart_datatype_t dst_type, const void* src, dart_datatype_t src_type,
    std::size_t nbytes)
{
  dart_handle_t handle = DART_HANDLE_NULL;
  CheckedAccess().result(
      dart_put_handle(dst, src, nbytes, src_type, dst_type, &handle), "write", dst);
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
