// Tier: suite n3 c2g2; sanitized c2g2

// Version and configuration.

#include "support.h"

namespace dart::test {
namespace {

class ConfigTest : public DartTest {};

TEST_F(ConfigTest, Version)
{
  EXPECT_STREQ("3.2.0", DART_VERSION_STR);
  EXPECT_STREQ(DASH_RELEASE_STRING, dart_release());
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

/// How many units of the run get true.
int units_with(bool mine)
{
  const int one = mine ? 1 : 0;
  int sum = 0;
  EXPECT_OK(dart_allreduce(&one, &sum, 1, DART_TYPE_INT, DART_OP_SUM, DART_TEAM_ALL));
  return sum;
}

TEST_F(ConfigTest, OneUnitSaysAText)
{
  for (const char* text : {"a text", "", "another text"}) {
    EXPECT_EQ(1, units_with(dart_is_new_in_run(text))) << text;
    EXPECT_EQ(0, units_with(dart_is_new_in_run(text))) << text;
  }
  const int hosts = units_with(dart_is_new_here("a text for each host"));
  EXPECT_EQ(dart_team_is_on_one_host(DART_TEAM_ALL), hosts == 1);
  EXPECT_EQ(0, units_with(dart_is_new_here("a text for each host")));
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

TEST_F(ConfigTest, ErrorsAreKeptAsText)
{
  size_t n = 0;
  testing::internal::CaptureStderr();
  ++dart_errors_kept;
  EXPECT_INVAL(dart_team_size(12345, &n));
  EXPECT_INVAL(dart_team_size(DART_TEAM_ALL, nullptr));
  --dart_errors_kept;
  EXPECT_EQ("", testing::internal::GetCapturedStderr());
  const size_t length = dart_error_reasons(nullptr, 0);
  std::vector<char> text(length + 1, 'x');
  char part[9];
  EXPECT_EQ(length, dart_error_reasons(text.data(), text.size()));
  const std::string reasons = text.data();
  EXPECT_EQ(length, reasons.size());
  EXPECT_NE(reasons.find("dart_team_size: no team 12345 on this unit; "), reasons.npos) << reasons;
  EXPECT_EQ(0u, dart_error_reasons(part, sizeof part));
  EXPECT_STREQ("", part);

  ++dart_errors_kept;
  EXPECT_INVAL(dart_team_size(12345, &n));
  --dart_errors_kept;
  EXPECT_LT(sizeof part, dart_error_reasons(part, sizeof part));
  EXPECT_STREQ("dart_tea", part);

  testing::internal::CaptureStderr();
  EXPECT_INVAL(dart_team_size(12345, &n));
  EXPECT_NE("", testing::internal::GetCapturedStderr());
}

}  // namespace
}  // namespace dart::test
