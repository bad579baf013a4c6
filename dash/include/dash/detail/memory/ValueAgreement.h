#pragma once

/// \file
/// What the units of a team have to agree on when they make an object that lies at one of them.

#include <dash/UnitId.h>
#include <dash/detail/memory/PatternAgreement.h>

#include <dash/dart/if/dart_gpu.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <typeinfo>

namespace dash::detail {

/// The type of an object, and the unit that owns it.
class ValueAgreement {
 public:
  /// \param name  of the class, for messages \param type  of the value
  ValueAgreement(const char* name, const std::type_info& type, team_unit_t owner)
      : name_(name),
        type_(type),
        owner_(owner),
        agreement_{
            (type.hash_code() ^ static_cast<std::uint32_t>(owner.id)) * 0x9e37'79b9'7f4a'7c15, this,
            &describe}
  {}
  ValueAgreement(const ValueAgreement&) = delete;
  ValueAgreement& operator=(const ValueAgreement&) = delete;

  const dart_agreement_t* get() const noexcept { return &agreement_; }

 private:
  /// Without memory for the text the program ends, because other units wait for it.
  static void describe(const void* object, char* text, std::size_t bytes) noexcept
  {
    const auto& self = *static_cast<const ValueAgreement*>(object);
    write_description(
        std::string(self.name_) + " of " + type_name(self.type_) + " at unit " +
            std::to_string(self.owner_.id) + " of the team",
        text, bytes);
  }

  const char* name_;
  const std::type_info& type_;
  team_unit_t owner_;
  dart_agreement_t agreement_;
};

}  // namespace dash::detail
