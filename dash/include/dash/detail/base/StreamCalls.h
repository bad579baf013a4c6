#pragma once

/// \file
/// The functions that the host calls in a stream.

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace dash::detail {

/// Owns the functions of a stream's calls: one that is called once until it has been called, or
/// until the stream is known to have skipped it because an operation before it failed; those of
/// graphs as long as the stream exists. Thread-safe.
class StreamCalls {
 public:
  using Function = std::function<void()>;

  /// A function and who owns it. Calls of a stream get its address as their argument.
  struct Entry {
    StreamCalls* owner;
    std::uint64_t number;
    Function function;
  };

  /// \param is_repeated  whether a graph calls it at each launch
  Entry* add(Function function, bool is_repeated)
  {
    std::lock_guard guard(mutex_);
    const std::uint64_t number = ++last_;
    Entries& entries = is_repeated ? of_graphs_ : called_once_;
    return &entries.emplace(number, Entry{this, number, std::move(function)}).first->second;
  }

  /// The number of the function that was added last.
  std::uint64_t last() const
  {
    std::lock_guard guard(mutex_);
    return last_;
  }

  /// Ends the functions with numbers up to this one that the stream has skipped.
  void drop_until(std::uint64_t number)
  {
    Entries dropped;  // ends behind the lock, as functions may own what uses the stream
    std::lock_guard guard(mutex_);
    const auto end = called_once_.upper_bound(number);
    for (auto at = called_once_.begin(); at != end;) dropped.insert(called_once_.extract(at++));
  }

  /// Ends one function.
  void drop(std::uint64_t number)
  {
    Entries::node_type dropped;
    std::lock_guard guard(mutex_);
    dropped = (called_once_.contains(number) ? called_once_ : of_graphs_).extract(number);
  }

 private:
  using Entries = std::map<std::uint64_t, Entry>;

  mutable std::mutex mutex_;
  std::uint64_t last_ = 0;
  Entries called_once_;
  Entries of_graphs_;
};

}  // namespace dash::detail
