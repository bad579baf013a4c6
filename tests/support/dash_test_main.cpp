// GoogleTest's main for programs that run as several units. Unit 0 reports progress, each unit
// reports its own failures with its number in front, and exits with a non-zero code if it has had
// one.

#include <gtest/gtest.h>
#include <unistd.h>
#include <algorithm>

#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <sstream>
#include <string>
#include <string_view>

#include "spmd.h"

namespace dash::test {

namespace {

int number_from_environment(std::initializer_list<const char*> names, int otherwise)
{
  for (const char* name : names) {
    if (const char* value = std::getenv(name)) return std::atoi(value);
  }
  return otherwise;
}

/// Prints by one write, so that lines of several units do not mix.
void print(std::string_view text)
{
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// The text with the unit's number in front of each line.
std::string tagged(const std::string& text)
{
  const std::string tag = "[unit " + std::to_string(unit()) + "] ";
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) result += tag + line + '\n';
  return result;
}

std::string full_name(const testing::TestInfo& test)
{
  return std::string(test.test_suite_name()) + '.' + test.name();
}

class UnitPrinter : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo& test) override
  {
    current_test_ = full_name(test);
    if (unit() == 0) print("[ RUN    ] " + current_test_ + '\n');
  }

  void OnTestPartResult(const testing::TestPartResult& part) override
  {
    if (part.skipped() && unit() == 0) print(tagged(std::string("skipped: ") + part.message()));
    if (!part.failed()) return;
    std::ostringstream text;
    text << "FAILED " << current_test_ << '\n'
         << (part.file_name() != nullptr ? part.file_name() : "unknown file") << ':'
         << part.line_number() << '\n'
         << part.message();
    // The other units may wait for this one in a collective operation that it will never call.
    const bool ends_run = part.fatally_failed() && units() > 1;
    if (ends_run) text << "\na fatal failure on one of several units ends the run";
    print(tagged(text.str()));
    if (ends_run) std::_Exit(EXIT_FAILURE);
  }

  void OnTestEnd(const testing::TestInfo& test) override
  {
    if (unit() != 0) return;
    const testing::TestResult& result = *test.result();
    const char* verdict = result.Failed()    ? "[ FAILED ] "
                          : result.Skipped() ? "[ SKIP   ] "
                                             : "[     OK ] ";
    print(verdict + current_test_ + " (" + std::to_string(result.elapsed_time()) + " ms)\n");
  }

  void OnTestProgramEnd(const testing::UnitTest& program) override
  {
    std::ostringstream text;
    if (program.failed_test_count() > 0) {
      text << program.failed_test_count() << " of " << program.test_to_run_count()
           << " tests failed on this unit";
    } else if (unit() == 0) {
      text << program.successful_test_count() << " tests passed, " << program.skipped_test_count()
           << " skipped, " << units() << (units() == 1 ? " unit" : " units");
    }
    print(tagged(text.str()));
  }

  std::string current_test_ = "outside of a test";
};

}  // namespace

int unit()
{
  static const int id =
      number_from_environment({"DART_UNIT", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}, 0);
  return id;
}

int units()
{
  static const int count =
      number_from_environment({"DART_UNITS", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}, 1);
  return count;
}

Arguments& arguments()
{
  static Arguments args{};
  return args;
}

}  // namespace dash::test

int main(int argc, char** argv)
{
  using namespace dash::test;
  testing::InitGoogleTest(&argc, argv);
  arguments() = {argc, argv};

  testing::UnitTest& program = *testing::UnitTest::GetInstance();
  testing::TestEventListeners& listeners = program.listeners();
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new UnitPrinter);

  const int result = RUN_ALL_TESTS();
  if (!testing::GTEST_FLAG(list_tests) && program.test_to_run_count() == 0) {
    print(tagged("--gtest_filter selects no test of this program"));
    return EXIT_FAILURE;
  }
  return result;
}
