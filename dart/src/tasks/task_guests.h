#pragma once

/// \file
/// Tasks whose data lie on several hosts, in the order of each of them.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tasks/order_token.h"
#include "tasks/task_mail.h"
#include "tasks/task_record.h"
#include "tasks/task_surroundings.h"

namespace dart {

class TaskScheduler;

/// The host of the owner keeps the order of its memory. A task that is started on another host, a
/// \e traveller, has a \e guest on each host where data of it lie: a record that holds its place
/// there as a task would, with predecessors and successors. When the predecessors of a guest are
/// done, the guest is granted to the traveller, which counts it like a predecessor and executes
/// once all are granted. When the traveller has ended, and has written back its data, its guests
/// end with the same result.
///
/// <b>Why tasks never wait for each other in a circle.</b> On each host, tasks wait only for those
/// that were ordered before them there. A task whose ranges lie on one host is ordered there at one
/// moment. Tasks whose ranges lie on several hosts, \e wide ones, are ordered one after the other:
/// a unit orders such a task while it has its host's turn and the run's token, adds the messages to
/// all mail bags in this time, and a host gives the token away only when all these messages have
/// arrived. As the messages of a bag arrive in their order, all hosts order wide tasks in the same
/// sequence. Follow a circle of waiting tasks from a wide one W: until the next wide one, V, all
/// are tasks of one host, ordered there at increasing moments, so V is ordered behind W on this
/// host, and thus behind W in the sequence. A circle would lead back to W, behind itself. A circle
/// without wide tasks would lie on one host, with ever later moments.
///
/// <b>Why starts that the program orders are ordered.</b> All units of a host use the same bags, so
/// what they order among each other by any means stays in this order. Before units of different
/// hosts can learn of each other's starts, these starts have arrived (HostFence).
class TaskGuests {
 public:
  /// Names a traveller on all hosts.
  struct Traveller {
    dart_unit_t unit;      ///< that created it
    std::uint64_t serial;  ///< its serial number
    Task* task;            ///< on its host

    bool operator<(const Traveller& other) const
    {
      return std::pair(unit, serial) < std::pair(other.unit, other.serial);
    }
  };

  TaskGuests(const TaskSurroundings& run, TaskScheduler& scheduler, RemoteCalls& calls);

  /// From here on, the starts of other hosts are noted.
  void open() { mail_.open(); }

  // The host of a task's start calls these.
  /// Orders a task with ranges on other hosts, wherever they lie. Its number of unmet predecessors
  /// increases. May wait for other hosts.
  void order(Task& task);
  /// The traveller ends, with its result.
  void end(Task& task);
  /// The handle of a traveller that can only fail is destroyed.
  void forget(Task& task);
  Traveller traveller(Task& task) const;
  /// The other hosts on which ranges of a task lie.
  std::vector<std::uint32_t> hosts_of(Task& task) const;
  /// Waits until the starts of this host have arrived. \throws as HostFence::pass()
  void wait_for_starts() { mail_.wait_for_starts(); }
  /// Waits until all travellers of this host have ended.
  void wait_for_travellers();
  /// Waits until what this host has told others has arrived.
  void wait_for_mail() { mail_.wait_for_all(); }

  // The host of the data calls these.
  /// The predecessors of a guest are done.
  void grant(Task& guest);

  static const Traveller& traveller_of(const Task& guest);
  /// The traveller itself on its host, its guest on others; no task if there is none any more. The
  /// first process of a host calls it, while it answers a call.
  TaskRef local(const Traveller& of) const;
  /// Name of the task that a guest stands for.
  static std::string name_of(const Task& guest);

 private:
  /// The front of a message.
  struct Note {
    enum class Kind : std::uint32_t { order, grant, end, forget };
    Kind kind;
    std::uint32_t bytes = 0;  ///< size of the message, together with ranges or text behind the note
    Traveller of;
    dart_ret_t result = DART_OK;
    bool inherits_error = false;
    bool has_handle = true;  ///< whether the failure is not forgotten
  };
  static constexpr std::size_t most_text = 512;

  std::uint32_t host_of(const TaskRange& range) const;
  static bool has_range_here(Task& task);
  void set_out(Task& task);
  void order_on(std::uint32_t host, Task& task, TaskMail::About about);
  void add_with_text(std::uint32_t host, Note note, std::string_view text);

  void receive(TaskMail::Bytes& bytes);
  void invite(const Note& note, TaskMail::Bytes ranges);
  bool describe(Task& guest, const Traveller& of, TaskMail::Bytes ranges);
  void note_grant(const Note& note, std::string_view text);
  void dismiss(const Note& note, std::string_view text);
  void note_forgotten(const Note& note);
  void take_over_failure(Task& task, const Note& note, std::string_view text);
  void release_handle(Task& guest);

  TaskSurroundings run_;
  TaskScheduler& scheduler_;
  RemoteCalls& calls_;
  TaskMail mail_;
  OrderToken token_;
  std::map<Traveller, Task*> guests_;  ///< all guests of the host; only used in its first process
};

}  // namespace dart
