#include "transport/cma_transport.h"

#include <sys/uio.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <mutex>

#include "base/await_verdict.h"
#include "base/log.h"
#include "base/ptrace_permission.h"
#include "types/exclusive_update.h"

namespace dart {
namespace {

using Transfer =
    ssize_t (*)(pid_t, const iovec*, unsigned long, const iovec*, unsigned long, unsigned long);

dart_ret_t move(
    Transfer transfer, const char* direction, int pid, void* here, std::uint64_t there,
    std::size_t bytes, int unit)
{
  auto* local = static_cast<std::byte*>(here);
  while (bytes > 0) {
    const iovec mine{local, bytes};
    const iovec theirs{reinterpret_cast<void*>(there), bytes};
    const ssize_t moved = transfer(pid, &mine, 1, &theirs, 1, 0);
    const int error = errno;
    if (moved < 0 && error == ESRCH) await_verdict();
    DART_REQUIRE(
        moved > 0, DART_ERR_OTHER,
        "%s registered memory of unit %d: %s; if it is not permitted, allow ptrace among processes "
        "of a user (sysctl kernel.yama.ptrace_scope=0) or register memory of dart_memalloc",
        direction, unit, std::strerror(error));
    local += moved;
    there += moved;
    bytes -= moved;
  }
  return DART_OK;
}

}  // namespace

CmaTransport::CmaTransport(const Hosts& hosts, const JobBlock& job, SpinLock* registered_locks)
    : hosts_(hosts),
      job_(job),
      registered_locks_(registered_locks)
{
  permit_ptrace();
}

int CmaTransport::pid_of(dart_global_unit_t unit) const
{
  return job_.unit[hosts_.index_of(unit.id)].pid;
}

dart_ret_t CmaTransport::put(RemoteAddress to, const void* from, std::size_t bytes, Ticket* ticket)
{
  *ticket = 0;
  return move(
      process_vm_writev, "writing", pid_of(to.unit), const_cast<void*>(from), to.address, bytes,
      to.unit.id);
}

dart_ret_t CmaTransport::get(void* to, RemoteAddress from, std::size_t bytes, Ticket* ticket)
{
  *ticket = 0;
  return move(
      process_vm_readv, "reading", pid_of(from.unit), to, from.address, bytes, from.unit.id);
}

/// All units, including the owner, take the same lock for atomic operations on registered memory.
dart_ret_t CmaTransport::atomic(RemoteAddress target, const AtomicRequest& request)
{
  const std::size_t bytes = request.elements * basic_type_bytes[request.type];
  std::unique_ptr<std::byte[]> copy(new std::byte[bytes]);
  std::lock_guard guard(registered_locks_[hosts_.index_of(target.unit.id)]);
  Ticket ticket;
  dart_ret_t done = get(copy.get(), target, bytes, &ticket);
  if (done != DART_OK) return done;
  apply_exclusively(copy.get(), request);
  return put(target, copy.get(), bytes, &ticket);
}

}  // namespace dart
