#include "units.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "base/log.h"
#include "fake_device.h"

namespace dart::ib::test {
namespace {

/// A unit that hangs ends the test after this time.
constexpr unsigned seconds_per_test = 300;

std::mutex log_mutex;
std::string error_text;

void take_log(int level, const char* text)
{
  if (std::getenv("DART_IB_TEST_LOG") != nullptr) std::fprintf(stderr, "%d: %s\n", level, text);
  if (level != static_cast<int>(LogLevel::error)) return;
  const std::lock_guard guard(log_mutex);
  error_text += std::string(text) + '\n';
}

/// \return whether the process ended normally and had no failure
bool succeeded(pid_t process, bool may_die)
{
  int status = 0;
  waitpid(process, &status, 0);
  if (may_die && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) return true;
  if (WIFSIGNALED(status)) {
    ADD_FAILURE() << "a unit died of signal " << WTERMSIG(status)
                  << (WTERMSIG(status) == SIGALRM ? ": it took too long" : "");
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

[[noreturn]] void be_unit(int id, SocketMesh& mesh, Board& board, const Body& body, bool started)
{
  alarm(seconds_per_test);
  mesh.keep_only(id);
  const testing::ScopedTrace trace(__FILE__, __LINE__, "unit " + std::to_string(id));
  try {
    Unit unit(id, mesh, board);
    if (started) unit.start();
    unit.barrier();
    body(unit);
    if (started) unit.barrier();
  } catch (const std::exception& failure) {
    ADD_FAILURE() << failure.what();
  }
  if (testing::Test::HasFailure()) std::fprintf(stderr, "logged: %s", errors_logged().c_str());
  _exit(testing::Test::HasFailure() ? 1 : 0);
}

void run(int units, const Body& body, bool started, bool mortal)
{
  setenv("DART_IB_DEVICE", "rxe0,rxe1", 0);
  SocketMesh mesh(units);
  void* memory =
      mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  Board& board = *new (memory) Board{};
  std::vector<pid_t> processes;
  for (int id = 0; id < units; ++id) {
    const pid_t process = fork();
    if (process == 0) be_unit(id, mesh, board, body, started);
    processes.push_back(process);
  }
  mesh.keep_only(-1);
  for (std::size_t id = 0; id < processes.size(); ++id) {
    EXPECT_TRUE(succeeded(processes[id], mortal)) << "unit " << id;
  }
  munmap(memory, sizeof(Board));
}

}  // namespace

Unit::Unit(int id, SocketMesh& mesh, Board& board)
    : setup{
          .unit = id,
          .units = static_cast<std::uint32_t>(mesh.units()),
          .peers = nullptr,
          .adapter_atomics = true,
          .timeout_s = 30,
          .is_device = &FakeDevice::is_device,
          .copy = &FakeDevice::copy,
          .export_device = [](void*, std::size_t, std::uint64_t*) { return -1; },
          .log = &take_log},
      id_(id),
      board_(board),
      peers_{mesh.units(), {mesh, id}}
{
  setup.peers = &peers_.sockets;
}

Unit::~Unit() = default;

void Unit::barrier()
{
  const int round = board_.round;
  if (++board_.arrived == units()) {
    board_.arrived = 0;
    ++board_.round;
    return;
  }
  while (board_.round == round) usleep(100);
}

std::byte* Unit::expose(std::size_t bytes, int index)
{
  std::byte* memory = map_pages(bytes);
  EXPECT_EQ(DART_OK, transport().expose(memory, bytes));
  word(id_, index) = reinterpret_cast<std::uint64_t>(memory);
  return memory;
}

void Unit::put(RemoteAddress to, const void* from, std::size_t bytes)
{
  Transport::Ticket ticket = 0;
  EXPECT_EQ(DART_OK, transport().put(to, from, bytes, &ticket));
  EXPECT_EQ(DART_OK, transport().wait(ticket, true));
}

void Unit::get(void* to, RemoteAddress from, std::size_t bytes)
{
  Transport::Ticket ticket = 0;
  EXPECT_EQ(DART_OK, transport().get(to, from, bytes, &ticket));
  EXPECT_EQ(DART_OK, transport().wait(ticket, false));
}

dart_ret_t Unit::atomic(RemoteAddress target, const AtomicRequest& request)
{
  const dart_ret_t done = transport().atomic(target, request);
  EXPECT_EQ(DART_OK, done);
  return done;
}

void run_units(int units, const Body& body)
{
  run(units, body, true, false);
}

void run_unstarted(int units, const Body& body)
{
  run(units, body, false, false);
}

void run_mortal(int units, const Body& body)
{
  run(units, body, false, true);
}

std::string errors_logged()
{
  const std::lock_guard guard(log_mutex);
  return error_text;
}

std::vector<std::byte> noise(std::size_t bytes, unsigned seed)
{
  std::vector<std::byte> data(bytes);
  std::uint64_t state = seed * 0x9e3779b97f4a7c15 + 1;
  for (std::byte& byte : data) {
    state = state * 6364136223846793005 + 1442695040888963407;
    byte = static_cast<std::byte>(state >> 56);
  }
  return data;
}

std::byte* map_pages(std::size_t bytes)
{
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return static_cast<std::byte*>(memory);
}

}  // namespace dart::ib::test
