#include "environment.h"

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

namespace dart {
namespace {

const char* value_of(const char* name)
{
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

[[noreturn]] void refuse(const char* name, const char* value, const std::string& expected)
{
  throw std::runtime_error(
      "environment variable " + std::string(name) + "=" + value + ": expected " + expected);
}

}  // namespace

std::optional<std::int64_t> environment_integer(
    const char* name, std::int64_t lowest, std::int64_t highest)
{
  const char* value = value_of(name);
  if (value == nullptr) return std::nullopt;
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

std::optional<std::uint64_t> environment_size(const char* name)
{
  const char* value = value_of(name);
  if (value == nullptr) return std::nullopt;
  constexpr char expected[] = "a size such as 512M or 4G";
  char* end = nullptr;
  errno = 0;
  const unsigned long long number = std::strtoull(value, &end, 10);
  if (end == value || errno != 0 || number == 0 || *value == '-') refuse(name, value, expected);
  unsigned shift = 0;
  if (*end != '\0') {
    constexpr char suffixes[] = "KMGT";
    const char* suffix = std::strchr(suffixes, std::toupper(static_cast<unsigned char>(*end)));
    if (suffix == nullptr || *suffix == '\0' || end[1] != '\0') refuse(name, value, expected);
    shift = 10 * (1 + static_cast<unsigned>(suffix - suffixes));
  }
  if (number > (~std::uint64_t(0) >> shift)) refuse(name, value, expected);
  return std::uint64_t(number) << shift;
}

}  // namespace dart
