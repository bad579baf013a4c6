// Tier: suite n3 c2g2 c0g2 h2n1.mpi; also c0g3 h2n2.messages

// Elements at the positions of a unit's own elements of another range, which are copied by kernels
// of GPU units, and as runs by CPU units: each pair of distributions, where ranges begin, types,
// and the algorithms that use them; and the same for matrices and parts of them.

#include <dash/Array.h>
#include <dash/Matrix.h>
#include <dash/Team.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Equal.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Mismatch.h>
#include <dash/algorithm/SwapRanges.h>
#include <dash/algorithm/Transform.h>
#include <dash/detail/execution/OwnPositions.h>
#include <dash/detail/team/GpuUnits.h>
#include <dash/detail/team/TeamKind.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "dash_test_base.h"
#include "dealt_blocks.h"

namespace {

using dash::detail::DealtElements;
using dash::test::Cut;
using dash::test::dealt_blocks;
using dash::test::for_each_cut;

class OwnPositions : public dash::test::TestBase {
 protected:
  /// CPU units copy runs in all teams, GPU units only what kernels reach.
  static bool are_copied()
  {
    dash::Team& team = dash::Team::All();
    return dash::detail::gpu_units_of(team) == 0 || dash::detail::has_only_gpus_of_host(team);
  }
};

/// In the last ones, some units have no elements; the longest ones have many periods of both
/// distributions, and fill several messages between hosts.
constexpr Cut cuts[] = {{101, 0, 0, 100}, {101, 5, 0, 90}, {101, 0, 11, 80}, {90'001, 7, 2, 89'900},
                        {101, 13, 2, 1},  {2, 0, 0, 1},    {3, 1, 0, 1}};

template <class T>
T value_at(std::ptrdiff_t position)
{
  return static_cast<T>(position * 7 + 3);
}

/// What the calling unit has of the first range, and the elements at the same positions of the
/// second one.
template <class T>
class Positions {
  using Array = dash::Array<T>;
  using Iterator = typename Array::iterator;
  using Elements = dash::detail::OwnPositions<Iterator, Iterator>;
  static_assert(DealtElements<Iterator>);

 public:
  Positions(
      const dash::DistributionSpec<1>& own, const dash::DistributionSpec<1>& other, const Cut& cut)
      : own_(static_cast<std::size_t>(cut.total), own),
        other_(static_cast<std::size_t>(cut.total), other),
        first_(own_.begin() + cut.begin),
        there_(other_.begin() + cut.other_begin),
        size_(cut.size)
  {
    const auto part = dash::detail::own_interval(first_, first_ + cut.size);
    for (auto local = part->begin; local < part->end; ++local) {
      positions_.push_back(dash::detail::position_of_local(first_, local));
    }
  }

  template <class Read>
  void check_read(Read read)
  {
    dash::generate_with_index(other_, [](std::ptrdiff_t i) { return value_at<T>(i); });
    other_.barrier();
    if (!positions_.empty()) {
      std::vector<T> copies(positions_.size(), T{});
      read(elements(), std::ssize(copies), copies.data());
      for (std::size_t i = 0; i < copies.size(); ++i)
        EXPECT_EQ(value_at<T>(index(i)), copies[i]) << "position " << positions_[i];
    }
    other_.barrier();
  }

  template <class Write>
  void check_write(Write write)
  {
    dash::fill(other_.begin(), other_.end(), T{});
    other_.barrier();
    std::vector<T> values;
    for (std::size_t i = 0; i < positions_.size(); ++i) values.push_back(value_at<T>(index(i)));
    if (!values.empty()) write(elements(), std::ssize(values), values.data());
    other_.barrier();
    std::vector<T> local(other_.lsize());
    dash::copy(other_.local.begin(), other_.local.end(), local.data());
    for (std::size_t i = 0; i < local.size(); ++i) {
      const auto at = other_.pattern().global(static_cast<std::ptrdiff_t>(i));
      const bool is_in_range = at >= there_.pos() && at < there_.pos() + size_;
      EXPECT_EQ(is_in_range ? value_at<T>(at) : T{}, local[i]) << "index " << at;
    }
    other_.barrier();
  }

 private:
  Elements elements() const { return {first_, there_, 0}; }
  std::ptrdiff_t index(std::size_t i) const { return there_.pos() + positions_[i]; }

  Array own_, other_;
  Iterator first_, there_;
  std::ptrdiff_t size_;
  std::vector<std::ptrdiff_t> positions_;
};

template <class T>
void check_all_distributions()
{
  for_each_cut(cuts, [](const auto& own, const auto& other, const Cut& cut) {
    Positions<T> positions(own, other, cut);
    positions.check_read([](const auto& elements, std::ptrdiff_t n, T* to) {
      using Copier = typename dash::detail::CopierOf<std::decay_t<decltype(elements)>>::type;
      Copier::read(&elements, n, to);
    });
    positions.check_write([](const auto& elements, std::ptrdiff_t n, const T* from) {
      using Copier = typename dash::detail::CopierOf<std::decay_t<decltype(elements)>>::type;
      Copier::write(&elements, n, from);
    });
  });
}

/// The unit and local index of an element of blocks that the units take in turn.
std::array<std::ptrdiff_t, 2> place_in(
    const dash::detail::DealtBlocks& blocks, std::ptrdiff_t index)
{
  const auto block = index / blocks.size;
  return {block % blocks.units, block / blocks.units * blocks.size + index % blocks.size};
}

TEST(Counterparts, AreInOneUnit)
{
  using dash::detail::DealtBlocks;
  for (std::ptrdiff_t units = 1; units <= 4; ++units) {
    for (const std::ptrdiff_t size : {1, 3}) {
      for (std::ptrdiff_t begin = 0; begin <= 14; ++begin) {
        for (std::ptrdiff_t blocks = -begin / size; blocks <= 9; ++blocks) {
          const DealtBlocks a{size, units, begin}, b{size, units, begin + blocks * size};
          for (std::ptrdiff_t position = 0; position < 30; ++position) {
            const auto [unit, local] = place_in(a, a.begin + position);
            const auto there = dash::detail::counterparts(a, b, unit);
            EXPECT_EQ(
                place_in(b, b.begin + position), (std::array{there.unit, local + there.shift}));
          }
        }
      }
    }
  }
}

/// Ranges whose parts follow each other at other units.
TEST_F(OwnPositions, BlocksOfOtherUnits)
{
  constexpr std::ptrdiff_t size = 1000;
  for (const auto& distribution : dealt_blocks) {
    for (const std::ptrdiff_t shift : {1, 3, 100, 214}) {
      dash::Array<int> a(size, distribution), b(size, distribution), c(size, distribution);
      dash::generate_with_index(a, [](std::ptrdiff_t i) { return static_cast<int>(i); });
      dash::generate_with_index(b, [](std::ptrdiff_t i) { return static_cast<int>(-i); });
      dash::fill(c, 0);
      b.barrier();
      dash::swap_ranges(a.begin() + shift, a.end(), b.begin());
      const auto add_up = [shift](int x, int y) { return x + y == shift; };
      EXPECT_TRUE(dash::equal(a.begin() + shift, a.end(), b.begin(), add_up));
      const auto add_up_first = [=](int x, int y) { return add_up(x, y) && x > -500; };
      const auto found = dash::mismatch(a.begin() + shift, a.end(), b.begin(), add_up_first);
      EXPECT_EQ(500, found.first - (a.begin() + shift));
      dash::transform(
          a.begin() + shift, a.end(), b.begin(), c.begin() + shift / 2, std::plus<int>());
      c.barrier();
      for (std::ptrdiff_t i = 0; i < size; i += 7) {
        const bool is_set = i >= shift / 2 && i < shift / 2 + size - shift;
        EXPECT_EQ(i < shift ? i : shift - i, static_cast<int>(a[i]));
        EXPECT_EQ(i < size - shift ? i + shift : -i, static_cast<int>(b[i]));
        EXPECT_EQ(is_set ? shift : 0, static_cast<int>(c[i]));
      }
      c.barrier();
    }
  }
}

/// Algorithms of a team, of which all ranges lie in short runs.
void check_algorithms(dash::Team& team)
{
  constexpr std::size_t size = 1000;
  using Array = dash::Array<int>;
  Array a(size, dealt_blocks[1], team), b(size, dealt_blocks[2], team),
      c(size, dealt_blocks[1], team);
  const auto set = [](Array& array, int factor) {
    dash::generate_with_index(
        array, [=](std::ptrdiff_t i) { return static_cast<int>(i) * factor; });
    array.barrier();
  };
  set(a, 1);
  set(b, 10);
  EXPECT_EQ(0, dash::mismatch(a.begin() + 1, a.end(), b.begin() + 1).first - (a.begin() + 1));
  dash::swap_ranges(a.begin(), a.end(), b.begin());
  dash::transform(a.begin(), a.end(), b.begin(), c.begin(), std::plus<int>());
  dash::transform(a.begin(), a.end(), b.begin(), a.begin(), std::minus<int>());
  c.barrier();
  for (std::size_t i = 0; i < size; i += 7) {
    const int value = static_cast<int>(i);
    EXPECT_EQ(9 * value, static_cast<int>(a[i]));
    EXPECT_EQ(value, static_cast<int>(b[i]));
    EXPECT_EQ(11 * value, static_cast<int>(c[i]));
  }
  c.barrier();
  dash::transform(a.begin(), a.end(), b.begin(), std::negate<int>());
  EXPECT_FALSE(dash::equal(a.begin(), a.end(), b.begin()));
  dash::transform(b.begin(), b.end(), a.begin(), std::identity());
  EXPECT_TRUE(dash::equal(a.begin(), a.end(), b.begin()));
}

TEST_F(OwnPositions, AlgorithmsOfTeams)
{
  check_algorithms(dash::Team::All());
  dash::Team& part = dash::Team::All().split(2);
  if (part.size() > 0) check_algorithms(part);
}

/// Patterns of one team may deal their blocks to some of its units only.
TEST_F(OwnPositions, PatternsOfFewerUnits)
{
  constexpr std::ptrdiff_t size = 1000;
  dash::Team& team = dash::Team::All();
  const auto some = static_cast<std::ptrdiff_t>((team.size() + 1) / 2);
  const dash::Array<int>::pattern_type few(
      dash::SizeSpec<1>(size), dealt_blocks[1], dash::TeamSpec<1>(some), team);
  dash::Array<int> a(few), b(size, dealt_blocks[2]);
  dash::generate_with_index(b, [](std::ptrdiff_t i) { return static_cast<int>(i); });
  b.barrier();
  dash::transform(b.begin(), b.end() - 3, a.begin() + 2, std::negate<int>());
  a.barrier();
  dash::transform(a.begin() + 2, a.end() - 1, b.begin(), std::identity());
  b.barrier();
  for (std::ptrdiff_t i = 0; i < size - 3; i += 11) EXPECT_EQ(-i, static_cast<int>(b[i]));
  b.barrier();
}

TEST_F(OwnPositions, Bytes)
{
  if (!are_copied()) GTEST_SKIP() << "needs CPU units only, or GPU units of one host";
  check_all_distributions<unsigned char>();
}

TEST_F(OwnPositions, Numbers)
{
  if (!are_copied()) GTEST_SKIP() << "needs CPU units only, or GPU units of one host";
  check_all_distributions<std::int16_t>();
  check_all_distributions<float>();
  check_all_distributions<double>();
}

/// A range of a matrix, and one of another matrix of equal extents.
template <class Range>
class BoxPositions {
  using Iterator = std::remove_cvref_t<decltype(std::declval<Range&>().begin())>;
  using T = typename Iterator::value_type;
  using Elements = dash::detail::OwnPositions<Iterator, Iterator>;
  using Copier = typename dash::detail::CopierOf<Elements>::type;
  static_assert(dash::detail::DealtBoxes<Iterator>);

 public:
  BoxPositions(Range& own, Range& other) : own_(own.begin()), other_(other.begin())
  {
    const auto section = dash::detail::section_of(own_);
    for (std::ptrdiff_t position = 0; position < std::ptrdiff_t(own.size()); ++position) {
      if (section.is_own(position)) positions_.push_back(position);
    }
  }

  /// Begins and ends of what is copied at a time: all, and pieces that begin and end within lines.
  std::vector<std::ptrdiff_t> cuts(bool in_pieces) const
  {
    const std::ptrdiff_t n = std::ssize(positions_);
    std::vector<std::ptrdiff_t> cuts{0, n};
    if (in_pieces && n > 1) cuts.insert(cuts.end(), {n / 2, n / 2 + 1, n / 5, n - n / 3});
    std::ranges::sort(cuts);
    return cuts;
  }

  void check_read(bool in_pieces) const
  {
    const auto at = cuts(in_pieces);
    for (std::size_t piece = 0; piece + 1 < at.size(); ++piece) {
      const std::ptrdiff_t n = at[piece + 1] - at[piece];
      std::vector<T> copies(static_cast<std::size_t>(n), T{});
      const Elements elements(own_, other_, at[piece]);
      if (n > 0) Copier::read(&elements, n, copies.data());
      for (std::ptrdiff_t i = 0; i < n; ++i) {
        const auto position = positions_[static_cast<std::size_t>(at[piece] + i)];
        ASSERT_EQ(value_at<T>(position), copies[static_cast<std::size_t>(i)])
            << "position " << position << " of own number " << at[piece] + i;
      }
    }
  }

  void write(bool in_pieces) const
  {
    std::vector<T> values;
    for (const std::ptrdiff_t position : positions_) values.push_back(value_at<T>(position));
    const auto at = cuts(in_pieces);
    for (std::size_t piece = 0; piece + 1 < at.size(); ++piece) {
      const Elements elements(own_, other_, at[piece]);
      const std::ptrdiff_t n = at[piece + 1] - at[piece];
      if (n > 0) Copier::write(&elements, n, values.data() + at[piece]);
    }
  }

 private:
  Iterator own_, other_;
  std::vector<std::ptrdiff_t> positions_;
};

/// \param of  makes ranges of equal extents from two matrices
template <class Matrix, class Of>
void check_boxes_of(Matrix& own, Matrix& other, const Of& of)
{
  using T = typename Matrix::value_type;
  auto&& first = of(own, 0);
  auto&& there = of(other, 1);
  const BoxPositions positions(first, there);
  std::vector<T> values;
  for (std::ptrdiff_t i = 0; i < std::ssize(there); ++i) values.push_back(value_at<T>(i));
  for (const bool in_pieces : {false, true}) {
    if (dash::myid() == 0) dash::copy(values.data(), values.data() + values.size(), there.begin());
    other.barrier();
    positions.check_read(in_pieces);
    other.barrier();
    dash::fill(other.begin(), other.end(), T{});
    other.barrier();
    positions.write(in_pieces);
    other.barrier();
    std::vector<T> found(values.size());
    dash::copy(there.begin(), there.end(), found.data());
    EXPECT_EQ(values, found);
    const auto is_zero = [](const T& x) { return x == T{}; };
    EXPECT_EQ(
        std::ssize(other) - std::ssize(there) + std::ranges::count_if(found, is_zero),
        dash::count_if(other.begin(), other.end(), is_zero));
    other.barrier();
  }
}

/// Matrices of all pairs of distributions, as a whole and parts that begin elsewhere.
template <class T, dash::MemArrange order>
void check_boxes()
{
  using Pattern = dash::BlockPattern<2, order>;
  using Matrix = dash::Matrix<T, 2, typename Pattern::index_type, Pattern>;
  const std::size_t units = dash::size(), both = units % 2 == 0 ? 2 : 1;
  struct Dealt {
    dash::DistributionSpec<2> blocks;
    dash::TeamSpec<2> grid;
  };
  const Dealt all[] = {
      {{dash::BLOCKED, dash::NONE}, {units, 1}},
      {{dash::NONE, dash::CYCLIC}, {1, units}},
      {{dash::TILE(3), dash::TILE(7)}, {units / both, both}},
      {{dash::BLOCKCYCLIC(5), dash::BLOCKCYCLIC(100)}, {both, units / both}},
      {{dash::CYCLIC, dash::CYCLIC}, {both, units / both}}};
  for (std::size_t i = 0; i < std::size(all); ++i) {
    for (std::size_t j = 0; j < std::size(all); ++j) {
      SCOPED_TRACE(testing::Message() << "distributions " << i << " and " << j);
      const dash::SizeSpec<2> sizes(33, 27);
      Matrix own(Pattern(sizes, all[i].blocks, all[i].grid));
      Matrix other(Pattern(sizes, all[j].blocks, all[j].grid));
      check_boxes_of(own, other, [](Matrix& matrix, int) -> Matrix& { return matrix; });
      check_boxes_of(own, other, [](Matrix& matrix, int number) {
        return matrix.template sub<0>(3 + 4 * number, 23).template sub<1>(9 - 8 * number, 17);
      });
      check_boxes_of(own, other, [](Matrix& matrix, int number) {
        return matrix.template sub<0>(9 * number, 1).template sub<1>(number, 26);
      });
    }
  }
}

TEST_F(OwnPositions, Boxes)
{
  check_boxes<int, dash::ROW_MAJOR>();
  check_boxes<double, dash::COL_MAJOR>();
}

/// Two of three dimensions are divided.
TEST_F(OwnPositions, BoxesOfThreeDimensions)
{
  using Pattern = dash::BlockPattern<3>;
  using Matrix = dash::Matrix<std::int16_t, 3, Pattern::index_type, Pattern>;
  const std::size_t units = dash::size(), both = units % 2 == 0 ? 2 : 1;
  const dash::SizeSpec<3> sizes(13, 11, 17);
  Matrix own(Pattern(
      sizes, dash::DistributionSpec<3>(dash::CYCLIC, dash::NONE, dash::BLOCKCYCLIC(2)),
      dash::TeamSpec<3>(both, 1, units / both)));
  Matrix other(Pattern(
      sizes, dash::DistributionSpec<3>(dash::BLOCKCYCLIC(2), dash::TILE(3), dash::NONE),
      dash::TeamSpec<3>(units / both, both, 1)));
  check_boxes_of(own, other, [](Matrix& matrix, int) -> Matrix& { return matrix; });
  check_boxes_of(other, own, [](Matrix& matrix, int number) {
    return matrix.sub<0>(1 + number, 9).sub<1>(3 * number, 7).sub<2>(5 - number, 11);
  });
}

/// Units work on the range of which all have elements, whichever it is, or on equal shares.
TEST_F(OwnPositions, PartsOfWhichFewUnitsHaveElements)
{
  using Pattern = dash::BlockPattern<2>;
  using Matrix = dash::Matrix<int, 2, Pattern::index_type, Pattern>;
  const std::size_t units = dash::size();
  const dash::SizeSpec<2> sizes(8 * units, 21);
  const dash::TeamSpec<2> grid(units, 1);
  Matrix rows(Pattern(sizes, dash::DistributionSpec<2>(dash::BLOCKED, dash::NONE), grid));
  Matrix cyclic(Pattern(sizes, dash::DistributionSpec<2>(dash::CYCLIC, dash::NONE), grid));
  Matrix large(Pattern(sizes, dash::DistributionSpec<2>(dash::TILE(8 * units), dash::NONE), grid));
  const auto check = [](Matrix& from, Matrix& to) {
    auto in = from.sub<0>(1, 6), out = to.sub<0>(1, 6);
    dash::generate_with_index(
        from.begin(), from.end(), [](std::ptrdiff_t i) { return static_cast<int>(i); });
    dash::fill(to.begin(), to.end(), 0);
    to.barrier();
    dash::transform(in.begin(), in.end(), out.begin(), std::negate<int>());
    std::vector<int> found(to.size());
    dash::copy(to.begin(), to.end(), found.data());
    for (std::size_t i = 0; i < found.size(); ++i) {
      const bool is_inside = i >= 21 && i < 7 * 21;
      EXPECT_EQ(is_inside ? -static_cast<int>(i) : 0, found[i]) << "index " << i;
    }
    to.barrier();
  };
  for (Matrix* from : {&rows, &cyclic, &large}) {
    for (Matrix* to : {&rows, &cyclic, &large}) {
      if (from != to) check(*from, *to);
    }
  }
}

/// Extents of matrices are equal, whatever counts their elements.
TEST_F(OwnPositions, IndexTypes)
{
  using Short = dash::BlockPattern<2, dash::ROW_MAJOR, int>;
  using Long = dash::BlockPattern<2, dash::ROW_MAJOR, long>;
  dash::Matrix<int, 2, int, Short> a(
      Short(dash::SizeSpec<2, unsigned>(12, 10), {dash::NONE, dash::CYCLIC}));
  dash::Matrix<int, 2, long, Long> b(Long(dash::SizeSpec<2>(12, 10), {dash::CYCLIC, dash::NONE}));
  dash::generate_with_index(a.begin(), a.end(), [](int i) { return i; });
  dash::fill(b.begin(), b.end(), 1);
  b.barrier();
  dash::transform(a.begin(), a.end(), b.begin(), b.begin(), std::plus<int>());
  for (int i = 0; i < 120; ++i) EXPECT_EQ(i + 1, static_cast<int>(b[i / 10][i % 10]));
  b.barrier();
}

}  // namespace
