#pragma once

/// \file
/// Messages about tasks between hosts.

#include <atomic>
#include <cstdint>
#include <functional>

#include "base/wait.h"
#include "job/hosts.h"
#include "memory/control_heap.h"
#include "net/remote_calls.h"

namespace dart {

/// Messages of this host to another one. The object is in shared memory.
struct MailBag {
  SpinLock lock;               ///< guards all but the atomics, which are read without it
  bool is_under_way = false;   ///< whether a bundle has not arrived yet
  std::byte* bytes = nullptr;  ///< messages that wait for the next bundle
  std::size_t size = 0, room = 0;
  std::size_t reserved = 0;  ///< part of the room that is promised to later messages
  std::uint64_t added = 0;   ///< number of messages so far
  std::uint64_t sent = 0;    ///< number of those that were sent
  std::atomic<std::uint64_t> arrived{0};
  std::atomic<std::uint64_t> last_start{0};  ///< number of the last message about a start
  /// Number of the last message about a start on several hosts.
  std::atomic<std::uint64_t> last_wide_start{0};
};

/// What the units of a host share for messages.
struct SharedMail {
  std::atomic<std::uint32_t> behind{0};  ///< number of bags with starts that have not arrived
  MailBag* bags = nullptr;               ///< one for each host
};

/// Sends messages to other hosts, of all units of this host in one order. At most one bundle is
/// under way to each host; what is added meanwhile travels in the next one. So a single message
/// leaves at once, and many cost little each. (Nagle, RFC 896, does the same for TCP.)
class TaskMail {
 public:
  using Bytes = RemoteCalls::Bytes;
  /// Called in the first process of a host with the next message in the bytes, which it removes.
  using Receive = std::function<void(Bytes& bytes)>;

  /// What a message tells the other host.
  enum class About {
    wide_start,  ///< a start on memory of several hosts
    start,       ///< another start, or what later starts have to know; see HostFence
    rest
  };

  TaskMail(
      RemoteCalls& calls, const Hosts& hosts, ControlHeap& heap, SharedMail& shared,
      Receive receive);

  /// From here on, messages of other hosts are received, also those that have arrived before.
  void open();

  /// Adds a message. \return false if memory is exhausted
  bool add(std::uint32_t host, Bytes message, About about);
  /// Promises room for one message of this size. \return false if memory is exhausted
  bool reserve(std::uint32_t host, std::size_t bytes);
  /// Gives back what was promised.
  void cancel(std::uint32_t host, std::size_t bytes);
  /// Adds a message of the size that was promised.
  void add_reserved(std::uint32_t host, Bytes message, About about);

  /// Whether all starts on several hosts have arrived.
  bool have_wide_starts_arrived() const;
  /// Waits until the starts have arrived that were added so far. \throws std::runtime_error if a
  /// host does not answer in time
  void wait_for_starts();
  /// Waits until all messages have arrived. \return false if they do not in time
  bool wait_for_all();

 private:
  bool make_room(MailBag& bag, std::size_t bytes);
  void append(std::uint32_t host, Bytes message, About about, std::unique_lock<SpinLock>& guard);
  void send(std::uint32_t host, std::unique_lock<SpinLock>& guard) noexcept;
  void receive(dart_unit_t from, Bytes message);
  void note_arrival(std::uint32_t host);
  template <class Ready>
  bool wait_in_time(Ready ready);
  dart_unit_t first_of(std::uint32_t host) const { return hosts_.units_of(host).front(); }

  RemoteCalls& calls_;
  const Hosts& hosts_;
  ControlHeap& heap_;
  SharedMail& shared_;
  Receive receive_;
};

}  // namespace dart
