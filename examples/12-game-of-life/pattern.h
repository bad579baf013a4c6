#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// A box and the living cells in it.
struct LifePattern {
  struct Cell {
    std::size_t row;
    std::size_t column;
  };

  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<Cell> cells;
};

/// Reads a file in the format RLE (run-length encoded), in which most patterns of the game are
/// published: https://conwaylife.com/wiki/Run_Length_Encoded
/// \throws std::runtime_error naming the file and the reason
LifePattern read_rle(const std::string& path);
