#include <dash/util/BenchmarkParams.h>

#include <dash/internal/Config.h>

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/Version.h>
#include <dash/util/Config.h>
#include <dash/util/StaticConfig.h>

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_locality.h>

#include <algorithm>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <string_view>

extern char** environ;

namespace dash::util {

namespace {

/// The environment variables whose names begin with one of the prefixes.
BenchmarkParams::env_flags_type environment(std::initializer_list<std::string_view> prefixes)
{
  BenchmarkParams::env_flags_type flags;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    const bool matches = std::any_of(
        prefixes.begin(), prefixes.end(),
        [text](std::string_view prefix) { return text.starts_with(prefix); });
    if (matches) flags.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  std::sort(flags.begin(), flags.end());
  return flags;
}

std::string date()
{
  const std::time_t now = std::time(nullptr);
  std::tm local;
  localtime_r(&now, &local);
  std::ostringstream text;
  text << std::put_time(&local, "%Y-%m-%d %H:%M:%S");
  return text.str();
}

}  // namespace

BenchmarkParams::BenchmarkParams(const std::string& benchmark_name) : name_(benchmark_name)
{
  config_.env_mpi_config = environment({"OMPI_MCA_", "I_MPI_", "MPICH_", "MV2_", "MP_"});
  config_.env_dash_config.assign(Config::begin(), Config::end());
  config_.env_dart_config = environment({"DART_"});
  config_.env_papi = DashConfig.avail_papi;
  config_.env_hwloc = DashConfig.avail_hwloc;
  config_.env_numalib = DashConfig.avail_numa;
  config_.env_mkl = DashConfig.avail_mkl;
  config_.env_blas = DashConfig.avail_blas;
  config_.env_lapack = DashConfig.avail_lapack;
  config_.env_scalapack = DashConfig.avail_scalapack;
  config_.env_plasma = DashConfig.avail_plasma;
}

void BenchmarkParams::parse_args(int argc, char* argv[])
{
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) != "-envcfg") continue;
    const std::string setting = i + 1 < argc ? argv[++i] : "";
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      DASH_THROW(
          exception::InvalidArgument, "-envcfg needs KEY=VALUE, but got '" << setting << "'");
    }
    Config::set(setting.substr(0, equals), setting.substr(equals + 1));
  }
  config_.env_dash_config.assign(Config::begin(), Config::end());
}

void BenchmarkParams::print_header()
{
  print_section_start("Benchmark");
  print_param("identifier", name_);
  print_param("date", date());
  print_param("units", dash::size());
  print_section_end();
  print_section_start("Build");
  print_param("DASH release", release());
  print_param("DASH interface", DASH_VERSION_STRING);
  print_param("DART interface", DART_VERSION_STR);
  print_param("compiler", DASH_COMPILER_ID);
#if defined(DASH_ENABLE_ASSERTIONS)
  print_param("assertions", true);
#else
  print_param("assertions", false);
#endif
  print_section_end();
  print_environment("MPI environment", config_.env_mpi_config);
  print_environment("DASH configuration", config_.env_dash_config);
  print_environment("DART environment", config_.env_dart_config);
}

void BenchmarkParams::print_pinning()
{
  if (dash::myid() != 0) return;
  print_section_start("Process pinning");
  for (int unit = 0; unit < static_cast<int>(dash::size()); ++unit) {
    dart_unit_locality_t* locality = nullptr;
    std::ostringstream place;
    if (dart_unit_locality(DART_TEAM_ALL, unit, &locality) == DART_OK && locality != nullptr) {
      const dart_hwinfo_t& hardware = locality->hwinfo;
      place << hardware.host << ", NUMA domain " << hardware.numa_id << ", core "
            << hardware.cpu_id;
    } else {
      place << "unknown";
    }
    print_param("unit " + std::to_string(unit), place.str());
  }
  print_section_end();
}

void BenchmarkParams::print_section_start(const std::string& section_name) const
{
  if (dash::myid() != 0) return;
  std::cout << std::left << "---- " << section_name << ' '
            << std::string(
                   std::max<int>(0, output_width_ - 6 - static_cast<int>(section_name.size())), '-')
            << std::endl;
}

void BenchmarkParams::print_section_end() const
{
  if (dash::myid() == 0) std::cout << std::endl;
}

void BenchmarkParams::print(std::stringstream& lines, std::string prefix) const
{
  if (dash::myid() != 0) return;
  for (std::string line; std::getline(lines, line);) std::cout << prefix << line << '\n';
  std::cout << std::flush;
}

void BenchmarkParams::print_param_text(
    const std::string& flag, const std::string& description, const std::string& value) const
{
  if (dash::myid() != 0) return;
  const std::string label = flag.empty() ? description : flag + "  " + description;
  const int value_width = std::max(0, output_width_ - 4 - static_cast<int>(label.size()));
  std::cout << "  " << label << ": " << std::right << std::setw(value_width) << value << std::endl;
}

void BenchmarkParams::print_environment(const std::string& title, const env_flags_type& flags) const
{
  if (flags.empty()) return;
  print_section_start(title);
  for (const auto& [key, value] : flags) print_param(key, value);
  print_section_end();
}

}  // namespace dash::util
