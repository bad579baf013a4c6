#include <dash/meta/TypeInfo.h>

#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace dash::detail {

std::string demangled_name(const char* mangled)
{
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(mangled, nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : mangled;
}

std::string demangled_name(const std::type_info& type)
{
  return demangled_name(type.name());
}

}  // namespace dash::detail
