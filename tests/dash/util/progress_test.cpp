// Tier: suite n3 c2g2; sanitized c2g2

// dash::Progress with a clock and a stream of the test.

#include <dash/Init.h>
#include <dash/util/Progress.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "dash_test_base.h"

namespace {

using dash::Progress;
using dash::ProgressDisplay;
using dash::ProgressOptions;

/// A run whose time the test sets.
struct TimedRun {
  double now = 1000;
  int looks = 0;
  std::ostringstream out;

  ProgressOptions options(ProgressDisplay display)
  {
    return {
        .display = display,
        .prints = true,
        .out = &out,
        .clock =
            [this] {
              ++looks;
              return now;
            },
        .columns = 80};
  }

  /// Does steps of that duration.
  void work(Progress& progress, int steps, double seconds)
  {
    for (int i = 0; i < steps; ++i) {
      now += seconds;
      progress.add();
    }
  }

  /// What was printed since the last call.
  std::string take()
  {
    std::string text = out.str();
    out.str("");
    return text;
  }
};

class ProgressTest : public dash::test::TestBase {
 protected:
  void SetUp() override
  {
    TestBase::SetUp();
    unsetenv("DASH_PROGRESS");
  }
};

TEST_F(ProgressTest, LineOnATerminal)
{
  TimedRun run;
  {
    Progress progress("smoothing", 300, run.options(ProgressDisplay::line));
    run.work(progress, 4, 0.1);
    EXPECT_EQ("", run.take());  // it is too early
    run.work(progress, 1, 0.1);
    EXPECT_EQ("\rsmoothing: 5 of 300 (1 %), 10.0/s, 30 s left\x1b[K", run.take());
    run.work(progress, 1, 0.1);
    EXPECT_EQ("", run.take());
    run.work(progress, 1, 0.15);
    EXPECT_EQ("\rsmoothing: 7 of 300 (2 %), 9.33/s, 31 s left\x1b[K", run.take());
    run.work(progress, 292, 0.1);
    EXPECT_NE(std::string::npos, run.take().find("left"));
    run.work(progress, 1, 0.25);
    EXPECT_EQ("\rsmoothing: 300 of 300 (100 %), 9.93/s\x1b[K", run.take());
  }
  EXPECT_EQ("\rsmoothing: 300 in 30 s, 9.93/s\x1b[K\n", run.take());
}

TEST_F(ProgressTest, PlainLinesInALog)
{
  TimedRun run;
  {
    Progress progress("steps", 100'000, run.options(ProgressDisplay::automatic));  // no terminal
    std::vector<std::string> lines;
    std::vector<double> times;
    for (int i = 0; i < 3600; ++i) {
      run.work(progress, 1, 1);
      std::string line = run.take();
      if (line.empty()) continue;
      lines.push_back(line);
      times.push_back(run.now - 1000);
    }
    EXPECT_EQ((std::vector<double>{10, 20, 40, 80, 160, 320, 640, 1240, 1840, 2440, 3040}), times);
    EXPECT_EQ("steps: 10 of 100000 (0 %), 1.00/s, 1 d 4 h left\n", lines.front());
    EXPECT_EQ("steps: 3040 of 100000 (3 %), 1.00/s, 1 d 3 h left\n", lines.back());
  }
  EXPECT_EQ("steps: 3600 of 100000 in 1 h 0 min, 1.00/s\n", run.take());
}

TEST_F(ProgressTest, ShortRunsPrintNothing)
{
  for (const ProgressDisplay display : {ProgressDisplay::line, ProgressDisplay::log}) {
    TimedRun run;
    {
      Progress progress("short", 4, run.options(display));
      run.work(progress, 4, 0.1);
    }
    EXPECT_EQ("", run.take());
  }
}

TEST_F(ProgressTest, Texts)
{
  struct Case {
    std::uint64_t first, total;
    int steps;
    double seconds;  // per step
    const char* text;
  };
  const Case cases[] = {
      {0, 0, 1, 0.5, "\rx: 1, 2.00/s\x1b[K"},  // nobody knows how many steps there will be
      {100, 200, 1, 0.5, "\rx: 101 of 200 (50 %), 2.00/s, 50 s left\x1b[K"},  // goes on
      {0, 4, 5, 0.125, "\rx: 5 of 4 (125 %), 8.00/s\x1b[K"},                  // more than announced
      {0, 11, 1, 100, "\rx: 1 of 11 (9 %), 100 s each, 16 min 40 s left\x1b[K"},
      {0, 2, 1, 59.4, "\rx: 1 of 2 (50 %), 59.4 s each, 59 s left\x1b[K"},
      {0, 2, 1, 59.6, "\rx: 1 of 2 (50 %), 59.6 s each, 1 min 0 s left\x1b[K"},
      {0, 2, 1, 3599.6, "\rx: 1 of 2 (50 %), 3600 s each, 1 h 0 min left\x1b[K"},
      {0, 2, 1, 86399, "\rx: 1 of 2 (50 %), 86399 s each, 1 d 0 h left\x1b[K"},
      {0, 2'000'000, 1'000'000, 5e-7,
       "\rx: 1000000 of 2000000 (50 %), 2000000/s, 0.5 s left\x1b[K"},
  };
  for (const Case& row : cases) {
    SCOPED_TRACE(row.text);
    TimedRun run;
    ProgressOptions options = run.options(ProgressDisplay::line);
    options.first = row.first;
    Progress progress("x", row.total, options);
    EXPECT_EQ(row.first, progress.done());
    run.now += row.steps * row.seconds;
    progress.add(static_cast<std::uint64_t>(row.steps));
    EXPECT_EQ(row.text, run.take());
  }
}

TEST_F(ProgressTest, LinesAreNotWiderThanTheTerminal)
{
  TimedRun run;
  ProgressOptions options = run.options(ProgressDisplay::line);
  options.columns = 20;
  Progress progress("a long description", 10, options);
  run.work(progress, 1, 1);
  EXPECT_EQ("\ra long description:\x1b[K", run.take());
}

TEST_F(ProgressTest, FinishEndsItOnce)
{
  TimedRun run;
  Progress progress("x", 10, run.options(ProgressDisplay::line));
  run.work(progress, 2, 1);
  run.take();
  progress.finish();
  EXPECT_EQ("\rx: 2 of 10 in 2.0 s, 1.00/s\x1b[K\n", run.take());
  progress.finish();
  run.work(progress, 5, 1);
  EXPECT_EQ("", run.take());
  EXPECT_EQ(7U, (++progress).done() - 1);
}

TEST_F(ProgressTest, ReadsTheClockRarely)
{
  TimedRun run;
  Progress progress("x", 1'000'000, run.options(ProgressDisplay::line));
  run.work(progress, 1'000'000, 1e-6);  // a second
  EXPECT_LT(run.looks, 200);
  EXPECT_NE("", run.take());
}

TEST_F(ProgressTest, SilentWhereItIsOff)
{
  struct Case {
    ProgressDisplay display;
    bool prints;
    const char* variable;
    bool is_silent;
  };
  const Case cases[] = {
      {ProgressDisplay::off, true, nullptr, true},
      {ProgressDisplay::off, true, "line", true},
      {ProgressDisplay::line, false, nullptr, true},
      {ProgressDisplay::line, true, "off", true},
      {ProgressDisplay::log, true, "line", false},
      {ProgressDisplay::line, true, "auto", false},
      {ProgressDisplay::line, true, "nonsense", false},
  };
  for (const Case& row : cases) {
    SCOPED_TRACE(row.variable != nullptr ? row.variable : "no variable");
    if (row.variable != nullptr) {
      setenv("DASH_PROGRESS", row.variable, 1);
    } else {
      unsetenv("DASH_PROGRESS");
    }
    TimedRun run;
    {
      ProgressOptions options = run.options(row.display);
      options.prints = row.prints;
      Progress progress("x", 10, options);
      run.work(progress, 10, 100);
    }
    EXPECT_EQ(row.is_silent, run.take().empty());
    EXPECT_EQ(row.is_silent, run.looks == 0);
  }
  unsetenv("DASH_PROGRESS");
}

TEST_F(ProgressTest, OneUnitPrints)
{
  TimedRun run;
  ProgressOptions options = run.options(ProgressDisplay::line);
  options.prints.reset();
  Progress progress("x", 10, options);
  run.work(progress, 5, 1);
  EXPECT_EQ(dash::myid() != 0, run.take().empty());
}

}  // namespace
