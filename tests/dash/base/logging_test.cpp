// Tier: suite n3 c2g2

// All levels are compiled in here, whatever the build settings, because the macros are tested.
// Therefore only headers may be included whose inline functions do not log.
#ifndef DASH_ENABLE_LOGGING
#define DASH_ENABLE_LOGGING
#endif
#ifndef DASH_ENABLE_TRACE_LOGGING
#define DASH_ENABLE_TRACE_LOGGING
#endif

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/Logging.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace logging = dash::detail::logging;

class LoggingTest : public testing::Test {
 protected:
  void SetUp() override { dash::init(nullptr, nullptr); }
  void TearDown() override { dash::finalize(); }

  /// The text that \c function writes to std::clog.
  template <class Function>
  static std::string log_of(Function function)
  {
    std::ostringstream captured;
    std::streambuf* const clog_buffer = std::clog.rdbuf(captured.rdbuf());
    function();
    std::clog.rdbuf(clog_buffer);
    return captured.str();
  }

  static bool ends_with(const std::string& text, const std::string& end)
  {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
  }
};

TEST_F(LoggingTest, LinesNameUnitLevelAndContext)
{
  const std::string unit = "[ Unit " + std::to_string(dash::myid().id) + " ] ";
  const std::string line = log_of([] { DASH_LOG_ERROR("context", 1, "two", 3.5); });
  EXPECT_EQ(line.find(unit + "ERROR logging_test.cpp:"), 0u) << line;
  EXPECT_TRUE(ends_with(line, " context 1 two 3.5\n")) << line;
  EXPECT_NE(log_of([] { DASH_LOG_WARN("w"); }).find("WARN"), std::string::npos);
  EXPECT_NE(log_of([] { DASH_LOG_DEBUG("d"); }).find("DEBUG"), std::string::npos);
  EXPECT_NE(log_of([] { DASH_LOG_TRACE("t"); }).find("TRACE"), std::string::npos);
}

TEST_F(LoggingTest, VariablesAreNamed)
{
  const int count = 5;
  const std::map<int, std::string> names{{1, "a"}};
  EXPECT_TRUE(ends_with(log_of([&] { DASH_LOG_DEBUG_VAR("c", count); }), " c count = 5\n"));
  EXPECT_TRUE(ends_with(log_of([&] { DASH_LOG_TRACE_VAR("c", count + 1); }), "count + 1 = 6\n"));
  EXPECT_TRUE(ends_with(log_of([&] { DASH_LOG_ERROR_VAR("c", names); }), "names = { (1, a) }\n"));
  EXPECT_TRUE(ends_with(log_of([&] { DASH_LOG_WARN_VAR("c", dash::myid()); }), "\n"));
}

TEST_F(LoggingTest, RangesAndStdContainers)
{
  const std::vector<int> values{1, 2, 3};
  const std::array<std::pair<int, char>, 2> pairs{{{1, 'x'}, {2, 'y'}}};
  const std::set<int> set{2, 1};
  const auto range = [&] { DASH_LOG_TRACE_RANGE("c", values.begin(), values.end()); };
  EXPECT_TRUE(ends_with(log_of(range), " c { 1, 2, 3 }\n"));
  EXPECT_TRUE(ends_with(
      log_of([&] { DASH_LOG_DEBUG("c", values, pairs, set); }),
      " c { 1, 2, 3 } { (1, x), (2, y) } { 1, 2 }\n"));
  EXPECT_TRUE(ends_with(log_of([&] { DASH_LOG_DEBUG("c", std::vector<int>()); }), " c { }\n"));
}

TEST_F(LoggingTest, EachLineHasThePrefix)
{
  const std::string lines = log_of([] { DASH_LOG_ERROR("first\nsecond"); });
  size_t prefixes = 0;
  for (size_t at = 0; (at = lines.find("[ Unit ", at)) != std::string::npos; ++at) ++prefixes;
  EXPECT_EQ(prefixes, 2u) << lines;
}

TEST_F(LoggingTest, CanBeSwitchedOff)
{
  logging::disable_log();
  EXPECT_FALSE(logging::log_enabled());
  EXPECT_EQ(log_of([] { DASH_LOG_ERROR("silent"); }), "");
  logging::enable_log();
  EXPECT_TRUE(logging::log_enabled());
  EXPECT_NE(log_of([] { DASH_LOG_ERROR("heard"); }), "");
}

TEST_F(LoggingTest, ExceptionsThatAreCaughtAreNotLogged)
{
  const std::string lines = log_of([] {
    EXPECT_THROW(
        DASH_THROW(dash::exception::RuntimeError, "reason"), dash::exception::RuntimeError);
  });
  EXPECT_EQ(lines, "");
}

TEST_F(LoggingTest, StackTraceHasFrames)
{
  EXPECT_NE(log_of([] { DASH_STACK_TRACE(); }).find("stack"), std::string::npos);
}

/// As programs of DASH 0.4 do.
TEST_F(LoggingTest, StackTraceIsPrintedToFiles)
{
  for (const unsigned most : {0U, 1U, 3U, 63U}) {
    std::FILE* const file = std::tmpfile();
    ASSERT_NE(nullptr, file);
    dash__print_stacktrace(file, most);
    std::rewind(file);
    std::string text(100000, ' ');
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    EXPECT_TRUE(text.starts_with("Stack trace:\n")) << text;
    const auto lines = static_cast<unsigned>(std::count(text.begin(), text.end(), '\n'));
    EXPECT_LE(lines, 1 + most) << text;
    EXPECT_GE(lines, 1 + (std::min)(most, 3U)) << text;
  }
}
