// Tier: suite n3 c2g2; sanitized c2g2

// Texts as values, elements and keys.

#include <dash/Array.h>
#include <dash/Exception.h>
#include <dash/FixedString.h>
#include <dash/Types.h>
#include <dash/UnorderedMap.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "dash_test_base.h"
#include "team/teams.h"

namespace {

using dash::FixedString;

static_assert(std::has_unique_object_representations_v<FixedString<7>>);
static_assert(std::has_unique_object_representations_v<FixedString<301>>);
static_assert(dash::is_container_compatible<FixedString<7>>::value);
static_assert(8 == sizeof(FixedString<7>) && 308 == sizeof(FixedString<301>));

class FixedStringTest : public dash::test::TestBase {};

TEST_F(FixedStringTest, IsAText)
{
  const std::string long_text(300, 'x');
  for (const std::string_view text : {"", "a", "Ada", "seven77"}) {
    const FixedString<7> fixed(text);
    EXPECT_EQ(text, fixed);
    EXPECT_EQ(fixed, text);
    EXPECT_EQ(text, fixed.str());
    EXPECT_EQ(text.size(), fixed.size());
    EXPECT_EQ(text.empty(), fixed.empty());
    EXPECT_TRUE(std::equal(text.begin(), text.end(), fixed.begin(), fixed.end()));
    EXPECT_EQ(fixed, FixedString<7>(std::string(text)));
    EXPECT_EQ(FixedString<300>(text), text) << "another capacity";
    std::ostringstream os;
    os << fixed;
    EXPECT_EQ(text, os.str());
  }
  EXPECT_EQ(7u, FixedString<7>::capacity());
  EXPECT_EQ('d', FixedString<7>("Ada")[1]);
  EXPECT_EQ(long_text, FixedString<300>(long_text));
  EXPECT_LT(FixedString<7>("Ada"), FixedString<7>("Bob"));
  EXPECT_LT(FixedString<7>("Ad"), "Ada");
  const std::string_view with_zero("a\0b", 3);
  EXPECT_NE(FixedString<7>("a"), FixedString<7>(with_zero));
}

TEST_F(FixedStringTest, TooLongTextsAreRefused)
{
  try {
    const FixedString<3> text("four");
    ADD_FAILURE() << text;
  } catch (const dash::exception::InvalidArgument& error) {
    EXPECT_NE(
        std::string::npos,
        std::string(error.what()).find("FixedString<3>: \"four\" has 4 characters"));
  }
}

TEST_F(FixedStringTest, Elements)
{
  using Name = FixedString<11>;
  for (dash::Team& team : dash::test::teams()) {
    dash::Array<Name> names(3 * team.size(), team);
    if (team.myid() == 0) {
      for (std::size_t i = 0; i < names.size(); ++i) {
        names[i] = "name " + std::to_string(99 - i);
      }
    }
    names.barrier();
    dash::sort(names.begin(), names.end());
    std::vector<Name> copy(names.size());
    dash::copy(names.begin(), names.end(), copy.data());
    EXPECT_TRUE(std::is_sorted(copy.begin(), copy.end()));
    EXPECT_EQ("name 99", copy.back());
    names.barrier();
  }
}

/// All units count the same words; each word has one owner.
TEST_F(FixedStringTest, Keys)
{
  const std::string words[] = {"to", "be", "or", "not", "to", "be", "", "aaaaaaaaaaaaaaa"};
  dash::UnorderedMap<FixedString<15>, dash::Atomic<int>> counts;
  for (int round = 0; round < 10; ++round) {
    for (const std::string& word : words) counts[word].add(1);
  }
  counts.barrier();
  EXPECT_EQ(6u, counts.size());
  const int each = 10 * static_cast<int>(dash::size());
  EXPECT_EQ(2 * each, counts.at("to").load());
  EXPECT_EQ(each, counts.at("").load());
  EXPECT_EQ(each, counts.at(std::string_view("aaaaaaaaaaaaaaa")).load());
  EXPECT_EQ(0u, counts.count("question"));
  EXPECT_TRUE(counts.find("tobe") == counts.end());
  int sum = 0;
  for (const auto& [word, n] : counts) sum += n * static_cast<int>(word.size() + 1);
  EXPECT_EQ(each * (2 * 3 + 2 * 3 + 3 + 4 + 1 + 16), sum);
  EXPECT_THROW(counts["a word that is too long"], dash::exception::InvalidArgument);
  counts.barrier();
}

}  // namespace
