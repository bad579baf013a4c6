// Version and configuration.

#include "support.h"

namespace dart::test {
namespace {

class ConfigTest : public DartTest {};

TEST_F(ConfigTest, Version)
{
  EXPECT_STREQ("3.2.0", DART_VERSION_STR);
  EXPECT_STRNE("", DART_BUILD_STR);
}

TEST_F(ConfigTest, ConfigurationIsSharedAndMutable)
{
  dart_config_t* config = nullptr;
  dart_config(&config);
  ASSERT_NE(nullptr, config);
  const int before = config->log_enabled;
  config->log_enabled = before == 0 ? 1 : 0;

  dart_config_t* again = nullptr;
  dart_config(&again);
  EXPECT_EQ(config, again);
  EXPECT_NE(before, again->log_enabled);
  config->log_enabled = before;
}

TEST_F(ConfigTest, LogCanBeSwitchedOff)
{
  dart_config_t* config = nullptr;
  dart_config(&config);
  ASSERT_NE(nullptr, config);
  const int before = config->log_enabled;
  config->log_enabled = 0;
  testing::internal::CaptureStderr();
  size_t n = 0;
  EXPECT_INVAL(dart_team_size(12345, &n));
  EXPECT_EQ("", testing::internal::GetCapturedStderr());
  config->log_enabled = before;
}

}  // namespace
}  // namespace dart::test
