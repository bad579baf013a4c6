#include "settings.h"

#include <sstream>

#include "base/environment.h"

namespace dart::ib {
namespace {

/// Large enough for full bandwidth, and small enough for the first chunk to be sent early.
constexpr std::size_t default_chunk = 64 << 10;
/// An estimate of the size from which pinning the pages costs less than copying them.
constexpr std::size_t default_register_from = 1 << 20;

std::vector<std::string> words_of(const char* name)
{
  std::vector<std::string> words;
  const char* value = environment(name);
  std::istringstream list(value != nullptr ? value : "");
  for (std::string word; std::getline(list, word, ',');) {
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

std::optional<int> number_of(const char* name, int lowest, int highest)
{
  const auto number = environment_integer(name, lowest, highest);
  return number ? std::optional<int>(static_cast<int>(*number)) : std::nullopt;
}

}  // namespace

Settings read_settings()
{
  return {
      .devices = words_of("DART_IB_DEVICE"),
      .port = number_of("DART_IB_PORT", 1, 255),
      .gid = number_of("DART_IB_GID", 0, 255),
      .direct_to_devices = number_of("DART_IB_GPUDIRECT", 0, 1).value_or(1) == 1,
      .service_level = number_of("DART_IB_SERVICE_LEVEL", 0, 15).value_or(0),
      .traffic_class = number_of("DART_IB_TRAFFIC_CLASS", 0, 255).value_or(0),
      .chunk = environment_size("DART_IB_STAGING_CHUNK").value_or(default_chunk),
      .register_from = environment_size("DART_IB_REGISTER_FROM").value_or(default_register_from),
  };
}

}  // namespace dart::ib
