#pragma once

/// \file
/// What a host tells others before it does anything that they can see.

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

namespace dart {

/// The starts of tasks on memory of other hosts travel in bundles. Whoever learns from this host
/// that a task was started has to find it in the order of its memory. So these bundles arrive
/// before anything by which units of different hosts synchronise: collectives, messages, puts,
/// atomic operations, locks.
class HostFence {
 public:
  using Complete = std::function<void()>;

  /// \param behind   counts what has not arrived yet, for all units of this host
  /// \param complete waits for it
  void bind(const std::atomic<std::uint32_t>& behind, Complete complete)
  {
    complete_ = std::move(complete);
    behind_ = &behind;
  }

  /// Called before other hosts see something of this unit, without locks.
  /// \throws std::runtime_error if another host does not answer in time
  void pass() const
  {
    if (behind_ != nullptr && behind_->load() > 0 && !is_lifted) [[unlikely]]
      complete_();
  }

  /// Within the scope of such an object, what this thread does tells other units nothing: the
  /// runtime moves the data of a task.
  class Lifted {
   public:
    Lifted() : before_(std::exchange(is_lifted, true)) {}
    ~Lifted() { is_lifted = before_; }
    Lifted(const Lifted&) = delete;
    Lifted& operator=(const Lifted&) = delete;

   private:
    bool before_;
  };

 private:
  static inline thread_local bool is_lifted = false;

  const std::atomic<std::uint32_t>* behind_ = nullptr;
  Complete complete_;
};

}  // namespace dart
