#pragma once

/// \file
/// Where a unit shows in which call it waits, for the launcher and the other units of its host.

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "base/clock.h"

namespace dart {

/// Copies a text, cut to the array's size.
template <std::size_t n>
void copy_text(char (&to)[n], const char* text)
{
  const std::size_t length = text == nullptr ? 0 : strnlen(text, n - 1);
  if (length > 0) std::memcpy(to, text, length);
  to[length] = '\0';
}

/// A wait of a unit. What is in it stays when the wait is over. Memory of zeros is a note without a
/// wait.
struct WaitNote {
  static constexpr int no_team = -1;

  std::int64_t since_ns = 0;  ///< the time at which the wait began, as now_ns() tells it
  std::int32_t team = no_team;
  std::uint32_t step = 0;      ///< step of the team's board
  bool waits = false;          ///< whether the unit still waits
  char call[40] = {};          ///< function of the runtime, or of a library below it
  char caller[48] = {};        ///< function of the library above; empty: the program itself
  std::uint64_t elements = 0;  ///< on which that one works
  char type[48] = {};          ///< mangled, of the elements; empty: unknown
};

/// The latest wait of a unit, in shared memory. One thread of the unit writes at a time.
class alignas(64) WaitPlace {
 public:
  /// Makes the place the calling thread's. \return false if it belongs to another wait
  bool take() { return !is_taken_.exchange(true, std::memory_order_acquire); }
  void give_back() { is_taken_.store(false, std::memory_order_release); }

  void write(const WaitNote& note)
  {
    version_.fetch_add(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    note_ = note;
    version_.fetch_add(1, std::memory_order_release);
  }

  void end()
  {
    version_.fetch_add(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    note_.waits = false;
    version_.fetch_add(1, std::memory_order_release);
  }

  /// What the unit shows. If it changes that all the time, or has ended while it wrote: a note
  /// without a wait.
  WaitNote read() const
  {
    for (int look = 0; look < 1000; ++look) {
      const std::uint32_t before = version_.load(std::memory_order_acquire);
      const WaitNote note = note_;
      std::atomic_thread_fence(std::memory_order_acquire);
      if (before % 2 == 0 && version_.load(std::memory_order_relaxed) == before) return note;
      sched_yield();
    }
    return {};
  }

  /// Forgets what another process has left, which was this unit before.
  void reset()
  {
    write({});
    version_.store(0);
    is_taken_.store(false);
  }

 private:
  std::atomic<std::uint32_t> version_{0};  ///< odd while the note is written
  std::atomic<bool> is_taken_{false};
  WaitNote note_;
};
static_assert(sizeof(WaitPlace) == 192);

/// How waits of this unit become visible. The modules that the runtime loads are libraries of their
/// own, so the runtime passes this to each of them.
struct WaitSight {
  WaitPlace* place = nullptr;  ///< of this unit; nullptr before it has joined a run
  /// Notes what the program has called on the calling thread.
  void (*note_caller)(WaitNote& note) = nullptr;
  /// Whether the calling thread is one of the runtime.
  bool (*is_helper)() noexcept = nullptr;
};

/// That of this library.
inline WaitSight wait_sight;

/// Shows that this unit waits until the end of a scope. Takes some ten nanoseconds, so waits begin
/// without it, and show themselves when they sleep. Of nested waits, and of several threads, the
/// first one is shown.
class ShownWait {
 public:
  /// \param call  function of the runtime that waits, or of a library that it has called
  /// \param team  whose units it waits for
  /// \param step  of the team's board
  explicit ShownWait(
      const char* call, int team = WaitNote::no_team, std::uint32_t step = 0) noexcept
  {
    if (wait_sight.place == nullptr || !wait_sight.place->take()) return;
    place_ = wait_sight.place;
    WaitNote note;
    note.since_ns = now_ns();
    note.team = team;
    note.step = step;
    note.waits = true;
    copy_text(note.call, call);
    wait_sight.note_caller(note);
    place_->write(note);
  }
  ~ShownWait()
  {
    if (place_ == nullptr) return;
    place_->end();
    place_->give_back();
  }
  ShownWait(const ShownWait&) = delete;
  ShownWait& operator=(const ShownWait&) = delete;

 private:
  WaitPlace* place_ = nullptr;
};

/// Shows until the end of a scope that the program waits in a call of a library below the runtime,
/// which may sleep without a word. Threads of the runtime show nothing there: their many short
/// calls would hide the waits of the program.
class ShownLibraryCall {
 public:
  explicit ShownLibraryCall(const char* call) noexcept
  {
    if (wait_sight.place != nullptr && !wait_sight.is_helper()) shown_.emplace(call);
  }

 private:
  std::optional<ShownWait> shown_;
};

/// Names what the calling thread does in a scope, for waits that do not know what they are part of.
class WaitReason {
 public:
  struct Reason {
    const char* call;
    int team;
  };
  static Reason& current() noexcept
  {
    static thread_local Reason reason{"a call to another host", WaitNote::no_team};
    return reason;
  }

  WaitReason(const char* call, int team) noexcept
      : outer_(std::exchange(current(), Reason{call, team}))
  {}
  ~WaitReason() { current() = outer_; }
  WaitReason(const WaitReason&) = delete;
  WaitReason& operator=(const WaitReason&) = delete;

 private:
  Reason outer_;
};

}  // namespace dart
