#include "base/environment.h"

#include <sys/auxv.h>

#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace dart {

const char* environment(KnobName name)
{
  return secure_getenv(name.name());
}

const char* foreign_environment(const char* name)
{
  return secure_getenv(name);
}

bool has_raised_privileges()
{
  return getauxval(AT_SECURE) != 0;
}

namespace {

const char* value_of(KnobName name)
{
  const char* value = environment(name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

[[noreturn]] void refuse(KnobName name, const char* value, const std::string& expected)
{
  throw std::runtime_error(
      "environment variable " + std::string(name.name()) + "=" + value + ": expected " + expected);
}

/// What the table has as the default of an integer.
std::int64_t standard_of(KnobName name)
{
  const std::string_view text = name.knob().standard;
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::optional<std::int64_t> integer_of(KnobName name, std::int64_t highest)
{
  const char* value = value_of(name);
  if (value == nullptr) return std::nullopt;
  const std::int64_t lowest = name.knob().lowest;
  char* end = nullptr;
  errno = 0;
  const long long number = std::strtoll(value, &end, 10);
  if (*end != '\0' || errno != 0 || number < lowest || number > highest) {
    refuse(
        name, value,
        "a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest));
  }
  return number;
}

}  // namespace

std::optional<std::int64_t> environment_integer(KnobOf<KnobType::integer> name)
{
  return integer_of(name, name.knob().highest);
}

std::optional<std::int64_t> environment_integer(
    KnobOf<KnobType::integer> name, std::int64_t highest)
{
  return integer_of(name, highest);
}

std::int64_t environment_integer_or_default(KnobWithStandard<KnobType::integer> name)
{
  return integer_of(name, name.knob().highest).value_or(standard_of(name));
}

bool environment_flag(KnobWithStandard<KnobType::flag> name)
{
  return integer_of(name, 1).value_or(standard_of(name)) != 0;
}

std::optional<std::vector<int>> parse_list(std::string_view text)
{
  std::vector<int> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (;; ++at) {
    int number = -1;
    const auto parsed = std::from_chars(at, end, number);
    const bool good = parsed.ec == std::errc() && number >= 0;
    if (!good || (parsed.ptr != end && *parsed.ptr != ',')) return std::nullopt;
    numbers.push_back(number);
    at = parsed.ptr;
    if (at == end) return numbers;
  }
}

std::vector<int> environment_list(KnobOf<KnobType::list> name)
{
  const char* value = value_of(name);
  if (value == nullptr) return {};
  const auto numbers = parse_list(value);
  if (!numbers) refuse(name, value, list_syntax);
  return *numbers;
}

std::string_view environment_word(KnobWithStandard<KnobType::word> name)
{
  const char* value = value_of(name);
  if (value == nullptr) return name.knob().standard;
  std::string expected;
  for (const auto word : words_of(name.knob())) {
    if (word == value) return word;
    expected += (expected.empty() ? "" : " or ") + std::string(word);
  }
  refuse(name, value, expected);
}

std::optional<std::uint64_t> parse_size(std::string_view text)
{
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number == 0) return std::nullopt;
  text.remove_prefix(end - text.data());
  if (text.empty()) return number;
  constexpr std::string_view suffixes = "KMGT";
  const auto suffix = suffixes.find(static_cast<char>(std::toupper(text[0])));
  if (text.size() != 1 || suffix == suffixes.npos) return std::nullopt;
  const unsigned shift = 10 * (1 + static_cast<unsigned>(suffix));
  if (number > (~std::uint64_t(0) >> shift)) return std::nullopt;
  return number << shift;
}

std::optional<std::uint64_t> environment_size(KnobOf<KnobType::size> name)
{
  const char* value = value_of(name);
  if (value == nullptr) return std::nullopt;
  const auto size = parse_size(value);
  if (!size) refuse(name, value, size_syntax);
  return size;
}

std::uint64_t environment_size_or_default(KnobWithStandard<KnobType::size> name)
{
  const auto size = environment_size(name);
  return size ? *size : parse_size(name.knob().standard).value();
}

std::string environment_path_or_default(KnobWithStandard<KnobType::path> name)
{
  const char* path = environment(name);
  return path != nullptr ? path : std::string(name.knob().standard);
}

}  // namespace dart
