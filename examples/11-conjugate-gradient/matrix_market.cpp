#include "matrix_market.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace {

[[noreturn]] void fail(const std::string& path, const std::string& reason)
{
  throw std::runtime_error("cannot read '" + path + "': " + reason);
}

bool is_supported(std::string header)
{
  const auto lower = [](unsigned char c) { return static_cast<char>(std::tolower(c)); };
  std::transform(header.begin(), header.end(), header.begin(), lower);
  std::istringstream words(header);
  std::string banner, object, format, field, symmetry;
  words >> banner >> object >> format >> field >> symmetry;
  return banner == "%%matrixmarket" && object == "matrix" && format == "coordinate" &&
         (field == "real" || field == "integer") && symmetry == "symmetric";
}

}  // namespace

SymmetricMatrix read_matrix_market(const std::string& path)
{
  std::ifstream file(path);
  if (!file) fail(path, "it cannot be opened");
  std::string line;
  std::getline(file, line);
  if (!is_supported(line)) fail(path, "no '%%MatrixMarket matrix coordinate real symmetric'");
  while (std::getline(file, line) && line.starts_with('%')) {
  }
  std::size_t rows = 0, columns = 0, count = 0;
  std::istringstream(line) >> rows >> columns >> count;
  if (rows == 0 || rows != columns) fail(path, "it has no rows, or not as many columns");

  SymmetricMatrix matrix{rows, {}};
  matrix.entries.reserve(count);
  std::size_t row = 0, column = 0;
  double value = 0;
  while (matrix.entries.size() < count && file >> row >> column >> value) {
    const bool is_inside = row >= 1 && row <= rows && column >= 1 && column <= columns;
    if (!is_inside) fail(path, "it has entries outside of its rows and columns");
    matrix.entries.push_back({row - 1, column - 1, value});
  }
  if (matrix.entries.size() < count) fail(path, "it has fewer entries than it says");
  return matrix;
}
