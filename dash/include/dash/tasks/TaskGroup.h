#pragma once

/// \file
/// Groups of tasks that are awaited together.

#include <dash/WhenAll.h>

#include <exception>
#include <utility>
#include <vector>

namespace dash::tasks {

/// Collects tasks and waits for all of them, in the destructor at the latest:
///
///     dash::tasks::task_group group;
///     for (…) group += dash::async(…);
///     group.wait();
///
/// Not thread-safe.
class task_group {
 public:
  task_group() = default;
  task_group(const task_group&) = delete;
  task_group& operator=(const task_group&) = delete;
  /// Waits for all tasks; ignores errors, which the runtime has logged.
  ~task_group() { static_cast<void>(wait_for_all()); }

  task_group& operator+=(Future<void> task)
  {
    tasks_.push_back(std::move(task));
    return *this;
  }

  /// Waits for all tasks and forgets them, so that later tasks do not depend on failed ones.
  /// \throws exception::RuntimeError, the first error if there are any
  void wait()
  {
    if (const std::exception_ptr first = wait_for_all()) std::rethrow_exception(first);
  }

  bool empty() const noexcept { return tasks_.empty(); }

 private:
  std::exception_ptr wait_for_all()
  {
    std::exception_ptr first;
    for (auto& task : tasks_) detail::wait_and_keep_error(task, first);
    tasks_.clear();
    return first;
  }

  std::vector<Future<void>> tasks_;
};

}  // namespace dash::tasks
