/// Measures the compilation of programs: one line that includes <libdash.h>, one algorithm, and
/// many algorithms for several types, in comparison with the headers of the standard library that
/// come with <libdash.h>; and what the compiler does meanwhile, if it tells.

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include "support/bench.h"
#include "support/process.h"

namespace {

namespace fs = std::filesystem;

/// A source file, with a folder for what is made of it, which is removed with this object.
class Program {
 public:
  /// \param source  file in programs/compile
  explicit Program(const std::string& source, bench::Command options = {})
      : source_(fs::path(COMPILED_PROGRAMS) / source),
        options_(std::move(options))
  {}

  /// A program that only includes headers.
  static Program including(const std::string& includes)
  {
    Program program("main.cpp");
    program.source_ = program.folder_ / "main.cpp";
    std::ofstream(program.source_) << includes << "int main() {}\n";
    return program;
  }

  ~Program()
  {
    if (!folder_.empty()) fs::remove_all(folder_);
  }
  Program(Program&& other) noexcept
      : folder_(std::exchange(other.folder_, {})),
        source_(std::move(other.source_)),
        options_(std::move(other.options_))
  {}
  Program& operator=(Program&&) = delete;

  void compile() const { bench::run(compiler({"-O2", "-c", "-o", object()})); }

  /// What the compiler tells of its phases; empty if it does not know the option.
  std::string report() const
  {
    bench::Command command{"sh", "-c", "exec \"$@\" 2>&1", "sh"};
    for (const auto& word : compiler({"-O2", "-c", "-o", object(), "-ftime-report"})) {
      command.push_back(word);
    }
    return bench::output_of(command);
  }

  /// The number of preprocessed lines that are neither blank nor line markers.
  std::size_t lines() const
  {
    std::istringstream output(bench::output_of(compiler({"-E"})));
    std::size_t count = 0;
    for (std::string line; std::getline(output, line);) {
      const auto first = line.find_first_not_of(" \t");
      if (first != std::string::npos && !line.starts_with("# ")) ++count;
    }
    return count;
  }

 private:
  static fs::path new_folder()
  {
    std::string folder = (fs::temp_directory_path() / "bench_compile.XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("cannot create " + folder);
    return folder;
  }

  bench::Command compiler(const bench::Command& options) const
  {
    bench::Command command{
        COMPILER, "-std=c++20", "-I" DASH_INCLUDE, "-I" COMPAT_INCLUDE, "-I" DART_INCLUDE};
    for (const auto* more : {&options_, &options}) {
      command.insert(command.end(), more->begin(), more->end());
    }
    command.push_back(source_.string());
    return command;
  }
  std::string object() const { return (folder_ / "main.o").string(); }

  fs::path folder_ = new_folder();
  fs::path source_;
  bench::Command options_;
};

/// The standard headers that <libdash.h> brings.
std::string standard_includes()
{
  std::ifstream header(COMPAT_INCLUDE "/dash/internal/StandardHeaders.h");
  std::string includes;
  for (std::string line; std::getline(header, line);) {
    if (line.starts_with("#include <") && line.find('/') == std::string::npos) {
      includes += line + "\n";
    }
  }
  return includes;
}

/// Reports the time of each phase from GCC's report, and the memory that it takes.
void report_phases(bench::Bench& bench, const std::string& name, const std::string& report)
{
  std::istringstream lines(report);
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(':');
    if (colon == std::string::npos) continue;
    std::string phase = line.substr(0, colon);
    phase = phase.substr(phase.find_first_not_of(' '));
    phase = phase.substr(0, phase.find_last_not_of(' ') + 1);
    std::istringstream numbers(line.substr(colon + 1));
    double seconds = 0;
    numbers >> seconds;
    if (phase.starts_with("phase ") || phase == "template instantiation") {
      bench.report({.name = name + ", " + phase, .value = seconds, .unit = "s"});
    } else if (phase == "TOTAL") {
      double megabytes = 0;
      for (int column = 0; column < 3; ++column) numbers >> megabytes;
      bench.report({.name = name + ", memory", .value = megabytes, .unit = "MB"});
    }
  }
}

void measure(bench::Bench& bench)
{
  const Program with_std = Program::including(standard_includes());
  const auto compare = [&](const std::string& name, const Program& program, double bound) {
    const auto seconds = bench.duel(
        bench::by_all([&] { program.compile(); }), bench::by_all([&] { with_std.compile(); }));
    bench.report(
        "compile " + name, {}, seconds, "s", "its std headers", bench::at_most(bound, "s"));
  };
  const Program with_dash = Program::including("#include <libdash.h>\n");
  compare("<libdash.h>", with_dash, 2);
  const bench::Duel lines{
      static_cast<double>(with_dash.lines()), static_cast<double>(with_std.lines())};
  bench.report(
      "preprocessed lines", {}, lines, "lines", "its std headers", bench::at_most(110000, "lines"));

  for (const auto* algorithm : {"sort", "transform", "reduce"}) {
    compare(algorithm, Program(std::string(algorithm) + ".cpp"), 2);
    if (bench.quick()) break;
  }
  const auto* const types = bench.quick() ? "-DTYPES=int" : "-DTYPES=int,long,float,double";
  const Program many("many_algorithms.cpp", {types});
  if (!bench.quick()) compare("many algorithms", many, 25);
  report_phases(bench, "many algorithms", many.report());
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_alone("compile", argc, argv, measure);
}
