// Hosts and their memory files.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>

#include "run.h"

namespace {

using namespace dart::test;

std::unique_ptr<dart::Bootstrap> start(std::uint32_t emulated_hosts)
{
  bootstrap();  // the first one still exists when MPI ends
  return std::unique_ptr<dart::Bootstrap>(dart_make_mpi_bootstrap(setup_for(emulated_hosts)));
}

std::uint64_t inode_of(int fd)
{
  struct stat file{};
  EXPECT_EQ(fstat(fd, &file), 0);
  return file.st_ino;
}

template <class Call>
std::string error_of(Call call)
{
  try {
    call();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(BootstrapTest, OneHostHasNoNetwork)
{
  const auto run = start(1);
  EXPECT_EQ(run->hosts().me(), me());
  EXPECT_EQ(run->hosts().units(), std::uint32_t(units()));
  EXPECT_TRUE(run->hosts().is_one());
  EXPECT_EQ(run->network(), nullptr);
}

TEST(BootstrapTest, HostsAreGroupsOfConsecutiveUnits)
{
  for (std::uint32_t count = 1; count <= std::uint32_t(units()); ++count) {
    const auto run = start(count);
    const dart::Hosts& hosts = run->hosts();
    ASSERT_EQ(hosts.count(), count);
    EXPECT_EQ(run->network() != nullptr, count > 1);
    dart_unit_t next = 0;
    std::size_t least = units(), most = 0;
    for (std::uint32_t host = 0; host < count; ++host) {
      for (const dart_unit_t unit : hosts.units_of(host)) EXPECT_EQ(unit, next++);
      least = std::min(least, hosts.units_of(host).size());
      most = std::max(most, hosts.units_of(host).size());
    }
    EXPECT_EQ(next, units());
    EXPECT_LE(most - least, 1u);
  }
}

TEST(BootstrapTest, MoreHostsThanUnitsAreRefused)
{
  const std::string error = error_of([] { start(units() + 1); });
  EXPECT_EQ(
      error, "a host with " + std::to_string(units()) + " units cannot stand for " +
                 std::to_string(units() + 1) + " hosts");
}

TEST(BootstrapTest, UnitsOfAHostShareItsFile)
{
  for (std::uint32_t count = 1; count <= std::uint32_t(units()); ++count) {
    const auto run = start(count);
    const int fd = run->job_file();
    ASSERT_GE(fd, 0);
    const auto inodes = all_gather(inode_of(fd));
    const dart::Hosts& hosts = run->hosts();
    for (int unit = 0; unit < units(); ++unit) {
      EXPECT_EQ(inodes[unit] == inodes[me()], hosts.is_here(unit)) << "unit " << unit;
    }
    EXPECT_EQ(std::set(inodes.begin(), inodes.end()).size(), count);
    barrier();
    close(fd);
  }
}

TEST(BootstrapTest, FailureOfAnyHostReachesAll)
{
  const auto run = start(units());
  const int failing = units() - 1;
  fails_to_create_files = me() == failing;
  const std::string error = error_of([&] { run->job_file(); });
  fails_to_create_files = false;
  if (me() == failing) {
    EXPECT_EQ(error, "memfd_create: Too many open files");
  } else {
    EXPECT_EQ(error, "unit " + std::to_string(failing) + " could not start, see its message");
  }
}

}  // namespace
