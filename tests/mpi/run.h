#pragma once

/// \file
/// The module of MPI without the runtime around it: each process is a unit that emulates a host of
/// its own or a part of one.

#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "job/bootstrap.h"

namespace dart::test {

/// Entry point of the module, which is linked here.
extern "C" Bootstrap* dart_make_mpi_bootstrap(const MpiSetup& setup);

/// Creates an empty memory file; -1 with errno set to EMFILE while \c fails_to_create_files.
int create_file(unsigned units);
inline bool fails_to_create_files = false;

MpiSetup setup_for(std::uint32_t emulated_hosts);

/// What the module wrote to the log last.
std::string last_message();

/// Started by the first test that asks; ends with the process.
Bootstrap& bootstrap();

/// The network of a run on two emulated hosts. \pre there are two units
Network& network();

inline int me()
{
  return bootstrap().hosts().me();
}
inline int units()
{
  return static_cast<int>(bootstrap().hosts().units());
}
/// The unit so many places further on, in a ring.
inline int neighbour(int distance)
{
  return (me() + units() + distance % units()) % units();
}

/// Waits for all units; other threads of this process can call MPI meanwhile.
void barrier();

/// The value of each unit, by unit.
std::vector<std::uint64_t> all_gather(std::uint64_t value);

/// Polls until \c ready().
void wait_until(const std::function<bool()>& ready);

/// Exchanges messages with two units.
std::vector<std::byte> send_and_receive(int to, const std::vector<std::byte>& data, int from);

/// What the runtime runs in each process: a thread that looks for messages every 100 microseconds,
/// and lets MPI work by that.
class ServiceThread {
 public:
  ServiceThread() : thread_([this] { run(); }) {}
  ~ServiceThread()
  {
    stopping_ = true;
    thread_.join();
  }

  /// Messages with this tag are its.
  static constexpr int tag = 7;

  using Message = std::pair<dart_unit_t, std::vector<std::byte>>;
  /// What came since the last call.
  std::vector<Message> take_messages();

 private:
  void run();

  std::atomic<bool> stopping_{false};
  std::mutex mutex_;
  std::vector<Message> messages_;
  std::thread thread_;
};

}  // namespace dart::test
