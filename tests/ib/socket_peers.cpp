#include "socket_peers.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>

namespace dart::ib::test {
namespace {

constexpr int answer_within_ms = 20000;

struct Packet {
  dart_ret_t result;
  std::byte bytes[1024];
};

void close_end(int& end)
{
  if (end >= 0) close(end);
  end = -1;
}

}  // namespace

SocketMesh::SocketMesh(int units) : units_(units), ends_(static_cast<std::size_t>(units * units))
{
  for (Ends& ends : ends_) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
      throw std::runtime_error("socketpair");
    }
    ends = {pair[0], pair[1]};
  }
}

SocketMesh::~SocketMesh()
{
  keep_only(-1);
}

void SocketMesh::keep_only(int unit)
{
  for (int from = 0; from < units_; ++from) {
    for (int to = 0; to < units_; ++to) {
      if (from != unit) close_end(ends_[index(from, to)].asking);
      if (to != unit) close_end(ends_[index(from, to)].answering);
    }
  }
}

SocketPeers::SocketPeers(SocketMesh& mesh, int unit)
    : mesh_(mesh),
      unit_(unit),
      service_([this] { serve(); })
{}

SocketPeers::~SocketPeers()
{
  stop_ = true;
  service_.join();
}

void SocketPeers::answer(Handler handler)
{
  const std::lock_guard guard(handler_mutex_);
  handler_ = std::move(handler);
}

dart_ret_t SocketPeers::ask(
    dart_unit_t unit, std::span<const std::byte> request, std::span<std::byte> reply)
{
  const std::lock_guard guard(ask_mutex_);
  const int end = mesh_.asking_end(unit_, unit);
  if (send(end, request.data(), request.size(), MSG_NOSIGNAL) < 0) return DART_ERR_OTHER;
  pollfd ready{end, POLLIN, 0};
  if (poll(&ready, 1, answer_within_ms) != 1) return DART_ERR_OTHER;
  Packet packet;
  const ssize_t bytes = recv(end, &packet, sizeof packet, 0);
  if (bytes < static_cast<ssize_t>(offsetof(Packet, bytes))) return DART_ERR_OTHER;
  if (packet.result != DART_OK) return packet.result;
  if (bytes - offsetof(Packet, bytes) != reply.size()) return DART_ERR_OTHER;
  std::memcpy(reply.data(), packet.bytes, reply.size());
  return DART_OK;
}

void SocketPeers::serve()
{
  std::vector<pollfd> ends;
  for (int from = 0; from < mesh_.units(); ++from) {
    ends.push_back({mesh_.answering_end(from, unit_), POLLIN, 0});
  }
  while (!stop_) {
    if (poll(ends.data(), ends.size(), 20) <= 0) continue;
    for (std::size_t from = 0; from < ends.size(); ++from) {
      if (ends[from].revents & POLLIN) answer_one(static_cast<int>(from));
      if (ends[from].revents & POLLHUP) ends[from].fd = -1;  // that unit has ended
    }
  }
}

void SocketPeers::answer_one(int from)
{
  const int end = mesh_.answering_end(from, unit_);
  std::byte request[1024];
  const ssize_t bytes = recv(end, request, sizeof request, 0);
  if (bytes <= 0) return;
  ByteBuffer reply;
  Packet packet{DART_ERR_NOTINIT, {}};
  {
    const std::lock_guard guard(handler_mutex_);
    if (handler_) packet.result = handler_(from, {request, static_cast<std::size_t>(bytes)}, reply);
  }
  if (edit_reply) edit_reply(reply);
  ++answered_;
  std::memcpy(packet.bytes, reply.data(), reply.size());
  send(end, &packet, offsetof(Packet, bytes) + reply.size(), MSG_NOSIGNAL);
}

}  // namespace dart::ib::test
