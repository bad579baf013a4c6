/// Draws the figures of docs/distributions.md with the patterns of the library.
///
///     draw-patterns FOLDER            writes patterns-1d.svg and patterns-2d.svg
///     draw-patterns FOLDER --check    fails if the files there are not what would be written

#include <dash/Init.h>
#include <dash/Pattern.h>
#include <dash/TeamSpec.h>
#include <dash/pattern/CSRPattern.h>
#include <dash/pattern/SeqTilePattern.h>
#include <dash/pattern/ShiftTilePattern.h>
#include <dash/pattern/TilePattern.h>
#include <dash/tools/PatternVisualizer.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr int units = 4;

/// Pictures in a grid, as one picture with a white background.
class Figure {
 public:
  Figure(int columns, int width, int height) : columns_(columns), width_(width), height_(height) {}

  template <class Pattern>
  void add(const Pattern& pattern, const std::string& title, const std::string& description)
  {
    std::ostringstream picture;
    dash::tools::PatternVisualizer(pattern, title, description).draw_pattern(picture);
    const int column = pictures_ % columns_, row = pictures_ / columns_;
    const std::string root = "<svg ";
    const std::string place = "x=\"" + std::to_string(column * width_) + "\" y=\"" +
                              std::to_string(row * height_) + "\" ";
    content_ += picture.str().insert(root.size(), place);
    ++pictures_;
  }

  std::string text() const
  {
    const int rows = (pictures_ + columns_ - 1) / columns_;
    const std::string size = " width=\"" + std::to_string(columns_ * width_) + "\" height=\"" +
                             std::to_string(rows * height_) + "\"";
    return "<svg xmlns=\"http://www.w3.org/2000/svg\"" + size + ">\n<rect" + size +
           " fill=\"white\"/>\n" + content_ + "</svg>\n";
  }

 private:
  int columns_, width_, height_;
  int pictures_ = 0;
  std::string content_;
};

std::string figure_1d()
{
  constexpr std::size_t n = 20;
  const dash::SizeSpec<1> size(n);
  const dash::TeamSpec<1> team(units);
  const auto pattern = [&](dash::Distribution distribution) {
    return dash::Pattern<1>(size, dash::DistributionSpec<1>(distribution), team);
  };
  Figure figure(1, 512, 100);
  figure.add(pattern(dash::BLOCKED), "BLOCKED", "one block for each unit; the default");
  figure.add(pattern(dash::CYCLIC), "CYCLIC", "elements in turn");
  figure.add(pattern(dash::BLOCKCYCLIC(3)), "BLOCKCYCLIC(3)", "blocks of three elements in turn");
  const std::vector<std::size_t> sizes{2, 9, 5, 4};
  figure.add(
      dash::CSRPattern<1>(sizes, dash::TeamSpec<1>(units)), "CSRPattern", "parts of 2, 9, 5 and 4");
  return figure.text();
}

std::string figure_2d()
{
  using dash::BLOCKED, dash::CYCLIC, dash::NONE, dash::TILE;
  const dash::SizeSpec<2> size(8, 8);
  const dash::TeamSpec<2> grid(2, 2), rows(units, 1);
  const auto blocks = [&](auto first, auto second, const dash::TeamSpec<2>& team) {
    return dash::Pattern<2>(size, dash::DistributionSpec<2>(first, second), team);
  };
  const dash::DistributionSpec<2> tiles(TILE(2), TILE(2));
  Figure figure(3, 232, 272);
  figure.add(blocks(BLOCKED, NONE, rows), "BLOCKED, NONE", "rows; the default of matrices");
  figure.add(blocks(BLOCKED, BLOCKED, grid), "BLOCKED, BLOCKED", "on a grid of 2 × 2 units");
  figure.add(blocks(CYCLIC, BLOCKED, grid), "CYCLIC, BLOCKED", "on a grid of 2 × 2 units");
  figure.add(dash::TilePattern<2>(size, tiles, grid), "TilePattern", "each tile is contiguous");
  figure.add(
      dash::ShiftTilePattern<2>(size, tiles, grid), "ShiftTilePattern", "all units in each line");
  figure.add(dash::SeqTilePattern<2>(size, tiles, grid), "SeqTilePattern", "tiles in turn");
  return figure.text();
}

std::string content_of(const std::string& path)
{
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool write_or_check(const std::string& path, const std::string& text, bool is_check)
{
  if (!is_check) {
    std::ofstream(path) << text;
    return true;
  }
  if (content_of(path) == text) return true;
  std::cerr << path << " is not what draw-patterns draws" << std::endl;
  return false;
}

}  // namespace

int main(int argc, char** argv)
{
  dash::init(&argc, &argv);
  if (argc < 2) {
    std::cerr << "usage: draw-patterns FOLDER [--check]" << std::endl;
    dash::finalize();
    return EXIT_FAILURE;
  }
  const std::string folder = argv[1];
  const bool is_check = argc > 2 && std::string(argv[2]) == "--check";
  const bool is_1d_good = write_or_check(folder + "/patterns-1d.svg", figure_1d(), is_check);
  const bool is_2d_good = write_or_check(folder + "/patterns-2d.svg", figure_2d(), is_check);
  dash::finalize();
  return is_1d_good && is_2d_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
