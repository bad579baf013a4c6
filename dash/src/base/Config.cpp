#include <dash/util/Config.h>

#include <dash/Logging.h>
#include <dash/util/StaticConfig.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>

#include <sys/auxv.h>

extern char** environ;

namespace dash::util {

namespace {

/// It is never destroyed, because destructors of static objects may query it.
Config::container_type& values()
{
  static auto* map = new Config::container_type();
  return *map;
}

bool is_one_of(std::string_view value, std::initializer_list<std::string_view> names)
{
  std::string lower(value);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  return std::find(names.begin(), names.end(), lower) != names.end();
}

/// Sets \c key_BOOL for a switch; otherwise removes one that an earlier value has set.
void derive_bool(const std::string& key, const std::string& value)
{
  const std::string derived = key + "_BOOL";
  if (is_one_of(value, {"true", "yes", "t", "y", "on"})) {
    values()[derived] = "1";
  } else if (is_one_of(value, {"false", "no", "f", "n", "off"})) {
    values()[derived] = "0";
  } else {
    values().erase(derived);
  }
}

/// The number that a text consists of, which may have blanks around it; nullopt if it is none, or
/// out of range.
template <class Number>
std::optional<Number> number_in(std::string_view text)
{
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  if (text.starts_with('+')) text.remove_prefix(1);
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && rest == end ? std::optional(number) : std::nullopt;
}

/// Sets \c key_BYTES for a key that ends in \c _SIZE.
void derive_bytes(const std::string& key, const std::string& value)
{
  if (!std::string_view(key).ends_with("_SIZE")) return;
  const std::string derived = key + "_BYTES";
  constexpr std::string_view units = "KkMmGg";
  const std::size_t unit = value.empty() ? units.npos : units.find(value.back());
  const bool has_unit = unit != units.npos;
  const std::size_t shift = has_unit ? 10 * (unit / 2 + 1) : 0;
  const auto number = number_in<unsigned long long>(
      std::string_view(value).substr(0, value.size() - (has_unit ? 1 : 0)));
  if (number && *number <= std::numeric_limits<unsigned long long>::max() >> shift) {
    values()[derived] = std::to_string(*number << shift);
  } else {
    values().erase(derived);
    DASH_LOG_WARN("Config.set", "not a size:", key + "=" + value, "(expected <number>[K|M|G])");
  }
}

void import_environment()
{
  // Who starts a program with more privileges than his own must not steer it.
  if (getauxval(AT_SECURE) != 0) return;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || !text.starts_with("DASH_")) continue;
    Config::set(std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
  }
}

void import_variable(const char* variable, const char* key)
{
  const char* value = secure_getenv(variable);
  if (value != nullptr) Config::set(key, value);
}

void set_feature(const char* key, bool available)
{
  if (available) Config::set(key, true);
}

}  // namespace

void Config::init()
{
  set_feature("DASH_ENABLE_HWLOC", DashConfig.avail_hwloc);
  set_feature("DASH_ENABLE_PAPI", DashConfig.avail_papi);
  set_feature("DASH_ENABLE_NUMA", DashConfig.avail_numa);
  set_feature("DASH_ENABLE_HDF5", DashConfig.avail_hdf5);
  set_feature("DASH_ENABLE_MKL", DashConfig.avail_mkl);
  set_feature("DASH_ENABLE_BLAS", DashConfig.avail_blas);
  set_feature("DASH_ENABLE_LAPACK", DashConfig.avail_lapack);
  set_feature("DASH_ENABLE_SCALAPACK", DashConfig.avail_scalapack);
  set_feature("DASH_ENABLE_PLASMA", DashConfig.avail_plasma);
#if defined(DASH_ENABLE_OPENMP)
  set_feature("DASH_ENABLE_OPENMP", true);
#endif
  set("DART_MPI_IMPL", "none");
  import_variable("MP_RDMA_MTU", "DASH_RDMA_MTU_SIZE");
  import_variable("MP_FIFO_MTU", "DASH_FIFO_MTU_SIZE");
  import_variable("MP_BULK_MIN_MSG_SIZE", "DASH_BULK_MIN_MSG_SIZE");
  import_environment();
}

void Config::set(const std::string& key, const std::string& value)
{
  values()[key] = value;
  derive_bool(key, value);
  derive_bytes(key, value);
  if (key == "DASH_ENABLE_LOGGING") {
    if (get_bool(key)) {
      dash::detail::logging::enable_log();
    } else {
      dash::detail::logging::disable_log();
    }
  }
}

bool Config::is_set(const std::string& key)
{
  return values().contains(key);
}

Config::iterator Config::begin()
{
  return values().begin();
}

Config::iterator Config::end()
{
  return values().end();
}

bool Config::get_bool(const std::string& key)
{
  return get_string(key) == "1" || get_string(key + "_BOOL") == "1";
}

long long Config::get_integer(const std::string& key)
{
  return number_in<long long>(get_string(key)).value_or(0);
}

unsigned long long Config::get_unsigned(const std::string& key)
{
  return number_in<unsigned long long>(get_string(key)).value_or(0);
}

double Config::get_floating(const std::string& key)
{
  return number_in<double>(get_string(key)).value_or(0);
}

const std::string& Config::get_string(const std::string& key)
{
  static const std::string empty;
  const auto it = values().find(key);
  return it != values().end() ? it->second : empty;
}

void Config::set_floating(const std::string& key, double value)
{
  std::ostringstream text;
  text.precision(17);
  text << value;
  set(key, text.str());
}

}  // namespace dash::util
