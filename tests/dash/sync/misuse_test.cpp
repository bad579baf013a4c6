// Tier: suite n3 c2g2; sanitized c2g2

// Futures, mutexes and shared values that are used after they were moved from, after their memory
// was freed, or after the end of the run; and collective operations inside tasks. Each of these
// uses throws an exception that names the cause.

#include <dash/Array.h>
#include <dash/Comutex.h>
#include <dash/Future.h>
#include <dash/Mutex.h>
#include <dash/Shared.h>
#include <dash/Tasks.h>
#include <dash/Team.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "dash_test_base.h"

namespace {

/// A use that is wrong.
struct Misuse {
  const char* name;
  std::function<void()> use;
  const char* cause;  ///< a part of the exception's text
};

class SyncMisuseTest : public dash::test::TestBase {
 protected:
  static void expect_thrown(const std::vector<Misuse>& table)
  {
    for (const Misuse& misuse : table) {
      SCOPED_TRACE(misuse.name);
      try {
        misuse.use();
        ADD_FAILURE() << "nothing is thrown";
      } catch (const dash::exception::RuntimeError& error) {
        EXPECT_NE(std::string::npos, std::string(error.what()).find(misuse.cause)) << error.what();
      } catch (const dash::exception::OutOfRange& error) {
        EXPECT_NE(std::string::npos, std::string(error.what()).find(misuse.cause)) << error.what();
      }
    }
  }

  static void expect_gone(dash::Mutex& mutex)
  {
    constexpr char cause[] = "there is no lock";
    expect_thrown({
        {"lock", [&] { mutex.lock(); }, cause},
        {"try_lock", [&] { mutex.try_lock(); }, cause},
        {"unlock", [&] { mutex.unlock(); }, cause},
    });
  }

  static void expect_gone(dash::Comutex& mutexes)
  {
    EXPECT_EQ(0U, mutexes.size());
    expect_thrown({{"access", [&] { mutexes(0).lock(); }, "there are no mutexes"}});
  }

  static void expect_gone(dash::Shared<int>& shared)
  {
    constexpr char cause[] = "there is no value";
    EXPECT_TRUE(DART_GPTR_ISNULL(shared.dart_gptr()));
    EXPECT_EQ(nullptr, shared.local());
    expect_thrown({
        {"get", [&] { static_cast<void>(shared.get()); }, cause},
        {"const get", [&] { static_cast<void>(std::as_const(shared).get()); }, cause},
        {"set", [&] { shared.set(1); }, cause},
    });
    shared.flush();
    if (dash::is_initialized()) shared.barrier();
  }

  template <class Result>
  static void expect_gone(dash::Future<Result>& future)
  {
    constexpr char cause[] = "no operation to wait for";
    EXPECT_FALSE(future.valid());
    expect_thrown({
        {"wait", [&] { future.wait(); }, cause},
        {"test", [&] { future.test(); }, cause},
        {"get", [&] { future.get(); }, cause},
    });
  }

  /// A task of this unit, which is a CPU unit.
  template <class Body>
  static auto start(Body body)
  {
    return dash::async(dash::tasks::Options{.affinity = dash::tasks::at(dash::myid())}, body);
  }
};

// NOLINTBEGIN(bugprone-use-after-move)

TEST_F(SyncMisuseTest, MovedFrom)
{
  dash::Mutex mutex;
  dash::Shared<int> shared(1);
  dash::Future<int> future = 7;
  dash::Future<void> done([] {});
  const dash::Mutex other_mutex(std::move(mutex));
  const dash::Shared<int> other_shared(std::move(shared));
  dash::Future<int> other_future(std::move(future));
  dash::Future<void> other_done(std::move(done));
  expect_gone(mutex);
  expect_gone(shared);
  expect_gone(future);
  expect_gone(done);
  EXPECT_EQ(7, other_future.get());
  other_done.wait();
}

// NOLINTEND(bugprone-use-after-move)

TEST_F(SyncMisuseTest, FreedWithTheirTeam)
{
  dash::Team& team = dash::Team::All().split(1);
  dash::Team& owner = team.is_null() ? dash::Team::All() : team;
  dash::Mutex mutex(owner);
  dash::Comutex mutexes(owner);
  dash::Shared<int> shared(1, dash::team_unit_t{0}, owner);
  owner.free();
  expect_gone(mutex);
  expect_gone(mutexes);
  expect_gone(shared);
}

TEST_F(SyncMisuseTest, AfterTheEndOfTheRun)
{
  dash::Mutex mutex;
  dash::Comutex mutexes;
  dash::Shared<int> shared(1);
  const auto expect_all_gone = [&] {
    expect_gone(mutex);
    expect_gone(mutexes);
    expect_gone(shared);
  };
  dash::finalize();
  expect_all_gone();
  expect_thrown({{"barrier", [&] { shared.barrier(); }, "dash::init must be called"}});
  SetUp();
  expect_all_gone();
}

TEST_F(SyncMisuseTest, TasksAfterTheEndOfTheRun)
{
  const bool has_tasks = !dash::is_gpu_unit();
  dash::Future<void> task;
  dash::Future<int> result;
  if (has_tasks) {
    task = start([] {});
    result = start([] { return 1; });
  }
  const auto expect_all_gone = [&] {
    const char* const cause = has_tasks ? "a task failed" : "no operation to wait for";
    expect_thrown({
        {"task", [&] { task.wait(); }, cause},
        {"result", [&] { result.get(); }, cause},
    });
  };
  dash::finalize();
  expect_all_gone();
  SetUp();
  // Other tasks take the places of those of the first run.
  dash::Future<int> next = 2, one_more = 3;
  if (has_tasks) {
    next = start([] { return 2; });
    one_more = start([] { return 3; });
  }
  expect_all_gone();
  EXPECT_EQ(2, next.get());
  EXPECT_EQ(3, one_more.get());
}

TEST_F(SyncMisuseTest, DestroyedWhileHeld)
{
  testing::internal::CaptureStderr();
  {
    dash::Mutex mutex;
    if (dash::myid() == 0) mutex.lock();
  }
  const std::string messages = testing::internal::GetCapturedStderr();
  EXPECT_NE(std::string::npos, messages.find("unit 0 holds lock 0 of team 0")) << messages;
}

TEST_F(SyncMisuseTest, CollectiveOperationsInTasks)
{
  if (!dash::is_gpu_unit()) {
    constexpr char cause[] = "called inside a task";
    expect_thrown({
        {"barrier", [] { start([] { dash::barrier(); }).wait(); }, cause},
        {"finalize", [] { start([] { dash::finalize(); }).wait(); }, cause},
        {"array", [] { start([] { dash::Array<int>(100); }).wait(); }, cause},
        {"shared", [] { start([] { dash::Shared<int>{}; }).wait(); }, cause},
        {"mutex", [] { start([] { dash::Mutex{}; }).wait(); }, cause},
    });
  }
  EXPECT_TRUE(dash::is_initialized());
  dash::barrier();
}

}  // namespace
