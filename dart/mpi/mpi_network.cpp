#include "mpi_network.h"

#include <sched.h>

#include <chrono>

#include "mpi_bytes.h"
#include "mpi_check.h"
#include "mpi_lock.h"
#include "mpi_transport.h"

namespace dart {

MpiNetwork::MpiNetwork(MPI_Comm world, Log log) : log_(log)
{
  MpiLock lock(mpi_mutex());
  DART_MPI(MPI_Comm_dup, world, &comm_);
  DART_MPI(MPI_Comm_set_errhandler, comm_, MPI_ERRORS_RETURN);
}

MpiNetwork::~MpiNetwork()
{
  MpiLock lock(mpi_mutex());
  if (mpi_is_active()) MPI_Comm_free(&comm_);
}

Network::Ticket MpiNetwork::start_send(dart_unit_t to, int tag, const void* data, std::size_t bytes)
{
  MpiLock lock(mpi_mutex());
  const MpiBytes all(bytes);
  MPI_Request request = MPI_REQUEST_NULL;
  DART_MPI(MPI_Isend, data, all.count(), all.type(), to, tag, comm_, &request);
  return requests_.insert(request);
}

Network::Ticket MpiNetwork::start_receive(dart_unit_t from, int tag, void* data, std::size_t bytes)
{
  MpiLock lock(mpi_mutex());
  const MpiBytes all(bytes);
  MPI_Request request = MPI_REQUEST_NULL;
  DART_MPI(MPI_Irecv, data, all.count(), all.type(), from, tag, comm_, &request);
  return requests_.insert(request);
}

bool MpiNetwork::test(Ticket ticket)
{
  if (ticket == 0) return true;
  MpiLock lock(mpi_mutex());
  int done = 0;
  DART_MPI(MPI_Test, &requests_[ticket], &done, MPI_STATUS_IGNORE);
  if (done != 0) requests_.erase(ticket);
  return done != 0;
}

bool MpiNetwork::cancel(Ticket ticket)
{
  if (ticket == 0) return true;
  {
    MpiLock lock(mpi_mutex());
    DART_MPI(MPI_Cancel, &requests_[ticket]);
  }
  // A message that is already arriving is received nevertheless. One that is being sent to a
  // process that does not respond stays under way.
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::milliseconds(500);
  while (!test(ticket)) {
    if (Clock::now() > end) return false;
    sched_yield();
  }
  return true;
}

/// Starts to receive the next message with this tag if there is one.
void MpiNetwork::probe(int tag, Arrival& arrival)
{
  int found = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  DART_MPI(MPI_Improbe, MPI_ANY_SOURCE, tag, comm_, &found, &message, &status);
  if (found == 0) return;
  MPI_Count bytes = 0;
  DART_MPI(MPI_Get_elements_x, &status, MPI_BYTE, &bytes);
  arrival.from = status.MPI_SOURCE;
  arrival.data.resize(static_cast<std::size_t>(bytes));
  const MpiBytes all(arrival.data.size());
  DART_MPI(MPI_Imrecv, arrival.data.data(), all.count(), all.type(), &message, &arrival.request);
  arrival.is_under_way = true;
}

/// When a long message is found, its bytes are still at the sender. They arrive during later calls;
/// the messages behind it wait, which preserves their order.
bool MpiNetwork::take(int tag, dart_unit_t* from, ByteBuffer* data)
{
  // A thread that is inside MPI makes progress there, so it need not be disturbed each time.
  constexpr int most_busy_looks = 10;
  std::unique_lock lock(mpi_mutex(), std::try_to_lock);
  if (!lock.owns_lock()) {
    if (++busy_looks_ < most_busy_looks) return false;
    lock.lock();
  }
  busy_looks_ = 0;
  Arrival& arrival = arrivals_[tag];
  // Looking for messages also lets MPI serve one-sided operations of other processes. Over TCP, the
  // first look receives a request and the second one answers it, which halves the wait of its
  // origin.
  constexpr int looks = 2;
  for (int i = 0; i < looks && !arrival.is_under_way; ++i) probe(tag, arrival);
  if (!arrival.is_under_way) return false;
  int done = 0;
  DART_MPI(MPI_Test, &arrival.request, &done, MPI_STATUS_IGNORE);
  if (done == 0) return false;
  arrival.is_under_way = false;
  *from = arrival.from;
  data->swap(arrival.data);  // both buffers are reused
  return true;
}

std::unique_ptr<Transport> MpiNetwork::make_transport()
{
  return make_mpi_transport(comm_, log_);
}

}  // namespace dart
