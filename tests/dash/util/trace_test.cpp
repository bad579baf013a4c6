// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/UnitId.h>
#include <dash/algorithm/Bcast.h>
#include <dash/util/Config.h>
#include <dash/util/Trace.h>
#include <gtest/gtest.h>

#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "dash_test_base.h"

using dash::util::Config;
using dash::util::Trace;
using dash::util::TraceStore;

class TraceTest : public dash::test::TestBase {
 protected:
  void SetUp() override
  {
    TestBase::SetUp();
    Config::set("DASH_ENABLE_TRACE", true);
    TraceStore::clear();
  }

  void TearDown() override
  {
    TraceStore::off();
    TraceStore::clear();
    Config::set("DASH_ENABLE_TRACE", false);
    TestBase::TearDown();
  }

  static void record(const std::string& context, const std::string& state)
  {
    Trace trace(context);
    trace.enter_state(state);
    trace.exit_state(state);
  }
};

TEST_F(TraceTest, IsOnOnlyIfConfigured)
{
  EXPECT_FALSE(TraceStore::enabled());
  EXPECT_TRUE(TraceStore::on());
  EXPECT_TRUE(TraceStore::enabled());
  TraceStore::off();
  EXPECT_FALSE(TraceStore::enabled());
  Config::set("DASH_ENABLE_TRACE", false);
  EXPECT_FALSE(TraceStore::on());
  EXPECT_FALSE(TraceStore::enabled());
}

TEST_F(TraceTest, RecordsStatesWhileOn)
{
  record("off", "ignored");
  EXPECT_TRUE(TraceStore::context_trace("off").empty());
  TraceStore::on();
  Trace trace("nested");
  trace.enter_state("outer");
  trace.enter_state("inner");
  trace.exit_state("inner");
  trace.exit_state("outer");
  trace.exit_state("never entered");
  const auto& events = TraceStore::context_trace("nested");
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].state, "inner");
  EXPECT_EQ(events[1].state, "outer");
  EXPECT_LE(events[1].start, events[0].start);
  EXPECT_LE(events[0].start, events[0].end);
  EXPECT_LE(events[0].end, events[1].end);
}

TEST_F(TraceTest, ClearsContexts)
{
  TraceStore::on();
  record("a", "state");
  record("b", "state");
  TraceStore::clear("a");
  EXPECT_TRUE(TraceStore::context_trace("a").empty());
  EXPECT_EQ(TraceStore::context_trace("b").size(), 1u);
  TraceStore::clear();
  EXPECT_TRUE(TraceStore::context_trace("b").empty());
}

TEST_F(TraceTest, WritesALineAnEvent)
{
  TraceStore::on();
  record("context", "state");
  std::ostringstream os;
  EXPECT_TRUE(TraceStore::write(os));
  std::istringstream is(os.str());
  std::string header;
  std::string line;
  std::getline(is, header);
  std::getline(is, line);
  EXPECT_EQ(header, "unit;context;state;start;end");
  EXPECT_EQ(line.find(std::to_string(dash::myid().id) + ";context;state;"), 0u);
  std::ostringstream bare;
  TraceStore::write(bare, false);
  EXPECT_EQ(bare.str(), line + '\n');
}

TEST_F(TraceTest, WritesAFileAUnit)
{
  namespace fs = std::filesystem;
  int run = getpid();
  dash::broadcast(&run, &run + 1, dash::team_unit_t{0});
  const std::string name = "dash-trace-test-" + std::to_string(run);
  const fs::path root = fs::temp_directory_path() / name;
  Config::set("DASH_TRACE_LOG_PATH", root.string());
  TraceStore::on();
  record("context", "state");
  EXPECT_TRUE(TraceStore::write("log.csv", "below"));
  const fs::path file = root / "below" / ("u0000" + std::to_string(dash::myid().id) + ".log.csv");
  std::ifstream is(file);
  const std::string text{std::istreambuf_iterator<char>(is), std::istreambuf_iterator<char>()};
  EXPECT_NE(text.find(";context;state;"), std::string::npos) << file;
  dash::barrier();
  if (dash::myid() == 0) fs::remove_all(root);
  Config::set("DASH_TRACE_LOG_PATH", "/proc/no-such-place");
  EXPECT_FALSE(TraceStore::write("log.csv"));
  Config::set("DASH_TRACE_LOG_PATH", "");
}
