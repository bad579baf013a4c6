#include "base/knobs.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dart {
namespace {

/// How many characters have to be inserted, erased or replaced to make one text of the other.
std::size_t edit_distance(std::string_view from, std::string_view to)
{
  std::vector<std::size_t> row(to.size() + 1);  // distances of the beginnings of `to`
  std::iota(row.begin(), row.end(), std::size_t(0));
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

/// Words as people read them: "a, b or c".
std::string alternatives(const std::vector<std::string_view>& words)
{
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

}  // namespace

std::vector<std::string_view> words_of(const Knob& knob)
{
  std::vector<std::string_view> words;
  for (std::string_view rest = knob.words; !rest.empty();) {
    const auto bar = std::min(rest.find('|'), rest.size());
    words.push_back(rest.substr(0, bar));
    rest.remove_prefix(std::min(bar + 1, rest.size()));
  }
  return words;
}

std::string values_text(const Knob& knob)
{
  switch (knob.type) {
    case KnobType::integer:
      return std::to_string(knob.lowest) + " to " + std::to_string(knob.highest);
    case KnobType::flag:
      return "0 or 1";
    case KnobType::word:
      return alternatives(words_of(knob));
    case KnobType::size:
      return "size, such as 512M";
    case KnobType::time:
      return "seconds, such as 60 or 0.5";
    case KnobType::list:
      return "numbers, such as 0,1,1";
    case KnobType::names:
      return "names, separated by commas";
    case KnobType::path:
      break;
  }
  return "path";
}

std::string_view default_text(const Knob& knob)
{
  return knob.standard.empty() ? knob.otherwise : knob.standard;
}

const char* to_string(KnobType type)
{
  switch (type) {
    case KnobType::integer:
      return "integer";
    case KnobType::flag:
      return "flag";
    case KnobType::size:
      return "size";
    case KnobType::time:
      return "time";
    case KnobType::word:
      return "word";
    case KnobType::list:
      return "list";
    case KnobType::names:
      return "names";
    case KnobType::path:
      break;
  }
  return "path";
}

std::vector<std::string_view> readers_of(const Knob& knob)
{
  constexpr struct {
    KnobReader reader;
    std::string_view name;
  } readers[] = {
      {read_by_runtime, "runtime"},
      {read_by_dart_cuda, "dart-cuda"},
      {read_by_dart_ib, "dart-ib"},
      {read_by_dash, "dash"},
      {read_by_dartrun, "dartrun"}};
  std::vector<std::string_view> names;
  for (const auto& [reader, name] : readers) {
    if ((knob.readers & reader) != 0) names.push_back(name);
  }
  return names;
}

std::optional<std::string_view> nearest_knob(std::string_view name)
{
  std::optional<std::string_view> nearest;
  // Beyond a third of the name, what is nearest is no longer what somebody has misspelt.
  std::size_t least = name.size() / 3 + 1;
  for (const Knob& knob : knobs) {
    if (knob.is_internal) continue;
    const std::size_t distance = edit_distance(name, knob.name);
    if (distance >= least) continue;
    least = distance;
    nearest = knob.name;
  }
  return nearest;
}

}  // namespace dart
