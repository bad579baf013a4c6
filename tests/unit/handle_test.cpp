// Tier: suite; sanitized

// Handles of operations that complete late, with a fake transport.

#include "transfer/handle.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "dash/dart/if/dart_communication.h"

namespace {

/// A transport whose operations complete when the test requests it.
class SlowTransport final : public dart::Transport {
 public:
  std::set<Ticket> done_locally, done;
  int waits = 0;

  dart_ret_t put(dart::RemoteAddress, const void*, std::size_t, Ticket* ticket) override
  {
    *ticket = ++last_;
    return DART_OK;
  }
  dart_ret_t get(void*, dart::RemoteAddress, std::size_t, Ticket* ticket) override
  {
    *ticket = ++last_;
    return DART_OK;
  }
  dart_ret_t atomic(dart::RemoteAddress, const dart::AtomicRequest&) override { return DART_OK; }
  bool test(Ticket ticket, bool remotely) override
  {
    return done.contains(ticket) || (!remotely && done_locally.contains(ticket));
  }
  dart_ret_t wait(Ticket ticket, bool remotely) override
  {
    ++waits;
    (remotely ? done : done_locally).insert(ticket);
    return DART_OK;
  }
  dart_ret_t flush(dart_global_unit_t, bool) override { return DART_OK; }

  Ticket last() const { return last_; }

  dart_handle_t start()
  {
    Ticket ticket = 0;
    put({}, nullptr, 0, &ticket);
    return dart::handle_of(dart::handles.add(this, ticket));
  }

 private:
  Ticket last_ = 0;
};

class HandleTest : public testing::Test {
 protected:
  SlowTransport transport;
};

TEST_F(HandleTest, TestDistinguishesLocalAndRemoteCompletion)
{
  dart_handle_t handle = transport.start();
  std::int32_t finished = -1;
  EXPECT_EQ(dart_test_local(&handle, &finished), DART_OK);
  EXPECT_EQ(finished, 0);
  EXPECT_NE(handle, DART_HANDLE_NULL);

  transport.done_locally.insert(1);
  EXPECT_EQ(dart_test(&handle, &finished), DART_OK);
  EXPECT_EQ(finished, 0) << "not complete at the target";
  EXPECT_EQ(dart_test_local(&handle, &finished), DART_OK);
  EXPECT_EQ(finished, 1);
  EXPECT_EQ(handle, DART_HANDLE_NULL);
}

TEST_F(HandleTest, TestAllWaitsForTheLast)
{
  dart_handle_t handles[] = {transport.start(), DART_HANDLE_NULL, transport.start()};
  std::int32_t finished = -1;
  transport.done.insert(1);
  EXPECT_EQ(dart_testall(handles, 3, &finished), DART_OK);
  EXPECT_EQ(finished, 0);
  EXPECT_NE(handles[0], DART_HANDLE_NULL) << "none is freed before all are complete";
  transport.done.insert(2);
  EXPECT_EQ(dart_testall(handles, 3, &finished), DART_OK);
  EXPECT_EQ(finished, 1);
  for (const auto handle : handles) EXPECT_EQ(handle, DART_HANDLE_NULL);
}

TEST_F(HandleTest, WaitAllFreesFinishedAndUnfinishedHandles)
{
  dart_handle_t handles[] = {transport.start(), transport.start(), DART_HANDLE_NULL};
  transport.done.insert(1);
  EXPECT_EQ(dart_waitall(handles, 3), DART_OK);
  for (const auto handle : handles) EXPECT_EQ(handle, DART_HANDLE_NULL);
  EXPECT_TRUE(transport.done.contains(2));
}

TEST_F(HandleTest, WaitLocalAsksForLocalCompletionOnly)
{
  dart_handle_t handle = transport.start();
  EXPECT_EQ(dart_wait_local(&handle), DART_OK);
  EXPECT_EQ(handle, DART_HANDLE_NULL);
  EXPECT_TRUE(transport.done_locally.contains(1));
  EXPECT_FALSE(transport.done.contains(1));
}

TEST_F(HandleTest, FreeDropsWithoutWaiting)
{
  dart_handle_t handle = transport.start();
  EXPECT_EQ(dart_handle_free(&handle), DART_OK);
  EXPECT_EQ(handle, DART_HANDLE_NULL);
  EXPECT_EQ(transport.waits, 0);
}

/// A call that ends a handle if it is complete.
struct Call {
  const char* name;
  dart_ret_t (*run)(dart_handle_t*);
};

const Call calls[] = {
    {"wait", dart_wait},
    {"wait_local", dart_wait_local},
    {"waitall", [](dart_handle_t* handle) { return dart_waitall(handle, 1); }},
    {"waitall_local", [](dart_handle_t* handle) { return dart_waitall_local(handle, 1); }},
    {"test",
     [](dart_handle_t* handle) {
       std::int32_t finished = 0;
       const dart_ret_t tested = dart_test(handle, &finished);
       EXPECT_EQ(finished, 1) << "a loop that tests ends";
       return tested;
     }},
    {"testall_local",
     [](dart_handle_t* handle) {
       std::int32_t finished = 0;
       return dart_testall_local(handle, 1, &finished);
     }},
    {"free", dart_handle_free},
};

TEST_F(HandleTest, HandlesEndOnce)
{
  for (const Call& first : calls) {
    for (const Call& second : calls) {
      SCOPED_TRACE(std::string(second.name) + " after " + first.name);
      dart_handle_t handle = transport.start();
      dart_handle_t copy = handle;
      transport.done.insert(transport.last());
      EXPECT_EQ(first.run(&handle), DART_OK);
      // An operation in the place of the first one is not mistaken for it.
      dart_handle_t next = transport.start();
      const int waits = transport.waits;
      testing::internal::CaptureStderr();
      EXPECT_EQ(second.run(&copy), DART_ERR_INVAL);
      const std::string message = testing::internal::GetCapturedStderr();
      EXPECT_NE(message.find("the handle is of no operation in progress"), std::string::npos);
      EXPECT_NE(message.find("dart_"), std::string::npos) << message;
      EXPECT_EQ(copy, DART_HANDLE_NULL);
      EXPECT_EQ(transport.waits, waits);
      EXPECT_EQ(dart_handle_free(&next), DART_OK);
    }
  }
}

TEST_F(HandleTest, TheSameHandleTwiceInOneCall)
{
  const dart_handle_t handle = transport.start();
  dart_handle_t handles[] = {handle, transport.start(), handle};
  EXPECT_EQ(dart_waitall(handles, 3), DART_ERR_INVAL);
  EXPECT_EQ(transport.waits, 2) << "all operations are waited for";
  for (const auto left : handles) EXPECT_EQ(left, DART_HANDLE_NULL);
}

TEST_F(HandleTest, OneOfSeveralThreadsWaits)
{
  for (int round = 0; round < 100; ++round) {
    const dart_handle_t handle = transport.start();
    std::atomic<int> successes{0};
    std::vector<std::thread> threads;
    for (int k = 0; k < 3; ++k) {
      threads.emplace_back([&, copy = handle]() mutable {
        successes += dart_handle_free(&copy) == DART_OK ? 1 : 0;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(successes, 1);
  }
}

TEST_F(HandleTest, TheEndOfTheRunEndsHandles)
{
  dart_handle_t handle = transport.start();
  dart::handles.clear();
  EXPECT_EQ(dart_wait(&handle), DART_ERR_INVAL);
  EXPECT_EQ(transport.waits, 0);
}

}  // namespace
