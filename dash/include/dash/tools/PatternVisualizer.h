#pragma once

/// \file
/// Draws patterns as SVG.

#include <dash/Exception.h>
#include <dash/Types.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

namespace dash::tools {

/// Draws a two-dimensional section of a pattern, with a square for each element and a colour for
/// each unit.
template <class PatternType>
class PatternVisualizer {
 public:
  typedef typename PatternType::index_type index_t;
  typedef std::array<index_t, PatternType::ndim()> coords_t;

  explicit PatternVisualizer(
      const PatternType& pattern, std::string title = "", std::string description = "")
      : pattern_(pattern),
        title_(std::move(title)),
        description_(std::move(description))
  {}

  PatternVisualizer(const PatternVisualizer&) = delete;
  PatternVisualizer& operator=(const PatternVisualizer&) = delete;

  void set_title(const std::string& title) { title_ = title; }
  void set_description(const std::string& description) { description_ = description; }

  /// Writes an SVG document. Local call.
  ///
  /// \param blocked_display  whether to draw blocks instead of elements
  /// \param coords           position of the section in the other dimensions
  /// \param dimx             dimension that is drawn from left to right; ignored in one dimension
  /// \param dimy             dimension that is drawn from top to bottom; ignored in one dimension
  /// \throws exception::OutOfRange  if there are no such dimensions or coordinates
  void draw_pattern(
      std::ostream& os, bool blocked_display = false, coords_t coords = {}, int dimx = 1,
      int dimy = 0) const
  {
    if (PatternType::ndim() == 1) dimx = dimy = 0;
    check_section(coords, dimx, dimy);
    const index_t columns = count(blocked_display, dimx);
    const index_t rows = PatternType::ndim() == 1 ? 1 : count(blocked_display, dimy);
    const auto x_step = step(blocked_display, dimx);
    const auto y_step = step(blocked_display, dimy);
    open_document(os, columns, rows);
    for (index_t y = 0; y < rows; ++y) {
      for (index_t x = 0; x < columns; ++x) {
        coords[static_cast<std::size_t>(dimy)] = y * y_step;
        coords[static_cast<std::size_t>(dimx)] = x * x_step;
        draw_cell(os, x, y, coords, blocked_display);
      }
    }
    os << "</svg>\n";
  }

 private:
  static constexpr int cell = 24;
  static constexpr int margin = 16;
  static constexpr int header = 56;

  void check_section(const coords_t& coords, int dimx, int dimy) const
  {
    if (PatternType::ndim() > 1 && dimx == dimy) {
      DASH_THROW(exception::OutOfRange, "Dimension " << dimx << " cannot be drawn on both axes");
    }
    for (dim_t d = 0; d < PatternType::ndim(); ++d) {
      const index_t coord = coords[static_cast<std::size_t>(d)];
      if (d != dimx && d != dimy && (coord < 0 || coord >= pattern_.extent(d))) {
        DASH_THROW(
            exception::OutOfRange, "Coordinate " << coord << " is outside of dimension " << d);
      }
    }
  }

  index_t count(bool blocked_display, int dimension) const
  {
    const index_t extent = pattern_.extent(dimension);
    return blocked_display ? static_cast<index_t>(pattern_.blockspec().extent(dimension)) : extent;
  }

  index_t step(bool blocked_display, int dimension) const
  {
    return blocked_display ? static_cast<index_t>(pattern_.blocksize(dimension)) : 1;
  }

  void open_document(std::ostream& os, index_t columns, index_t rows) const
  {
    os << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << columns * cell + 2 * margin
       << "\" height=\"" << rows * cell + header + margin
       << "\" font-family=\"sans-serif\" font-size=\"9\">\n<title>" << escaped(title_)
       << "</title>\n<text x=\"" << margin << "\" y=\"20\" font-size=\"16\">" << escaped(title_)
       << "</text>\n<text x=\"" << margin << "\" y=\"40\" font-size=\"11\">"
       << escaped(description_) << "</text>\n";
  }

  void draw_cell(
      std::ostream& os, index_t x, index_t y, const coords_t& coords, bool blocked_display) const
  {
    const auto unit = pattern_.unit_at(coords);
    const index_t left = margin + x * cell;
    const index_t top = header + y * cell;
    os << "<rect x=\"" << left << "\" y=\"" << top << "\" width=\"" << cell - 1 << "\" height=\""
       << cell - 1 << "\" fill=\"" << color(unit) << "\"><title>unit " << unit << "</title></rect>"
       << "<text x=\"" << left + 2 << "\" y=\"" << top + cell / 2 + 3 << "\">"
       << (blocked_display ? static_cast<index_t>(unit.id) : pattern_.at(coords)) << "</text>\n";
  }

  /// Hues that differ by the golden ratio can be distinguished for any number of units.
  static std::string color(team_unit_t unit)
  {
    double turns;
    const double hue = 360 * std::modf(unit.id * 0.618033988749895, &turns);
    const int lightness = 70 + unit.id / 8 % 3 * 8;
    char text[40];
    std::snprintf(text, sizeof(text), "hsl(%.0f,65%%,%d%%)", hue, lightness);
    return text;
  }

  static std::string escaped(std::string_view text)
  {
    std::string result;
    for (const char c : text) {
      switch (c) {
        case '<':
          result += "&lt;";
          break;
        case '>':
          result += "&gt;";
          break;
        case '&':
          result += "&amp;";
          break;
        default:
          result += c;
      }
    }
    return result;
  }

  const PatternType& pattern_;
  std::string title_;
  std::string description_;
};

}  // namespace dash::tools
