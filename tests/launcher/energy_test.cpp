// The line about energy that dartrun --energy prints, with counters in files of the test.

#include <gtest/gtest.h>

#include <string>

#include "expect.h"
#include "powercap_folder.h"

namespace dart::test {
namespace {

/// A processor's counter, which stands at 1 J.
class Counter {
 public:
  Counter() { folder_.add("intel-rapl:0", "package-0", 1'000'000, 100'000'000); }

  std::string variable() const { return "DART_POWERCAP=" + folder_.path().string(); }

 private:
  dash::test::PowercapFolder folder_;
};

TEST(Energy, IsThatOfTheRun)
{
  const Counter counter;
  const Outcome outcome =
      dartrun({"-n", "3", "--energy", "--env", counter.variable(), DART_FAULTS, "takes-energy"});
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  EXPECT_TRUE(says(outcome.err, {"energy: 24.0 J in ", "processors 24.0 J, GPUs 0.0 J"}));
  EXPECT_FALSE(says(outcome.err, "not known"));
}

TEST(Energy, NamesWhatCannotBeRead)
{
  const Outcome outcome = dartrun(
      {"--cpu", "1", "--gpu", "1", "--gpu-backend", "emulated", "--energy", "--env",
       "DART_POWERCAP=/no/such/folder", DART_FAULTS, "plain"});
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  EXPECT_TRUE(says(
      outcome.err, "energy: not known: energy of the processors: /no/such/folder has no counters"));
  EXPECT_FALSE(says(outcome.err, " J in "));
}

TEST(Energy, SaysWhichPartIsNotKnown)
{
  const Counter counter;
  const Outcome outcome = dartrun(
      {"--cpu", "1", "--gpu", "1", "--gpu-backend", "emulated", "--energy", "--env",
       counter.variable(), DART_FAULTS, "takes-energy"});
  EXPECT_TRUE(says(
      outcome.err, {"energy: 24.0 J in ", "processors 24.0 J, GPUs not known",
                    "energy: not known: energy of the GPUs: they are emulated"}));
}

TEST(Energy, IsNotMentionedUnlessAsked)
{
  const Counter counter;
  const Outcome outcome =
      dartrun({"-n", "2", "--env", counter.variable(), DART_FAULTS, "takes-energy"});
  EXPECT_FALSE(says(outcome.err, "energy"));
}

}  // namespace
}  // namespace dart::test
