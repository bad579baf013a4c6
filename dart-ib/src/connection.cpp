#include "connection.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/copy_bytes.h"

namespace dart::ib {
namespace {

/// From this size on, the cost of a completion is negligible compared with the transfer. With a
/// completion, a wait that follows needs no empty write.
constexpr std::size_t worth_a_signal = 4096;

/// Larger transfers are divided into several requests, so that the next one is registered while one
/// is on the wire.
constexpr std::size_t message_limit = 8 << 20;

/// Sets the parts of a request that all operations use. It leaves the others unset, because setting
/// the whole structure would cost more than all other steps here.
inline void begin_request(
    ibv_send_wr& request, ibv_sge& local, ibv_wr_opcode opcode, unsigned flags)
{
  request.next = nullptr;
  request.sg_list = &local;
  request.num_sge = 1;
  request.opcode = opcode;
  request.send_flags = flags;
}

}  // namespace

Connection::Connection(const Surroundings& around, dart_unit_t unit)
    : around_(around),
      unit_(unit),
      chunk_(std::min(around.settings.chunk, around.ring_bytes / 4)),
      max_message_(
          std::min<std::size_t>(message_limit, around.device.port_attributes().max_msg_sz)),
      ring_(around.device, around.ring_bytes),
      queue_(
          around.device, around.settings, unit, around.setup.timeout_s,
          [this](const Finish& finish, bool good) { this->finish(finish, good); })
{
  connect();
}

void Connection::connect()
{
  ConnectRequest request{.origin = queue_.end_point()};
  EndPoint peer{};
  const dart_ret_t asked = around_.setup.peers->ask(unit_, bytes_of(request), bytes_of(peer));
  if (asked != DART_OK) {
    throw std::runtime_error("that unit has refused; see its messages");
  }
  queue_.connect(peer);
}

dart_ret_t Connection::ask_key(std::uint64_t address, const RemoteRange** range)
{
  KeyRequest request{.address = address};
  KeyReply reply{};
  const dart_ret_t asked = around_.setup.peers->ask(unit_, bytes_of(request), bytes_of(reply));
  DART_REQUIRE(
      asked == DART_OK, asked,
      "address 0x%llx of unit %d cannot be reached: no memory is exposed there",
      static_cast<unsigned long long>(address), unit_);
  *range = keys_.add({reply.begin, reply.begin + reply.bytes, reply.rkey, reply.device != 0});
  return DART_OK;
}

void Connection::forget(std::uint64_t begin, std::size_t bytes)
{
  const Guard guard(lock_);
  keys_.forget(begin, begin + bytes);
}

/// The exposed range that contains the beginning of a local buffer; nullptr if there is none.
const ExposedRange* Connection::exposed_at(const std::byte* local)
{
  const auto address = reinterpret_cast<std::uint64_t>(local);
  const std::uint64_t version = around_.exposed.version();
  if (version == own_version_ && own_.contains(address)) return &own_;
  const auto found = around_.exposed.find(address);
  if (!found) return nullptr;
  own_ = *found;
  own_version_ = version;
  return &own_;
}

dart_ret_t Connection::put(std::uint64_t to, const void* from, std::size_t bytes, Number* number)
{
  const Guard guard(lock_);
  const dart_ret_t done = write(to, from, bytes);
  *number = queue_.posted();
  return done;
}

dart_ret_t Connection::get(void* to, std::uint64_t from, std::size_t bytes, Number* number)
{
  const Guard guard(lock_);
  const dart_ret_t done =
      move(IBV_WR_RDMA_READ, {from, static_cast<std::byte*>(to), bytes}, is_device(to));
  *number = queue_.posted();
  return done;
}

/// The queue pair delivers in order, so nothing has to be awaited between data and flag. Only data
/// in device memory take another path in the target than the flag: a read then flushes them, and a
/// fence on the flag makes the adapter wait for the read.
dart_ret_t Connection::put_notify(
    std::uint64_t to, const void* from, std::size_t bytes, std::uint64_t flag, std::uint64_t value,
    Number* number)
{
  const Guard guard(lock_);
  dart_ret_t done = bytes == 0 ? DART_OK : write(to, from, bytes);
  if (done == DART_OK) done = push_device_writes();
  if (done == DART_OK) done = write_flag(flag, value);
  *number = queue_.posted();
  return done;
}

/// Most puts need only one request, so this case is tested first.
dart_ret_t Connection::write(std::uint64_t to, const void* from, std::size_t bytes)
{
  // Writing does not change the local buffer.
  auto* const local = static_cast<std::byte*>(const_cast<void*>(from));
  const RemoteRange* range = keys_.find(to);
  if (range != nullptr && bytes <= range->end - to) [[likely]] {
    if (bytes <= queue_.inline_bytes()) {
      if (!is_device(from)) return write_inline(*range, to, from, bytes, 0);
    } else if (const ExposedRange* own = exposed_at(local);
               own != nullptr && bytes <= own->room(local) && bytes <= max_message_) {
      note_write(*range);
      return post_registered(
          {IBV_WR_RDMA_WRITE, to, range->rkey, local, bytes, own->device}, own->lkey, nullptr);
    }
  }
  return move(IBV_WR_RDMA_WRITE, {to, local, bytes}, is_device(from));
}

dart_ret_t Connection::write_inline(
    const RemoteRange& range, std::uint64_t to, const void* from, std::size_t bytes, int flags)
{
  note_write(range);
  ibv_sge local{reinterpret_cast<std::uint64_t>(from), static_cast<std::uint32_t>(bytes), 0};
  ibv_send_wr request;
  begin_request(request, local, IBV_WR_RDMA_WRITE, static_cast<unsigned>(IBV_SEND_INLINE | flags));
  request.wr.rdma.remote_addr = to;
  request.wr.rdma.rkey = range.rkey;
  return queue_.post(request, nullptr, "put");
}

dart_ret_t Connection::write_flag(std::uint64_t flag, std::uint64_t value)
{
  const RemoteRange* range = nullptr;
  if (const dart_ret_t known = key_of(flag, &range); known != DART_OK) return known;
  DART_REQUIRE(
      sizeof value <= range->end - flag, DART_ERR_INVAL,
      "put_notify: the flag at 0x%llx of unit %d is not in exposed memory as a whole",
      static_cast<unsigned long long>(flag), unit_);
  const int fence = last_push_ > queue_.completed() ? IBV_SEND_FENCE : 0;
  if (queue_.inline_bytes() >= sizeof value) [[likely]]
    return write_inline(*range, flag, &value, sizeof value, fence);
  // The adapter reads the value after this call, so it is staged even if its size would allow
  // otherwise.
  note_write(*range);
  auto* const local = reinterpret_cast<std::byte*>(&value);
  return post_staged({IBV_WR_RDMA_WRITE, flag, range->rkey, local, sizeof value, false, fence});
}

dart_ret_t Connection::move(ibv_wr_opcode opcode, Remainder rest, bool device)
{
  while (rest.bytes > 0) {
    const RemoteRange* range = nullptr;
    const dart_ret_t known = key_of(rest.remote, &range);
    if (known != DART_OK) return known;
    if (opcode == IBV_WR_RDMA_WRITE) note_write(*range);
    const std::size_t exposed = range->end - rest.remote;
    const std::size_t bytes = std::min(std::min(rest.bytes, exposed), max_message_);
    WorkRequest work{opcode, rest.remote, range->rkey, rest.local, bytes, device};
    if (const dart_ret_t done = post_front(work); done != DART_OK) return done;
    rest.advance(work.bytes);
  }
  return DART_OK;
}

dart_ret_t Connection::post_front(WorkRequest& work)
{
  if (const ExposedRange* own = exposed_at(work.local)) {
    work.bytes = std::min(work.bytes, own->room(work.local));
    return post_registered(work, own->lkey, nullptr);
  }
  if (!work.device && work.bytes >= around_.settings.register_from) {
    if (MemoryRegion region = register_for_now(work)) {
      const std::uint32_t lkey = region->lkey;
      const Finish finish{.registration = region.get()};
      const dart_ret_t done = post_registered(work, lkey, &finish);
      if (done == DART_OK) region.release();  // The completion deregisters it.
      return done;
    }
  }
  work.bytes = std::min(work.bytes, chunk_);
  return post_staged(work);
}

/// Returns null if so many pages cannot be locked: then the data go through staging memory.
MemoryRegion Connection::register_for_now(const WorkRequest& work)
{
  const int access = work.opcode == IBV_WR_RDMA_READ ? IBV_ACCESS_LOCAL_WRITE : 0;
  MemoryRegion region = register_host(around_.device, work.local, work.bytes, access);
  if (region == nullptr && log_enabled(LogLevel::debug)) {
    log(LogLevel::debug, "%s", registration_failure(around_.device, work.bytes, errno).c_str());
  }
  return region;
}

/// The adapter accesses the buffer directly.
dart_ret_t Connection::post_registered(
    const WorkRequest& work, std::uint32_t lkey, const Finish* finish)
{
  ibv_sge local{
      reinterpret_cast<std::uint64_t>(work.local), static_cast<std::uint32_t>(work.bytes), lkey};
  ibv_send_wr request;
  const int signalled = work.bytes >= worth_a_signal ? IBV_SEND_SIGNALED : 0;
  begin_request(request, local, work.opcode, static_cast<unsigned>(signalled | work.flags));
  request.wr.rdma.remote_addr = work.remote;
  request.wr.rdma.rkey = work.rkey;
  const bool reads = work.opcode == IBV_WR_RDMA_READ;
  const dart_ret_t done = queue_.post(request, finish, reads ? "get" : "put");
  if (done == DART_OK) last_with_buffer_ = queue_.posted();
  return done;
}

/// While these bytes are copied, the preceding ones are on the wire.
dart_ret_t Connection::post_staged(const WorkRequest& work)
{
  std::byte* staged = nullptr;
  const std::uint64_t others = ring_.mark();
  dart_ret_t done = take_staging(work.bytes, &staged);
  if (done != DART_OK) return done;
  Finish finish{.ring_mark = ring_.mark()};
  const Number before = last_with_buffer_;
  WorkRequest relay = work;
  relay.local = staged;
  if (work.opcode == IBV_WR_RDMA_READ) {
    finish.staged = staged;
    finish.user = work.local;
    finish.bytes = work.bytes;
    finish.device = work.device;
  } else {
    done = copy(staged, work.local, work.bytes, work.device);
  }
  if (done == DART_OK) done = post_registered(relay, ring_.lkey(), &finish);
  if (done != DART_OK) ring_.untake(others);  // no request gives the piece back
  if (work.opcode == IBV_WR_RDMA_WRITE) last_with_buffer_ = before;
  return done;
}

dart_ret_t Connection::take_staging(std::size_t bytes, std::byte** piece)
{
  Patience patience = queue_.patience();
  while ((*piece = ring_.take(bytes)) == nullptr) {
    const Number before = queue_.completed();
    dart_ret_t done = queue_.signal(queue_.posted());
    if (done != DART_OK) return done;
    queue_.progress();
    if (queue_.completed() != before) patience.refresh();
    if (!patience.step()) queue_.give_up("staging");
    if (queue_.failed()) return DART_ERR_OTHER;
  }
  return DART_OK;
}

dart_ret_t Connection::copy(void* to, const void* from, std::size_t bytes, bool device)
{
  if (device) return around_.setup.copy(to, from, bytes);
  copy_bytes(to, from, bytes);
  return DART_OK;
}

void Connection::finish(const Finish& finish, bool good)
{
  if (good && finish.user != nullptr &&
      copy(finish.user, finish.staged, finish.bytes, finish.device) != DART_OK) {
    copy_failed_ = true;
    log(LogLevel::error, "get of unit %d: the data cannot be copied to device memory", unit_);
  }
  if (finish.ring_mark != 0) ring_.give_back(finish.ring_mark);
  MemoryRegion(finish.registration).reset();
}

dart_ret_t Connection::update(const WordUpdate& update, Number* number)
{
  const Guard guard(lock_);
  const RemoteRange* range = nullptr;
  dart_ret_t done = key_of(update.address, &range);
  if (done != DART_OK) return done;
  const std::uint32_t rkey = range->rkey;
  note_write(*range);
  std::byte* staged = nullptr;
  done = take_staging(sizeof(std::uint64_t), &staged);
  if (done != DART_OK) return done;
  ibv_sge local{reinterpret_cast<std::uint64_t>(staged), sizeof(std::uint64_t), ring_.lkey()};
  ibv_send_wr request;
  begin_request(request, local, update.opcode, 0);
  request.wr.atomic.remote_addr = update.address;
  request.wr.atomic.compare_add = update.add_or_compare;
  request.wr.atomic.swap = update.swap;
  request.wr.atomic.rkey = rkey;
  const Finish finish{
      .staged = staged,
      .user = update.old,
      .bytes = sizeof(std::uint64_t),
      .ring_mark = ring_.mark()};
  done = queue_.post(request, &finish, "atomic operation");
  *number = last_with_buffer_ = queue_.posted();
  return done;
}

dart_ret_t Connection::push_device_writes()
{
  if (!device_written_.end) [[likely]]
    return DART_OK;
  std::byte* staged = nullptr;
  dart_ret_t done = take_staging(1, &staged);
  if (done != DART_OK) return done;
  const Finish finish{.ring_mark = ring_.mark()};
  const RemoteRange pushed = std::exchange(device_written_, {});
  const Number before = last_with_buffer_;
  done = post_registered(
      {IBV_WR_RDMA_READ, pushed.begin, pushed.rkey, staged, 1, false}, ring_.lkey(), &finish);
  last_with_buffer_ = before;
  last_push_ = queue_.posted();
  return done;
}

Connection::Number Connection::awaited(Number number, bool remotely) const
{
  return remotely ? std::max(number, last_push_) : std::min(number, last_with_buffer_);
}

bool Connection::advance(Number last)
{
  if (queue_.completed() >= last) return true;
  if (queue_.signal(last) != DART_OK) return true;
  queue_.progress();
  return queue_.completed() >= last;
}

bool Connection::test(Number number, bool remotely)
{
  const Guard guard(lock_);
  if (remotely && push_device_writes() != DART_OK) return true;
  return advance(awaited(number, remotely));
}

/// Requests that other threads post meanwhile are not awaited.
dart_ret_t Connection::wait(Number number, bool remotely)
{
  Number last = 0;
  {
    const Guard guard(lock_);
    const dart_ret_t pushed = remotely ? push_device_writes() : DART_OK;
    last = awaited(number, remotely);
    if (pushed != DART_OK || advance(last)) return result(last);
  }
  Patience patience = queue_.patience();
  for (Number completed = 0;;) {
    const bool is_out_of_patience = !patience.step();
    const Guard guard(lock_);
    if (advance(last)) return result(last);
    if (queue_.completed() != completed) {
      patience.refresh();
    } else if (is_out_of_patience) {
      queue_.give_up("wait");
    }
    completed = queue_.completed();
  }
}

dart_ret_t Connection::flush(bool remotely)
{
  Number last;
  {
    const Guard guard(lock_);
    last = queue_.posted();
  }
  return wait(last, remotely);
}

}  // namespace dart::ib
