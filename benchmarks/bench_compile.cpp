/// Measures the compilation of a one-line program that includes <libdash.h>, in comparison with one
/// that includes the same headers of the standard library.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "support/bench.h"
#include "support/process.h"

namespace {

namespace fs = std::filesystem;

/// A source file with a main function, in a folder that is removed with this object.
class Program {
 public:
  explicit Program(const std::string& includes)
  {
    std::string folder = (fs::temp_directory_path() / "bench_compile.XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("cannot create " + folder);
    folder_ = folder;
    std::ofstream(source()) << includes << "int main() {}\n";
  }
  ~Program() { fs::remove_all(folder_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void compile() const
  {
    auto command = compiler();
    command.insert(command.end(), {"-O2", "-c", source(), "-o", (folder_ / "main.o").string()});
    bench::run(command);
  }

  /// The number of preprocessed lines that are neither blank nor line markers.
  std::size_t lines() const
  {
    auto command = compiler();
    command.insert(command.end(), {"-E", source()});
    std::istringstream output(bench::output_of(command));
    std::size_t count = 0;
    for (std::string line; std::getline(output, line);) {
      const auto first = line.find_first_not_of(" \t");
      if (first != std::string::npos && !line.starts_with("# ")) ++count;
    }
    return count;
  }

 private:
  static bench::Command compiler()
  {
    return {COMPILER, "-std=c++20", "-I" DASH_INCLUDE, "-I" COMPAT_INCLUDE, "-I" DART_INCLUDE};
  }
  std::string source() const { return (folder_ / "main.cpp").string(); }

  fs::path folder_;
};

/// The standard headers that libdash.h includes.
std::string standard_includes()
{
  std::ifstream header(DASH_INCLUDE "/libdash.h");
  std::string includes;
  for (std::string line; std::getline(header, line);) {
    if (line.starts_with("#include <") && line.find('/') == std::string::npos) {
      includes += line + "\n";
    }
  }
  return includes;
}

void measure(bench::Bench& bench)
{
  const Program with_dash("#include <libdash.h>\n");
  const Program with_std(standard_includes());
  const auto seconds = bench.duel(
      bench::by_all([&] { with_dash.compile(); }), bench::by_all([&] { with_std.compile(); }));
  bench.report("compile <libdash.h>", {}, seconds, "s", "its std headers", bench::at_most(2, "s"));
  const bench::Duel lines{
      static_cast<double>(with_dash.lines()), static_cast<double>(with_std.lines())};
  bench.report(
      "preprocessed lines", {}, lines, "lines", "its std headers", bench::at_most(110000, "lines"));
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_alone("compile", argc, argv, measure);
}
