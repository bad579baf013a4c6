#pragma once

/// \file
/// Calls in which all units of a team have to pass the same.

#include <dash/Team.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/PatternAgreement.h>

#include <dash/dart/if/dart_gpu.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>

namespace dash::detail {

/// A number that stands for several ones.
constexpr std::uint64_t mark_of(std::initializer_list<std::uint64_t> numbers)
{
  std::uint64_t mark = 0;
  for (const std::uint64_t number : numbers) {
    mark = (mark ^ number) * 0x9e37'79b9'7f4a'7c15;
    mark ^= mark >> 32;
  }
  return mark;
}

/// What a unit passes to a call.
/// \tparam Text  \c text() returns what the message says of it: "dash::List of 100 × int"
template <class Text>
class CallAgreement {
 public:
  /// \param mark  the same on units that pass the same
  CallAgreement(std::uint64_t mark, Text text)
      : text_(std::move(text)),
        agreement_{mark, this, &describe}
  {}
  CallAgreement(const CallAgreement&) = delete;
  CallAgreement& operator=(const CallAgreement&) = delete;

  const dart_agreement_t* get() const noexcept { return &agreement_; }

 private:
  /// Without memory for the text the program ends, because other units wait for it.
  static void describe(const void* object, char* text, std::size_t bytes) noexcept
  {
    write_description(static_cast<const CallAgreement*>(object)->text_(), text, bytes);
  }

  Text text_;
  dart_agreement_t agreement_;
};

/// What a unit passes to the constructor of a container that grows.
/// \param name    of the container, for messages
/// \param type    of its elements
/// \param nelem   number of elements for which all units together reserve memory
inline auto growing_agreement(const char* name, const std::type_info& type, std::size_t nelem)
{
  const std::uint64_t container = std::hash<std::string_view>()(name);
  return CallAgreement(mark_of({container, type.hash_code(), nelem}), [name, &type, nelem] {
    return name + (" of " + std::to_string(nelem)) + " × " + type_name(type);
  });
}

/// Checks that all units of a team pass the same to a call that allocates nothing together.
/// Collective.
/// \throws exception::InvalidArgument  on all units if they do not; the message names two of them
DASH_API void require_agreement(const Team& team, const dart_agreement_t& agreement);

}  // namespace dash::detail
