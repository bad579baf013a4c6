// Several programs in one run, programs with raised privileges, and limits of the system: they
// work, or are refused with the cause.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "expect.h"

namespace dart::test {
namespace {

/// Runs a script in each unit, in which $0 is the program.
Outcome in_script(const char* script, std::vector<std::string> options, const Setting& setting = {})
{
  for (const char* word : {"sh", "-c", script, DART_FAULTS}) options.emplace_back(word);
  return dartrun(std::move(options), setting);
}

TEST(Programs, OneAfterTheOther)
{
  const Outcome outcome = in_script("$0 starts-twice && $0 plain && $0 plain", {"-n", "3"});
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  EXPECT_EQ("all well\nall well\n", outcome.out);
}

TEST(Programs, OneAfterTheOtherWithGpusIsRefused)
{
  EXPECT_TRUE(failed_with(
      in_script("$0 plain && $0 plain", {"--gpu", "2", "--gpu-backend", "emulated"}), 98,
      {"has used the GPUs of this run", "dartrun of its own"}));
}

TEST(Programs, AtTheSameTimeIsRefused)
{
  EXPECT_TRUE(failed_with(
      in_script("$0 traces-and-stays & $0 traces-and-stays; wait", {"-n", "2"}), 1,
      {"already; start programs of one run one after the other",
       "has started two programs at the same time, processes "}));
}

TEST(Programs, OneThatIsKilledInAScript)
{
  EXPECT_TRUE(failed_with(
      in_script("$0 killed-in-barrier; sleep 100", {"-n", "3"}), 1,
      {"a program of unit 1 (pid ", "ended without dash::finalize (dart_exit)"}));
}

TEST(Programs, OneBehindOneThatLeft)
{
  const Outcome outcome = in_script("$0 leaves-at-once; $0 plain", {"-n", "3"});
  EXPECT_LT(outcome.seconds, longest_end);
  EXPECT_NE(0, outcome.exit_code);
  EXPECT_TRUE(says(outcome.err, {"process ", "unit 1", "ended without dash::finalize"}));
}

/// What a program that was not started by dartrun says with variables of other launchers.
std::string words_of_program_alone(std::vector<std::string> variables)
{
  variables.emplace_back("DART_UNIT=0");  // for the program, not for the runtime
  const Outcome outcome = run({DART_FAULTS, "plain"}, {std::move(variables), {}});
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  return outcome.err;
}

TEST(Programs, OnesThatALauncherHasStartedApartWarnOnce)
{
  const std::string first = words_of_program_alone({"SLURM_STEP_NUM_TASKS=4", "SLURM_PROCID=0"});
  EXPECT_TRUE(says(
      first, {"dart warn: ", "SLURM_STEP_NUM_TASKS=4", "run of one unit", "dartrun", "mpirun",
              "srun --mpi=pmix"}));
  EXPECT_EQ(first.find("warn"), first.rfind("warn")) << first;
  EXPECT_EQ("", words_of_program_alone({"SLURM_STEP_NUM_TASKS=4", "SLURM_PROCID=3"}));
}

TEST(Programs, OneThatIsMeantToBeAloneDoesNotWarn)
{
  EXPECT_EQ("", words_of_program_alone({"SLURM_JOB_ID=7", "SLURM_NTASKS=4", "SLURM_PROCID=0"}));
  EXPECT_EQ("", words_of_program_alone({"SLURM_JOB_ID=7", "SLURM_STEP_NUM_TASKS=1"}));
  const Outcome outcome =
      dartrun({"-n", "1", DART_FAULTS, "plain"}, {{"SLURM_STEP_NUM_TASKS=4"}, {}});
  EXPECT_EQ("", outcome.err);
}

/// A copy of a program with the right of another group.
class PrivilegedCopy {
 public:
  explicit PrivilegedCopy(const char* program)
      : path_(testing::TempDir() + "privileged" + std::to_string(getpid()))
  {
    constexpr gid_t nobody = 65534;
    std::filesystem::copy_file(program, path_);
    struct statvfs disk{};
    is_possible_ = chown(path_.c_str(), geteuid(), nobody) == 0 &&
                   chmod(path_.c_str(), S_ISGID | 0755) == 0 &&
                   statvfs(path_.c_str(), &disk) == 0 && (disk.f_flag & ST_NOSUID) == 0;
  }
  ~PrivilegedCopy() { std::filesystem::remove(path_); }
  PrivilegedCopy(const PrivilegedCopy&) = delete;
  PrivilegedCopy& operator=(const PrivilegedCopy&) = delete;

  const std::string& path() const { return path_; }
  bool is_possible() const { return is_possible_; }

 private:
  std::string path_;
  bool is_possible_ = false;
};

TEST(Programs, PrivilegedOnesIgnoreVariables)
{
  const PrivilegedCopy program(DART_FAULTS);
  if (!program.is_possible()) GTEST_SKIP() << "this user cannot make privileged programs";
  EXPECT_TRUE(failed_with(
      dartrun({"-n", "2", program.path(), "plain"}), 98,
      {"DART_JOB_FD is not honoured by a program with raised privileges"}));
  EXPECT_TRUE(says(
      run({program.path(), "plain"}, {{"PMIX_RANK=0", "DART_MODULE_PATH=" EMPTY_MODULE}, {}}).err,
      {"PMIX_RANK is not honoured"}));
  const Setting malformed{{"DART_HEAP=12Q", "DART_UNITS=4", "DART_LOG_LEVEL=nothing"}, {}};
  const Outcome alone = run({program.path(), "used-before-init"}, malformed);
  EXPECT_EQ(0, alone.exit_code) << alone.err;
  EXPECT_EQ(alone.err.find("DART_LOG_LEVEL"), std::string::npos) << alone.err;
}

TEST(Programs, LimitOfFileSizes)
{
  const auto limited = [](const char* blocks) {
    const std::string script = std::string("ulimit -f ") + blocks + "; exec \"$0\" \"$@\"";
    return run({"sh", "-c", script, DARTRUN, "-n", "2", DART_FAULTS, "plain"});
  };
  EXPECT_TRUE(failed_with(limited("1"), 1, {"memory file of the run", "ulimit -f"}));
  EXPECT_TRUE(failed_with(limited("100000"), 98, {"global memory", "set ulimit -f unlimited"}));
}

TEST(Programs, LimitOfThreads)
{
  if (FAULT_TIME_SCALE > 1) GTEST_SKIP() << "sanitizers come first in the list of libraries";
  EXPECT_TRUE(failed_with(
      dartrun({"-n", "2", "-x", "LD_PRELOAD=" NO_THREADS, DART_FAULTS, "plain"}), 98,
      {"no thread that executes tasks", "ulimit -u"}));
}

}  // namespace
}  // namespace dart::test
