#include "variables.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/environment.h"
#include "base/knobs.h"
#include "dash/dart/if/dart.h"
#include "table.h"

namespace dart::info {
namespace {

/// What the environment of this process says; nullptr if it says nothing. Empty values count as
/// none.
const char* given_value(const Knob& knob)
{
  const char* const value = foreign_environment(knob.name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

std::string joined(const std::vector<std::string_view>& names)
{
  std::string text;
  for (const std::string_view name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

Table::Row row_of(const Knob& knob)
{
  const char* const given = given_value(knob);
  return {
      knob.name,
      given != nullptr ? given : std::string(default_text(knob)),
      given != nullptr ? "environment" : "default",
      values_text(knob),
      joined(readers_of(knob)),
      std::string(knob.help)};
}

nlohmann::ordered_json json_of(const Knob& knob)
{
  using Json = nlohmann::ordered_json;
  const auto text_or_null = [](std::string_view text) {
    return text.empty() ? Json() : Json(text);
  };
  const char* const given = given_value(knob);
  return {
      {"name", knob.name},
      {"value", given != nullptr ? Json(given) : text_or_null(knob.standard)},
      {"origin", given != nullptr ? "environment" : "default"},
      {"type", to_string(knob.type)},
      {"values", values_text(knob)},
      {"lowest", knob.has_range() ? Json(knob.lowest) : Json()},
      {"highest", knob.has_range() ? Json(knob.highest) : Json()},
      {"words", words_of(knob)},
      {"default", text_or_null(knob.standard)},
      {"default_text", default_text(knob)},
      {"readers", readers_of(knob)},
      {"internal", knob.is_internal},
      {"help", knob.help}};
}

}  // namespace

std::string variables_text()
{
  Table table;
  table.add({"variable", "value", "from", "values", "read by", "meaning"});
  for (const Knob& knob : knobs) {
    if (!knob.is_internal) table.add(row_of(knob));
  }
  return table.text();
}

std::string variables_json()
{
  nlohmann::ordered_json variables = nlohmann::ordered_json::array();
  for (const Knob& knob : knobs) variables.push_back(json_of(knob));
  const nlohmann::ordered_json json{
      {"version", DASH_RELEASE_STRING}, {"variables", std::move(variables)}};
  // A value of the environment need not be UTF-8.
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace dart::info
