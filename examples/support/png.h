#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// A grey picture with one byte per pixel and rows from top to bottom.
struct Picture {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::uint8_t> pixels;
};

/// Reads a PNG file of any kind and converts colours and 16-bit samples to 8-bit grey.
/// \throws std::runtime_error naming the file and the reason
Picture read_png(const std::string& path);

/// Writes an 8-bit grey PNG file.
/// \throws std::runtime_error naming the file and the reason
void write_png(const std::string& path, const Picture& picture);
