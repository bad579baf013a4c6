#pragma once

/// \file
/// The MPI module without the runtime: each process is a unit that emulates a host, or a part of
/// one.

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

#include "net/bootstrap.h"

namespace dart::test {

/// Entry point of the module, which is linked into this program.
extern "C" Bootstrap* dart_make_mpi_bootstrap(const MpiSetup& setup);

/// Creates an empty memory file; -1 with errno set to EMFILE while \c fails_to_create_files.
int create_file(unsigned units);
inline bool fails_to_create_files = false;

MpiSetup setup_for(std::uint32_t emulated_hosts);

/// The last message that the module has logged.
std::string last_message();

/// The bootstrap, which the first call starts; it ends with the process.
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
/// The unit \c distance places further in a ring.
inline int neighbour(int distance)
{
  return (me() + units() + distance % units()) % units();
}

/// Waits for all units; other threads of this process can call MPI meanwhile.
void barrier();

/// The values of all units, by unit.
std::vector<std::uint64_t> all_gather(std::uint64_t value);

/// Polls until \c ready().
void wait_until(const std::function<bool()>& ready);

/// Exchanges messages with two units.
std::vector<std::byte> send_and_receive(int to, const std::vector<std::byte>& data, int from);

/// The thread that the runtime has in each process: it looks for messages every 100 microseconds,
/// which also lets MPI make progress.
class ServiceThread {
 public:
  ServiceThread() : thread_([this] { run(); }) {}
  ~ServiceThread()
  {
    stopping_ = true;
    thread_.join();
  }

  /// Tag of the messages that it receives.
  static constexpr int tag = 7;

  using Message = std::pair<dart_unit_t, std::vector<std::byte>>;
  /// The messages that have arrived since the last call.
  std::vector<Message> take_messages();

 private:
  void run();

  std::atomic<bool> stopping_{false};
  std::mutex mutex_;
  std::vector<Message> messages_;
  std::thread thread_;
};

}  // namespace dart::test
