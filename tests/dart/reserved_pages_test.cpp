// Tier: suite n3 c2g2; sanitized c2g2

// Global memory in huge pages that the system has reserved.

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#include "mapping.h"
#include "support.h"

namespace dart::test {
namespace {

// Units map their memory when they start for the first time.
const int is_chosen = setenv("DART_HUGE_PAGES", "reserved", 1);

std::uint64_t system_number(const char* name)
{
  std::uint64_t number = 0;
  std::ifstream(std::string("/sys/kernel/mm/hugepages/hugepages-2048kB/") + name) >> number;
  return number;
}

/// Bytes of pages that are free or that the system may add.
std::uint64_t available_bytes()
{
  const std::uint64_t added = system_number("surplus_hugepages");
  const std::uint64_t most = system_number("nr_overcommit_hugepages");
  return (system_number("free_hugepages") + (most > added ? most - added : 0)) << 21;
}

/// Size of the pages of the mapping that contains an address.
std::string page_size_at(const void* address)
{
  const std::string line = mapping_line(address, "KernelPageSize");
  return line.empty() ? line : line.substr(line.find_first_of("0123456789"));
}

class ReservedPagesTest : public DartTest {
 protected:
  void SetUp() override
  {
    DartTest::SetUp();
    barrier();
    has_pages_ = available_bytes() >= size * (std::uint64_t{160} << 20);
    barrier();  // before a unit takes pages
  }

  bool has_pages() const { return has_pages_; }

 private:
  bool has_pages_ = false;
};

TEST_F(ReservedPagesTest, HoldBlocksOfOneUnit)
{
  if (!has_pages()) GTEST_SKIP() << "the system has too few reserved huge pages";
  dart_gptr_t gptr = DART_GPTR_NULL;
  ASSERT_OK(dart_memalloc_in(DART_MEMORY_HOST, 3 << 20, DART_TYPE_BYTE, &gptr));
  auto* const bytes = address_of<char>(gptr);
  EXPECT_EQ("2048 kB", page_size_at(bytes));
  for (int i = 0; i < 3 << 20; i += 4096) bytes[i] = static_cast<char>(i >> 12);
  for (int i = 0; i < 3 << 20; i += 4096) EXPECT_EQ(static_cast<char>(i >> 12), bytes[i]);
  EXPECT_OK(dart_memfree(gptr));
}

TEST_F(ReservedPagesTest, HoldSegmentsAndAreGivenBack)
{
  if (!has_pages()) GTEST_SKIP() << "the system has too few reserved huge pages";
  constexpr std::size_t words = std::size_t{16} << 20;  // 128 MiB
  for (int round = 0; round < 3; ++round) {
    dart_gptr_t gptr = DART_GPTR_NULL;
    ASSERT_OK(dart_team_memalloc_aligned_in(
        DART_MEMORY_HOST, DART_TEAM_ALL, words, DART_TYPE_LONGLONG, &gptr));
    gptr.unitid = myid.id;
    auto* const mine = address_of<std::int64_t>(gptr);
    EXPECT_EQ("2048 kB", page_size_at(mine));
    // Adapters keep what they have registered.
    if (dart_team_is_on_one_host(DART_TEAM_ALL)) {
      EXPECT_EQ(0, mine[words - 1]) << "memory of an earlier round";
    }
    mine[words - 1] = mine[0] = 100 + myid.id;
    barrier();
    gptr.unitid = static_cast<int>((myid.id + 1) % size);
    std::int64_t theirs = 0;
    EXPECT_OK(dart_get_blocking(&theirs, gptr, 1, DART_TYPE_LONGLONG, DART_TYPE_LONGLONG));
    EXPECT_EQ(100 + gptr.unitid, theirs);
    barrier();
    EXPECT_OK(dart_team_memfree(gptr));
  }
}

TEST_F(ReservedPagesTest, AreRefusedWhereThereAreNone)
{
  const std::uint64_t bytes = available_bytes() + (std::uint64_t{64} << 20);
  barrier();
  dart_gptr_t gptr = DART_GPTR_NULL;
  EXPECT_EQ(
      DART_ERR_NOMEM,
      dart_team_memalloc_aligned_in(DART_MEMORY_HOST, DART_TEAM_ALL, bytes, DART_TYPE_BYTE, &gptr));
  EXPECT_EQ(DART_ERR_NOMEM, dart_memalloc_in(DART_MEMORY_HOST, bytes, DART_TYPE_BYTE, &gptr));
  barrier();
}

}  // namespace
}  // namespace dart::test
