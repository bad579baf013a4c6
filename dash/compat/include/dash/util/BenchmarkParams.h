#pragma once

/// \file
/// The settings of a benchmark run and their output.

#include <dash/detail/base/Macro.h>
#include <dash/internal/Macro.h>

#include <iosfwd>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace dash::util {

/// The parameters of a benchmark run, which are printed at the head of its output. Functions are
/// local calls; only unit 0 prints.
class DASH_API BenchmarkParams {
 public:
  using env_flags_type = std::vector<std::pair<std::string, std::string>>;

  struct config_params_type {
    env_flags_type env_mpi_config;
    env_flags_type env_dash_config;
    env_flags_type env_dart_config;
    bool env_mpi_shared_win = true;
    bool env_papi = false;
    bool env_hwloc = false;
    bool env_numalib = false;
    bool env_mkl = false;
    bool env_blas = false;
    bool env_lapack = false;
    bool env_scalapack = false;
    bool env_plasma = false;
  };

  /// Collects the settings of benchmark \c benchmark_name.
  explicit BenchmarkParams(const std::string& benchmark_name);

  /// Evaluates \c -envcfg \c KEY=VALUE, which sets a configuration key; ignores other arguments.
  void parse_args(int argc, char* argv[]);

  const config_params_type& config() const { return config_; }

  /// Prints benchmark, date, units, build and environment.
  void print_header();
  /// Prints host and core of each unit.
  void print_pinning();
  void print_section_start(const std::string& section_name) const;
  void print_section_end() const;

  template <typename T>
  void print_param(const std::string& name, T value) const
  {
    print_param_text("", name, text_of(value));
  }

  template <typename T>
  void print_param(const std::string& flag, const std::string& description, T value) const
  {
    print_param_text(flag, description, text_of(value));
  }

  /// Number of columns of the output.
  void set_output_width(int width) { output_width_ = width; }
  int output_width() const { return output_width_; }

  /// Prints the lines of \c lines, each after \c prefix.
  void print(std::stringstream& lines, std::string prefix = "") const;

 private:
  template <typename T>
  static std::string text_of(const T& value)
  {
    std::ostringstream text;
    text << std::boolalpha << value;
    return text.str();
  }

  void print_param_text(
      const std::string& flag, const std::string& description, const std::string& value) const;
  void print_environment(const std::string& title, const env_flags_type& flags) const;

  std::string name_;
  config_params_type config_;
  int output_width_ = 80;
};

}  // namespace dash::util
