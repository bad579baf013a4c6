#pragma once

/// \file
/// One-sided access to the memory of other processes by MPI.

#include <mpi.h>

#include <atomic>
#include <memory>

#include "transport/transport.h"

namespace dart {

/// Puts and gets of MPI on a dynamic window, at the addresses of the target, inside of one passive
/// epoch that lasts as long as the window. MPI completes them by flushes, for all operations
/// towards a target together; so operations are numbered by target, and a ticket names a target and
/// a number.
///
/// A flush is answered by the target's MPI, which acts only while some thread of the target calls
/// it: the runtime has one in each process that does so regularly.
class MpiTransport final : public Transport {
 public:
  using Log = void (*)(int level, const char* text);

  /// Takes \c window, which is locked for all processes.
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
  /// Numbers of operations towards a unit.
  struct Target {
    std::atomic<std::uint64_t> issued{0};
    std::atomic<std::uint64_t> last_put{0};
    std::atomic<std::uint64_t> complete{0};  ///< locally
    std::atomic<std::uint64_t> complete_remotely{0};
  };

  static bool is_complete(const Target& target, std::uint64_t number, bool remotely);
  template <class Start>
  dart_ret_t start(
      dart_unit_t unit, std::size_t bytes, bool is_put, Ticket* ticket, Start start_piece);
  dart_ret_t complete(dart_unit_t unit, std::uint64_t number, bool remotely);
  dart_ret_t fail(const char* call, int code, dart_unit_t unit) const;

  MPI_Win window_;
  MPI_Comm comm_;
  Log log_;
  std::unique_ptr<Target[]> targets_;  // by unit
};

/// Collective over \c comm.
/// \return nullptr (after a message) if MPI has no dynamic windows here
std::unique_ptr<Transport> make_mpi_transport(MPI_Comm comm, MpiTransport::Log log);

}  // namespace dart
