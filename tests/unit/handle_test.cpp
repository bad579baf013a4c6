// Handles of operations that complete late, with a fake transport.

#include "transfer/handle.h"

#include <gtest/gtest.h>

#include <set>

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

  dart_handle_t start()
  {
    Ticket ticket = 0;
    put({}, nullptr, 0, &ticket);
    return new dart_handle_struct{{this, ticket}};
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

}  // namespace
