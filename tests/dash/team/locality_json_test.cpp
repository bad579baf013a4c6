// Tier: suite n3 c2g2

// Locality records as JSON.

#include <dash/Team.h>
#include <dash/dart/if/dart.h>
#include <dash/util/LocalityJSONPrinter.h>
#include <dash/util/TeamLocality.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "dash_test_base.h"

namespace {

using dash::util::Locality;
using dash::util::LocalityDomain;
using dash::util::LocalityJSONPrinter;
using dash::util::TeamLocality;

class LocalityJSONTest : public dash::test::TestBase {
 protected:
  static bool contains(const std::string& text, const std::string& part)
  {
    return text.find(part) != std::string::npos;
  }
};

TEST_F(LocalityJSONTest, TextNumbersAndScopes)
{
  LocalityJSONPrinter json;
  json << "{ " << std::string("\"a\": ") << 5 << ", \"b\": " << Locality::Scope::NUMA
       << ", \"c\": " << DART_LOCALITY_SCOPE_CORE << " }";
  EXPECT_EQ("{ \"a\": 5, \"b\": \"NUMA\", \"c\": \"CORE\" }", json.str());
}

TEST_F(LocalityJSONTest, Domain)
{
  LocalityDomain domain;
  const std::string expected =
      "{\n"
      "  \"domain_tag\": \".\",\n"
      "  \"scope\": \"UNDEFINED\",\n"
      "  \"level\": 0,\n"
      "  \"global_index\": 0,\n"
      "  \"relative_index\": 0,\n"
      "  \"team\": -1,\n"
      "  \"host\": \"\",\n"
      "  \"node_id\": -1,\n"
      "  \"num_nodes\": -1,\n"
      "  \"num_cores\": -1,\n"
      "  \"shared_mem_bytes\": -1,\n"
      "  \"unit_ids\": [],\n"
      "  \"units\": []\n"
      "}";
  EXPECT_EQ(expected, (LocalityJSONPrinter() << domain).str());
}

TEST_F(LocalityJSONTest, TextIsEscaped)
{
  dart_unit_locality_t unit{};
  unit.hwinfo.host[0] = '"';
  unit.hwinfo.host[1] = '\\';
  EXPECT_TRUE(contains((LocalityJSONPrinter() << unit).str(), R"("host": "\"\\")"));
}

TEST_F(LocalityJSONTest, TreeOfAllUnits)
{
  dart_domain_locality_t* all = nullptr;
  ASSERT_EQ(DART_OK, dart_domain_team_locality(DART_TEAM_ALL, ".", &all));
  const std::string text = (LocalityJSONPrinter() << *all).str();
  for (const char* part : {"\"GLOBAL\"", "\"NODE\"", "\"NUMA\"", "\"CORE\"", "\"hwinfo\": {"}) {
    EXPECT_TRUE(contains(text, part)) << part << " in\n" << text;
  }
  for (const int unit : dash::Team::All()) {
    EXPECT_TRUE(contains(text, "\"unit\": " + std::to_string(unit) + ",")) << text;
  }
  for (const char* brackets : {"{}", "[]"}) {
    EXPECT_EQ(
        std::count(text.begin(), text.end(), brackets[0]),
        std::count(text.begin(), text.end(), brackets[1]));
  }
  EXPECT_FALSE(contains(text, ",\n}")) << text;
  EXPECT_EQ(text, (LocalityJSONPrinter() << TeamLocality(dash::Team::All()).domain()).str());
}

}  // namespace
