// Tier: suite n3 c2g2

#include <dash/Logging.h>
#include <dash/dart/if/dart.h>
#include <dash/util/Config.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "dash_test_base.h"

using dash::util::Config;

class ConfigTest : public dash::test::TestBase {};

TEST_F(ConfigTest, UnsetKeys)
{
  EXPECT_FALSE(Config::is_set("DASH_TEST_UNSET"));
  EXPECT_FALSE(Config::get<bool>("DASH_TEST_UNSET"));
  EXPECT_EQ(Config::get<int>("DASH_TEST_UNSET"), 0);
  EXPECT_EQ(Config::get<size_t>("DASH_TEST_UNSET"), 0u);
  EXPECT_EQ(Config::get<double>("DASH_TEST_UNSET"), 0.0);
  EXPECT_EQ(Config::get<std::string>("DASH_TEST_UNSET"), "");
}

TEST_F(ConfigTest, ValuesOfAllTypes)
{
  Config::set("DASH_TEST_INT", -12);
  Config::set("DASH_TEST_LARGE", ~0ull);
  Config::set("DASH_TEST_DOUBLE", 0.1);
  Config::set("DASH_TEST_BOOL_VALUE", true);
  Config::set("DASH_TEST_TEXT", "text");
  Config::set("DASH_TEST_STRING", std::string("string"));
  EXPECT_EQ(Config::get<int>("DASH_TEST_INT"), -12);
  EXPECT_EQ(Config::get<unsigned long long>("DASH_TEST_LARGE"), ~0ull);
  EXPECT_EQ(Config::get<double>("DASH_TEST_DOUBLE"), 0.1);
  EXPECT_TRUE(Config::get<bool>("DASH_TEST_BOOL_VALUE"));
  EXPECT_EQ(Config::get<std::string>("DASH_TEST_TEXT"), "text");
  EXPECT_EQ(Config::get<std::string>("DASH_TEST_STRING"), "string");
  EXPECT_TRUE(Config::is_set("DASH_TEST_INT"));
  EXPECT_EQ(Config::get<int>("DASH_TEST_LARGE"), 0);
  Config::set("DASH_TEST_INT", "99999999999");
  EXPECT_EQ(Config::get<int>("DASH_TEST_INT"), 0);
  Config::set("DASH_TEST_INT", "1x");
  EXPECT_EQ(Config::get<int>("DASH_TEST_INT"), 0);
  EXPECT_EQ(Config::get<double>("DASH_TEST_INT"), 0.0);
  Config::set("DASH_TEST_INT", " +5");
  EXPECT_EQ(Config::get<int>("DASH_TEST_INT"), 5);
  EXPECT_EQ(Config::get<double>("DASH_TEST_INT"), 5.0);
}

TEST_F(ConfigTest, SwitchesSetTheirBool)
{
  for (const char* on : {"true", "YES", "t", "Y", "on"}) {
    Config::set("DASH_TEST_SWITCH", on);
    EXPECT_TRUE(Config::get<bool>("DASH_TEST_SWITCH")) << on;
    EXPECT_EQ(Config::get<int>("DASH_TEST_SWITCH_BOOL"), 1) << on;
  }
  for (const char* off : {"false", "no", "F", "n", "Off"}) {
    Config::set("DASH_TEST_SWITCH", off);
    EXPECT_FALSE(Config::get<bool>("DASH_TEST_SWITCH")) << off;
    EXPECT_EQ(Config::get<std::string>("DASH_TEST_SWITCH_BOOL"), "0") << off;
  }
}

TEST_F(ConfigTest, LaterValuesLeaveNoStaleSwitch)
{
  Config::set("DASH_TEST_STALE", "on");
  Config::set("DASH_TEST_STALE", "0");
  EXPECT_FALSE(Config::get<bool>("DASH_TEST_STALE"));
}

TEST_F(ConfigTest, SizesSetTheirBytes)
{
  Config::set("DASH_TEST_SIZE", "100");
  EXPECT_EQ(Config::get<size_t>("DASH_TEST_SIZE_BYTES"), 100u);
  Config::set("DASH_TEST_SIZE", "4K");
  EXPECT_EQ(Config::get<size_t>("DASH_TEST_SIZE_BYTES"), 4096u);
  Config::set("DASH_TEST_SIZE", "3M");
  EXPECT_EQ(Config::get<size_t>("DASH_TEST_SIZE_BYTES"), size_t{3} << 20);
  Config::set("DASH_TEST_SIZE", "5G");
  EXPECT_EQ(Config::get<size_t>("DASH_TEST_SIZE_BYTES"), size_t{5} << 30);
  EXPECT_EQ(Config::get<std::string>("DASH_TEST_SIZE"), "5G");
  Config::set("DASH_TEST_SIZE", " 7k");
  EXPECT_EQ(Config::get<size_t>("DASH_TEST_SIZE_BYTES"), 7u << 10);
  for (const char* none : {"-3", "99999999999G", "99999999999999999999", "", "K", "1.5G", "64KB"}) {
    Config::set("DASH_TEST_SIZE", none);
    EXPECT_FALSE(Config::is_set("DASH_TEST_SIZE_BYTES")) << none;
  }
  Config::set("DASH_TEST_SIZE", "much");
  EXPECT_FALSE(Config::is_set("DASH_TEST_SIZE_BYTES"));
}

TEST_F(ConfigTest, IteratesOverKeysAndValues)
{
  Config::set("DASH_TEST_ITERATED", "here");
  bool found = false;
  for (auto it = Config::begin(); it != Config::end(); ++it) {
    if (it->first == "DASH_TEST_ITERATED") found = it->second == "here";
  }
  EXPECT_TRUE(found);
}

TEST_F(ConfigTest, InitImportsTheEnvironment)
{
  setenv("DASH_TEST_ENVIRONMENT", "from outside", 1);
  setenv("MP_RDMA_MTU", "2K", 1);
  dash::finalize();
  dash::init(nullptr, nullptr);
  unsetenv("DASH_TEST_ENVIRONMENT");
  unsetenv("MP_RDMA_MTU");
  EXPECT_EQ(Config::get<std::string>("DASH_TEST_ENVIRONMENT"), "from outside");
  EXPECT_EQ(Config::get<int>("DASH_RDMA_MTU_SIZE_BYTES"), 2048);
  EXPECT_FALSE(Config::is_set("PATH"));
  EXPECT_TRUE(Config::is_set("DART_MPI_IMPL"));
}

TEST_F(ConfigTest, SwitchesLogging)
{
  const bool before = dash::detail::logging::log_enabled();
  Config::set("DASH_ENABLE_LOGGING", false);
  EXPECT_FALSE(dash::detail::logging::log_enabled());
  Config::set("DASH_ENABLE_LOGGING", "on");
  EXPECT_TRUE(dash::detail::logging::log_enabled());
  Config::set("DASH_ENABLE_LOGGING", before);
}
