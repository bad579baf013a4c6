#include "peer.h"

#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "base/log.h"

extern "C" dart::Transport* dart_make_ib_transport(const dart::IbSetup& setup);

namespace bench::ib {
namespace {

using dart::ib::test::SocketMesh;

std::byte* map_pages(std::size_t bytes, int sharing)
{
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no memory");
  return static_cast<std::byte*>(memory);
}

void print(int level, const char* text)
{
  if (level > static_cast<int>(dart::LogLevel::warn)) return;
  std::fprintf(stderr, "%s\n", text);
}

/// Replies to messages of one size until another size is requested.
void answer(Unit& unit, Board& board, std::size_t bytes)
{
  volatile char* arrived = last_byte(unit.memory(), bytes);
  char seen = *arrived;
  while (board.echo == static_cast<int>(bytes)) {
    if (*arrived == seen) continue;
    seen = *arrived;
    dart::Transport::Ticket ticket;
    unit.transport().put({0, board.address[0]}, unit.memory(), bytes, &ticket);
    unit.transport().wait(ticket, false);
  }
}

void be_other_units(SocketMesh& mesh, std::size_t bytes, Board& board)
{
  pin_to(peer_core);
  std::vector<std::unique_ptr<Unit>> others;
  for (int id = 1; id < units; ++id) {
    others.push_back(std::make_unique<Unit>(id, mesh, bytes, "rxe1"));
    board.address[id] = reinterpret_cast<std::uint64_t>(others.back()->memory());
  }
  board.ready = true;
  while (board.echo >= 0) {
    if (const int size = board.echo; size > 0) answer(*others.front(), board, size);
    usleep(1000);
  }
}

}  // namespace

void pin_to(int core)
{
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  if (sched_setaffinity(0, sizeof cores, &cores) != 0) {
    throw std::runtime_error("bench_ib needs two cores");
  }
}

Unit::Unit(int id, SocketMesh& mesh, std::size_t bytes, const char* adapter)
    : peers_(mesh, id),
      memory_(map_pages(bytes, MAP_PRIVATE))
{
  setenv("DART_IB_DEVICE", adapter, 1);
  dart::IbSetup setup{};
  setup.unit = id;
  setup.units = units;
  setup.peers = &peers_;
  setup.adapter_atomics = true;
  setup.timeout_s = 1;  // perftest uses this value, too; a lost packet costs this time
  setup.log = &print;
  transport_.reset(dart_make_ib_transport(setup));
  if (transport_->expose(memory_, bytes) != DART_OK) throw std::runtime_error("expose");
}

Peer::Peer(SocketMesh& mesh, std::size_t bytes)
    : board_(new(map_pages(sizeof(Board), MAP_SHARED)) Board{})
{
  process_ = fork();
  if (process_ == 0) {
    int status = 1;
    try {
      be_other_units(mesh, bytes, *board_);
      status = 0;
    } catch (const std::exception& e) {
      std::fprintf(stderr, "bench_ib: %s\n", e.what());
    }
    _exit(status);
  }
  while (!board_->ready && waitpid(process_, nullptr, WNOHANG) == 0) usleep(1000);
  if (!board_->ready) throw std::runtime_error("the other process has no adapter");
}

Peer::~Peer()
{
  board_->echo = -1;
  waitpid(process_, nullptr, 0);
}

}  // namespace bench::ib
