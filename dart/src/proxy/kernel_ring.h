#pragma once

/// \file
/// Executes the requests that kernels write into a ring (dart_kernel.h).

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/token_table.h"
#include "dash/dart/if/dart_kernel.h"
#include "transfer/atomic_operations.h"
#include "transfer/notifications.h"
#include "transfer/transfer.h"

namespace dart {

/// The host's side of a ring in memory.
struct KernelRingMemory {
  dart_gptr_t gptr;
  std::span<dart_kernel_request_t> requests;  ///< sequence numbers are 0 at the beginning
  std::uint64_t* results;
  std::uint64_t* completed;
};

/// The parts of the runtime that execute requests.
struct KernelRingServices {
  const Transfers& transfers;
  const Notifications& notifications;
  const AtomicOperations& atomics;
};

/// One ring, and the thread that serves it. The requests that are there at a time are a batch: puts
/// of adjacent bytes become one transfer, and one flush for each target completes them all.
class KernelRing {
 public:
  KernelRing(const KernelRingMemory& memory, const KernelRingServices& services)
      : memory_(memory),
        services_(services)
  {}
  /// Executes what is in the ring before it ends.
  ~KernelRing();
  KernelRing(const KernelRing&) = delete;
  KernelRing& operator=(const KernelRing&) = delete;

  /// Starts the thread, unless it runs. \throws std::runtime_error if there are too many
  void serve();

  /// Where the ring lies.
  dart_gptr_t memory() const { return memory_.gptr; }
  dart_kernel_report_t report() const;
  /// Why the first request has failed; empty if none has.
  std::string reason() const;

 private:
  /// A put that the next one may continue.
  struct Put {
    dart_gptr_t target = DART_GPTR_NULL;
    std::uint64_t local = 0;
    std::size_t bytes = 0;
  };

  void run();
  bool has_request() const;
  bool execute_batch();
  bool execute(const dart_kernel_request_t& request);
  void put(const Put& next);
  void start_put();
  void get(const dart_kernel_request_t& request, std::size_t bytes);
  void notify(const dart_kernel_request_t& request, std::size_t bytes, FlagUpdate update);
  void update(
      const dart_kernel_request_t& request, dart_operation_t operation, std::uint64_t* result);
  void update_by_operation(const dart_kernel_request_t& request, std::uint64_t* result);
  void flush();
  void must_flush(dart_gptr_t target);
  /// Executes one call of the runtime, and takes down whether it has failed.
  template <class Call>
  void perform(const Call& call);

  KernelRingMemory memory_;
  KernelRingServices services_;
  std::uint64_t next_ = 0;  ///< number of the next request
  Put put_;                 ///< not started yet; no bytes: there is none
  std::vector<dart_gptr_t> unflushed_;

  std::atomic<std::uint64_t> requests_{0}, calls_{0}, failures_{0};
  mutable std::mutex mutex_;
  std::string reason_;
  std::atomic<bool> ends_{false};
  std::thread thread_;
};

using KernelRings = TokenTable<std::unique_ptr<KernelRing>, TokenKind::kernel_ring>;
extern constinit KernelRings kernel_rings;

}  // namespace dart
