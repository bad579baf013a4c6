// Tier: suite; sanitized

#include "base/environment.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr char list[] = "DART_GPU_MAP", word[] = "DART_GPU_BACKEND", size[] = "DART_HEAP";
constexpr char number[] = "DART_IB_GID";                       // 0 to 255, without a default
constexpr char number_with_default[] = "DART_KERNEL_TIMEOUT";  // 0 to 86400
constexpr char size_with_default[] = "DART_TASK_COPY", path[] = "DART_POWERCAP";
constexpr char flag[] = "DART_IB_GPUDIRECT";

class EnvironmentTest : public testing::Test {
 protected:
  // The variables may be set for the tests, too.
  void SetUp() override { unset(); }
  void TearDown() override { unset(); }
  static void set(const char* name, const char* value) { setenv(name, value, 1); }

 private:
  static void unset()
  {
    for (const char* name :
         {list, word, size, number, number_with_default, size_with_default, path, flag}) {
      unsetenv(name);
    }
  }
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
  set(list, "2,2");
  EXPECT_EQ(dart::environment_list(list), (std::vector<int>{2, 2}));
}

TEST_F(EnvironmentTest, MalformedListsAreRefused)
{
  for (const char* text : {"", ",", "1,", ",1", "1,,2", "-1", "1;2", "1, 2", "a", "9999999999"}) {
    EXPECT_FALSE(dart::parse_list(text)) << '"' << text << '"';
  }
  set(list, "1,x");
  EXPECT_THROW(dart::environment_list(list), std::runtime_error);
}

TEST_F(EnvironmentTest, OneOfSeveralWords)
{
  EXPECT_EQ(dart::environment_word(word), "cuda");
  set(word, "emulated");
  EXPECT_EQ(dart::environment_word(word), "emulated");
  set(word, "green");
  EXPECT_THROW(dart::environment_word(word), std::runtime_error);
}

TEST_F(EnvironmentTest, UnsetAndEmptyAreNoValue)
{
  EXPECT_TRUE(dart::environment_list(list).empty());
  EXPECT_FALSE(dart::environment_integer(number));
  EXPECT_FALSE(dart::environment_size(size));
  set(number, "");
  set(size, "");
  EXPECT_FALSE(dart::environment_integer(number));
  EXPECT_FALSE(dart::environment_size(size));
}

TEST_F(EnvironmentTest, DefaultsAreThoseOfTheTable)
{
  EXPECT_EQ(dart::environment_integer_or_default(number_with_default), 30);
  EXPECT_EQ(dart::environment_size_or_default(size_with_default), 64u << 10);
  EXPECT_EQ(dart::environment_path_or_default(path), "/sys/class/powercap");
  EXPECT_TRUE(dart::environment_flag(flag));
  set(number_with_default, "7");
  set(size_with_default, "2K");
  set(path, "/tmp");
  set(flag, "0");
  EXPECT_EQ(dart::environment_integer_or_default(number_with_default), 7);
  EXPECT_EQ(dart::environment_size_or_default(size_with_default), 2048u);
  EXPECT_EQ(dart::environment_path_or_default(path), "/tmp");
  EXPECT_FALSE(dart::environment_flag(flag));
  set(flag, "2");
  EXPECT_THROW(dart::environment_flag(flag), std::runtime_error);
}

TEST_F(EnvironmentTest, IntegersAreCheckedAgainstTheirRange)
{
  set(number, "7");
  EXPECT_EQ(dart::environment_integer(number), 7);
  EXPECT_EQ(dart::environment_integer(number, 7), 7);
  EXPECT_THROW(dart::environment_integer(number, 6), std::runtime_error);
  for (const char* value : {"256", "-1", "4x", "x", "99999999999999999999"}) {
    set(number, value);
    EXPECT_THROW(dart::environment_integer(number), std::runtime_error) << value;
  }
}

TEST_F(EnvironmentTest, MessagesNameVariableValueAndExpectation)
{
  set(size, "12Q");
  try {
    dart::environment_size(size);
    FAIL() << "not refused";
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(size), std::string::npos) << message;
    EXPECT_NE(message.find("12Q"), std::string::npos) << message;
    EXPECT_NE(message.find("512M"), std::string::npos) << message;
  }
}

}  // namespace
