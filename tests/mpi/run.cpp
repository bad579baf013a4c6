#include "run.h"

#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>

#include "mpi_lock.h"
#include "spmd.h"

namespace dart::test {
namespace {

/// Two in a run of several units, or the value of DART_HOSTS_EMULATED: 1 on real hosts.
std::uint32_t emulated_hosts()
{
  if (dash::test::units() == 1) return 1;
  const char* hosts = std::getenv("DART_HOSTS_EMULATED");
  return hosts == nullptr ? 2 : static_cast<std::uint32_t>(std::atoi(hosts));
}

std::mutex message_mutex;
std::string message;

void keep_message(int, const char* text)
{
  std::lock_guard guard(message_mutex);
  message = text;
}

}  // namespace

std::string last_message()
{
  std::lock_guard guard(message_mutex);
  return message;
}

int create_file(unsigned)
{
  if (fails_to_create_files) {
    errno = EMFILE;
    return -1;
  }
  const int fd = memfd_create("mpi-test", 0);
  if (fd >= 0 && ftruncate(fd, 4096) != 0) return -1;
  return fd;
}

MpiSetup setup_for(std::uint32_t emulated_hosts)
{
  return {&create_file, emulated_hosts, &keep_message};
}

Bootstrap& bootstrap()
{
  static Bootstrap& instance = *dart_make_mpi_bootstrap(setup_for(emulated_hosts()));
  return instance;
}

Network& network()
{
  return *bootstrap().network();
}

void barrier()
{
  bootstrap();
  barrier_unlocked(MPI_COMM_WORLD);
}

std::vector<std::uint64_t> all_gather(std::uint64_t value)
{
  std::vector<std::uint64_t> all(units());
  MPI_Request request = MPI_REQUEST_NULL;
  {
    MpiLock lock(mpi_mutex());
    MPI_Iallgather(&value, 1, MPI_UINT64_T, all.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD, &request);
  }
  wait_unlocked(&request);
  return all;
}

void wait_until(const std::function<bool()>& ready)
{
  while (!ready()) sched_yield();
}

std::vector<std::byte> send_and_receive(int to, const std::vector<std::byte>& data, int from)
{
  constexpr int tag = 8;
  std::uint64_t bytes = data.size();
  std::uint64_t bytes_to_come = 0;
  const auto exchange = [&](const void* out, std::size_t out_bytes, void* in,
                            std::size_t in_bytes) {
    const auto received = network().start_receive(from, tag, in, in_bytes);
    const auto sent = network().start_send(to, tag, out, out_bytes);
    wait_until([&] { return network().test(received); });
    wait_until([&] { return network().test(sent); });
  };
  exchange(&bytes, sizeof bytes, &bytes_to_come, sizeof bytes_to_come);
  std::vector<std::byte> result(bytes_to_come);
  exchange(data.data(), bytes, result.data(), bytes_to_come);
  return result;
}

void ServiceThread::run()
{
  while (!stopping_) {
    dart_unit_t from = -1;
    ByteBuffer data;
    if (network().take(tag, &from, &data)) {
      std::lock_guard guard(mutex_);
      messages_.emplace_back(from, std::vector<std::byte>(data.begin(), data.end()));
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  }
}

std::vector<ServiceThread::Message> ServiceThread::take_messages()
{
  std::lock_guard guard(mutex_);
  return std::exchange(messages_, {});
}

}  // namespace dart::test
