#pragma once

/// \file
/// Prints locality records as JSON.

#include <dash/dart/if/dart_locality.h>
#include <dash/detail/base/Macro.h>
#include <dash/util/Locality.h>
#include <dash/util/LocalityDomain.h>
#include <dash/util/UnitLocality.h>

#include <sstream>
#include <string>

namespace dash::util {

/// Collects text: records are converted to JSON, strings and numbers are appended unchanged.
///
/// \code
///   std::cout << (LocalityJSONPrinter() << "{ \"all\": " << *domain << " }").str();
/// \endcode
class DASH_API LocalityJSONPrinter {
 public:
  LocalityJSONPrinter& operator<<(const std::string& text);
  LocalityJSONPrinter& operator<<(const char* text) { return *this << std::string(text); }
  LocalityJSONPrinter& operator<<(int number);
  /// Appends an object that has the units' records at its leaves.
  LocalityJSONPrinter& operator<<(const dart_domain_locality_t& domain);
  LocalityJSONPrinter& operator<<(const LocalityDomain& domain);
  LocalityJSONPrinter& operator<<(const dart_unit_locality_t& unit);
  LocalityJSONPrinter& operator<<(const dart_hwinfo_t& hwinfo);
  /// Appends the scope's name in quotation marks.
  LocalityJSONPrinter& operator<<(dart_locality_scope_t scope);
  LocalityJSONPrinter& operator<<(Locality::Scope scope);

  std::string str() const { return text_.str(); }

 private:
  class Object;

  std::ostringstream text_;
  int depth_ = 0;  // nesting depth of objects
};

}  // namespace dash::util
