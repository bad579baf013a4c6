#pragma once

/// \file
/// What the units of a team have to agree on when they make a container.

#include <dash/Types.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/base/TypeInfoOf.h>

#include <dash/dart/if/dart_gpu.h>

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <typeinfo>

namespace dash::detail {

/// A readable name of a type, for messages.
DASH_API std::string type_name(const std::type_info& type);

/// Writes the text as \c dart_agreement_t asks for it.
DASH_API void write_description(const std::string& description, char* text, std::size_t bytes);

/// The type of a container and how its elements are distributed.
template <class Container, class T, class Pattern>
class PatternAgreement {
 public:
  /// Refers to both arguments. \param name  of the container, for messages
  PatternAgreement(const char* name, const Pattern& pattern)
      : name_(name),
        pattern_(pattern),
        agreement_{mark_of(pattern), this, &describe}
  {}
  PatternAgreement(const PatternAgreement&) = delete;
  PatternAgreement& operator=(const PatternAgreement&) = delete;

  const dart_agreement_t* get() const noexcept { return &agreement_; }

 private:
  static std::uint64_t mark_of(const Pattern& pattern)
  {
    static const std::uint64_t type = typeid(Container).hash_code();
    std::uint64_t mark = type;
    const auto add = [&mark](auto number) {
      mark = (mark ^ static_cast<std::uint64_t>(number)) * 0x9e37'79b9'7f4a'7c15;
      mark ^= mark >> 32;
    };
    for (dim_t d = 0; d < Pattern::ndim(); ++d) {
      add(pattern.extent(d));
      if constexpr (requires { pattern.blocksize(d); }) add(pattern.blocksize(d));
      if constexpr (requires { pattern.teamspec().extent(d); }) add(pattern.teamspec().extent(d));
    }
    if constexpr (requires { pattern.local_sizes(); }) {
      for (const auto size : pattern.local_sizes()) add(size);
    }
    return mark;
  }

  /// Without memory for the text the program ends, because other units wait for it.
  static void describe(const void* object, char* text, std::size_t bytes) noexcept
  {
    const auto& self = *static_cast<const PatternAgreement*>(object);
    const Pattern& pattern = self.pattern_;
    std::ostringstream line;
    line << self.name_ << " of " << pattern.size() << " × " << type_name(type_info_of<T>());
    if constexpr (requires { line << pattern; }) line << ", " << pattern;
    write_description(line.str(), text, bytes);
  }

  const char* name_;
  const Pattern& pattern_;
  dart_agreement_t agreement_;
};

}  // namespace dash::detail
