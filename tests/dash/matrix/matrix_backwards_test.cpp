// Tier: suite n3 c2g2

// Algorithms on reversed views of matrices and of parts of them, and on views that compute from
// several of them, in all distributions.

#include <dash/Distribution.h>
#include <dash/Matrix.h>
#include <dash/TeamSpec.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/ForEach.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Transform.h>
#include <dash/view/Zip.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <ranges>
#include <string>
#include <tuple>
#include <vector>

#include "dash_test_base.h"

namespace {

namespace views = std::views;

using Matrix = dash::NArray<int, 2>;

struct Case {
  const char* name;
  dash::Distribution rows, columns;
};

const std::vector<Case> cases{
    {"rows", dash::BLOCKED, dash::NONE},
    {"cyclic rows", dash::CYCLIC, dash::NONE},
    {"cyclic columns", dash::NONE, dash::CYCLIC},
    {"blocks of columns", dash::NONE, dash::BLOCKCYCLIC(3)}};

class MatrixBackwards : public dash::test::TestBase {
 protected:
  static constexpr std::size_t height = 13, width = 37;

  /// Calls f(range, elements) with parts of matrices in all distributions, and what they contain.
  template <class F>
  static void for_each_part(F f)
  {
    for (const Case& test : cases) {
      SCOPED_TRACE(test.name);
      Matrix matrix(
          dash::SizeSpec<2>(height, width), dash::DistributionSpec<2>(test.rows, test.columns));
      const auto check = [&](auto&& part) {
        dash::generate_with_index(
            matrix.begin(), matrix.end(), [](auto i) { return static_cast<int>(i * 31 % 97); });
        matrix.barrier();
        f(part, elements_of(part));
        matrix.barrier();
      };
      check(matrix);
      check(matrix.row(5));
      check(matrix.col(8));
      check(matrix.rows(2, 7));
      check(matrix.cols(3, 20));
      check(matrix.rows(4, 5).cols(1, 30));
    }
  }

  template <class Part>
  static std::vector<int> elements_of(const Part& part)
  {
    std::vector<int> elements;
    for (auto it = part.begin(); it != part.end(); ++it) elements.push_back(*it);
    dash::barrier();
    return elements;
  }

  template <class Part>
  static auto reversed(Part& part)
  {
    return std::ranges::subrange(part.begin(), part.end()) | views::reverse;
  }
};

TEST_F(MatrixBackwards, Reads)
{
  for_each_part([](auto& part, std::vector<int> elements) {
    std::reverse(elements.begin(), elements.end());
    const auto view = reversed(part);
    EXPECT_EQ(std::accumulate(elements.begin(), elements.end(), 0), dash::reduce(view, 0));
    for (const int value : {elements.front(), elements[elements.size() / 2], -1}) {
      EXPECT_EQ(
          std::find(elements.begin(), elements.end(), value) - elements.begin(),
          dash::find(view.begin(), view.end(), value) - view.begin());
    }
    const auto doubled = view | views::transform([](int x) { return 2 * x; });
    EXPECT_EQ(
        std::find(elements.begin(), elements.end(), elements.back()) - elements.begin(),
        dash::find(doubled.begin(), doubled.end(), 2 * elements.back()) - doubled.begin());
  });
}

TEST_F(MatrixBackwards, Writes)
{
  for_each_part([](auto& part, std::vector<int> elements) {
    const auto view = reversed(part);
    dash::for_each(view, [](auto&& x) { x = x + 1; });
    for (int& x : elements) ++x;
    EXPECT_EQ(elements, elements_of(part));
    dash::transform(view.begin(), view.end(), view.begin(), [](int x) { return -x; });
    for (int& x : elements) x = -x;
    dash::barrier();
    EXPECT_EQ(elements, elements_of(part));
    dash::fill(view, 7);
    dash::barrier();
    EXPECT_EQ(std::vector<int>(elements.size(), 7), elements_of(part));
  });
}

TEST_F(MatrixBackwards, BesideTheMatrix)
{
  for_each_part([](auto& part, const std::vector<int>& elements) {
    const auto forwards = std::ranges::subrange(part.begin(), part.end());
    const auto crosswise = dash::views::zip(views::iota(0), forwards, reversed(part)) |
                           views::transform([](const auto& item) {
                             const auto& [index, x, y] = item;
                             return index % 5 * static_cast<int>(x) + 3 * static_cast<int>(y);
                           });
    std::vector<int> expected;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      expected.push_back(
          static_cast<int>(i % 5) * elements[i] + 3 * elements[elements.size() - 1 - i]);
    }
    EXPECT_EQ(std::accumulate(expected.begin(), expected.end(), 0), dash::reduce(crosswise, 0));
    EXPECT_EQ(
        std::find(expected.begin(), expected.end(), expected.back()) - expected.begin(),
        dash::find(crosswise.begin(), crosswise.end(), expected.back()) - crosswise.begin());
  });
}

}  // namespace
