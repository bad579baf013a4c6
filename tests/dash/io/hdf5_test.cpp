// Tier: suite n3 c2g2 mpi3

#include <dash/Array.h>
#include <dash/Matrix.h>
#include <dash/algorithm/Fill.h>
#include <dash/io/HDF5.h>
#include <dash/pattern/CSRPattern.h>
#include <dash/view/Adaptors.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "array/arrays.h"
#include "io/file_support.h"
#include "io/samples.h"
#include "matrix/matrix_support.h"
#include "refusals.h"

namespace hdf5 = dash::io::hdf5;
using dash::io::hdf5::StoreHDF;

namespace dash::test {

class Hdf5Test : public FileTest {
 protected:
  void SetUp() override
  {
    FileTest::SetUp();
    if (!hdf5::is_available()) GTEST_SKIP() << "the library has no HDF5; install libhdf5-dev";
    file_ = path("file.h5");
  }

  std::string file_;
};

TEST_F(Hdf5Test, ArraysOfAllDistributions)
{
  for (const std::size_t n : cases({0, 1, 3, 50}, {0, 11})) {
    for_each_two_arrays<int, int>(n, dash::Team::All(), [&](auto& a, auto& b) {
      assign(a, ascending(n));
      StoreHDF::write(a, file_, "data");
      StoreHDF::read(b, file_, "data");
      EXPECT_EQ(ascending(n), contents(b));
    });
  }
}

TEST_F(Hdf5Test, MatricesOfAllPatterns)
{
  for_each_matrix(dash::Team::All(), [&](auto& from) {
    StoreHDF::write(from, file_, "a/b/data");
    const auto rows = static_cast<std::size_t>(from.extent(0));
    const auto cols = static_cast<std::size_t>(from.extent(1));
    MatrixOf<int, dash::TilePattern<2, dash::COL_MAJOR>> to(
        dash::TilePattern<2, dash::COL_MAJOR>(dash::SizeSpec<2>(rows, cols)));
    StoreHDF::read(to, file_, "a/b/data");
    EXPECT_EQ(values_in(to, Box<2>(to.extents())), elements_of(to));
    from.barrier();
    StoreHDF::read(from, file_, "a/b/data");
    EXPECT_EQ(values_in(from, Box<2>(from.extents())), elements_of(from));
  });
}

/// Containers without memory get the pattern that was stored, as far as blocks are concerned.
TEST_F(Hdf5Test, PatternsAreRestored)
{
  for_each_pattern({5, 7}, dash::Team::All(), [&](const auto& pattern) {
    using Pattern = std::remove_cvref_t<decltype(pattern)>;
    MatrixOf<int, Pattern> from(pattern);
    SCOPED_TRACE(describe_matrix(from));
    number(from);
    StoreHDF::write(from, file_, "data");
    MatrixOf<int, Pattern> to;
    StoreHDF::read(to, file_, "data");
    EXPECT_EQ(values_in(to, Box<2>(to.extents())), elements_of(to));
    for (dim_t d = 0; d < 2; ++d) {
      EXPECT_EQ(from.pattern().blocksize(d), to.pattern().blocksize(d));
      EXPECT_EQ(from.pattern().teamspec().extent(d), to.pattern().teamspec().extent(d));
    }
    EXPECT_EQ(from.pattern().local_size(), to.pattern().local_size());
    MatrixOf<int, Pattern> fresh;
    dash::io::hdf5::hdf5_options options;
    options.restore_pattern = false;
    StoreHDF::read(fresh, file_, "data", options);
    EXPECT_EQ(values_in(fresh, Box<2>(fresh.extents())), elements_of(fresh));
    from.barrier();
  });
  // The pattern of another number of units does not fit: the container gets the default one.
  if (dash::size() == 1) return;
  dash::Array<int> a(12, dash::BLOCKCYCLIC(2));
  assign(a, ascending(12));
  StoreHDF::write(a, file_, "data");
  dash::Team& half = dash::Team::All().split(2);
  dash::Array<int> b(half);
  StoreHDF::read(b, file_, "data");
  EXPECT_EQ(ascending(12), contents(b));
  dash::barrier();
}

TEST_F(Hdf5Test, StreamsWithModifiers)
{
  dash::Array<int> a(20, dash::BLOCKCYCLIC(3));
  dash::Matrix<double, 2> m(dash::SizeSpec<2>(5, 7));
  assign(a, ascending(20));
  number(m);
  {
    auto out = hdf5::OutputStream(file_);
    out << a << hdf5::dataset("group/matrix") << hdf5::setpattern_key("PATTERN")
        << hdf5::store_pattern(false) << m << hdf5::dataset("part") << dash::sub(2, 6, a)
        << hdf5::dataset("column") << m.col(3);
  }
  {
    hdf5::OutputStream out(file_, hdf5::DeviceMode::app);
    out << hdf5::dataset("more") << a;
    assign(a, ascending(20, 100));
    out << hdf5::modify_dataset() << a;
  }
  dash::Array<int> b, part, more;
  dash::Array<double> column;
  dash::Matrix<double, 2> n;
  hdf5::InputStream in(file_);
  in >> b >> hdf5::dataset("group/matrix") >> hdf5::restore_pattern(false) >> n;
  in >> hdf5::dataset("part") >> part >> hdf5::dataset("column") >> column;
  in >> hdf5::dataset("more") >> more;
  EXPECT_EQ(ascending(20), contents(b));
  EXPECT_EQ(values_in(n, Box<2>(n.extents())), elements_of(n));
  EXPECT_EQ(ascending(4, 3), contents(part));
  EXPECT_EQ(ascending(20, 100), contents(more));
  ASSERT_EQ(5u, column.size());
  for (Index i = 0; i < 5; ++i) {
    EXPECT_EQ(value_of<double>(Coords<2>{i, 3}), static_cast<double>(column[i]));
  }
  column.barrier();
  // A view as the target.
  dash::Array<int> target(10);
  assign(target, std::vector<int>(10, 0));
  hdf5::InputStream(file_) >> hdf5::dataset("part") >> dash::sub(3, 7, target);
  EXPECT_EQ((std::vector<int>{0, 0, 0, 3, 4, 5, 6, 0, 0, 0}), contents(target));
}

/// An array whose elements are rows of a matrix in the file.
TEST_F(Hdf5Test, ShapesOfArrays)
{
  dash::Array<int> a(35, dash::BLOCKCYCLIC(3)), b(35);
  assign(a, ascending(35));
  hdf5::OutputStream(file_) << hdf5::shape({5, 7}) << a;
  dash::Matrix<int, 2> m;
  StoreHDF::read(m, file_, "data");
  ASSERT_EQ(35u, m.size());
  for_each_coords(Box<2>(m.extents()), [&](const auto& at) {
    EXPECT_EQ(1 + 7 * at[0] + at[1], static_cast<int>(m.at(at)));
  });
  m.barrier();
  hdf5::InputStream(file_) >> hdf5::shape({5, 7}) >> b;
  EXPECT_EQ(ascending(35), contents(b));
  EXPECT_THROW(
      hdf5::InputStream(file_) >> hdf5::shape({5, 6}) >> b, dash::exception::InvalidArgument);
}

TEST_F(Hdf5Test, AsynchronousStreams)
{
  dash::Array<int> a(20), b, c;
  assign(a, ascending(20));
  {
    hdf5::OutputStream out(dash::launch::async, file_);
    out << hdf5::dataset("a") << a << hdf5::dataset("b") << a;
    out.flush();
    out << hdf5::dataset("c") << a;
  }
  {
    hdf5::InputStream in(dash::launch::async, file_);
    in >> hdf5::dataset("b") >> b >> hdf5::dataset("c") >> c;
  }
  EXPECT_EQ(ascending(20), contents(b));
  EXPECT_EQ(ascending(20), contents(c));
}

/// Larger than a step, in chunks whose borders are those of nothing else.
TEST_F(Hdf5Test, ChunksAndCompression)
{
  constexpr std::size_t rows = 600, cols = 700;
  using Tiles = dash::TilePattern<2, dash::COL_MAJOR>;
  MatrixOf<double, Tiles> from(Tiles(
      dash::SizeSpec<2>(rows, cols), dash::DistributionSpec<2>(dash::TILE(50), dash::TILE(100)),
      dash::TeamSpec<2>(1, dash::size())));
  std::vector<double> own;
  for (Index i = 0; i < static_cast<Index>(from.local_size()); ++i) {
    const auto at = from.pattern().coords(from.pattern().global(i));
    own.push_back(static_cast<double>(at[0] * 10000 + at[1]));
  }
  set_local_values(from, own);
  from.barrier();
  hdf5::OutputStream out(file_);
  out << hdf5::dataset("plain") << from;
  out << hdf5::dataset("chunks") << hdf5::chunks({64, 33}) << from;
  out << hdf5::dataset("small") << hdf5::compression(6) << from;
  out << hdf5::dataset("whole rows") << hdf5::chunks({}) << from;
  for (const char* name : {"plain", "chunks", "small", "whole rows"}) {
    SCOPED_TRACE(name);
    fill_local_values(from, 0.0);
    from.barrier();
    StoreHDF::read(from, file_, name);
    EXPECT_TRUE(own == local_values(from));
  }
}

/// Boxes of data sets whose elements lie one after the other, in chunks, and compressed, from and
/// to matrices of all patterns. The elements around a box stay as they are.
TEST_F(Hdf5Test, BoxesOfDataSets)
{
  constexpr std::size_t rows = 11, cols = 16;
  dash::Matrix<int, 2> whole(rows, cols);
  dash::fill(whole, -1);
  whole.barrier();
  hdf5::OutputStream out(file_);
  out << hdf5::dataset("plain") << whole;
  out << hdf5::dataset("chunks") << hdf5::chunks({4, 5}) << whole;
  out << hdf5::dataset("small") << hdf5::compression(2) << whole;
  const std::vector<std::string> kinds{"plain", "chunks", "small"};
  std::size_t turn = 0;
  for_each_matrix(dash::Team::All(), [&](auto& from) {
    const std::string kind = kinds[turn++ % kinds.size()];
    SCOPED_TRACE(kind);
    out << hdf5::dataset(kind) << hdf5::box({2, 3}) << from;
    StoreHDF::read(whole, file_, kind);
    const auto height = static_cast<Index>(from.extent(0));
    const auto width = static_cast<Index>(from.extent(1));
    for_each_coords(Box<2>(whole.extents()), [&](const auto& at) {
      const Index row = at[0] - 2, col = at[1] - 3;
      const bool is_in = row >= 0 && row < height && col >= 0 && col < width;
      EXPECT_EQ(is_in ? value_of<int>(Coords<2>{row, col}) : -1, static_cast<int>(whole.at(at)))
          << at[0] << ", " << at[1];
    });
    const auto expected = values_in(from, Box<2>(from.extents()));
    fill_local_values(from, 0);
    from.barrier();
    hdf5::InputStream in(file_);
    in >> hdf5::dataset(kind) >> hdf5::box({2, 3}) >> from;
    EXPECT_EQ(expected, elements_of(from));
    whole.barrier();
    dash::fill(whole, -1);
    whole.barrier();
    out << hdf5::box({}) << hdf5::modify_dataset() << whole << hdf5::modify_dataset(false);
  });
}

/// Views into a data set that is made for them, and boxes of it in views and new containers.
TEST_F(Hdf5Test, BoxesOfViewsAndInNewContainers)
{
  dash::Matrix<int, 2> m(5, 7);
  number(m);
  const auto at = [](Index row, Index col) { return value_of<int>(Coords<2>{row, col}); };
  for (const bool in_chunks : {false, true}) {
    SCOPED_TRACE(in_chunks);
    {
      hdf5::OutputStream out(file_);
      if (in_chunks) out << hdf5::chunks({3, 3});
      // Two blocks of rows change places; a column and a range follow.
      out << hdf5::within({5, 9}) << hdf5::box({0, 1}) << m.template sub<0>(3, 2);
      out << hdf5::box({2, 1}) << m.template sub<0>(0, 3);
      out << hdf5::within({}) << hdf5::box({0, 8}, {5, 1}) << m.col(6);
      dash::Array<int> line(9);
      assign(line, ascending(9));
      out << hdf5::box({4, 0}, {1, 4}) << dash::sub(2, 6, line);
    }
    std::vector<std::vector<int>> expected(5, std::vector<int>(9, 0));
    for (Index row = 0; row < 5; ++row) {
      for (Index col = 0; col < 7; ++col) expected[row][col + 1] = at((row + 3) % 5, col);
      expected[row][8] = at(row, 6);
    }
    for (int i = 0; i < 4; ++i) expected[4][static_cast<std::size_t>(i)] = 3 + i;
    dash::Matrix<int, 2> all, corner, inner;
    dash::Array<int> column, row(20);
    hdf5::InputStream in(file_);
    in >> all >> hdf5::box({3, 6}) >> corner >> hdf5::box({1, 2}, {2, 5}) >> inner;
    in >> hdf5::box({0, 4}, {5, 1}) >> column;
    assign(row, std::vector<int>(20, 0));
    in >> hdf5::box({2, 0}, {1, 9}) >> dash::sub(10, 19, row);
    const auto check = [&](auto& part, Index top, Index left, std::size_t height,
                           std::size_t width) {
      ASSERT_EQ(height, part.extent(0));
      ASSERT_EQ(width, part.extent(1));
      for_each_coords(Box<2>(part.extents()), [&](const auto& c) {
        EXPECT_EQ(expected[top + c[0]][left + c[1]], static_cast<int>(part.at(c)))
            << c[0] << ", " << c[1];
      });
    };
    check(all, 0, 0, 5, 9);
    check(corner, 3, 6, 2, 3);
    check(inner, 1, 2, 2, 5);
    std::vector<int> fourth;
    for (const auto& line : expected) fourth.push_back(line[4]);
    EXPECT_EQ(fourth, contents(column));
    std::vector<int> third(10, 0);
    third.insert(third.end(), expected[2].begin(), expected[2].end());
    third.push_back(0);
    EXPECT_EQ(third, contents(row));
  }
}

/// The file has larger numbers in one piece, to which units convert theirs.
TEST_F(Hdf5Test, SmallerNumbersReplaceLargerOnes)
{
  dash::Array<double> large(10), loaded;
  assign(large, std::vector<double>(10, 0.5));
  StoreHDF::write(large, file_, "data");
  dash::Array<float> small(10, dash::CYCLIC);
  std::vector<float> values(10);
  std::iota(values.begin(), values.end(), 1.0F);
  assign(small, values);
  dash::io::hdf5::hdf5_options modify;
  modify.overwrite_file = false;
  modify.modify_dataset = true;
  StoreHDF::write(small, file_, "data", modify);
  StoreHDF::read(loaded, file_, "data");
  EXPECT_EQ(std::vector<double>(values.begin(), values.end()), contents(loaded));
}

TEST_F(Hdf5Test, OnlyFilesAreReplaced)
{
  dash::Array<int> a(10);
  a.barrier();
  expect_only_files_are_written([&](const std::string& file) { StoreHDF::write(a, file, "data"); });
}

TEST_F(Hdf5Test, OnlyFilesAreAddedTo)
{
  dash::Array<int> a(10);
  a.barrier();
  dash::io::hdf5::hdf5_options add;
  add.overwrite_file = false;
  expect_only_files_are_written(
      [&](const std::string& file) { StoreHDF::write(a, file, "data", add); });
}

/// Writes the extreme values of a type into a data set that has its name. \return the values
template <class T>
std::vector<long double> write_extremes(const std::string& file, const std::string& name)
{
  using Limits = std::numeric_limits<T>;
  const std::vector<T> values{Limits::lowest(), Limits::min(), T{}, T{1}, Limits::max()};
  dash::Array<T> array(values.size());
  assign(array, values);
  hdf5::OutputStream(file, hdf5::DeviceMode::app) << hdf5::dataset(name) << array;
  return {values.begin(), values.end()};
}

/// The values of a data set as those of a type; none if they could change.
template <class T>
std::vector<long double> read_as(const std::string& file, const std::string& name)
{
  try {
    dash::Array<T> array;
    StoreHDF::read(array, file, name);
    const std::vector<T> values = contents(array);
    return {values.begin(), values.end()};
  } catch (const dash::io::FileError& error) {
    EXPECT_NE(nullptr, std::strstr(error.what(), "values could change")) << error.what();
    return {};
  }
}

struct NumberType {
  const char* name;
  std::vector<long double> (*write)(const std::string& file, const std::string& name);
  std::vector<long double> (*read)(const std::string& file, const std::string& name);
  const char* becomes;  ///< x for each type of the table in which all its values exist
};

template <class T>
NumberType number_type(const char* name, const char* becomes)
{
  return {name, write_extremes<T>, read_as<T>, becomes};
}

TEST_F(Hdf5Test, NumbersAreConvertedWhereTheyCannotChange)
{
  const bool has_64_digits = std::numeric_limits<long double>::digits >= 64;
  const std::vector<NumberType> table{
      number_type<std::int8_t>("int8", "x.x.x.x.xxx"),
      number_type<std::uint8_t>("uint8", ".xxxxxxxxxx"),
      number_type<std::int16_t>("int16", "..x.x.x.xxx"),
      number_type<std::uint16_t>("uint16", "...xxxxxxxx"),
      number_type<std::int32_t>("int32", "....x.x..xx"),
      number_type<std::uint32_t>("uint32", ".....xxx.xx"),
      number_type<std::int64_t>("int64", has_64_digits ? "......x...x" : "......x...."),
      number_type<std::uint64_t>("uint64", has_64_digits ? ".......x..x" : ".......x..."),
      number_type<float>("float", "........xxx"),
      number_type<double>("double", ".........xx"),
      number_type<long double>("long double", "..........x"),
  };
  for (const NumberType& from : table) {
    const auto values = from.write(file_, from.name);
    std::string becomes;
    for (const NumberType& to : table) {
      const auto found = to.read(file_, from.name);
      if (!found.empty()) {
        EXPECT_EQ(values, found) << from.name << " to " << to.name;
      }
      becomes += found.empty() ? '.' : 'x';
    }
    EXPECT_EQ(from.becomes, becomes) << from.name;
  }
}

TEST_F(Hdf5Test, OtherElementsAreConvertedByTheirFields)
{
  dash::Array<std::complex<float>> narrow(3);
  dash::Array<std::complex<double>> wide(3);
  dash::Array<bool> flags(3);
  dash::Array<double> real(3);
  dash::fill(narrow, std::complex<float>(1, -2));
  dash::fill(flags, true);
  narrow.barrier();
  flags.barrier();
  hdf5::OutputStream(file_) << hdf5::dataset("narrow") << narrow << hdf5::dataset("wide") << wide
                            << hdf5::dataset("flags") << flags << hdf5::dataset("real") << real;
  StoreHDF::read(wide, file_, "narrow");
  EXPECT_EQ(std::complex<double>(1, -2), static_cast<std::complex<double>>(wide[2]));
  wide.barrier();
  EXPECT_THROW(StoreHDF::read(narrow, file_, "wide"), dash::io::FileError);
  EXPECT_THROW(StoreHDF::read(real, file_, "wide"), dash::io::FileError);
  EXPECT_THROW(StoreHDF::read(wide, file_, "real"), dash::io::FileError);
  EXPECT_THROW(StoreHDF::read(real, file_, "flags"), dash::io::FileError);
}

/// A type of the layout of Sample, which nothing describes to the library.
struct Undescribed {
  float x;
  double charge;
  std::int16_t kind;

  friend bool operator==(const Undescribed&, const Undescribed&) = default;
};

TEST_F(Hdf5Test, ConvertersDescribeStructures)
{
  const auto type_of_sample = [] { return hdf5::get_h5_datatype<Sample>(); };
  dash::Array<Undescribed> from(11), to(11), without_memory;
  dash::fill(from, Undescribed{0.5F, 2.0, 3});
  from.barrier();
  hdf5::OutputStream(file_) << hdf5::dataset("x") << hdf5::type_converter(type_of_sample) << from;
  hdf5::InputStream(file_) >> hdf5::dataset("x") >> hdf5::type_converter(type_of_sample) >> to >>
      without_memory;
  EXPECT_EQ(contents(from), contents(to));
  EXPECT_EQ(contents(from), contents(without_memory));

  // The file has the fields, so that records of other programs and types have them, too.
  dash::Array<Sample> samples(11);
  StoreHDF::read(samples, file_, "x");
  EXPECT_EQ((Sample{0.5F, 2.0, 3}), static_cast<Sample>(samples[10]));
  samples.barrier();
}

TEST_F(Hdf5Test, StructuresThatNothingDescribesAreRefused)
{
  dash::Array<Sample> samples(4);
  StoreHDF::write(samples, file_, "data");
  dash::Array<Undescribed> a(4);
  const std::vector<std::string> parts{file_, "'data'", "dash::io::Record", "type_converter"};
  expect_refused<dash::io::FileError>([&] { StoreHDF::write(a, file_, "data"); }, parts);
  expect_refused<dash::io::FileError>([&] { StoreHDF::read(a, file_, "data"); }, parts);
  StoreHDF::read(samples, file_, "data");  // the file that was there remains
  const auto number = [] { return hdf5::get_h5_datatype<int>(); };
  expect_refused<dash::io::FileError>(
      [&] { StoreHDF::write(a, file_, "data", {}, number); }, {"4 bytes, but elements have 24"});
}

TEST_F(Hdf5Test, ErrorsNameFileDataSetAndReason)
{
  dash::Array<int> a(10), nothing;
  assign(a, ascending(10));
  StoreHDF::write(a, file_, "data");
  if (dash::myid().id == 0) std::ofstream(path("text.h5")) << "no file of HDF5";
  dash::Array<short> shorter(10);
  dash::Array<unsigned> no_sign(10);
  dash::Array<float> real(10);
  dash::Array<int> longer(11);
  dash::Matrix<int, 2> matrix;
  dash::io::hdf5::hdf5_options add, modify, wrong_chunks, box, new_box, outside, column;
  add.overwrite_file = modify.overwrite_file = false;
  modify.modify_dataset = true;
  wrong_chunks.chunks = {2, 2};
  box.overwrite_file = outside.overwrite_file = column.overwrite_file = false;
  box.box_offsets = new_box.box_offsets = {0};
  outside.box_offsets = {1};
  column.box_offsets = {0};
  column.box_extents = {11, 1};
  struct Case {
    const char* file;
    const char* dataset;
    const char* reason;
    std::function<void(const std::string& file, const std::string& dataset)> operation;
  };
  const std::vector<Case> table{
      {"none.h5", "data", "No such file", [&](auto& f, auto& d) { StoreHDF::read(a, f, d); }},
      {"text.h5", "data", "as one of HDF5", [&](auto& f, auto& d) { StoreHDF::read(a, f, d); }},
      {"text.h5", "data", "as one of HDF5",
       [&](auto& f, auto& d) { StoreHDF::write(a, f, d, add); }},
      {"file.h5", "other", "not there", [&](auto& f, auto& d) { StoreHDF::read(a, f, d); }},
      {"file.h5", "no/such/group", "not there",
       [&](auto& f, auto& d) { StoreHDF::read(nothing, f, d); }},
      {"file.h5", "data", "extents differ: (10) in the file, (11)",
       [&](auto& f, auto& d) { StoreHDF::read(longer, f, d); }},
      {"file.h5", "data", "numbers of dimensions differ: 1 in the file, 2",
       [&](auto& f, auto& d) { StoreHDF::read(matrix, f, d); }},
      {"file.h5", "data", "signed integers of 32 bits to signed integers of 16 bits",
       [&](auto& f, auto& d) { StoreHDF::read(shorter, f, d); }},
      {"file.h5", "data", "signed integers of 32 bits to unsigned integers of 32 bits",
       [&](auto& f, auto& d) { StoreHDF::read(no_sign, f, d); }},
      {"file.h5", "data", "to floating-point numbers of 32 bits",
       [&](auto& f, auto& d) { StoreHDF::read(real, f, d); }},
      {"file.h5", "data", "it is there already",
       [&](auto& f, auto& d) { StoreHDF::write(a, f, d, add); }},
      {"file.h5", "other", "not there",
       [&](auto& f, auto& d) { StoreHDF::write(a, f, d, modify); }},
      {"file.h5", "data", "extents differ",
       [&](auto& f, auto& d) { StoreHDF::write(longer, f, d, modify); }},
      {"file.h5", "data", "a box of (10) at (1) does not lie in its extents (10)",
       [&](auto& f, auto& d) { StoreHDF::write(a, f, d, outside); }},
      {"file.h5", "data", "a box of (10) at (1) does not lie in its extents (10)",
       [&](auto& f, auto& d) { StoreHDF::read(a, f, d, outside); }},
      {"file.h5", "data", "the extents differ: (11, 1) in the box, (10) in the container",
       [&](auto& f, auto& d) { StoreHDF::read(a, f, d, column); }},
      {"file.h5", "data", "the file is replaced",
       [&](auto& f, auto& d) { StoreHDF::write(a, f, d, new_box); }},
      {"file.h5", "other", "it is not there; `within`",
       [&](auto& f, auto& d) { StoreHDF::write(a, f, d, box); }},
      {"file.h5", "data", "unsigned integers of 32 bits to signed",
       [&](auto& f, auto& d) { StoreHDF::write(no_sign, f, d, box); }},
      {"new.h5", "data", "chunks of 2 dimensions",
       [&](auto& f, auto& d) { StoreHDF::write(a, f, d, wrong_chunks); }},
      {"no-folder/new.h5", "data", "No such file",
       [&](auto& f, auto& d) { StoreHDF::write(a, f, d); }},
  };
  for (const Case& row : table) {
    const std::string file = path(row.file);
    SCOPED_TRACE(file + " " + row.dataset);
    const std::string text =
        error_of<dash::io::FileError>([&] { row.operation(file, row.dataset); });
    EXPECT_NE(std::string::npos, text.find(file)) << text;
    EXPECT_NE(std::string::npos, text.find(row.reason)) << text;
  }
  EXPECT_THROW(StoreHDF::write(nothing, file_, "data"), dash::exception::InvalidArgument);
  dash::barrier();
  EXPECT_FALSE(std::filesystem::exists(path("new.h5")));
  EXPECT_FALSE(std::filesystem::exists(path("new.h5.part")));
  // Wider types keep the values.
  dash::Array<long> wider(10);
  StoreHDF::read(wider, file_, "data");
  EXPECT_EQ(10, static_cast<long>(wider[9]));
  wider.barrier();
}

TEST_F(Hdf5Test, OtherProgramsReadIt)
{
  dash::Array<int> a(20, dash::BLOCKCYCLIC(3));
  using Columns = dash::Pattern<2, dash::COL_MAJOR>;
  MatrixOf<int, Columns> m(Columns(5, 7));
  dash::Array<bool> flags(4);
  dash::Array<std::complex<double>> z(4);
  dash::Array<Sample> samples(4);
  assign(a, ascending(20));
  number(m);
  for (std::size_t i = 0; i < 4 && dash::myid().id == 0; ++i) {
    const auto real = static_cast<float>(i);
    flags[i] = i % 2 == 1;
    z[i] = std::complex<double>(real, 1);
    samples[i] = Sample{real, 2 * real, static_cast<std::int16_t>(i)};
  }
  samples.barrier();
  {
    hdf5::OutputStream out(file_);
    out << hdf5::dataset("a") << a << hdf5::dataset("g/m") << m << hdf5::dataset("flags") << flags;
    out << hdf5::dataset("z") << z << hdf5::dataset("samples") << samples;
    out << hdf5::dataset("small") << hdf5::compression(4) << m;
  }
  if (!python_has("h5py")) GTEST_SKIP() << "no h5py; install python3-h5py";
  ASSERT_TRUE(python(R"(
import h5py, numpy as np
f = h5py.File('file.h5')
assert f['a'].dtype == np.int32 and f['a'][:].tolist() == list(range(1, 21))
pattern = f['a'].attrs['DASH_PATTERN'].tolist()
assert pattern[0] == 20 and pattern[3] == 3 and len(pattern) == 4, pattern
m = f['g/m']
assert m.shape == (5, 7)
assert all(m[i, j] == (i + 1) * 50 + j + 1 for i in range(5) for j in range(7)), m[:]
assert f['flags'].dtype == bool and f['flags'][:].tolist() == [False, True, False, True]
assert f['z'][:].tolist() == [0 + 1j, 1 + 1j, 2 + 1j, 3 + 1j]
assert f['samples']['charge'].tolist() == [0, 2, 4, 6] and f['samples']['kind'].tolist() == [0, 1, 2, 3]
assert f['small'].compression == 'gzip' and (f['small'][:] == m[:]).all()

with h5py.File('other.h5', 'w') as g:
    g['plain'] = np.arange(35, dtype='i4').reshape(5, 7)
    g.create_dataset('deep/gzip', data=np.arange(35, dtype='i4').reshape(5, 7), chunks=(2, 3), compression='gzip')
    g.create_dataset('big', data=np.arange(35, dtype='>i4').reshape(5, 7))
    g['narrow'] = np.arange(35, dtype='i2').reshape(5, 7)
    g['flags'] = np.array([True, False, True])
    g['z'] = np.array([1 + 2j, 3 + 4j])
    r = np.zeros(2, dtype=[('kind', 'i2'), ('x', 'f4'), ('charge', 'f8')])
    r['x'] = [1, 2]; r['charge'] = [3, 4]; r['kind'] = [5, 6]
    g['samples'] = r
)"));
  const std::string other = path("other.h5");
  for (const char* name : {"plain", "deep/gzip", "big", "narrow"}) {
    dash::Matrix<int, 2> n;
    StoreHDF::read(n, other, name);
    ASSERT_EQ(35u, n.size()) << name;
    for_each_coords(Box<2>(n.extents()), [&](const auto& at) {
      EXPECT_EQ(7 * at[0] + at[1], static_cast<int>(n.at(at))) << name;
    });
    n.barrier();
  }
  dash::Array<bool> read_flags;
  dash::Array<std::complex<double>> read_z;
  dash::Array<Sample> read_samples;
  hdf5::InputStream in(other);
  in >> hdf5::dataset("flags") >> read_flags >> hdf5::dataset("z") >> read_z;
  in >> hdf5::dataset("samples") >> read_samples;
  EXPECT_TRUE(static_cast<bool>(read_flags[2]) && !static_cast<bool>(read_flags[1]));
  EXPECT_EQ(std::complex<double>(3, 4), static_cast<std::complex<double>>(read_z[1]));
  EXPECT_EQ((Sample{2, 4, 6}), static_cast<Sample>(read_samples[1]));
  read_samples.barrier();
}

}  // namespace dash::test
