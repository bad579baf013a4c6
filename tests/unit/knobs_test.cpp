// Tier: suite; sanitized

#include "base/knobs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string>
#include <vector>

#include "base/environment.h"
#include "job/job.h"
#include "transport/transport_table.h"

namespace {

using dart::find_knob;
using dart::Knob;
using dart::knobs;
using dart::KnobType;

/// Whether the variable would accept the text.
bool accepts(const Knob& knob, std::string_view text)
{
  if (knob.type == KnobType::size) return dart::parse_size(text).has_value();
  if (knob.type == KnobType::list) return dart::parse_list(text).has_value();
  if (knob.type == KnobType::word) {
    const auto words = dart::words_of(knob);
    return std::find(words.begin(), words.end(), text) != words.end();
  }
  if (!knob.has_range()) return true;
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  return parsed.ec == std::errc() && parsed.ptr == end && number >= knob.lowest &&
         number <= knob.highest;
}

TEST(KnobsTest, NamesAreSortedAndUnique)
{
  const auto not_before = [](const Knob& a, const Knob& b) {
    return std::string_view(a.name) >= b.name;
  };
  const auto* const wrong = std::adjacent_find(std::begin(knobs), std::end(knobs), not_before);
  EXPECT_EQ(wrong, std::end(knobs)) << wrong->name;
}

TEST(KnobsTest, RowsAreComplete)
{
  for (const Knob& knob : knobs) {
    const std::string_view name = knob.name;
    EXPECT_TRUE(name.starts_with("DART_") || name.starts_with("DASH_")) << name;
    EXPECT_NE(knob.readers, 0u) << name;
    EXPECT_NE(knob.help, "") << name;
    EXPECT_EQ(knob.help.find('|'), knob.help.npos) << name << ": tables of pages contain the help";
    EXPECT_NE(knob.help.back(), '.') << name;
    EXPECT_EQ(knob.type == KnobType::word, !knob.words.empty()) << name;
    EXPECT_EQ(knob.has_range(), knob.lowest < knob.highest) << name;
    const bool is_switch = knob.lowest == 0 && knob.highest == 1;
    EXPECT_EQ(knob.type == KnobType::flag, is_switch) << name;
  }
}

TEST(KnobsTest, DefaultsAreAccepted)
{
  for (const Knob& knob : knobs) {
    EXPECT_NE(knob.standard.empty(), knob.otherwise.empty()) << knob.name;
    EXPECT_TRUE(knob.standard.empty() || accepts(knob, knob.standard)) << knob.name;
  }
}

TEST(KnobsTest, RangesAreThoseOfTheRuntime)
{
  for (const char* name :
       {"DART_UNITS", "DART_CPU_UNITS", "DART_GPU_UNITS", "DART_HOSTS_EMULATED"}) {
    EXPECT_EQ(find_knob(name)->highest, dart::max_units_per_host) << name;
  }
  EXPECT_EQ(find_knob("DART_UNIT")->highest, dart::max_units_per_host - 1);
  const auto transports = dart::transport_choices();
  const auto words = dart::words_of(*find_knob("DART_TRANSPORT"));
  EXPECT_EQ(transports, std::vector<std::string>(words.begin(), words.end()));
}

TEST(KnobsTest, ValuesAreDescribed)
{
  EXPECT_EQ(dart::values_text(*find_knob("DART_IB_PORT")), "1 to 255");
  EXPECT_EQ(dart::values_text(*find_knob("DART_GPU_EXPORT")), "auto, vmm or ipc");
  EXPECT_EQ(dart::values_text(*find_knob("DART_ATOMICS")), "owner or adapter");
  EXPECT_EQ(dart::default_text(*find_knob("DART_TASK_COPY")), "64K");
  EXPECT_EQ(dart::default_text(*find_knob("DART_IB_PORT")), "the first active port");
  EXPECT_EQ(
      dart::readers_of(*find_knob("DART_HEAP")),
      (std::vector<std::string_view>{"runtime", "dartrun"}));
}

TEST(KnobsTest, UnknownNamesHaveNoRow)
{
  EXPECT_EQ(find_knob("DART_TRANSPROT"), nullptr);
  EXPECT_EQ(find_knob("DART_UNI"), nullptr);
  EXPECT_EQ(find_knob(""), nullptr);
}

TEST(KnobsTest, MisspeltNamesHaveANearestOne)
{
  EXPECT_EQ(dart::nearest_knob("DART_TRANSPROT"), "DART_TRANSPORT");
  EXPECT_EQ(dart::nearest_knob("DART_UNITZ"), "DART_UNITS");
  EXPECT_EQ(dart::nearest_knob("DASH_TRANSPORT"), "DART_TRANSPORT");
  EXPECT_EQ(dart::nearest_knob("DART_STRICT_DEVICE"), "DASH_STRICT_DEVICE");
  EXPECT_EQ(dart::nearest_knob("DART_LOGLEVEL"), "DART_LOG_LEVEL");
}

TEST(KnobsTest, OtherNamesHaveNoNearestOne)
{
  EXPECT_EQ(dart::nearest_knob("DASH_COLOUR_OF_THE_SKY"), std::nullopt);
  EXPECT_EQ(dart::nearest_knob(""), std::nullopt);
}

TEST(KnobsTest, InternalNamesAreNotProposed)
{
  EXPECT_TRUE(find_knob("DART_JOB_FD")->is_internal);
  EXPECT_NE(dart::nearest_knob("DART_JOB_FE"), "DART_JOB_FD");
}

}  // namespace
