// Tier: suite n3 c2g2; also c0g2 n1; sanitized c2g2

// What DASH_EXPLAIN=1 tells of algorithms: once in the run, whichever units do the work.

#include <libdash.h>

#include <functional>
#include <string>
#include <vector>

#include "dash_test_base.h"

namespace {

class Explain : public dash::test::TestBase {};

/// The lines that the calling unit says about a call in a run that is explained.
template <class Call>
std::vector<std::string> lines_of(Call call)
{
  dash::barrier();
  testing::internal::CaptureStderr();
  dash::detail::run_is_explained = true;
  call();
  dash::barrier();
  dash::detail::run_is_explained = false;
  std::string text = testing::internal::GetCapturedStderr();
  std::vector<std::string> lines;
  for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != text.npos; begin = end + 1) {
    std::string line = text.substr(begin, end - begin);
    if (line.starts_with("DASH_EXPLAIN: ")) lines.push_back(std::move(line));
  }
  return lines;
}

int units_with(const std::vector<std::string>& lines, const std::string& part)
{
  int mine = 0;
  for (const std::string& line : lines) mine += line.find(part) != line.npos;
  return dash::detail::sum_over_units(dash::Team::All(), mine);
}

TEST_F(Explain, RangesDistributedAlike)
{
  dash::Array<double> a(1000), b(1000);
  dash::fill(a, 1.0);
  const auto copy = [&] { dash::transform(a, b.begin(), std::negate<>()); };
  const auto lines = lines_of(copy);
  EXPECT_EQ(
      1, units_with(
             lines,
             "dash::transform of double: units work on their own elements, in "
             "place (ranges are distributed alike)"));
  EXPECT_EQ(0, units_with(lines_of(copy), "dash::transform")) << "nothing is told twice";
}

TEST_F(Explain, RangesDistributedDifferently)
{
  dash::Array<int> a(1000), b(1000, dash::CYCLIC);
  dash::fill(a, 1);
  const auto lines = lines_of([&] { dash::transform(a, b.begin(), std::negate<>()); });
  const bool is_alone = dash::size() == 1;  // one run of each
  EXPECT_EQ(1, units_with(lines, is_alone ? "runs are long" : "short runs"));
}

/// Each step tells where it runs, with the reason if host code works on a GPU's memory.
TEST_F(Explain, WhereStepsRun)
{
  dash::Array<short> a(1000);
  const bool is_all_gpus = dash::detail::has_only_gpus_of_host(dash::Team::All());
  const auto lines = lines_of([&] { dash::fill(a, short{2}); });
  EXPECT_EQ(is_all_gpus ? 0 : 1, units_with(lines, "dash::fill of short: host code runs its step"));
  const bool has_gpus = dash::detail::gpu_units_of(dash::Team::All()) > 0;
  EXPECT_EQ(has_gpus ? 1 : 0, units_with(lines, "dash::fill of short: kernels run its step"));
}

/// Algorithms in which the order of positions matters tell how these are divided.
TEST_F(Explain, Shares)
{
  dash::Array<unsigned> in_blocks(1000), dealt(1000, dash::CYCLIC);
  const auto lines = lines_of([&] {
    dash::inclusive_scan(in_blocks, in_blocks.begin());
    dash::inclusive_scan(dealt, dealt.begin());
  });
  const std::string call = "dash::inclusive_scan of unsigned int: ";
  const bool is_alone = dash::size() == 1;
  EXPECT_EQ(1, units_with(lines, call + "units work on their own elements, in the range's order"));
  EXPECT_EQ(
      is_alone ? 0 : 1,
      units_with(lines, call + "units work on equal shares, in the range's order"));
}

TEST_F(Explain, OnlyIfItIsAsked)
{
  dash::Array<long> a(1000);
  testing::internal::CaptureStderr();
  dash::fill(a, 1L);
  EXPECT_EQ("", testing::internal::GetCapturedStderr());
}

}  // namespace
