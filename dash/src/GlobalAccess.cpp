#include <dash/detail/base/TraceSpan.h>
#include <dash/detail/memory/GlobalAccess.h>

#include <dash/Exception.h>
#include <dash/Init.h>

#include <ostream>
#include <sstream>
#include <utility>

std::ostream& operator<<(std::ostream& os, const dart_gptr_t& gptr)
{
  if (DART_GPTR_ISNULL(gptr)) return os << "gptr(null)";
  return os << "gptr(unit " << gptr.unitid << ", segment " << gptr.segid << ", team " << gptr.teamid
            << ", offset " << gptr.addr_or_offs.offset << ")";
}

namespace dash::detail {

constinit bool run_has_gpu_units = false;
constinit bool run_has_unmapped_memory = false;
constinit bool atomics_by_adapter = false;
constinit bool run_is_traced = false;

namespace {

const char* cause(dart_ret_t ret, const dart_gptr_t& gptr)
{
  if (DART_GPTR_ISNULL(gptr)) return "it is null; assign the address of allocated global memory";
  switch (ret) {
    case DART_ERR_NOTINIT:
      return "the runtime is not running; call dash::init first";
    case DART_ERR_INVAL:
    case DART_ERR_NOTFOUND:
      return "no allocation of this run holds it; it was freed or made by another program";
    default:
      return "the transfer failed";
  }
}

/// Blocks as a type of the runtime, which transfers look at when they start only.
class StridedType {
 public:
  StridedType(std::size_t nbytes, std::size_t stride)
  {
    if (stride == nbytes) return;
    if (dart_type_create_strided(DART_TYPE_BYTE, stride, nbytes, &type_) != DART_OK) {
      DASH_THROW(
          dash::exception::InvalidArgument,
          "transfer of blocks of " << nbytes << " bytes, " << stride << " bytes apart: too large");
    }
  }
  StridedType(const StridedType&) = delete;
  StridedType& operator=(const StridedType&) = delete;
  ~StridedType()
  {
    if (type_ != DART_TYPE_BYTE) dart_type_destroy(&type_);
  }

  operator dart_datatype_t() const noexcept { return type_; }

 private:
  dart_datatype_t type_ = DART_TYPE_BYTE;
};

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

const void* place_of(dart_gptr_t gptr)
{
  void* place = nullptr;
  check_access(dart_gptr_place(gptr, &place), "look-up", gptr);
  return place;
}

void* kernel_address(dart_gptr_t gptr, std::size_t nbytes)
{
  // Host code of CPU units needs no other way to host memory, and reaches only emulated GPUs'.
  if (!dash::is_gpu_unit()) {
    void* const mapped = mapped_address(gptr);
    if (mapped != nullptr || dart_gpu_backend() != DART_GPU_EMULATED) return mapped;
  }
  void* address = nullptr;
  check_access(dart_gptr_kernel_address(gptr, nbytes, &address), "mapping for kernels", gptr);
  return address;
}

void copy_bytes_between(void* to, const void* from, std::size_t nbytes)
{
  if (dart_memory_copy(to, from, nbytes) != DART_OK) {
    DASH_THROW(
        dash::exception::RuntimeError,
        "copy of " << nbytes << " bytes from " << from << " to " << to
                   << " failed; the message of the runtime before this one names the cause");
  }
}

void BoxCopies::run() const
{
  std::vector<dart_box_copy_t> copies;
  for (const Copy& copy : copies_) {
    copies.push_back(
        {copy.to, copy.from, copy.nbytes, copy.dimensions.data(), copy.dimensions.size()});
  }
  if (dart_memory_copy_boxes(copies.data(), copies.size()) != DART_OK) {
    DASH_THROW(
        dash::exception::RuntimeError,
        copies.size() << " copies of boxes of elements failed; the message of the runtime before "
                         "this one names the cause");
  }
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
  check_access(dart_get_blocking(dst, src, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE), "read", src);
}

void write_bytes(dart_gptr_t dst, const void* src, std::size_t nbytes)
{
  check_access(dart_put_blocking(dst, src, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE), "write", dst);
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

void flush(dart_gptr_t gptr)
{
  check_access(dart_flush(gptr), "flush", gptr);
}

void flush_local(dart_gptr_t gptr)
{
  check_access(dart_flush_local(gptr), "flush", gptr);
}

void flush_all(dart_gptr_t gptr)
{
  check_access(dart_flush_all(gptr), "flush", gptr);
}

void flush_local_all(dart_gptr_t gptr)
{
  check_access(dart_flush_local_all(gptr), "flush", gptr);
}

namespace {

bool overlap(dart_gptr_t a, dart_gptr_t b, std::size_t nbytes)
{
  const auto first = a.addr_or_offs.offset;
  const auto second = b.addr_or_offs.offset;
  return a.segid == b.segid && a.teamid == b.teamid && a.unitid == b.unitid &&
         (first < second ? second - first : first - second) < nbytes;
}

/// As the local buffer of a transfer: mapped or own memory, whose address is known already.
void* known_address(dart_gptr_t gptr)
{
  void* const mapped = mapped_address(gptr);
  return mapped != nullptr ? mapped : local_address(gptr);
}

void* address_by_mapping(dart_gptr_t gptr, std::size_t nbytes)
{
  void* address = nullptr;
  check_access(dart_gptr_kernel_address(gptr, nbytes, &address), "mapping", gptr);
  return address;
}

}  // namespace

bool start_between(PendingTransfers& pending, dart_gptr_t to, dart_gptr_t from, std::size_t nbytes)
{
  if (overlap(to, from, nbytes)) return false;
  if (const void* const source = known_address(from)) {
    pending.write(to, source, nbytes);
  } else if (void* const target = known_address(to)) {
    pending.read(target, from, nbytes);
  } else if (const void* const mapped = address_by_mapping(from, nbytes)) {
    pending.write(to, mapped, nbytes);
  } else {
    return false;
  }
  return true;
}

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
  const StridedType local(blocks.nbytes, blocks.local_stride);
  const StridedType global(blocks.nbytes, blocks.global_stride);
  start_read(dst, local, src, global, blocks.count * blocks.nbytes);
}

void PendingTransfers::write(dart_gptr_t dst, const void* src, std::size_t nbytes)
{
  start_write(dst, DART_TYPE_BYTE, src, DART_TYPE_BYTE, nbytes);
}

void PendingTransfers::write(dart_gptr_t dst, const void* src, const StridedBlocks& blocks)
{
  const StridedType local(blocks.nbytes, blocks.local_stride);
  const StridedType global(blocks.nbytes, blocks.global_stride);
  start_write(dst, global, src, local, blocks.count * blocks.nbytes);
}

void PendingTransfers::start_read(
    void* dst, dart_datatype_t dst_type, dart_gptr_t src, dart_datatype_t src_type,
    std::size_t nbytes)
{
  dart_handle_t handle = DART_HANDLE_NULL;
  check_access(dart_get_handle(dst, src, nbytes, src_type, dst_type, &handle), "read", src);
  if (handle != DART_HANDLE_NULL) handles_.push_back(handle);
}

void PendingTransfers::start_write(
    dart_gptr_t dst, dart_datatype_t dst_type, const void* src, dart_datatype_t src_type,
    std::size_t nbytes)
{
  dart_handle_t handle = DART_HANDLE_NULL;
  check_access(dart_put_handle(dst, src, nbytes, src_type, dst_type, &handle), "write", dst);
  if (handle != DART_HANDLE_NULL) handles_.push_back(handle);
}

bool PendingTransfers::test()
{
  if (handles_.empty()) return true;
  std::int32_t finished = 0;
  if (dart_testall(handles_.data(), handles_.size(), &finished) != DART_OK) {
    DASH_THROW(dash::exception::RuntimeError, "test of " << handles_.size() << " transfers failed");
  }
  if (finished != 0) handles_.clear();
  return finished != 0;
}

void PendingTransfers::wait()
{
  if (handles_.empty()) return;
  const auto ret = dart_waitall(handles_.data(), handles_.size());
  const auto count = handles_.size();
  handles_.clear();
  if (ret != DART_OK) {
    DASH_THROW(dash::exception::RuntimeError, "waiting for " << count << " transfers failed");
  }
}

}  // namespace dash::detail
