#include <dash/detail/memory/PatternAgreement.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace dash::detail {

std::string type_name(const std::type_info& type)
{
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, nullptr), std::free);
  return name == nullptr ? type.name() : name.get();
}

void write_description(const std::string& description, char* text, std::size_t bytes)
{
  std::snprintf(text, bytes, "%s", description.c_str());
}

}  // namespace dash::detail
