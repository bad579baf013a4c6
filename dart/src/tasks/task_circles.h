#pragma once

/// \file
/// Circles over several hosts of tasks that wait for each other.

#include <array>
#include <cstdint>
#include <vector>

#include "net/remote_calls.h"
#include "tasks/task_guests.h"
#include "tasks/task_record.h"

namespace dart {

/// Follows the edges between tasks from host to host: a task that cannot finish keeps its guests
/// from ending, and a guest that is not granted keeps its traveller from finishing.
class TaskCircles {
 public:
  TaskCircles(const Hosts& hosts, TaskGuests& guests, RemoteCalls& calls);

  /// Whether \c task cannot finish before \c first; both are tasks of this host, and their starts
  /// have arrived everywhere. If a host does not answer, after a message, what lies behind it
  /// counts as no circle.
  bool follows(TaskRef task, TaskRef first);

 private:
  using Traveller = TaskGuests::Traveller;
  static constexpr std::size_t page = 64;

  /// Asks a host what comes behind a traveller there.
  struct Question {
    Traveller from;
    std::uint64_t skipped;  ///< number of travellers that are known already
    std::uint32_t host;     ///< the host of the task that is looked for
    TaskRef sought;
  };
  struct Answer {
    bool is_found;             ///< whether the task comes behind it
    std::uint64_t travellers;  ///< number of those that come behind it
    std::uint64_t hosts;       ///< number of those that the traveller is on, if this is its own
    std::array<Traveller, page> traveller;
    std::array<std::uint32_t, page> host;
  };
  /// Where a traveller has to be looked at.
  struct Place {
    std::uint32_t host;
    Traveller traveller;
    bool operator<(const Place& other) const
    {
      return host != other.host ? host < other.host : traveller < other.traveller;
    }
  };

  bool look(TaskRef first, TaskRef sought, std::vector<Traveller>& travellers);
  bool ask(const Place& place, TaskRef sought, std::vector<Place>& open);
  Answer answer(const Question& question);

  const Hosts& hosts_;
  TaskGuests& guests_;
  RemoteCalls& calls_;
};

}  // namespace dart
