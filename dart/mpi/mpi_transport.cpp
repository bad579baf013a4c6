#include "mpi_transport.h"

#include <algorithm>
#include <bit>
#include <string>

#include "base/log.h"
#include "base/wait_place.h"
#include "mpi_check.h"
#include "mpi_lock.h"

namespace dart {
namespace {

/// A ticket has the number of the operation in its upper bits and the unit in its lower bits.
constexpr int unit_bits = 20;

/// Counts in MPI calls have the type int.
constexpr std::size_t longest_piece = std::size_t(1) << 30;

/// Whether MPI refuses an operation because no single range of the target contains all of it.
bool leaves_range(int code)
{
  if (code == MPI_SUCCESS) return false;
  int error_class = 0;
  DART_MPI(MPI_Error_class, code, &error_class);
  return error_class == MPI_ERR_RMA_RANGE;
}

/// The multiple of the largest power of two between the first and the last of several bytes, where
/// a range most likely ends; never the first one.
std::uint64_t roundest_between(std::uint64_t first, std::uint64_t last)
{
  const int zeros = std::bit_width(first ^ last) - 1;
  return last >> zeros << zeros;
}

/// Starts a piece, by start_piece(offset, bytes). Open MPI refuses it if the target has attached
/// its memory in several ranges, and only the target knows where these end. So a piece that is
/// refused is divided.
template <class Start>
int start_in_ranges(
    std::uint64_t address, std::size_t offset, std::size_t bytes, const Start& start_piece)
{
  const int code = start_piece(offset, static_cast<int>(bytes));
  if (bytes == 1 || !leaves_range(code)) return code;
  const std::uint64_t first = address + offset;
  const std::size_t front = roundest_between(first, first + bytes - 1) - first;
  const int started = start_in_ranges(address, offset, front, start_piece);
  if (started != MPI_SUCCESS) return started;
  return start_in_ranges(address, offset + front, bytes - front, start_piece);
}

/// Whether remote accesses and the owner's loads and stores see the same memory.
bool is_unified(MPI_Win window)
{
  int* model = nullptr;
  int found = 0;
  DART_MPI(MPI_Win_get_attr, window, MPI_WIN_MODEL, &model, &found);
  return found != 0 && *model == MPI_WIN_UNIFIED;
}

bool holds_everywhere(MPI_Comm comm, bool holds)
{
  const int mine = holds;
  int all = 0;
  DART_MPI(MPI_Allreduce, &mine, &all, 1, MPI_INT, MPI_LAND, comm);
  return all != 0;
}

}  // namespace

MpiTransport::MpiTransport(MPI_Win window, MPI_Comm comm, Log log)
    : window_(window),
      comm_(comm),
      log_(log)
{
  int units = 0;
  DART_MPI(MPI_Comm_size, comm, &units);
  targets_ = std::make_unique<Target[]>(units);
}

MpiTransport::~MpiTransport()
{
  if (!mpi_is_active()) return;
  // The other processes may still need other threads of this process.
  barrier_unlocked(comm_);
  MpiLock lock(mpi_mutex());
  MPI_Win_unlock_all(window_);
  MPI_Win_free(&window_);
}

dart_ret_t MpiTransport::fail(const char* call, int code, dart_unit_t unit) const
{
  const std::string text =
      std::string(call) + " for unit " + std::to_string(unit) + ": " + mpi_error_text(code);
  log_(static_cast<int>(LogLevel::error), text.c_str());
  return DART_ERR_OTHER;
}

/// Starts an operation on memory of a unit in pieces, by start_piece(offset, bytes).
template <class Start>
dart_ret_t MpiTransport::start(
    RemoteAddress remote, std::size_t bytes, bool is_put, Ticket* ticket, Start start_piece)
{
  *ticket = 0;
  if (bytes == 0) return DART_OK;
  const dart_unit_t unit = remote.unit.id;
  Target& target = targets_[unit];
  MpiLock lock(mpi_mutex());
  const std::uint64_t number = target.issued + 1;
  target.issued = number;
  if (is_put) target.last_put = number;
  for (std::size_t offset = 0; offset < bytes; offset += longest_piece) {
    const std::size_t piece = std::min(longest_piece, bytes - offset);
    const int code = start_in_ranges(remote.address, offset, piece, start_piece);
    if (code != MPI_SUCCESS) return fail(is_put ? "MPI_Put" : "MPI_Get", code, unit);
  }
  *ticket = (number << unit_bits) | static_cast<Ticket>(unit);
  return DART_OK;
}

dart_ret_t MpiTransport::put(RemoteAddress to, const void* from, std::size_t bytes, Ticket* ticket)
{
  return start(to, bytes, true, ticket, [&](std::size_t offset, int length) {
    return MPI_Put(
        static_cast<const std::byte*>(from) + offset, length, MPI_BYTE, to.unit.id,
        static_cast<MPI_Aint>(to.address + offset), length, MPI_BYTE, window_);
  });
}

dart_ret_t MpiTransport::get(void* to, RemoteAddress from, std::size_t bytes, Ticket* ticket)
{
  return start(from, bytes, false, ticket, [&](std::size_t offset, int length) {
    return MPI_Get(
        static_cast<std::byte*>(to) + offset, length, MPI_BYTE, from.unit.id,
        static_cast<MPI_Aint>(from.address + offset), length, MPI_BYTE, window_);
  });
}

/// Not supported: the runtime lets the owner of the memory execute atomic operations.
dart_ret_t MpiTransport::atomic(RemoteAddress target, const AtomicRequest&)
{
  const std::string text =
      "MPI does no atomic operation on memory of unit " + std::to_string(target.unit.id);
  log_(static_cast<int>(LogLevel::error), text.c_str());
  return DART_ERR_OTHER;
}

bool MpiTransport::is_complete(const Target& target, std::uint64_t number, bool remotely)
{
  return number <= (remotely ? target.complete_remotely : target.complete);
}

/// Completes the operations on memory of \c unit, at least up to \c number.
dart_ret_t MpiTransport::complete(dart_unit_t unit, std::uint64_t number, bool remotely)
{
  Target& target = targets_[unit];
  if (is_complete(target, number, remotely)) return DART_OK;
  MpiLock lock(mpi_mutex());
  if (is_complete(target, number, remotely)) return DART_OK;  // another thread has completed it
  // A get is complete at both ends when its bytes have arrived.
  const bool puts_are_out = target.last_put > target.complete_remotely;
  const bool flushes_remotely = remotely && puts_are_out;
  const char* const call = flushes_remotely ? "MPI_Win_flush" : "MPI_Win_flush_local";
  const ShownLibraryCall shown(call);
  const int code =
      flushes_remotely ? MPI_Win_flush(unit, window_) : MPI_Win_flush_local(unit, window_);
  if (code != MPI_SUCCESS) return fail(call, code, unit);
  target.complete = target.issued.load();
  if (flushes_remotely || !puts_are_out) target.complete_remotely = target.issued.load();
  return DART_OK;
}

/// MPI cannot test operations in a passive epoch, so this flushes them, which takes as long as the
/// operations need.
bool MpiTransport::test(Ticket ticket, bool remotely)
{
  // An operation that failed has ended, too; its message has been logged.
  wait(ticket, remotely);
  return true;
}

dart_ret_t MpiTransport::wait(Ticket ticket, bool remotely)
{
  if (ticket == 0) return DART_OK;
  constexpr Ticket unit_mask = (Ticket(1) << unit_bits) - 1;
  return complete(static_cast<dart_unit_t>(ticket & unit_mask), ticket >> unit_bits, remotely);
}

dart_ret_t MpiTransport::flush(dart_global_unit_t unit, bool remotely)
{
  return complete(unit.id, targets_[unit.id].issued, remotely);
}

dart_ret_t MpiTransport::expose(void* begin, std::size_t bytes)
{
  if (bytes == 0) return DART_OK;
  MpiLock lock(mpi_mutex());
  const int code = MPI_Win_attach(window_, begin, static_cast<MPI_Aint>(bytes));
  if (code == MPI_SUCCESS) return DART_OK;
  const std::string text =
      "MPI_Win_attach: " + mpi_error_text(code) + " for " + std::to_string(bytes) +
      " bytes; Open MPI limits the number of ranges by OMPI_MCA_osc_rdma_max_attach";
  log_(static_cast<int>(LogLevel::error), text.c_str());
  return DART_ERR_OTHER;
}

void MpiTransport::conceal(void* begin, std::size_t bytes)
{
  if (bytes == 0) return;
  MpiLock lock(mpi_mutex());
  const int code = MPI_Win_detach(window_, begin);
  if (code == MPI_SUCCESS) return;
  const std::string text = "MPI_Win_detach: " + mpi_error_text(code);
  log_(static_cast<int>(LogLevel::error), text.c_str());
}

std::unique_ptr<Transport> make_mpi_transport(MPI_Comm comm, MpiTransport::Log log)
{
  barrier_unlocked(comm);
  MpiLock lock(mpi_mutex());
  MPI_Win window = MPI_WIN_NULL;
  const int code = MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &window);
  if (!holds_everywhere(comm, code == MPI_SUCCESS)) {
    const std::string reason =
        code == MPI_SUCCESS ? "it failed on another unit" : mpi_error_text(code);
    const std::string text = "MPI_Win_create_dynamic: " + reason +
                             "; messages move the data between hosts, as Open MPI does "
                             "not over TCP";
    log(static_cast<int>(LogLevel::info), text.c_str());
    return nullptr;
  }
  DART_MPI(MPI_Win_set_errhandler, window, MPI_ERRORS_RETURN);
  if (!holds_everywhere(comm, is_unified(window))) {
    DART_MPI(MPI_Win_free, &window);
    log(static_cast<int>(LogLevel::info),
        "MPI's windows need synchronisation with the processor's caches (MPI_WIN_SEPARATE); "
        "messages "
        "move the data between hosts");
    return nullptr;
  }
  // No process locks the window exclusively, so MPI need not ask the other processes.
  DART_MPI(MPI_Win_lock_all, MPI_MODE_NOCHECK, window);
  return std::make_unique<MpiTransport>(window, comm, log);
}

}  // namespace dart
