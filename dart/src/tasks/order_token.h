#pragma once

/// \file
/// The right to order a task on several hosts.

#include <cstdint>

#include "base/wait.h"
#include "job/hosts.h"
#include "net/remote_calls.h"
#include "tasks/task_mail.h"

namespace dart {

/// What the units of a host share for the token. The object is in shared memory.
struct SharedToken {
  SleepLock turn;             ///< held by the unit that orders a task on several hosts
  SpinLock lock;              ///< guards what follows
  bool is_held = false;       ///< whether this host holds it
  bool is_claimed = false;    ///< whether an answer of the directory may be on its way
  bool is_used = false;       ///< whether a task is being ordered
  bool is_wanted = false;     ///< whether another host wants it, which gets it next
  std::uint64_t tenure = 0;   ///< the number of the time that this host holds it
  std::int64_t since_ns = 0;  ///< since when the state is as it is
  std::uint32_t holder = 0;   ///< the directory, on host 0: its holder + 1; 0 is nobody
  std::uint64_t tenures = 0;  ///< the directory: number of times that a host got it
};

/// One token exists in the run. A host keeps it until another one wants it, so that starts on one
/// host alone need no messages for it. It is given back only when all that was ordered with it has
/// arrived where it belongs; see TaskGuests for why that matters.
class OrderToken {
 public:
  OrderToken(RemoteCalls& calls, const Hosts& hosts, SharedToken& shared, TaskMail& mail);

  /// The right to order one task, until the object is destroyed. May wait for other hosts.
  class Use {
   public:
    explicit Use(OrderToken& token);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

    /// Whether the right was granted; otherwise a host did not answer, after a message.
    bool is_granted() const { return taken_ == DART_OK; }

   private:
    OrderToken& token_;
    dart_ret_t taken_;
  };

 private:
  /// A question to another host.
  struct Request {
    enum class Kind : std::uint32_t {
      claim,     ///< asks the directory to give the token to \c host if it is free
      give_back  ///< asks the holder
    };
    Kind kind;
    std::uint32_t host;    ///< the host that asks
    std::uint64_t tenure;  ///< the tenure that is over (claim; 0: none), or is to end (give_back)
  };
  struct Answer {
    bool is_granted;
    std::uint32_t holder;
    std::uint64_t tenure;
  };

  dart_ret_t take();
  bool use_own(bool& may_claim);
  dart_ret_t claim(std::uint64_t tenure, Answer& answer);
  dart_ret_t ask(std::uint32_t host, const Request& request, Answer& answer);
  Answer answer(const Request& request);
  Answer answer_claim(const Request& request);
  bool give_back(std::uint64_t tenure);

  RemoteCalls& calls_;
  const Hosts& hosts_;
  SharedToken& shared_;
  TaskMail& mail_;
};

}  // namespace dart
