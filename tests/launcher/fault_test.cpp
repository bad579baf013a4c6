// Wrong use and external faults: the message for each fault names the unit, the object and the
// remedy; the run ends within a second with a non-zero exit code and leaves nothing behind.

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <string>

#include "expect.h"

namespace dart::test {
namespace {

Outcome dart_faults(const char* scenario, int units = 3, const Setting& setting = {})
{
  return dartrun({"-n", std::to_string(units), DART_FAULTS, scenario}, setting);
}

Outcome dash_faults(const char* scenario, int units = 3, const Setting& setting = {})
{
  return dartrun({"-n", std::to_string(units), DASH_FAULTS, scenario}, setting);
}

/// Runs the scenario on 2 CPU units and 2 GPU units.
Outcome dart_faults_with_gpus(const char* scenario, const Setting& setting = {})
{
  return dartrun(
      {"--cpu", "2", "--gpu", "2", "--gpu-backend", "emulated", DART_FAULTS, scenario}, setting);
}

/// Whether each of \c units units has printed \c line, and the run succeeded.
testing::AssertionResult all_went_on(const Outcome& outcome, int units, const char* line)
{
  const auto lines = sorted_lines(outcome.out);
  if (outcome.exit_code == 0 && std::count(lines.begin(), lines.end(), line) == units) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure()
         << "exit code " << outcome.exit_code << ", signal " << outcome.signal << "\n"
         << outcome.out << outcome.err;
}

// ---- no fault: what the others are compared with --------------------------------------------

TEST(Fault, NoneUnderDartrunAndAlone)
{
  EXPECT_TRUE(all_went_on(dart_faults("plain", 4), 1, "all well"));
  EXPECT_TRUE(all_went_on(run({DART_FAULTS, "plain"}, {{"DART_UNIT=0"}, {}}), 1, "all well"));
}

TEST(Fault, ProgramEndsInTimeUnderDartrun)
{
  EXPECT_TRUE(starts_and_ends_fast({"-n", "4", DART_FAULTS, "plain"}));
}

// ---- units that end -------------------------------------------------------------------------

TEST(Fault, UnitKilledWhileOthersWaitInBarrier)
{
  EXPECT_TRUE(failed_with(
      dart_faults("killed-in-barrier"), 128 + SIGSEGV,
      {"unit 1 (pid ", "killed by signal 11 (Segmentation fault)", "ending the other units"}));
}

TEST(Fault, UnitKilledWhileOthersCopyItsMemory)
{
  EXPECT_TRUE(failed_with(
      dart_faults("killed-while-others-copy", 4), 128 + SIGSEGV,
      {"unit 1 (pid ", "killed by signal 11 (Segmentation fault)", "ending the other units"}));
}

TEST(Fault, UnitKilledBeforeInit)
{
  EXPECT_TRUE(
      failed_with(dart_faults("killed-before-init"), 128 + SIGSEGV, {"unit 1 (pid ", "signal 11"}));
}

TEST(Fault, UnitReturnsFromMainWithoutFinalize)
{
  EXPECT_TRUE(failed_with(
      dart_faults("returns-without-exit"), 1,
      {"[unit 1]", "without dash::finalize", "unit 1 (pid"}));
  EXPECT_TRUE(failed_with(
      dash_faults("returns-without-finalize"), 1, {"[unit 1]", "without dash::finalize"}));
}

TEST(Fault, UnitCallsExitWithoutFinalize)
{
  EXPECT_TRUE(failed_with(
      dart_faults("calls-exit-without-exit"), 1, {"[unit 1]", "without dash::finalize"}));
}

TEST(Fault, UnitLeavesWithoutFinalizeAndExitHandlers)
{
  EXPECT_TRUE(failed_with(
      dart_faults("leaves-at-once"), 1,
      {"unit 1 (pid ", "exited with code 0 without dash::finalize (dart_exit)",
       "call it before leaving main"}));
}

TEST(Fault, UnitLeavesBeforeInit)
{
  EXPECT_TRUE(failed_with(
      dart_faults("leaves-before-init"), 1,
      {"unit 1 (pid ", "ended without dash::init while other units wait for it"}));
}

TEST(Fault, UnitLeavesBeforeSecondInit)
{
  EXPECT_TRUE(failed_with(
      dart_faults("leaves-before-second-init"), 1,
      {"unit 1 (pid ", "after dash::init number 1", "number 2", "equally often"}));
}

TEST(Fault, UnitFailsAfterFinalize)
{
  const Outcome outcome = dart_faults("fails-after-exit");
  EXPECT_TRUE(failed_with(outcome, 3, {"unit 1 (pid ", "code 3 after dash::finalize"}));
  EXPECT_EQ(2u, sorted_lines(outcome.out).size()) << "the others end by themselves";
}

TEST(Fault, UnitFailsAfterFinalizeAndOthersHang)
{
  const Outcome outcome = dart_faults("fails-after-exit-and-others-hang");
  EXPECT_EQ(3, outcome.exit_code);
  EXPECT_LT(outcome.seconds, 1 + longest_end);
  EXPECT_TRUE(says(outcome.err, {"code 3 after dash::finalize", "still running: units 0,2"}));
}

TEST(Fault, UnitCallsACollectiveTooMany)
{
  EXPECT_TRUE(failed_with(
      dart_faults("calls-once-too-often", 2), 1,
      {"dart_exit: unit 0 called dart_exit, unit 1 called dart_bcast of 1 × int from root 1",
       "the program ends after units have called different collectives"}));
  EXPECT_TRUE(failed_with(
      dart_faults("barrier-against-exit", 2), 1,
      {"unit 0 called dart_exit, unit 1 called dart_barrier"}));
}

TEST(Fault, UnitsCallDifferentAlgorithms)
{
  EXPECT_TRUE(failed_with(
      dash_faults("reduce-on-one-unit", 2), 128 + SIGABRT,
      {"unit 0 called dash::Team::barrier (dart_barrier), unit 1 called dash::reduce "
       "(dart_allgather "
       "of 16 × byte)"}));
}

TEST(Fault, UnitCallsABarrierBeforeTheEnd)
{
  const Outcome outcome = dash_faults("barrier-on-one-unit", 2);
  EXPECT_TRUE(failed_with(
      outcome, 128 + SIGABRT,
      {"unit 0 called dash::Team::barrier (dart_barrier), unit 1 called dash::finalize "
       "(dart_exit)"}));
  EXPECT_EQ(outcome.err.find("Unit -1"), std::string::npos) << outcome.err;
}

TEST(Fault, ForkedChildrenTakeNoPartInTheRun)
{
  // In a child, a leak sanitizer misses the threads that only the parent has.
  const Setting setting{{"LSAN_OPTIONS=detect_leaks=0"}, {}};
  for (const char* scenario : {"child-leaves-main", "child-finalizes"}) {
    const Outcome outcome = dash_faults(scenario, 2, setting);
    EXPECT_EQ(0, outcome.exit_code) << scenario << ": " << outcome.err;
    EXPECT_EQ("", outcome.err) << scenario;
  }
  const Outcome outcome = dash_faults("child-uses-the-run", 2, setting);
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
}

TEST(Fault, UnitAborts)
{
  EXPECT_TRUE(
      failed_with(dart_faults("aborts"), 7, {"[unit 1]", "dart_abort(7)", "exited with code 7"}));
  EXPECT_TRUE(failed_with(dash_faults("aborts"), 7, {"exited with code 7"}));
}

TEST(Fault, UnitAbandonsTheRun)
{
  EXPECT_TRUE(failed_with(
      dart_faults("abandons"), 1,
      {"[unit 1] dart error: dart_barrier: the run ends because its disc is full",
       "unit 1 (pid "}));
  EXPECT_TRUE(failed_with(
      dart_faults("abandons-and-stays"), 1, {"[unit 1]", "the run ends because its disc is full"}));
}

TEST(Fault, ExceptionOutOfMain)
{
  EXPECT_TRUE(failed_with(
      dash_faults("uncaught-exception"), 128 + SIGABRT,
      {"[unit 1]", "disc is full", "unit 1 (pid ", "signal 6 (Aborted)"}));
}

// ---- exceptions that programs catch ---------------------------------------------------------

TEST(Fault, ExceptionThatInterruptsAUnitEndsTheRun)
{
  for (const char* scenario :
       {"caught-and-finalized", "caught-before-barrier", "caught-and-stays",
        "caught-while-others-receive", "caught-while-others-compute-stencils",
        "caught-while-others-wait-for-tasks", "caught-out-of-for-each", "caught-out-of-reduce",
        "caught-out-of-reduce-of-native-ranges", "caught-out-of-scan", "caught-out-of-sort",
        "finalizer-unwound"}) {
    const Outcome outcome = dash_faults(scenario);
    EXPECT_TRUE(failed_with(
        outcome, 1, {"[unit 1] dart error", "disc is full", "unit 1 (pid ", "exited with code 1"}))
        << scenario;
    EXPECT_EQ("", outcome.out) << scenario;
  }
}

TEST(Fault, ExceptionOfSomeUnitsEndsTheRunOfAll)
{
  for (const char* scenario : {"caught-out-of-native-min-element", "caught-out-of-a-team"}) {
    EXPECT_TRUE(failed_with(
        dash_faults(scenario), 1, {"[unit 1] dart error", "a strict order", "unit 1 (pid "}))
        << scenario;
  }
}

TEST(Fault, ExceptionThatInterruptsNobodyIsHarmless)
{
  for (const char* scenario :
       {"caught-inside", "caught-in-a-team", "memory-exhausted-with-containers"}) {
    const Outcome outcome = dash_faults(scenario, 3, {{"DART_HEAP=16M"}, {}});
    EXPECT_TRUE(all_went_on(outcome, 3, "went on")) << scenario;
  }
  for (const char* scenario : {"caught-and-finalized", "caught-out-of-sort", "finalizer-unwound"}) {
    EXPECT_EQ(0, dash_faults(scenario, 1).exit_code) << scenario;
  }
}

TEST(Fault, RunIsAMain)
{
  EXPECT_EQ(0, dash_faults("run-and-return").exit_code);
  EXPECT_TRUE(failed_with(dash_faults("run-and-return-code"), 6, {"code 6 after dash::finalize"}));
  EXPECT_TRUE(failed_with(
      dash_faults("run-and-throw"), 1,
      {"[unit 1] dart error", "dash::run: disc is full", "unit 1 (pid ", "exited with code 1"}));
  EXPECT_TRUE(failed_with(
      dash_faults("run-and-return", 2, {{"DART_TASK_POLICY=never"}, {}}), 1,
      {"DART_TASK_POLICY=never", "dash::run"}));
}

// ---- memory ---------------------------------------------------------------------------------

TEST(Fault, MemoryExhaustedIsAnErrorCode)
{
  const Outcome local = dart_faults("local-memory-exhausted", 2, {{"DART_HEAP=16M"}, {}});
  EXPECT_TRUE(all_went_on(local, 2, "went on"));
  EXPECT_TRUE(says(local.err, {"[unit 1]", "DART_HEAP"}));
  const Outcome team = dart_faults("team-memory-exhausted", 2, {{"DART_HEAP=16M"}, {}});
  EXPECT_TRUE(all_went_on(team, 2, "went on"));
  EXPECT_TRUE(says(team.err, {"[unit 1]", "DART_HEAP"}));
}

TEST(Fault, MemoryExhaustedIsAnException)
{
  const Outcome outcome = dash_faults("memory-exhausted", 2, {{"DART_HEAP=16M"}, {}});
  EXPECT_TRUE(all_went_on(outcome, 2, "went on"));
  EXPECT_TRUE(failed_with(
      dash_faults("memory-exhausted-uncaught", 2, {{"DART_HEAP=16M"}, {}}), 128 + SIGABRT,
      {"[unit ", "DART_HEAP", "memory"}));
}

// ---- environment ----------------------------------------------------------------------------

testing::AssertionResult refuses_to_start(
    const Outcome& outcome, std::initializer_list<const char*> parts)
{
  if (outcome.exit_code == 0) return testing::AssertionFailure() << "it started";
  return says(outcome.err, parts);
}

TEST(Fault, MalformedEnvironmentOfAProgramAlone)
{
  EXPECT_TRUE(refuses_to_start(
      run({DART_FAULTS, "plain"}, {{"DART_HEAP=12Q"}, {}}), {"DART_HEAP=12Q", "512M or 4G"}));
  EXPECT_TRUE(refuses_to_start(
      run({DASH_FAULTS, "aborts"}, {{"DART_HEAP=12Q"}, {}}), {"DART_HEAP=12Q", "512M or 4G"}));
  EXPECT_TRUE(refuses_to_start(
      run({DART_FAULTS, "plain"}, {{"DART_UNITS=many"}, {}}), {"DART_UNITS=many", "whole number"}));
  EXPECT_TRUE(refuses_to_start(
      run({DART_FAULTS, "plain"}, {{"DART_UNITS=4"}, {}}), {"DART_UNITS=4", "dartrun -n 4"}));
}

TEST(Fault, WrongUnitCountOrId)
{
  EXPECT_TRUE(failed_with(
      dartrun({"-n", "2", "env", "DART_UNITS=3", DART_FAULTS, "plain"}), 98,
      {"3 units", "dartrun"}));
  EXPECT_TRUE(failed_with(
      dartrun({"-n", "2", "env", "DART_UNIT=2", DART_FAULTS, "plain"}), 98,
      {"DART_UNIT=2", "from 0 to 1"}));
  EXPECT_TRUE(failed_with(
      dartrun({"-n", "2", "env", "DART_JOB_FD=1", DART_FAULTS, "plain"}), 98, {"DART_JOB_FD=1"}));
}

// ---- GPU units ------------------------------------------------------------------------------

TEST(Fault, HostCodeReadsDeviceMemory)
{
  EXPECT_TRUE(failed_with(
      dart_faults_with_gpus("reads-device-memory"), 128 + SIGSEGV,
      {"[unit 2]", "host code read 0x", "offset 64 of unit 2's part of segment",
       "in GPU 0's memory", "Use dash::copy, an algorithm or a task", "unit 2 (pid "}));
}

TEST(Fault, HostCodeWritesDeviceMemory)
{
  EXPECT_TRUE(failed_with(
      dart_faults_with_gpus("writes-device-memory"), 128 + SIGSEGV,
      {"[unit 2]", "host code wrote 0x", "offset 64 of unit 2's part", "in GPU 0's memory"}));
}

TEST(Fault, HostCodeOfACpuUnitReadsDeviceMemory)
{
  EXPECT_TRUE(failed_with(
      dart_faults_with_gpus("reads-place-of-other-unit"), 128 + SIGSEGV,
      {"[unit 1]", "offset 64 of unit 3's part of segment", "in GPU 1's memory", "dash::copy"}));
}

TEST(Fault, GpuUnitKilledDuringTransfers)
{
  EXPECT_TRUE(failed_with(
      dart_faults_with_gpus("killed-during-transfers"), 128 + SIGSEGV,
      {"unit 3 (pid ", "signal 11", "ending the other units"}));
}

TEST(Fault, DeviceMemoryExhaustedIsAnErrorCode)
{
  for (const char* scenario : {"local-memory-exhausted", "team-memory-exhausted"}) {
    const Outcome outcome = dart_faults_with_gpus(scenario, {{"DART_HEAP=16M"}, {}});
    EXPECT_TRUE(all_went_on(outcome, 4, "went on"));
    EXPECT_TRUE(says(outcome.err, {"[unit 1]", "DART_HEAP"}));
  }
}

TEST(Fault, NoCudaModule)
{
  EXPECT_TRUE(failed_with(
      dartrun({"--gpu", "1", DART_FAULTS, "plain"}, {{"DART_MODULE_PATH=/no/such"}, {}}), 98,
      {"/no/such/libdart-cuda.so", "--gpu-backend emulated"}));
  EXPECT_TRUE(failed_with(
      dartrun({"--gpu", "1", DART_FAULTS, "plain"}, {{"DART_MODULE_PATH=" TWO_GPUS}, {}}), 98,
      {TWO_GPUS "/libdart-cuda.so is not a module of this library"}));
}

TEST(Fault, VariablesOfGpuUnitsThatContradictTheRun)
{
  EXPECT_TRUE(failed_with(
      dartrun({"-n", "2", "env", "DART_GPU_UNITS=1", DART_FAULTS, "plain"}), 98,
      {"DART_GPU_UNITS=1", "2 units"}));
  const std::vector<std::string> gpu_unit{"DART_UNIT=0", "DART_CPU_UNITS=0", "DART_GPU_UNITS=1"};
  const auto alone = [&](const char* backend) {
    Setting setting{gpu_unit, {}};
    setting.environment.push_back(backend);
    return run({DART_FAULTS, "plain"}, setting);
  };
  EXPECT_TRUE(says(alone("DART_GPU_BACKEND=rocm").err, {"=rocm", "cuda or emulated"}));
  EXPECT_TRUE(all_went_on(alone("DART_GPU_BACKEND=emulated"), 1, "all well"));
}

// ---- wrong use ------------------------------------------------------------------------------

TEST(Fault, UseBeforeInitAndAfterFinalizeIsRefused)
{
  for (const char* scenario : {"used-before-init", "used-after-exit"}) {
    const Outcome outcome = dart_faults(scenario, 2);
    EXPECT_EQ(0, outcome.exit_code) << outcome.err;
    EXPECT_TRUE(says(outcome.err, "dart_init")) << scenario;
  }
  EXPECT_EQ(0, dart_faults("starts-twice", 2).exit_code);
}

TEST(Fault, ArrayBeforeInitAndAfterFinalizeThrows)
{
  for (const char* scenario : {"array-before-init", "array-after-finalize"}) {
    EXPECT_TRUE(failed_with(dash_faults(scenario, 2), 128 + SIGABRT, {"dash::init"})) << scenario;
  }
}

TEST(Fault, UnitKilledInATaskThatAnotherAwaits)
{
  for (const Outcome& outcome :
       {dart_faults("killed-in-task"), dart_faults_with_gpus("killed-in-task")}) {
    EXPECT_TRUE(failed_with(outcome, 128 + SIGSEGV, {"unit 1 (pid ", "Segmentation fault"}));
  }
}

TEST(Fault, UnitLeavesWithTasksQueued)
{
  EXPECT_TRUE(failed_with(
      dart_faults("leaves-with-tasks-queued"), 1, {"[unit 1]", "dash::finalize", "unit 1 (pid "}));
}

TEST(Fault, NullAndForeignPointersAreRefused)
{
  const Outcome outcome = dart_faults("bad-pointers", 2);
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  EXPECT_TRUE(says(
      outcome.err, {"[unit 1]", "null", "unit 1000", "segment 77", "team 55", "dart_get_blocking",
                    "dart_put_blocking"}));
}

TEST(Fault, NullPointerReadNamesUnitAndThing)
{
  EXPECT_TRUE(failed_with(
      dash_faults("null-pointer-read", 2), 128 + SIGABRT, {"[unit 1]", "null", "unit 1 (pid "}));
}

TEST(Fault, FreedPointerReadNamesUnitAndThing)
{
  EXPECT_TRUE(failed_with(
      dash_faults("freed-pointer-read", 2), 128 + SIGABRT,
      {"[unit 1]", "segment", "unit 1 (pid "}));
}

TEST(Fault, IndexOutOfRange)
{
  EXPECT_TRUE(failed_with(
      dash_faults("index-out-of-range", 2), 128 + SIGABRT, {"[unit 1]", "10", "unit 1 (pid "}));
  EXPECT_TRUE(failed_with(
      dash_faults("at-out-of-range", 2), 128 + SIGABRT, {"[unit 1]", "12", "unit 1 (pid "}));
}

}  // namespace
}  // namespace dart::test
