#include "ib_transport.h"

#include <algorithm>

#include "atomic_update.h"
#include "ticket.h"

namespace dart::ib {
namespace {

/// Total staging memory if there is a connection to each unit.
constexpr std::size_t staging_budget = 64 << 20;
constexpr std::size_t smallest_ring = 256 << 10;
constexpr std::size_t largest_ring = 1 << 20;

/// Number of chunks that may be in progress at the same time.
constexpr std::size_t chunks = 8;

std::size_t ring_bytes(const Settings& settings, std::uint32_t units)
{
  const std::size_t fair = staging_budget / std::max(units, 1u);
  const std::size_t bytes = std::clamp(fair, smallest_ring, largest_ring);
  return std::max(bytes, settings.chunk * chunks) / 4096 * 4096;
}

/// Waits for an operation that failed half-way, so that the caller may reuse the buffer.
dart_ret_t settled(Connection& connection, Connection::Number number, dart_ret_t done)
{
  if (done != DART_OK) [[unlikely]]
    connection.wait(number, false);
  return done;
}

}  // namespace

IbTransport::IbTransport(const IbSetup& setup)
    : setup_(setup),
      settings_(read_settings()),
      device_(settings_, setup.unit),
      exposed_(device_, setup_),
      counterpart_(device_, settings_, setup_, exposed_),
      connections_({setup_, settings_, device_, exposed_, ring_bytes(settings_, setup.units)})
{
  if (setup.adapter_atomics && !device_.has_atomics()) {
    log(LogLevel::info, "adapter %s has no atomic operations", device_.name());
  }
  log(LogLevel::debug, "adapter %s, port %d, GID %d", device_.name(), device_.port(),
      device_.gid().index);
}

dart_ret_t IbTransport::put(RemoteAddress to, const void* from, std::size_t bytes, Ticket* ticket)
{
  *ticket = 0;
  if (bytes == 0) return DART_OK;
  Connection* connection = connections_.to(to.unit.id);
  if (connection == nullptr) [[unlikely]]
    return DART_ERR_OTHER;
  Connection::Number number;
  const dart_ret_t done = connection->put(to.address, from, bytes, &number);
  *ticket = make_ticket(to.unit.id, number);
  return settled(*connection, number, done);
}

dart_ret_t IbTransport::get(void* to, RemoteAddress from, std::size_t bytes, Ticket* ticket)
{
  *ticket = 0;
  if (bytes == 0) return DART_OK;
  Connection* connection = connections_.to(from.unit.id);
  if (connection == nullptr) [[unlikely]]
    return DART_ERR_OTHER;
  Connection::Number number;
  const dart_ret_t done = connection->get(to, from.address, bytes, &number);
  *ticket = make_ticket(from.unit.id, number);
  return settled(*connection, number, done);
}

dart_ret_t IbTransport::put_notify(
    RemoteAddress to, const void* from, std::size_t bytes, std::uint64_t flag, std::uint64_t value,
    Ticket* ticket)
{
  *ticket = 0;
  Connection* connection = connections_.to(to.unit.id);
  if (connection == nullptr) [[unlikely]]
    return DART_ERR_OTHER;
  Connection::Number number;
  const dart_ret_t done = connection->put_notify(to.address, from, bytes, flag, value, &number);
  *ticket = make_ticket(to.unit.id, number);
  return settled(*connection, number, done);
}

bool IbTransport::has_atomics(dart_datatype_t type) const
{
  return setup_.adapter_atomics && device_.has_atomics() && is_word(type);
}

dart_ret_t IbTransport::atomic(RemoteAddress target, const AtomicRequest& request)
{
  Connection* connection = connections_.to(target.unit.id);
  if (connection == nullptr) [[unlikely]]
    return DART_ERR_OTHER;
  DART_REQUIRE(
      has_atomics(request.type), DART_ERR_INVAL,
      "atomic operation: adapter %s has none for data type %ld", device_.name(),
      static_cast<long>(request.type));
  return update_atomically(*connection, target.address, request);
}

bool IbTransport::test(Ticket ticket, bool remotely)
{
  return ticket == 0 || connections_.existing(unit_of(ticket))->test(number_of(ticket), remotely);
}

dart_ret_t IbTransport::wait(Ticket ticket, bool remotely)
{
  if (ticket == 0) return DART_OK;
  return connections_.existing(unit_of(ticket))->wait(number_of(ticket), remotely);
}

dart_ret_t IbTransport::flush(dart_global_unit_t unit, bool remotely)
{
  Connection* connection = connections_.existing(unit.id);
  return connection == nullptr ? DART_OK : connection->flush(remotely);
}

dart_ret_t IbTransport::expose(void* begin, std::size_t bytes)
{
  return exposed_.expose(begin, bytes);
}

void IbTransport::conceal(void* begin, std::size_t)
{
  exposed_.conceal(begin);
}

void IbTransport::forget_memory(RemoteAddress begin, std::size_t bytes)
{
  if (Connection* connection = connections_.existing(begin.unit.id)) {
    connection->forget(begin.address, bytes);
  }
}

}  // namespace dart::ib
