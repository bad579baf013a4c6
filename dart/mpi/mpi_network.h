#pragma once

/// \file
/// Messages between processes by MPI's point-to-point operations.

#include <mpi.h>

#include <atomic>
#include <map>

#include "net/network.h"
#include "request_table.h"

namespace dart {

class MpiNetwork final : public Network {
 public:
  using Log = void (*)(int level, const char* text);

  /// Collective over \c world.
  MpiNetwork(MPI_Comm world, Log log);
  ~MpiNetwork() override;

  Ticket start_send(dart_unit_t to, int tag, const void* data, std::size_t bytes) override;
  Ticket start_receive(dart_unit_t from, int tag, void* data, std::size_t bytes) override;
  bool test(Ticket ticket) override;
  /// MPI cannot cancel a message that it is sending, so this waits a little for the receiver.
  /// \throws std::runtime_error if the receiver does not receive the message
  bool cancel(Ticket ticket) override;

  bool take(int tag, dart_unit_t* from, ByteBuffer* data) override;

  std::unique_ptr<Transport> make_transport() override;

 private:
  /// A message that take() has found.
  struct Arrival {
    MPI_Request request = MPI_REQUEST_NULL;
    dart_unit_t from = 0;
    ByteBuffer data;
    bool is_under_way = false;
  };

  void probe(int tag, Arrival& arrival);

  MPI_Comm comm_ = MPI_COMM_NULL;
  Log log_;
  RequestTable requests_;
  std::map<int, Arrival> arrivals_;  // the arrivals of each tag
  std::atomic<int> busy_looks_{0};
};

}  // namespace dart
