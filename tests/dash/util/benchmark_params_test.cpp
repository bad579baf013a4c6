// Tier: suite n3 c2g2

#include <dash/Exception.h>
#include <dash/util/BenchmarkParams.h>
#include <dash/util/Config.h>
#include <gtest/gtest.h>

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "dash_test_base.h"

using dash::util::BenchmarkParams;

class BenchmarkParamsTest : public dash::test::TestBase {
 protected:
  /// The text that \c function prints to std::cout.
  template <class Function>
  static std::string output_of(Function function)
  {
    std::ostringstream captured;
    std::streambuf* const cout_buffer = std::cout.rdbuf(captured.rdbuf());
    function();
    std::cout.rdbuf(cout_buffer);
    return captured.str();
  }
};

TEST_F(BenchmarkParamsTest, OnlyUnitZeroPrints)
{
  BenchmarkParams params("bench.test");
  const std::string output = output_of([&] {
    params.print_header();
    params.print_pinning();
    params.print_section_start("section");
    params.print_param("name", 5);
    params.print_param("-f", "flag", true);
    params.print_section_end();
    std::stringstream lines("a\nb\n");
    params.print(lines, "> ");
  });
  if (dash::myid() != 0) {
    EXPECT_EQ(output, "");
    return;
  }
  for (const char* part : {"bench.test", "section", "name", "-f  flag", "true", "> a\n> b\n"}) {
    EXPECT_NE(output.find(part), std::string::npos) << part << " in\n" << output;
  }
}

TEST_F(BenchmarkParamsTest, LinesHaveTheOutputWidth)
{
  BenchmarkParams params("bench.test");
  params.set_output_width(40);
  EXPECT_EQ(params.output_width(), 40);
  const std::string line = output_of([&] { params.print_param("name", "value"); });
  if (dash::myid() == 0) {
    EXPECT_EQ(line.size(), 41u) << line;
  }
}

TEST_F(BenchmarkParamsTest, ArgumentsSetTheConfiguration)
{
  BenchmarkParams params("bench.test");
  std::vector<std::string> args{"program", "-x", "-envcfg", "DASH_TEST_BENCH=17"};
  std::vector<char*> argv;
  for (std::string& arg : args) argv.push_back(arg.data());
  params.parse_args(static_cast<int>(argv.size()), argv.data());
  EXPECT_EQ(dash::util::Config::get<int>("DASH_TEST_BENCH"), 17);
  bool listed = false;
  for (const auto& [key, value] : params.config().env_dash_config) {
    listed |= key == "DASH_TEST_BENCH" && value == "17";
  }
  EXPECT_TRUE(listed);
  EXPECT_THROW(params.parse_args(3, argv.data()), dash::exception::InvalidArgument);
}
