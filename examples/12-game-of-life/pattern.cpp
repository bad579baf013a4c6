#include "pattern.h"

#include <cctype>
#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace {

/// Reads `x = COLUMNS, y = ROWS, rule = B3/S23`. \return whether the line has this form
bool read_header(const std::string& line, LifePattern& pattern)
{
  char rule[16] = "B3/S23";
  const int values = std::sscanf(
      line.c_str(), " x = %zu , y = %zu , rule = %15s", &pattern.columns, &pattern.rows, rule);
  const std::string name = rule;
  return values >= 2 && (name == "B3/S23" || name == "b3/s23" || name == "23/3");
}

/// Collects the living cells from runs: 3o stands for three of them, b for a dead cell and $ for
/// the end of a row.
class RunReader {
 public:
  explicit RunReader(LifePattern& pattern) : pattern_(pattern) {}

  /// \return false at the end of the pattern, or if \p sign has no meaning
  bool read(char sign)
  {
    if (std::isspace(static_cast<unsigned char>(sign))) return true;
    if (std::isdigit(static_cast<unsigned char>(sign))) {
      count_ = 10 * count_ + static_cast<std::size_t>(sign - '0');
      return true;
    }
    const std::size_t count = count_ == 0 ? 1 : count_;
    count_ = 0;
    return add(sign, count);
  }

  bool is_inside() const { return is_inside_; }

 private:
  bool add(char sign, std::size_t count)
  {
    if (sign == '$') {
      row_ += count;
      column_ = 0;
      return true;
    }
    if (sign != 'o' && sign != 'b') return false;
    is_inside_ = row_ < pattern_.rows && column_ + count <= pattern_.columns;
    if (!is_inside_) return false;
    for (std::size_t i = 0; i < count; ++i, ++column_) {
      if (sign == 'o') pattern_.cells.push_back({row_, column_});
    }
    return true;
  }

  LifePattern& pattern_;
  std::size_t row_ = 0;
  std::size_t column_ = 0;
  std::size_t count_ = 0;
  bool is_inside_ = true;
};

[[noreturn]] void fail(const std::string& path, const std::string& reason)
{
  throw std::runtime_error("cannot read '" + path + "': " + reason);
}

}  // namespace

LifePattern read_rle(const std::string& path)
{
  std::ifstream file(path);
  if (!file) fail(path, "it cannot be opened");
  std::string line;
  while (std::getline(file, line) && line.starts_with('#')) {
  }
  LifePattern pattern;
  if (!read_header(line, pattern)) fail(path, "no line 'x = ..., y = ..., rule = B3/S23'");

  RunReader reader(pattern);
  char sign = 0;
  while (file.get(sign) && reader.read(sign)) {
  }
  if (!reader.is_inside()) fail(path, "it has cells outside of its x and y");
  if (!file || sign != '!') fail(path, "runs of b, o and $ do not end with !");
  return pattern;
}
