// Tier: suite n3

#include <dash/Cartesian.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Pattern.h>
#include <dash/TeamSpec.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/TilePattern.h>
#include <dash/tools/PatternVisualizer.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <sstream>
#include <string>

#include "dash_test_base.h"

namespace {

class PatternVisualizer : public dash::test::TestBase {
 protected:
  using Pattern = dash::TilePattern<2>;

  static Pattern grid()
  {
    return Pattern(
        dash::SizeSpec<2>(6, 8), {dash::TILE(3), dash::TILE(2)}, dash::TeamSpec<2>(2, 2));
  }

  static int count(const std::string& text, const std::string& word)
  {
    int n = 0;
    for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++n;
    return n;
  }

  static std::size_t count_colors(const std::string& text)
  {
    std::set<std::string> colors;
    const std::string attribute = "fill=\"";
    for (auto at = text.find(attribute); at != text.npos; at = text.find(attribute, at + 1)) {
      const auto begin = at + attribute.size();
      colors.insert(text.substr(begin, text.find('"', begin) - begin));
    }
    return colors.size();
  }
};

TEST_F(PatternVisualizer, DrawsElements)
{
  const Pattern pattern = grid();
  const dash::tools::PatternVisualizer<Pattern> visualizer(pattern, "a < b", "c & d");
  std::ostringstream os;
  visualizer.draw_pattern(os);
  EXPECT_EQ(count(os.str(), "<rect"), 48);
  EXPECT_EQ(count(os.str(), "<title>unit 3</title>"), 12);
  EXPECT_EQ(count_colors(os.str()), 4u);
  EXPECT_EQ(count(os.str(), "a &lt; b"), 2);
  EXPECT_EQ(count(os.str(), "c &amp; d"), 1);
}

TEST_F(PatternVisualizer, DrawsBlocks)
{
  const Pattern pattern = grid();
  const dash::tools::PatternVisualizer<Pattern> visualizer(pattern);
  std::ostringstream os;
  visualizer.draw_pattern(os, true);
  EXPECT_EQ(count(os.str(), "<rect"), 8);
}

TEST_F(PatternVisualizer, DrawsALine)
{
  const dash::Pattern<1> line(dash::SizeSpec<1>(5), dash::CYCLIC, dash::TeamSpec<1>(2));
  const dash::tools::PatternVisualizer<dash::Pattern<1>> visualizer(line);
  std::ostringstream os;
  visualizer.draw_pattern(os);
  EXPECT_EQ(count(os.str(), "<rect"), 5);
  EXPECT_EQ(count(os.str(), "<title>unit 0</title>"), 3);
}

TEST_F(PatternVisualizer, RejectsSectionsOutside)
{
  const Pattern pattern = grid();
  const dash::tools::PatternVisualizer<Pattern> visualizer(pattern);
  std::ostringstream os;
  EXPECT_THROW(visualizer.draw_pattern(os, false, {}, 1, 1), dash::exception::OutOfRange);
  EXPECT_THROW(visualizer.draw_pattern(os, false, {}, 2, 0), dash::exception::OutOfRange);
}

}  // namespace
