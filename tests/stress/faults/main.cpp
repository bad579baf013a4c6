// Runs the other stress programs with a fault of a random unit at a random time: the run ends at
// once with a message that names the unit and the cause, and leaves nothing behind.
//
//     stress-faults [--seed S] [--seconds N | --cases N]

#include <gtest/gtest.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "random.h"
#include "subprocess.h"

namespace dash::stress {
namespace {

using Clock = std::chrono::steady_clock;

struct Fault {
  const char* name;
  const char* message;              ///< on standard error, besides the unit
  const char* of_mpirun = message;  ///< may stand for it over hosts
};

constexpr Fault faults[] = {
    {"kill", "signal 9"},
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

void run_case(std::uint64_t seed)
{
  Random random(seed);
  const std::vector<Start> all = starts();
  const Start& start = all[random.below(all.size())];
  const Fault& fault = random.one_of(faults);
  const std::string victim = std::to_string(random.below(start.units));
  const std::size_t delay = random.size(300'000);
  std::vector<std::string> command{DARTRUN};
  command.insert(command.end(), start.options.begin(), start.options.end());
  command.emplace_back(random.one_in(2) ? STRESS_RUNTIME : STRESS_CONTAINERS);
  const std::string number = std::to_string(random.below(1'000'000));
  for (const std::string& word :
       {std::string("--seconds"), std::string("60"), std::string("--seed"), number,
        std::string("--fault"), std::string(fault.name), std::string("--victim"), victim,
        std::string("--delay"), std::to_string(delay)}) {
    command.push_back(word);
  }
  SCOPED_TRACE(
      "repeat it: stress-faults --seed " + std::to_string(seed) +
      " --cases 1\nit runs: " + line_of(command));
  dart::test::Subprocess run(command);
  run.wait_for_output("the fault");
  const auto begin = Clock::now();
  const dart::test::Outcome outcome = run.wait();
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  EXPECT_NE(0, outcome.exit_code) << outcome.err;
  EXPECT_LT(seconds, start.longest_end) << outcome.err;
  // Over hosts, mpirun reports signals, and calls the unit a rank.
  const bool names_unit = outcome.err.find("unit " + victim) != std::string::npos ||
                          outcome.err.find("rank " + victim) != std::string::npos;
  EXPECT_TRUE(names_unit) << outcome.err;
  const bool names_cause = outcome.err.find(fault.message) != std::string::npos ||
                           outcome.err.find(fault.of_mpirun) != std::string::npos;
  EXPECT_TRUE(names_cause) << outcome.err;
}

struct Options {
  std::uint64_t seed = 1, cases = 0;
  double seconds = 10;
} options;

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
  CLI11_PARSE(app, argc, argv);
  return RUN_ALL_TESTS();
}
