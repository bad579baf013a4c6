#pragma once

/// \file
/// Collectives that the units of a team start, and that go on while the program does other things.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/helper_threads.h"
#include "base/pending_operations.h"
#include "base/wait.h"
#include "team/board.h"
#include "types/collective_call.h"

namespace dart {

/// The collectives of one team that this unit has started. A thread executes them one after the
/// other, in the order of their starts, on a board of their own: so they are the same functions as
/// those that the program executes itself, they need no call of the program to go on, and they
/// neither wait for nor delay other collectives of the team. As all units start them in the same
/// order, each finds the one that it belongs to.
class StartedCollectives final : public PendingOperations {
 public:
  /// What a collective does on the board.
  using Body = std::function<dart_ret_t(Board&)>;

  /// \param memory   of the board
  /// \param between  exchange with other hosts, used by nobody else; nullptr if there are none
  /// \throws std::runtime_error if there is no thread
  StartedCollectives(
      void* memory, const BoardOwner& owner, std::uint32_t me,
      std::unique_ptr<HostExchange> between);
  ~StartedCollectives() { end(); }
  StartedCollectives(const StartedCollectives&) = delete;
  StartedCollectives& operator=(const StartedCollectives&) = delete;

  /// Starts a collective; its \c body may use the caller's buffers until the operation is complete.
  Ticket start(const CollectiveCall& call, Body body);

  bool test(Ticket ticket, bool remotely) override;
  /// \return what the body has returned, after its messages. A second wait for a ticket is none.
  dart_ret_t wait(Ticket ticket, bool remotely) override;
  void forget(Ticket ticket) override;

  /// Number of collectives that were started, and the latest one.
  std::uint64_t count() const { return started_; }
  const CollectiveCall& latest() const { return latest_; }

  /// Waits for all collectives, which all units have started. Those that the program has not waited
  /// for are reported.
  void complete_all(const char* function);
  /// Ends the thread, and lets go of the board. Collectives that are not complete, which only
  /// happens if units of the team cannot meet, fail for \c reason.
  void end(const Mismatch* reason = nullptr);
  /// Whether no handle refers to these collectives any more.
  bool is_forgotten();

 private:
  struct Started {
    Ticket ticket;
    CollectiveCall call;
    const char* user_call;  ///< function of the library above that has started it
    Body body;
  };
  /// What the program has to learn of a collective.
  struct Outcome {
    CollectiveCall call;
    dart_ret_t result = DART_OK;
    std::string messages;
  };

  void run();
  Outcome execute(const Started& started);
  bool is_complete(Ticket ticket) const { return completed_.load() >= ticket; }
  void await(Ticket ticket, const char* call);

  BoardOwner owner_;
  std::atomic<int> awaited_by_{0};  ///< threads of the program
  std::optional<Board> board_;
  std::uint64_t started_ = 0;
  CollectiveCall latest_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Started> queue_;           ///< the first one is being executed
  std::map<Ticket, Outcome> outcomes_;  ///< what became of collectives that were not waited for
  bool ends_ = false;
  std::atomic<std::uint64_t> completed_{0};
  WaitWord progress_;  ///< the same, for those who wait
  const Worker worker_ = new_worker();
  std::thread thread_;
};

}  // namespace dart
