// Runs the other stress programs with a fault of a random unit at a random time: the run ends at
// once with a message that names the unit and the cause, and leaves nothing behind. A unit that is
// stopped for a while does no harm. And tests that the other programs find wrong results.
//
//     stress-faults [--seed S] [--seconds N | --cases N] [--fault NAME]

#include <gtest/gtest.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "random.h"
#include "subprocess.h"

namespace dash::stress {
namespace {

using Clock = std::chrono::steady_clock;

/// What becomes of the run.
enum class End {
  at_once,        ///< it ends, and names the unit
  by_time_limit,  ///< nobody can know that the unit will not go on
  none            ///< it goes on when the unit does
};

struct Fault {
  const char* name;
  const char* message;              ///< on standard error, besides the unit
  const char* of_mpirun = message;  ///< may stand for it over hosts
  End end = End::at_once;
};

constexpr Fault faults[] = {
    {"kill", "signal 9"},
    {"pause", "", "", End::none},
    {"stop", "the time limit of", "time limit for job execution", End::by_time_limit},
    {"segv", "signal 11"},
    {"abort", "signal 6"},
    {"exit", "without dash::finalize"},
    {"leave", "without dash::finalize", "exiting improperly"},
    {"throw", "the injected fault"},
    {"throw-in-thread", "the injected fault"}};

struct Start {
  std::vector<std::string> options;
  std::size_t units;
  double longest_end;  ///< seconds from the fault to the end of the run
};

/// On a machine with fewer cores than units, the other units delay the end.
constexpr double slack = FAULT_TIME_SCALE;

std::vector<Start> starts()
{
  std::vector<Start> all{
      {{"-n", "3"}, 3, 1 * slack},
      {{"--cpu", "2", "--gpu", "2", "--gpu-backend", "emulated"}, 4, 1 * slack}};
#ifdef STRESS_HOSTS
  all.push_back({{"--hosts-emulated", "2", "-n", "4"}, 4, 5 * slack});
  all.push_back({{"--hosts-emulated", "2", "-n", "2", "--transport", "messages"}, 2, 5 * slack});
#endif
  return all;
}

std::string line_of(const std::vector<std::string>& words)
{
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

struct Options {
  std::uint64_t seed = 1, cases = 0;
  double seconds = 10;
  std::string fault;  ///< name of the only one; empty: all
} options;

/// One after the other, so that a short run has most of them.
const Fault& fault_of(std::uint64_t seed)
{
  for (const Fault& fault : faults) {
    if (options.fault == fault.name) return fault;
  }
  return faults[seed % std::size(faults)];
}

/// A process of a run that is stopped; -1 if there is none.
pid_t stopped_process(const dart::test::Subprocess& run)
{
  for (const pid_t process : run.descendants()) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(file, text);
    const std::size_t name_end = text.rfind(')');
    if (name_end != text.npos && text.compare(name_end, 3, ") T") == 0) return process;
  }
  return -1;
}

/// Lets the victim go on after a while.
void end_pause(const dart::test::Subprocess& run, std::chrono::microseconds length)
{
  const auto limit = Clock::now() + std::chrono::seconds(10);
  pid_t victim = -1;
  while ((victim = stopped_process(run)) < 0 && Clock::now() < limit) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_GT(victim, 0) << "the victim does not stop";
  std::this_thread::sleep_for(length);
  kill(victim, SIGCONT);
}

void run_case(std::uint64_t seed)
{
  Random random(seed);
  const std::vector<Start> all = starts();
  const Start& start = all[random.below(all.size())];
  const Fault& fault = fault_of(seed);
  const std::string victim = std::to_string(random.below(start.units));
  const std::size_t delay = random.size(300'000);
  std::vector<std::string> command{DARTRUN};
  command.insert(command.end(), start.options.begin(), start.options.end());
  constexpr int time_limit = 2;
  if (fault.end == End::by_time_limit) {
    command.insert(command.end(), {"--timeout", std::to_string(time_limit)});
  }
  command.emplace_back(
      random.one_of(std::array{STRESS_RUNTIME, STRESS_CONTAINERS, STRESS_ALGORITHMS}));
  const std::string number = std::to_string(random.below(1'000'000));
  for (const std::string& word :
       {std::string("--seconds"), std::string(fault.end == End::none ? "1" : "60"),
        std::string("--seed"), number, std::string("--fault"), std::string(fault.name),
        std::string("--victim"), victim, std::string("--delay"), std::to_string(delay)}) {
    command.push_back(word);
  }
  SCOPED_TRACE(
      "repeat it: stress-faults --seed " + std::to_string(seed) +
      " --cases 1\nit runs: " + line_of(command));
  dart::test::Subprocess run(command);
  run.wait_for_output("the fault");
  if (fault.end == End::none) {
    end_pause(run, std::chrono::microseconds(random.size(500'000)));
    const dart::test::Outcome outcome = run.wait();
    EXPECT_EQ(0, outcome.exit_code) << outcome.err;
    EXPECT_NE(std::string::npos, outcome.out.find(" cases")) << outcome.out;
    return;
  }
  const auto begin = Clock::now();
  const dart::test::Outcome outcome = run.wait();
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  EXPECT_NE(0, outcome.exit_code) << outcome.err;
  const double allowed = fault.end == End::by_time_limit ? time_limit : 0;
  EXPECT_LT(seconds, allowed + start.longest_end) << outcome.err;
  const bool names_cause = outcome.err.find(fault.message) != std::string::npos ||
                           outcome.err.find(fault.of_mpirun) != std::string::npos;
  EXPECT_TRUE(names_cause) << outcome.err;
  if (fault.end == End::by_time_limit) return;
  // Over hosts, mpirun reports signals, and calls the unit a rank.
  const bool names_unit = outcome.err.find("unit " + victim) != std::string::npos ||
                          outcome.err.find("rank " + victim) != std::string::npos;
  EXPECT_TRUE(names_unit) << outcome.err;
}

TEST(Faults, EndTheRun)
{
  const auto end = Clock::now() + std::chrono::duration<double>(options.seconds);
  std::uint64_t done = 0;
  while (options.cases > 0 ? done < options.cases : Clock::now() < end) {
    run_case(options.seed + done++);
    if (testing::Test::HasFailure()) return;
  }
  std::cout << done << " cases" << std::endl;
}

/// The command that a report of a failure prints, as its words; empty if there is none.
std::vector<std::string> command_to_repeat(const std::string& report)
{
  static const std::string mark = "repeat it: dartrun ";
  const std::size_t begin = report.find(mark);
  if (begin == report.npos) return {};
  const std::size_t command = begin + mark.size();
  std::istringstream words(report.substr(command, report.find('\n', command) - command));
  return {std::istream_iterator<std::string>(words), {}};
}

/// The programs find a wrong result, and the command that they print finds it again.
TEST(Oracles, FindWhatTheModelForgets)
{
  for (const char* program :
       {STRESS_RUNTIME, STRESS_CONTAINERS, STRESS_ALGORITHMS, STRESS_ARGUMENTS}) {
    SCOPED_TRACE(program);
    const auto found = dart::test::dartrun(
        {"-n", "2", program, "--seconds", "20", "--seed", "1", "--forget", "3"});
    EXPECT_EQ(EXIT_FAILURE, found.exit_code) << found.err;
    std::vector<std::string> repeat = command_to_repeat(found.err);
    ASSERT_FALSE(repeat.empty()) << found.err;
    const auto again = dart::test::dartrun(repeat);
    EXPECT_EQ(EXIT_FAILURE, again.exit_code) << again.err;
    EXPECT_EQ(repeat, command_to_repeat(again.err)) << again.err;
    repeat.resize(repeat.size() - 2);  // without --forget
    const auto right = dart::test::dartrun(repeat);
    EXPECT_EQ(0, right.exit_code) << right.err;
  }
}

}  // namespace
}  // namespace dash::stress

int main(int argc, char** argv)
{
  testing::InitGoogleTest(&argc, argv);
  using dash::stress::options;
  CLI::App app{"Faults of a random unit at a random time."};
  app.add_option("--seed", options.seed, "seed of the first case")->capture_default_str();
  app.add_option("--seconds", options.seconds, "time for all cases")->capture_default_str();
  app.add_option("--cases", options.cases, "number of cases, in place of the time");
  std::vector<std::string> names;
  for (const auto& fault : dash::stress::faults) names.emplace_back(fault.name);
  app.add_option("--fault", options.fault, "the only fault")->check(CLI::IsMember(names));
  CLI11_PARSE(app, argc, argv);
  return RUN_ALL_TESTS();
}
