#pragma once

/// \file
/// Tables for people.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace dart::info {

/// A table whose columns are as wide as their widest cell.
class Table {
 public:
  using Row = std::vector<std::string>;

  void add(Row row) { rows_.push_back(std::move(row)); }

  std::string text() const
  {
    std::vector<std::size_t> width;
    for (const Row& row : rows_) {
      width.resize(std::max(width.size(), row.size()));
      for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
    }
    std::string text;
    for (const Row& row : rows_) {
      std::string line = " ";
      for (std::size_t i = 0; i < row.size(); ++i) {
        line += ' ' + row[i] + std::string(width[i] - row[i].size() + 1, ' ');
      }
      text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return text;
  }

 private:
  std::vector<Row> rows_;
};

}  // namespace dart::info
