#pragma once

/// \file
/// One-sided access to the memory of other processes by MPI.

#include <mpi.h>

#include <atomic>
#include <memory>

#include "net/transport.h"

namespace dart {

/// Uses MPI's put and get on a dynamic window, with addresses of the target, in one passive epoch
/// that lasts as long as the window. MPI completes all operations on one target together, by a
/// flush; so operations are numbered for each target, and a ticket consists of a target and a
/// number.
///
/// The target's MPI answers a flush, but only while some thread of the target calls MPI; a thread
/// of the runtime in each process does so regularly.
class MpiTransport final : public Transport {
 public:
  using Log = void (*)(int level, const char* text);

  /// Takes ownership of \c window, which is locked for all processes.
  MpiTransport(MPI_Win window, MPI_Comm comm, Log log);
  /// Collective.
  ~MpiTransport() override;

  dart_ret_t put(RemoteAddress to, const void* from, std::size_t bytes, Ticket* ticket) override;
  dart_ret_t get(void* to, RemoteAddress from, std::size_t bytes, Ticket* ticket) override;
  bool has_atomics(dart_datatype_t) const override { return false; }
  dart_ret_t atomic(RemoteAddress target, const AtomicRequest& request) override;

  bool test(Ticket ticket, bool remotely) override;
  dart_ret_t wait(Ticket ticket, bool remotely) override;
  dart_ret_t flush(dart_global_unit_t unit, bool remotely) override;

  dart_ret_t expose(void* begin, std::size_t bytes) override;
  void conceal(void* begin, std::size_t bytes) override;

 private:
  /// Numbers of the operations on memory of one unit.
  struct Target {
    std::atomic<std::uint64_t> issued{0};
    std::atomic<std::uint64_t> last_put{0};
    std::atomic<std::uint64_t> complete{0};  ///< operations up to this number are complete locally
    std::atomic<std::uint64_t> complete_remotely{0};
  };

  static bool is_complete(const Target& target, std::uint64_t number, bool remotely);
  template <class Start>
  dart_ret_t start(
      RemoteAddress remote, std::size_t bytes, bool is_put, Ticket* ticket, Start start_piece);
  dart_ret_t complete(dart_unit_t unit, std::uint64_t number, bool remotely);
  dart_ret_t fail(const char* call, int code, dart_unit_t unit) const;

  MPI_Win window_;
  MPI_Comm comm_;
  Log log_;
  std::unique_ptr<Target[]> targets_;  // one for each unit
};

/// Collective over \c comm.
/// \return nullptr, after a message, if MPI does not support dynamic windows here
std::unique_ptr<Transport> make_mpi_transport(MPI_Comm comm, MpiTransport::Log log);

}  // namespace dart
