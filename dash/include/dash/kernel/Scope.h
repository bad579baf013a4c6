#pragma once

/// \file
/// Scopes of kernels: which threads execute an operation together.

#include <dash/detail/base/Macro.h>
#include <dash/detail/kernel/Threads.h>

#include <cstddef>

namespace dash::kernel {

/// The calling thread alone. On the host, where a kernel is a host function, all scopes are the one
/// thread that executes the function.
struct Thread {
  /// Number of the calling thread in the scope.
  DASH_HOST_DEVICE static std::size_t rank() { return 0; }
  /// Number of threads of the scope.
  DASH_HOST_DEVICE static std::size_t size() { return 1; }
  /// Waits for all threads of the scope, which then know what any of them has written before.
  DASH_HOST_DEVICE static void sync() {}
  /// Does the same as \c sync. \return whether \c condition holds in one of the threads
  DASH_HOST_DEVICE static bool any(bool condition) { return condition; }
  /// The value of the thread with rank 0.
  template <class T>
  DASH_HOST_DEVICE static T first(T value)
  {
    return value;
  }
  /// Does the same as \c sync. \return the sum of the values of all threads, which are numbers of 4
  /// or 8 bytes
  template <class T>
  DASH_HOST_DEVICE static T sum(T value)
  {
    return value;
  }
};

/// The 32 threads of a warp, all of which make the call. The block has to consist of whole warps.
struct Warp {
  DASH_HOST_DEVICE static std::size_t rank() { return detail::lane_index(); }
  DASH_HOST_DEVICE static std::size_t size() { return detail::lanes_of_warp(); }
  DASH_HOST_DEVICE static void sync() { detail::sync_warp(); }
  DASH_HOST_DEVICE static bool any(bool condition) { return detail::any_of_warp(condition); }
  template <class T>
  DASH_HOST_DEVICE static T first(T value)
  {
    return detail::first_of_warp(value);
  }
  template <class T>
  DASH_HOST_DEVICE static T sum(T value)
  {
    return detail::sum_of_warp(value);
  }
};

/// The threads of a block, all of which make the call. For \c sum it has to consist of whole warps.
struct Block {
  DASH_HOST_DEVICE static std::size_t rank() { return detail::thread_index(); }
  DASH_HOST_DEVICE static std::size_t size() { return detail::threads_of_block(); }
  DASH_HOST_DEVICE static void sync() { detail::sync_block(); }
  DASH_HOST_DEVICE static bool any(bool condition) { return detail::any_of_block(condition); }
  template <class T>
  DASH_HOST_DEVICE static T sum(T value)
  {
    return detail::sum_of_block(value);
  }
};

/// Scopes whose threads can wait for each other.
template <class Scope>
concept SyncScope = requires(const Scope& scope) {
  scope.rank();
  scope.size();
  scope.any(true);
};

/// All threads of a kernel, each of which makes the call at a time of its own. As a scope it
/// divides the work of an operation and does not synchronise anybody: use barrier() for that.
class Grid {
 public:
  /// \param block   number of the calling thread's block
  /// \param blocks  number of blocks of the kernel, which has one dimension
  DASH_HOST_DEVICE Grid(std::size_t block, std::size_t blocks) : block_(block), blocks_(blocks) {}

  DASH_HOST_DEVICE std::size_t rank() const { return block_ * Block::size() + Block::rank(); }
  DASH_HOST_DEVICE std::size_t size() const { return blocks_ * Block::size(); }

  /// Number of the calling thread's block.
  DASH_HOST_DEVICE std::size_t block() const { return block_; }
  /// Number of blocks of the kernel.
  DASH_HOST_DEVICE std::size_t blocks() const { return blocks_; }

  /// Calls \c f(i) for all i below \c n, each in one of the threads.
  template <class F>
  DASH_HOST_DEVICE void for_each(std::size_t n, F f) const
  {
    for (std::size_t i = rank(); i < n; i += size()) f(i);
  }

 private:
  std::size_t block_;
  std::size_t blocks_;
};

}  // namespace dash::kernel
