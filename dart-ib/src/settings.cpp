#include "settings.h"

#include <sstream>

#include "base/environment.h"

namespace dart::ib {
namespace {

std::vector<std::string> names_of(KnobOf<KnobType::names> name)
{
  std::vector<std::string> words;
  const char* value = environment(name);
  std::istringstream list(value != nullptr ? value : "");
  for (std::string word; std::getline(list, word, ',');) {
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

std::optional<int> number_of(KnobOf<KnobType::integer> name)
{
  const auto number = environment_integer(name);
  return number ? std::optional<int>(static_cast<int>(*number)) : std::nullopt;
}

}  // namespace

Settings read_settings()
{
  return {
      .devices = names_of("DART_IB_DEVICE"),
      .port = number_of("DART_IB_PORT"),
      .gid = number_of("DART_IB_GID"),
      .direct_to_devices = environment_flag("DART_IB_GPUDIRECT"),
      .service_level = static_cast<int>(environment_integer_or_default("DART_IB_SERVICE_LEVEL")),
      .traffic_class = static_cast<int>(environment_integer_or_default("DART_IB_TRAFFIC_CLASS")),
      // Large enough for full bandwidth, and small enough for the first chunk to be sent early.
      .chunk = environment_size_or_default("DART_IB_STAGING_CHUNK"),
      // An estimate of the size from which pinning the pages costs less than copying them.
      .register_from = environment_size_or_default("DART_IB_REGISTER_FROM"),
  };
}

}  // namespace dart::ib
