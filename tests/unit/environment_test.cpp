// Tier: suite; sanitized

#include "base/environment.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr char name[] = "DART_ENVIRONMENT_TEST";

class EnvironmentTest : public testing::Test {
 protected:
  void TearDown() override { unsetenv(name); }
  static void set(const char* value) { setenv(name, value, 1); }
};

TEST_F(EnvironmentTest, SizesHaveSuffixes)
{
  EXPECT_EQ(dart::parse_size("1"), 1u);
  EXPECT_EQ(dart::parse_size("512M"), 512ull << 20);
  EXPECT_EQ(dart::parse_size("3k"), 3ull << 10);
  EXPECT_EQ(dart::parse_size("4G"), 4ull << 30);
  EXPECT_EQ(dart::parse_size("2T"), 2ull << 40);
}

TEST_F(EnvironmentTest, MalformedSizesAreRefused)
{
  for (const char* text :
       {"", "0", "-1", "M", "12Q", "1.5G", "4GB", "99999999T", " 4G", "99999999999999999999"}) {
    EXPECT_FALSE(dart::parse_size(text)) << '"' << text << '"';
  }
}

TEST_F(EnvironmentTest, ListsOfNumbers)
{
  EXPECT_EQ(dart::parse_list("7"), std::vector<int>{7});
  EXPECT_EQ(dart::parse_list("0,12,1"), (std::vector<int>{0, 12, 1}));
  set("2,2");
  EXPECT_EQ(dart::environment_list(name), (std::vector<int>{2, 2}));
}

TEST_F(EnvironmentTest, MalformedListsAreRefused)
{
  for (const char* text : {"", ",", "1,", ",1", "1,,2", "-1", "1;2", "1, 2", "a", "9999999999"}) {
    EXPECT_FALSE(dart::parse_list(text)) << '"' << text << '"';
  }
  set("1,x");
  EXPECT_THROW(dart::environment_list(name), std::runtime_error);
}

TEST_F(EnvironmentTest, OneOfSeveralWords)
{
  EXPECT_FALSE(dart::environment_word(name, {"red", "blue"}));
  set("blue");
  EXPECT_EQ(dart::environment_word(name, {"red", "blue"}), "blue");
  set("green");
  EXPECT_THROW(dart::environment_word(name, {"red", "blue"}), std::runtime_error);
}

TEST_F(EnvironmentTest, UnsetAndEmptyAreNoValue)
{
  EXPECT_TRUE(dart::environment_list(name).empty());
  EXPECT_FALSE(dart::environment_integer(name, 0, 9));
  EXPECT_FALSE(dart::environment_size(name));
  set("");
  EXPECT_FALSE(dart::environment_integer(name, 0, 9));
  EXPECT_FALSE(dart::environment_size(name));
}

TEST_F(EnvironmentTest, IntegersAreCheckedAgainstTheirRange)
{
  set("7");
  EXPECT_EQ(dart::environment_integer(name, 0, 9), 7);
  for (const char* value : {"10", "-1", "4x", "x", "99999999999999999999"}) {
    set(value);
    EXPECT_THROW(dart::environment_integer(name, 0, 9), std::runtime_error) << value;
  }
}

TEST_F(EnvironmentTest, MessagesNameVariableValueAndExpectation)
{
  set("12Q");
  try {
    dart::environment_size(name);
    FAIL() << "not refused";
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(name), std::string::npos) << message;
    EXPECT_NE(message.find("12Q"), std::string::npos) << message;
    EXPECT_NE(message.find("512M"), std::string::npos) << message;
  }
}

}  // namespace
