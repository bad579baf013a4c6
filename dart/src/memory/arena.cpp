#include "memory/arena.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

#include "base/file_limit.h"
#include "base/log.h"

namespace dart {
namespace {

constexpr std::size_t largest_slot = std::size_t(1) << 40;

/// Addresses that are tried for the arena; the first one that is free in all processes is used. The
/// last ones are inside the ranges that ThreadSanitizer leaves to programs.
struct Candidate {
  std::uintptr_t address;
  std::size_t bytes;
};
constexpr Candidate candidates[] = {
    {0x2000'0000'0000, std::size_t(32) << 40},  {0x1000'0000'0000, std::size_t(16) << 40},
    {0x4000'0000'0000, std::size_t(8) << 40},   {0x0010'0000'0000, std::size_t(256) << 30},
    {0x7e90'0000'0000, std::size_t(512) << 30},
};

std::uint32_t units_of(int job_file)
{
  JobBlock* job = job_map(job_file);
  if (job == nullptr) throw std::runtime_error(std::string("mmap: ") + std::strerror(errno));
  const std::uint32_t units = job->units;
  munmap(job, job_block_bytes);
  return units;
}

bool map_range(std::byte* wanted, std::size_t bytes, int protection, int flags, int file)
{
  void* mapped =
      mmap(wanted, bytes, protection, flags | MAP_NORESERVE | MAP_FIXED_NOREPLACE, file, 0);
  if (mapped == MAP_FAILED) return false;
  if (mapped == wanted) return true;
  munmap(mapped, bytes);  // kernels before 4.17 treat the address as a hint
  return false;
}

}  // namespace

Arena::Arena(
    int job_file, std::uint32_t unit_on_host, std::uint32_t gpu_units, HugePages huge_pages)
    : units_(units_of(job_file)),
      unit_on_host_(unit_on_host),
      gpu_units_(gpu_units)
{
  // Until the arena is mapped, units vote through a mapping of the job block alone.
  JobBlock* job = job_map(job_file);
  if (job == nullptr) throw std::runtime_error(std::string("mmap: ") + std::strerror(errno));
  WaitWord& arrivals = job->arrivals;
  for (unsigned k = 0; k < std::size(candidates); ++k) {
    slot_bytes_ = std::min(largest_slot, std::bit_floor(candidates[k].bytes / slots()));
    if (!map_at(candidates[k].address, job_file)) job->arena_refusals.fetch_or(1u << k);
    arrivals.add(1);
    arrivals.wait(++job->unit[unit_on_host_].barriers * units_);
    const bool agreed = (job->arena_refusals.load() >> k & 1) == 0;
    if (agreed) {
      munmap(job, job_block_bytes);
      map_reserved_pages(huge_pages);
      log(LogLevel::debug, "arena at %p, %zu GiB a unit", static_cast<void*>(base_),
          slot_bytes_ >> 30);
      return;
    }
    if (base_ != nullptr) munmap(base_, host_bytes());
    base_ = nullptr;
  }
  munmap(job, job_block_bytes);
  if (!file_limit_permits(bytes())) {
    throw std::runtime_error(
        "the limit of the sizes of files (ulimit -f) is too small for the global memory, which is "
        "a "
        "file without a name; set ulimit -f unlimited");
  }
  throw std::runtime_error(
      "no range of addresses is free in all processes for the global memory; "
      "is the address space limited (ulimit -v)?");
}

Arena::~Arena()
{
  if (base_ != nullptr) munmap(base_, host_bytes());
}

bool Arena::map_at(std::uintptr_t address, int job_file)
{
  // All units do this with the same result.
  if (!file_limit_permits(bytes())) return false;
  if (ftruncate(job_file, static_cast<off_t>(bytes())) != 0) return false;
  auto* const base = reinterpret_cast<std::byte*>(address);
  if (!map_range(base, host_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, job_file)) return false;
  // The addresses for device memory only have to be free. The CUDA driver does not use ranges that
  // were mapped when it started, so they stay unmapped until a device space takes them.
  const std::size_t device_bytes = bytes() - host_bytes();
  std::byte* const device = base + host_bytes();
  if (device_bytes > 0) {
    if (!map_range(device, device_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1)) {
      munmap(base, host_bytes());
      return false;
    }
    munmap(device, device_bytes);
  }
  // Core dumps should not contain terabytes of holes.
  madvise(base, host_bytes(), MADV_DONTDUMP);
  // Random access and strides of a page or more are faster with huge pages. The system may not have
  // them for shared memory; dart-info tells.
  madvise(base + slot_bytes_, host_bytes() - slot_bytes_, MADV_HUGEPAGE);
  base_ = base;
  return true;
}

/// Maps reserved pages in place of the parts of the file that allocations are in. What the runtime
/// itself uses stays in the file: it is sparse, and huge pages would be wasted on it.
void Arena::map_reserved_pages(HugePages huge_pages)
{
  if (unit_on_host_ == 0) job().reserved_pages_file = -1;
  if (unit_on_host_ == 0 && huge_pages == HugePages::reserved) {
    reserved_.create(job(), units_ * reserved_slot_bytes());
  }
  job_barrier();
  if (unit_on_host_ != 0) reserved_.open(job());
  for (std::uint32_t unit = 0; reserved_.is_open() && unit < units_; ++unit) {
    if (!reserved_.map(unit_slot(unit), reserved_slot_bytes(), unit * reserved_slot_bytes())) {
      throw std::runtime_error(std::string("mmap of reserved huge pages: ") + std::strerror(errno));
    }
  }
  job_barrier();
}

void Arena::job_barrier()
{
  job().arrivals.add(1);
  job().arrivals.wait(++job().unit[unit_on_host_].barriers * units_);
}

void Arena::release(std::byte* begin, std::size_t bytes)
{
  if (madvise(begin, bytes, MADV_REMOVE) != 0) {
    log(LogLevel::warn, "cannot give %zu bytes of memory back: %s", bytes, std::strerror(errno));
  }
}

}  // namespace dart
