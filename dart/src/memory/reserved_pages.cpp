#include "memory/reserved_pages.h"

#include <fcntl.h>
#include <linux/memfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace dart {
namespace {

[[noreturn]] void refuse(const char* what)
{
  throw std::runtime_error(
      std::string("DART_HUGE_PAGES=reserved: ") + what + ": " + std::strerror(errno) +
      "; unset it to use other memory");
}

std::uint64_t number_in(const std::filesystem::path& file)
{
  std::uint64_t number = 0;
  std::ifstream(file) >> number;
  return number;
}

}  // namespace

ReservedPages::~ReservedPages()
{
  if (is_open()) close(file_);
}

void ReservedPages::create(JobBlock& job, std::uint64_t bytes)
{
  file_ = memfd_create("dart-huge-pages", MFD_CLOEXEC | MFD_HUGETLB | MFD_HUGE_2MB);
  if (file_ < 0) refuse("memfd_create");
  if (ftruncate(file_, static_cast<off_t>(bytes)) != 0) refuse("ftruncate");
  job.reserved_pages_file = file_;
}

void ReservedPages::open(const JobBlock& job)
{
  if (job.reserved_pages_file < 0) return;
  const std::string path = "/proc/" + std::to_string(job.unit[0].pid.load()) + "/fd/" +
                           std::to_string(job.reserved_pages_file.load());
  file_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file_ < 0) refuse(path.c_str());
}

bool ReservedPages::map(std::byte* address, std::size_t bytes, std::uint64_t offset) const
{
  const int flags = MAP_SHARED | MAP_NORESERVE | MAP_FIXED;
  return mmap(address, bytes, PROT_READ | PROT_WRITE, flags, file_, static_cast<off_t>(offset)) !=
         MAP_FAILED;
}

bool ReservedPages::take(std::uint64_t offset, std::uint64_t bytes) const
{
  // Otherwise the system would clear all there are before it finds that they are too few.
  const ReservedPageCounts pages = count_reserved_pages();
  if (bytes / page_bytes > pages.free + pages.on_demand) return false;
  if (fallocate(file_, 0, static_cast<off_t>(offset), static_cast<off_t>(bytes)) == 0) return true;
  const int give_back = FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE;
  fallocate(file_, give_back, static_cast<off_t>(offset), static_cast<off_t>(bytes));
  return false;
}

ReservedPageCounts count_reserved_pages()
{
  const auto folder = std::filesystem::path(reserved_pages_setting).parent_path();
  const std::uint64_t added = number_in(folder / "surplus_hugepages");
  const std::uint64_t most_added = number_in(reserved_pages_setting);
  return {
      number_in(folder / "nr_hugepages"), number_in(folder / "free_hugepages"),
      most_added > added ? most_added - added : 0};
}

}  // namespace dart
