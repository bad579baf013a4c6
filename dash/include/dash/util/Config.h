#pragma once

/// \file
/// Run-time configuration.

#include <dash/detail/base/Macro.h>
#include <dash/util/StaticConfig.h>

#include <map>
#include <string>
#include <type_traits>

namespace dash::util {

/// Configuration of the calling unit: keys with values as text. All functions are local calls.
///
/// For two kinds of values, a derived key is set as well. A switch (true, yes, t, y, on, or false,
/// no, f, n, off) sets \c key_BOOL to 1 or 0. If a key ends in \c _SIZE and its value is a size
/// such as 64K, 2M or 1G, \c key_BYTES is set to the number of bytes.
class DASH_API Config {
 public:
  using container_type = std::map<std::string, std::string>;
  using iterator = container_type::const_iterator;

  /// Value of a key; false, 0 or the empty string if it is not set or cannot be converted.
  template <typename T>
  static T get(const std::string& key)
  {
    if constexpr (std::is_same_v<T, bool>) {
      return get_bool(key);
    } else if constexpr (std::is_floating_point_v<T>) {
      return static_cast<T>(get_floating(key));
    } else if constexpr (std::is_unsigned_v<T>) {
      return as<T>(get_unsigned(key));
    } else if constexpr (std::is_integral_v<T>) {
      return as<T>(get_integer(key));
    } else {
      return get_string(key);
    }
  }

  static void set(const std::string& key, const std::string& value);
  static void set(const std::string& key, const char* value) { set(key, std::string(value)); }

  template <typename T>
    requires(std::is_arithmetic_v<T>)
  static void set(const std::string& key, T value)
  {
    if constexpr (std::is_floating_point_v<T>) {
      set_floating(key, static_cast<double>(value));
    } else {
      set(key, std::to_string(value));
    }
  }

  static bool is_set(const std::string& key);

  /// Iteration over pairs of key and value, ordered by key.
  static iterator begin();
  static iterator end();

  /// Called by dash::init: reads the environment variables DASH_… and the features of the build.
  static void init();

 private:
  /// A number in a type that may be smaller; 0 if it is out of its range.
  template <class T, class Number>
  static T as(Number number)
  {
    const T value = static_cast<T>(number);
    return static_cast<Number>(value) == number ? value : T{0};
  }

  static bool get_bool(const std::string& key);
  static long long get_integer(const std::string& key);
  static unsigned long long get_unsigned(const std::string& key);
  static double get_floating(const std::string& key);
  static const std::string& get_string(const std::string& key);
  static void set_floating(const std::string& key, double value);
};

}  // namespace dash::util

// What programs of DASH 0.4 expect of this header.
#include <dash/internal/Macro.h>
