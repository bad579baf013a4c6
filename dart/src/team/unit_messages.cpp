#include "team/unit_messages.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "base/byte_buffer.h"
#include "base/copy_bytes.h"
#include "base/log.h"
#include "base/wait_place.h"

namespace dart {
namespace {

using Clock = std::chrono::steady_clock;

/// What a message counts in the account.
std::uint64_t counted(std::uint64_t bytes)
{
  return bytes + Mailbox::overhead;
}

/// The pauses of a sender between two looks, and its message to the user after some seconds.
class Patience {
 public:
  Patience(dart_unit_t to, std::uint64_t limit) : to_(to), limit_(limit) {}

  /// Whether it is time to look again.
  bool is_time()
  {
    const Clock::time_point now = Clock::now();
    if (now < next_) return false;
    next_ = now + pause_;
    pause_ = std::min(2 * pause_, longest_pause);
    if (!is_said_ && now > begin_ + silent) say();
    return true;
  }

 private:
  static constexpr std::chrono::microseconds longest_pause{1000};
  static constexpr std::chrono::seconds silent{10};

  void say()
  {
    is_said_ = true;
    log(LogLevel::warn,
        "a message to unit %d has waited for %d s, because %llu bytes of messages of this unit (a "
        "quarter of its global memory, DART_HEAP) are not received yet; receive them earlier, or "
        "raise dartrun --heap",
        to_, static_cast<int>(silent.count()), static_cast<unsigned long long>(limit_));
  }

  dart_unit_t to_;
  std::uint64_t limit_;
  Clock::time_point begin_ = Clock::now(), next_ = begin_;
  std::chrono::microseconds pause_{20};
  bool is_said_ = false;
};

}  // namespace

Messages::Messages(
    Mailbox* mailboxes, MessageAccount* accounts, ControlHeap& heap, const UnitTable& units,
    RemoteCalls* calls)
    : mailboxes_(mailboxes),
      accounts_(accounts),
      heap_(heap),
      units_(units),
      calls_(calls)
{
  if (calls == nullptr) return;
  calls->serve(
      RemoteCalls::Kind::message,
      [this](dart_unit_t from, RemoteCalls::Bytes call, ByteBuffer&) { return serve(from, call); });
}

bool Messages::enter(dart_unit_t from, dart_unit_t to, int tag, std::uint64_t bytes)
{
  MessageAccount& account = accounts_[from];
  if (account.enter(counted(bytes), limit_)) return true;
  if (!mailbox_of(to).is_awaited(from, tag)) return false;
  account.enter_awaited(counted(bytes));
  return true;
}

/// Stores a message that is in the account.
dart_ret_t Messages::put(dart_unit_t from, dart_unit_t to, int tag, Bytes data)
{
  if (mailbox_of(to).put(heap_, from, tag, data.data(), data.size())) return DART_OK;
  accounts_[from].leave(counted(data.size()));
  return DART_ERR_NOMEM;
}

dart_ret_t Messages::serve(dart_unit_t from, RemoteCalls::Bytes call)
{
  const auto header = front_of<Header>(call);
  const dart_unit_t me = units_.me();
  if (header.step != Step::deliver && !enter(from, me, header.tag, header.bytes)) return no_room;
  return header.step == Step::ask ? DART_OK
                                  : put(from, me, header.tag, call.subspan(sizeof header));
}

dart_ret_t Messages::call(dart_unit_t to, int tag, Step step, std::uint64_t bytes, Bytes data)
{
  const Header header{tag, step, bytes};
  return calls_->call(to, RemoteCalls::Kind::message, {bytes_of(header), data});
}

/// \return no_room if the message has to wait
dart_ret_t Messages::try_send(dart_unit_t to, int tag, Bytes data)
{
  if (!units_.hosts().is_here(to)) {
    calls_->fence().pass();
    return call(to, tag, Step::send, data.size(), data);
  }
  const bool has_room = enter(units_.me(), to, tag, data.size());
  return has_room ? put(units_.me(), to, tag, data) : no_room;
}

/// \param meanwhile called from time to time while the message waits
template <class Meanwhile>
dart_ret_t Messages::send_when_possible(dart_unit_t to, int tag, Bytes data, Meanwhile meanwhile)
{
  const bool is_here = units_.hosts().is_here(to);
  dart_ret_t result = no_room;
  const ShownWait shown("dart_send");
  Patience patience(to, limit_);
  const auto is_possible = [&] {
    if (!patience.is_time()) return false;
    meanwhile();
    // Large messages to other hosts do not travel before there is room for them.
    result = is_here ? try_send(to, tag, data) : call(to, tag, Step::ask, data.size(), {});
    return result != no_room;
  };
  if (calls_ != nullptr) {
    calls_->wait(is_possible);
  } else {
    while (!is_possible()) std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  return is_here || result != DART_OK ? result : call(to, tag, Step::deliver, data.size(), data);
}

dart_ret_t Messages::send(dart_unit_t to, int tag, Bytes data)
{
  const dart_ret_t sent = try_send(to, tag, data);
  if (sent != no_room) [[likely]]
    return sent;
  return send_when_possible(to, tag, data, [] {});
}

std::optional<std::size_t> Messages::try_receive(
    dart_unit_t from, int tag, std::span<std::byte> data)
{
  const auto size = mailboxes_[units_.index()].try_take(heap_, from, tag, data.data(), data.size());
  if (size) accounts_[from].leave(counted(*size));
  return size;
}

std::size_t Messages::receive(dart_unit_t from, int tag, std::span<std::byte> data)
{
  const std::size_t size =
      mailboxes_[units_.index()].take(heap_, from, tag, data.data(), data.size());
  accounts_[from].leave(counted(size));
  return size;
}

dart_ret_t Messages::send_and_receive(
    dart_unit_t to, int send_tag, Bytes data, dart_unit_t from, int receive_tag,
    std::span<std::byte> buffer, std::size_t* received)
{
  std::optional<std::size_t> size;
  dart_ret_t sent = try_send(to, send_tag, data);
  if (sent == no_room) {
    ByteBuffer copy;
    const bool overlap =
        data.data() < buffer.data() + buffer.size() && buffer.data() < data.data() + data.size();
    if (overlap) {
      copy_bytes(grow(copy, data.size()), data.data(), data.size());
      data = copy;
    }
    std::optional<Mailbox::Awaiting> told(
        std::in_place, mailboxes_[units_.index()], heap_, from, receive_tag);
    sent = send_when_possible(to, send_tag, data, [&] {
      if (!size && (size = try_receive(from, receive_tag, buffer))) told.reset();
    });
  }
  if (sent != DART_OK) return sent;
  *received = size ? *size : receive(from, receive_tag, buffer);
  return DART_OK;
}

}  // namespace dart
