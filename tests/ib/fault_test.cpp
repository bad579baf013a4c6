// Every fault leads to an error and a message, in time.

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "units.h"

namespace dart::ib::test {
namespace {

/// Sets a variable for a scope.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~Variable() { unsetenv(name_); }

 private:
  const char* name_;
};

/// The reason why the transport does not start.
std::string start_failure(Unit& unit)
{
  try {
    unit.start();
  } catch (const std::runtime_error& failure) {
    return failure.what();
  }
  return "it started";
}

void expect_start_failure(const std::string& part)
{
  run_unstarted(
      1, [&](Unit& unit) { EXPECT_PRED_FORMAT2(testing::IsSubstring, part, start_failure(unit)); });
}

void command(const char* line)
{
  ASSERT_EQ(0, std::system(line)) << line;
}

/// Waits for the addresses of the adapters, which appear shortly after the adapters.
void await_gids()
{
  command(
      "for d in rxe0 rxe1; do until grep -q ffff: /sys/class/infiniband/$d/ports/1/gids/1 && "
      "grep -q ACTIVE /sys/class/infiniband/$d/ports/1/state; do sleep .05; done; done");
}

/// Restores routes, which disappear with a link and do not return with it.
void links_up()
{
  command(
      "ip link set v0 up && ip route replace 10.9.0.2 dev v0 table 201 && "
      "ip route replace 10.9.0.1 dev v1 table 202");
  await_gids();
}

TEST(DeviceChoiceTest, NearestActivePort)
{
  const Variable device("DART_IB_DEVICE", "");
  run_unstarted(1, [](Unit& unit) {
    unit.start();
    std::uint64_t value = 5;
    unit.expose(4096);
    unit.put(unit.at(0), &value, 8);
  });
}

TEST(DeviceChoiceTest, NoSuchAdapter)
{
  const Variable device("DART_IB_DEVICE", "mlx5_7");
  expect_start_failure("DART_IB_DEVICE: this host has no adapter mlx5_7; it has rxe");
}

TEST(DeviceChoiceTest, NoSuchPort)
{
  const Variable device("DART_IB_DEVICE", "rxe0");
  const Variable port("DART_IB_PORT", "2");
  expect_start_failure("has no port 2 (DART_IB_PORT)");
}

TEST(DeviceChoiceTest, NoSuchGid)
{
  const Variable device("DART_IB_DEVICE", "rxe0");
  const Variable gid("DART_IB_GID", "77");
  expect_start_failure("no GID of index 77; set DART_IB_GID to one of: 0 (RoCE v2 fe80::");
}

TEST(DeviceChoiceTest, UnreadableSetting)
{
  const Variable chunk("DART_IB_STAGING_CHUNK", "many");
  expect_start_failure("DART_IB_STAGING_CHUNK=many: expected a size");
}

TEST(DeviceChoiceTest, NoAdapterAtAll)
{
  command("rdma link delete rxe0 && rdma link delete rxe1");
  expect_start_failure("this host has no adapter for InfiniBand verbs; install");
  command("rdma link add rxe0 type rxe netdev v0 && rdma link add rxe1 type rxe netdev v1");
  await_gids();
}

TEST(DeviceChoiceTest, PortIsDown)
{
  command("ip link set v0 down");
  {
    const Variable device("DART_IB_DEVICE", "rxe0");
    expect_start_failure("port 1 of adapter rxe0 is not active but");
  }
  links_up();
}

/// Limits the memory that the process may lock, as if it were not privileged.
void limit_locked_memory(rlim_t bytes)
{
  const rlimit limit{bytes, bytes};
  ASSERT_EQ(0, setrlimit(RLIMIT_MEMLOCK, &limit));
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2]{};
  ASSERT_EQ(0, syscall(SYS_capset, &header, data));
}

TEST(FaultTest, LimitOfLockedMemory)
{
  run_unstarted(1, [](Unit& unit) {
    limit_locked_memory(8 << 20);
    unit.start();
    std::byte* memory = map_pages(64 << 20);
    EXPECT_EQ(DART_ERR_OTHER, unit.transport().expose(memory, 64 << 20));
    EXPECT_PRED_FORMAT2(
        testing::IsSubstring, "registering 64 MiB with adapter rxe", errors_logged());
    EXPECT_PRED_FORMAT2(
        testing::IsSubstring, "a process may lock 8 MiB (ulimit -l)", errors_logged());
    // A smaller amount is possible, and large private buffers are staged.
    unit.expose(4 << 20);
    std::vector<std::byte> data = noise(4 << 20, 1), got(4 << 20);
    unit.put(unit.at(0), data.data(), data.size());
    unit.get(got.data(), unit.at(0), got.size());
    EXPECT_TRUE(data == got);
  });
}

TEST(FaultTest, LimitOfLockedMemoryForTheFirstConnection)
{
  run_unstarted(1, [](Unit& unit) {
    limit_locked_memory(64 << 10);
    unit.start();
    unit.expose(4096);
    std::uint64_t value = 1;
    Transport::Ticket ticket = 0;
    EXPECT_EQ(DART_ERR_OTHER, unit.transport().put(unit.at(0), &value, 8, &ticket));
    EXPECT_PRED_FORMAT2(
        testing::IsSubstring, "no connection to unit 0: registering", errors_logged());
  });
}

TEST(FaultTest, NoSuchUnit)
{
  run_units(1, [](Unit& unit) {
    Transport::Ticket ticket = 0;
    EXPECT_EQ(DART_ERR_OTHER, unit.transport().put({7, 64}, &ticket, 8, &ticket));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "there is no unit 7", errors_logged());
  });
}

/// Ends the unit with this id. The others continue when the last of its threads, and thus its
/// connections, are gone.
void kill_unit(Unit& unit, int victim)
{
  constexpr int pid_word = 15;
  if (unit.id() == victim) unit.word(victim, pid_word) = static_cast<std::uint64_t>(getpid());
  unit.barrier();
  if (unit.id() == victim) raise(SIGKILL);
  const std::string process = "/proc/" + std::to_string(unit.word(victim, pid_word));
  const auto is_dead = [&] {
    std::ifstream file(process + "/stat");
    const std::string stat{std::istreambuf_iterator<char>(file), {}};
    std::error_code gone;
    const std::filesystem::directory_iterator threads(process + "/task", gone);
    return gone || (stat.find(") Z") != stat.npos && std::distance(begin(threads), {}) == 1);
  };
  while (!is_dead()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  // time for the adapter to close the connections
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
}

/// Waits for an operation that cannot succeed.
void expect_failure(Unit& unit, dart_global_unit_t target, const std::string& message)
{
  const auto begin = std::chrono::steady_clock::now();
  std::uint64_t value = 1;
  std::vector<std::byte> large(100000);
  Transport::Ticket first = 0, second = 0;
  EXPECT_EQ(DART_OK, unit.transport().put(unit.at(target.id), &value, 8, &first));
  unit.transport().get(large.data(), unit.at(target.id), large.size(), &second);
  EXPECT_EQ(DART_ERR_OTHER, unit.transport().wait(first, true));
  EXPECT_TRUE(unit.transport().test(first, true));
  EXPECT_TRUE(unit.transport().test(second, false));
  EXPECT_EQ(DART_ERR_OTHER, unit.transport().wait(second, false));
  EXPECT_EQ(DART_ERR_OTHER, unit.transport().flush(target, true));
  EXPECT_EQ(DART_ERR_OTHER, unit.transport().put(unit.at(target.id), &value, 8, &first));
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(taken.count(), 3.0 * unit.setup.timeout_s + 3);
  EXPECT_PRED_FORMAT2(testing::IsSubstring, message, errors_logged());
}

TEST(FaultTest, PeerIsKilled)
{
  run_mortal(2, [](Unit& unit) {
    unit.setup.timeout_s = 4;
    unit.start();
    unit.expose(1 << 20);
    unit.barrier();
    std::uint64_t value = 1;
    if (unit.id() == 0) unit.put(unit.at(1), &value, 8);
    kill_unit(unit, 1);
    expect_failure(unit, 1, "connection to unit 1: put: that unit's host does not answer");
  });
}

TEST(FaultTest, PeerIsGoneBeforeTheFirstUse)
{
  run_mortal(2, [](Unit& unit) {
    unit.start();
    unit.expose(4096);
    kill_unit(unit, 1);
    std::uint64_t value = 1;
    Transport::Ticket ticket = 0;
    EXPECT_EQ(DART_ERR_OTHER, unit.transport().put(unit.at(1), &value, 8, &ticket));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "no connection to unit 1", errors_logged());
  });
}

/// The owner conceals its memory, and the other unit is not notified.
TEST(FaultTest, AddressIsRefused)
{
  run_units(2, [](Unit& unit) {
    std::byte* memory = unit.expose(1 << 20);
    unit.barrier();
    std::uint64_t value = 1;
    if (unit.id() == 0) unit.put(unit.at(1), &value, 8);
    unit.barrier();
    if (unit.id() == 1) unit.transport().conceal(memory, 1 << 20);
    unit.barrier();
    if (unit.id() == 0) {
      expect_failure(unit, 1, "connection to unit 1: put: that unit's adapter refused the address");
    }
  });
}

TEST(FaultTest, LinkGoesDown)
{
  run_unstarted(2, [](Unit& unit) {
    unit.setup.timeout_s = 4;
    unit.start();
    unit.expose(1 << 20);
    unit.barrier();
    std::uint64_t value = 1;
    if (unit.id() == 0) {
      unit.put(unit.at(1), &value, 8);
      command("ip link set v0 down");
      expect_failure(unit, 1, "connection to unit 1: put: ");
    }
    unit.barrier();
  });
  links_up();
}

/// The GID exists, but the other end cannot reach it.
TEST(FaultTest, GidsDoNotMatch)
{
  run_unstarted(2, [](Unit& unit) {
    if (unit.id() == 0) setenv("DART_IB_GID", "0", 1);
    unit.setup.timeout_s = 4;
    unit.start();
    unit.expose(4096);
    unit.barrier();
    if (unit.id() == 0) {
      std::uint64_t value = 1;
      Transport::Ticket ticket = 0;
      dart_ret_t done = unit.transport().put(unit.at(1), &value, 8, &ticket);
      if (done == DART_OK) done = unit.transport().wait(ticket, true);
      EXPECT_EQ(DART_ERR_OTHER, done);
      EXPECT_NE("", errors_logged());
    }
    unit.barrier();
  });
}

}  // namespace
}  // namespace dart::ib::test
