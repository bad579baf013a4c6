// Tier: suite n3 c2g2; also h2n2.namespaces; sanitized c2g2

#include <dash/Array.h>
#include <dash/Atomic.h>
#include <dash/Matrix.h>
#include <dash/io/Npy.h>
#include <dash/memory/HostSpace.h>
#include <dash/view/Adaptors.h>
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/stat.h>
#include <complex>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "array/arrays.h"
#include "io/file_support.h"
#include "io/samples.h"
#include "matrix/matrix_support.h"
#include "refusals.h"

namespace npy = dash::io::npy;

namespace dash::test {

class NpyTest : public FileTest {};

TEST_F(NpyTest, ArraysOfAllDistributionsAndTeams)
{
  for (dash::Team& team : teams()) {
    // Parts of a team write at the same time.
    const std::string file = path(std::to_string(team.global_id(dash::team_unit_t{0}).id) + ".npy");
    for (const std::size_t n : cases({0, 1, 3, 50}, {0, 11})) {
      for_each_two_arrays<int, int>(n, team, [&](auto& a, auto& b) {
        assign(a, ascending(n));
        npy::save(file, a);
        npy::load(file, b);
        EXPECT_EQ(ascending(n), contents(b));
      });
    }
  }
}

TEST_F(NpyTest, RangesAndViews)
{
  dash::Array<int> a(20, dash::BLOCKCYCLIC(3));
  dash::Array<int> b(20, dash::BLOCKED);
  assign(a, ascending(20));
  npy::save(path("a.npy"), a.begin() + 4, a.begin() + 9);
  assign(b, std::vector<int>(20, 0));
  npy::load(path("a.npy"), b.begin() + 10, b.begin() + 15);
  std::vector<int> expected(20, 0);
  for (int i = 0; i < 5; ++i) expected[static_cast<std::size_t>(10 + i)] = 5 + i;
  EXPECT_EQ(expected, contents(b));

  npy::save(path("view.npy"), dash::sub(2, 4, a));
  npy::load(path("view.npy"), dash::sub(0, 2, b));
  expected[0] = 3;
  expected[1] = 4;
  EXPECT_EQ(expected, contents(b));
}

TEST_F(NpyTest, MatricesOfAllPatterns)
{
  for_each_matrix(dash::Team::All(), [&](auto& from) {
    npy::save(path("m.npy"), from);
    const auto rows = static_cast<std::size_t>(from.extent(0));
    const auto cols = static_cast<std::size_t>(from.extent(1));
    dash::Matrix<int, 2> to(dash::SizeSpec<2>(rows, cols));
    npy::load(path("m.npy"), to);
    EXPECT_EQ(values_in(to, Box<2>(to.extents())), elements_of(to));
    MatrixOf<int, dash::TilePattern<2, dash::COL_MAJOR>> tiles(
        dash::TilePattern<2, dash::COL_MAJOR>(dash::SizeSpec<2>(rows, cols)));
    npy::load(path("m.npy"), tiles);
    EXPECT_EQ(values_in(tiles, Box<2>(tiles.extents())), elements_of(tiles));
    // and back into the same pattern
    from.barrier();
    npy::load(path("m.npy"), from);
    EXPECT_EQ(values_in(from, Box<2>(from.extents())), elements_of(from));
  });
}

TEST_F(NpyTest, PartsOfMatrices)
{
  dash::Matrix<int, 3> from(dash::SizeSpec<3>(4, 5, 6));
  dash::Matrix<int, 2> to(dash::SizeSpec<2>(4, 6));
  number(from);
  npy::save(path("plane.npy"), from.col(2));
  npy::load(path("plane.npy"), to);
  for_each_coords(Box<2>(to.extents()), [&](const auto& at) {
    EXPECT_EQ(value_of(Coords<3>{at[0], 2, at[1]}), static_cast<int>(to.at(at)));
  });
  to.barrier();
  npy::save(path("row.npy"), to.row(1));
  dash::Array<int> row;
  npy::load(path("row.npy"), row);
  ASSERT_EQ(6u, row.size());
  for (int i = 0; i < 6; ++i) EXPECT_EQ(value_of(Coords<3>{1, 2, i}), static_cast<int>(row[i]));
}

/// Larger than a step, so that several are under way.
TEST_F(NpyTest, ManySteps)
{
  constexpr std::size_t rows = 700, cols = 1100;
  using Tiles = dash::TilePattern<2>;
  MatrixOf<double, Tiles> from(Tiles(
      dash::SizeSpec<2>(rows, cols), dash::DistributionSpec<2>(dash::TILE(50), dash::TILE(100)),
      dash::TeamSpec<2>(dash::size(), 1)));
  MatrixOf<double, dash::Pattern<2, dash::COL_MAJOR>> to(
      dash::Pattern<2, dash::COL_MAJOR>(dash::SizeSpec<2>(rows, cols)));
  const auto expected = [](const auto& at) { return static_cast<double>(at[0] * 10000 + at[1]); };
  const auto set = [&](auto& matrix) {
    std::vector<double> own;
    for (Index i = 0; i < static_cast<Index>(matrix.local_size()); ++i) {
      own.push_back(expected(matrix.pattern().coords(matrix.pattern().global(i))));
    }
    set_local_values(matrix, own);
    matrix.barrier();
    return own;
  };
  set(from);
  npy::save(path("large.npy"), from);
  npy::load(path("large.npy"), to);
  const auto got = local_values(to);
  EXPECT_TRUE(set(to) == got);
  // Rows and columns of this file lie in the other order.
  npy::save(path("large.npy"), to);
  if (python_has("numpy")) {
    EXPECT_TRUE(python(R"(
import numpy as np
a = np.load('large.npy')
assert a.flags.f_contiguous and a.shape == (700, 1100)
assert (a == np.arange(700)[:, None] * 10000 + np.arange(1100)).all()
)"));
  }
  const auto own = set(from);
  fill_local_values(from, 0.0);
  npy::load(path("large.npy"), from);
  EXPECT_TRUE(own == local_values(from));
}

TEST_F(NpyTest, HostMemoryOfAllUnits)
{
  dash::Array<int, dash::default_index_t, dash::BlockPattern<1>, dash::HostSpace> a(10);
  assign(a, ascending(10));
  npy::save(path("a.npy"), a);
  dash::Array<int> b;
  npy::load(path("a.npy"), b);
  EXPECT_EQ(ascending(10), contents(b));
}

TEST_F(NpyTest, FilesAreReplacedAsAWhole)
{
  dash::Array<int> a(10);
  assign(a, ascending(10));
  npy::save(path("a.npy"), a);
  assign(a, ascending(10, 5));
  npy::save(path("a.npy"), a);
  dash::Array<int> b(10);
  npy::load(path("a.npy"), b);
  EXPECT_EQ(ascending(10, 5), contents(b));
  EXPECT_FALSE(std::filesystem::exists(path("a.npy.part")));
}

/// What a killed run has left neither hinders the next one nor counts as a file.
TEST_F(NpyTest, RemainsOfAKilledRun)
{
  if (dash::myid().id == 0) std::ofstream(path("a.npy.part")) << "half of a file";
  dash::Array<int> a(10);
  assign(a, ascending(10));
  EXPECT_NE(std::string::npos, error_of<dash::io::FileError>([&] {
                                 npy::load(path("a.npy"), a);
                               }).find("No such file"));
  npy::save(path("a.npy"), a);
  dash::Array<int> b(10);
  npy::load(path("a.npy"), b);
  EXPECT_EQ(ascending(10), contents(b));
}

TEST_F(NpyTest, ErrorsNameFileAndReasonOnAllUnits)
{
  dash::Array<int> a(10);
  assign(a, ascending(10));
  npy::save(path("a.npy"), a);
  if (dash::myid().id == 0) {
    std::ofstream(path("other.npy")) << "this is no array";
    std::ofstream(path("empty.npy")) << "";
    std::filesystem::copy(path("a.npy"), path("short.npy"));
    std::filesystem::resize_file(path("short.npy"), std::filesystem::file_size(path("a.npy")) - 1);
  }
  dash::barrier();
  dash::Array<unsigned> other_type(10);
  dash::Array<int> other_size(11);
  dash::Matrix<int, 2> other_rank;
  dash::Array<int> without_memory;
  struct Case {
    const char* file;
    const char* reason;
    std::function<void(const std::string&)> operation;
  };
  const std::vector<Case> table{
      {"none.npy", "No such file", [&](const auto& file) { npy::load(file, a); }},
      {"other.npy", "no array of NumPy", [&](const auto& file) { npy::load(file, a); }},
      {"empty.npy", "too short", [&](const auto& file) { npy::load(file, a); }},
      {"short.npy", "too short", [&](const auto& file) { npy::load(file, a); }},
      {"short.npy", "too short", [&](const auto& file) { npy::load(file, without_memory); }},
      {"a.npy", "'<i4' in the file, '<u4'", [&](const auto& file) { npy::load(file, other_type); }},
      {"a.npy", "(10,) in the file, (11,)", [&](const auto& file) { npy::load(file, other_size); }},
      {"a.npy", "numbers of dimensions differ: 1 in the file, 2",
       [&](const auto& file) { npy::load(file, other_rank); }},
      {"no-folder/a.npy", "No such file", [&](const auto& file) { npy::save(file, a); }},
      {"", "there is a folder", [&](const auto& file) { npy::save(file, a); }},
  };
  for (const Case& row : table) {
    const std::string file = path(row.file);
    SCOPED_TRACE(file);
    const std::string text = error_of<dash::io::FileError>([&] { row.operation(file); });
    EXPECT_NE(std::string::npos, text.find(file)) << text;
    EXPECT_NE(std::string::npos, text.find(row.reason)) << text;
    EXPECT_EQ(0u, text.find("[ Unit ")) << text;
  }
  EXPECT_EQ(ascending(10), contents(a));
  EXPECT_FALSE(without_memory.globmem().is_allocated());
  dash::Array<int> nothing;
  EXPECT_THROW(npy::save(path("a.npy"), nothing), dash::exception::InvalidArgument);
  // All units throw together, so a container that the exception destroys does not end the run.
  try {
    dash::Array<int> destroyed(10);
    destroyed.barrier();
    npy::load(path("none.npy"), destroyed);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const dash::io::FileError&) {
    dash::barrier();
  }
}

TEST_F(NpyTest, OnlyFilesAreReplaced)
{
  dash::Array<int> a(10);
  a.barrier();
  expect_only_files_are_written([&](const std::string& file) { npy::save(file, a); });
}

/// One unit alone cannot write its part: all units learn why, and the file stays as it was.
TEST_F(NpyTest, FullMedium)
{
  dash::Array<int> small(3);
  assign(small, ascending(3));
  npy::save(path("a.npy"), small);
  dash::Array<int> large(1000);
  large.barrier();

  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(0, getrlimit(RLIMIT_FSIZE, &before));
  rlimit limited = before;
  limited.rlim_cur = 1024;
  if (dash::myid().id + 1 == static_cast<int>(dash::size())) {
    ASSERT_EQ(0, setrlimit(RLIMIT_FSIZE, &limited));
  }
  const std::string text = error_of<dash::io::FileError>([&] { npy::save(path("a.npy"), large); });
  ASSERT_EQ(0, setrlimit(RLIMIT_FSIZE, &before));
  EXPECT_NE(std::string::npos, text.find("File too large")) << text;
  dash::barrier();  // unit 0 removes what it has begun
  EXPECT_FALSE(std::filesystem::exists(path("a.npy.part")));
  dash::Array<int> again(3);
  npy::load(path("a.npy"), again);
  EXPECT_EQ(ascending(3), contents(again));
}

template <class T>
void round_trip(const std::string& file, const std::vector<T>& values)
{
  dash::Array<T> a(values.size(), dash::CYCLIC);
  dash::Array<T> b(values.size());
  set_local_values(a, own_of(a, values));
  a.barrier();
  npy::save(file, a);
  npy::load(file, b);
  EXPECT_TRUE(values == contents(b)) << file;
}

enum class Colour : std::uint8_t { red, green, blue };

TEST_F(NpyTest, NumPyReadsAllElementTypes)
{
  const std::vector<int> small{0, 1, 2, 3, 100};
  const auto as = [&]<class T>(T) { return std::vector<T>(small.begin(), small.end()); };
  std::vector<char> flags{1, 0, 0, 1, 1};
  dash::Array<bool> bools(5);
  for (std::size_t i = 0; i < 5 && dash::myid().id == 0; ++i) bools[i] = flags[i] != 0;
  bools.barrier();
  npy::save(path("bool.npy"), bools);
  dash::Array<bool> same(5);
  npy::load(path("bool.npy"), same);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(flags[i] != 0, static_cast<bool>(same[i]));
  same.barrier();
  round_trip(path("i1.npy"), as(std::int8_t{}));
  round_trip(path("u2.npy"), as(std::uint16_t{}));
  round_trip(path("i8.npy"), as(std::int64_t{}));
  round_trip(path("u8.npy"), as(0ull));
  round_trip(path("f4.npy"), as(0.0f));
  round_trip(path("f8.npy"), as(0.0));
  round_trip(path("f16.npy"), as(0.0L));
  round_trip(path("c8.npy"), std::vector<std::complex<float>>{{1, 2}, {3, 4}, {5, 6}});
  round_trip(path("c16.npy"), std::vector<std::complex<double>>{{1, 2}, {3, 4}, {5, 6}});
  round_trip(path("enum.npy"), std::vector<Colour>{Colour::red, Colour::blue, Colour::green});
  round_trip(
      path("record.npy"), std::vector<Sample>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}});
  round_trip(path("fields.npy"), std::vector<Figure>{{1, 2}, {3, 4}, {5, 6}});
  using Columns = dash::Pattern<2, dash::COL_MAJOR>;
  MatrixOf<int, Columns> columns(Columns(3, 5));
  number(columns);
  npy::save(path("fortran.npy"), columns);
  dash::Matrix<double, 3> cube(dash::SizeSpec<3>(3, 4, 5));
  number(cube);
  npy::save(path("cube.npy"), cube);

  if (!python_has("numpy")) GTEST_SKIP() << "no NumPy; install python3-numpy";
  EXPECT_TRUE(python(R"(
import numpy as np
small = [0, 1, 2, 3, 100]
assert np.load('bool.npy').dtype == bool and np.load('bool.npy').tolist() == [True, False, False, True, True]
for code in ['i1', 'u2', 'i8', 'u8', 'f4', 'f8', 'f16']:
    a = np.load(code + '.npy')
    assert a.dtype == np.dtype(code), (code, a.dtype)
    assert a.tolist() == small, (code, a)
for code in ['c8', 'c16']:
    a = np.load(code + '.npy')
    assert a.dtype == np.dtype(code) and a.tolist() == [1+2j, 3+4j, 5+6j], a
assert np.load('enum.npy').tolist() == [0, 2, 1]
r = np.load('record.npy')
assert r['x'].tolist() == [1, 4, 7, 10] and r['charge'].tolist() == [2, 5, 8, 11], r
assert r['kind'].tolist() == [3, 6, 9, 12] and r.dtype.itemsize == 24, r.dtype
assert np.load('fields.npy')['shape'].tolist() == [1, 3, 5]
f = np.load('fortran.npy')
assert f.flags.f_contiguous and f.shape == (3, 5)
assert all(f[i, j] == (i + 1) * 50 + j + 1 for i in range(3) for j in range(5)), f
c = np.load('cube.npy')
assert c.shape == (3, 4, 5) and c[2, 1, 4] == (3 * 50 + 2) * 50 + 5, c
)"));
}

TEST_F(NpyTest, ReadsWhatNumPyWrote)
{
  if (!python_has("numpy")) GTEST_SKIP() << "no NumPy; install python3-numpy";
  ASSERT_TRUE(python(R"(
import numpy as np
np.save('c.npy', np.arange(1, 36, dtype='i4').reshape(5, 7))
np.save('f.npy', np.asfortranarray(np.arange(1, 36, dtype='i4').reshape(5, 7)))
np.save('one.npy', np.arange(1, 12, dtype='f8'))
np.save('cube.npy', np.asfortranarray(np.arange(24, dtype='f4').reshape(2, 3, 4)))
np.save('big.npy', np.arange(3, dtype='>i4'))
r = np.zeros(3, dtype=np.dtype([('x', 'f4'), ('charge', 'f8'), ('kind', 'i2')], align=True))
r['x'] = [1, 2, 3]; r['charge'] = [4, 5, 6]; r['kind'] = [7, 8, 9]
np.save('record.npy', r)
with open('version2.npy', 'wb') as file:
    np.lib.format.write_array(file, np.arange(1, 12, dtype='f8'), version=(2, 0))
)"));
  for (const char* file : {"c.npy", "f.npy"}) {
    for_each_pattern({5, 7}, dash::Team::All(), [&](const auto& pattern) {
      MatrixOf<int, std::remove_cvref_t<decltype(pattern)>> m(pattern);
      SCOPED_TRACE(file + describe_matrix(m));
      npy::load(path(file), m);
      for (Index i = 0; i < static_cast<Index>(m.local_size()); ++i) {
        const auto at = m.pattern().coords(m.pattern().global(i));
        EXPECT_EQ(static_cast<int>(1 + 7 * at[0] + at[1]), read_at(m.lbegin() + i));
      }
    });
  }
  for (const char* file : {"one.npy", "version2.npy"}) {
    dash::Array<double> one;
    npy::load(path(file), one);
    EXPECT_EQ((std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}), contents(one));
  }
  dash::Matrix<float, 3> cube;
  npy::load(path("cube.npy"), cube);
  EXPECT_EQ(23.0f, static_cast<float>(cube[1][2][3]));
  EXPECT_EQ(14.0f, static_cast<float>(cube[1][0][2]));
  cube.barrier();
  dash::Array<Sample> records;
  npy::load(path("record.npy"), records);
  EXPECT_EQ((Sample{2, 5, 8}), static_cast<Sample>(records[1]));
  records.barrier();
  dash::Array<int> big(3);
  const auto text = error_of<dash::io::FileError>([&] { npy::load(path("big.npy"), big); });
  EXPECT_NE(std::string::npos, text.find("'>i4' in the file, '<i4'")) << text;
}

/// A header, and what a file that begins with it is.
struct HeaderCase {
  std::string text;
  std::string expected;  ///< "rows", "columns", "line", or a part of the error
  std::string version = std::string("\1\0", 2);
  bool agrees = true;  ///< whether NumPy reads it, too, or refuses it, too
};

std::string nul(const char* before, const char* behind)
{
  return std::string(before) + '\0' + behind;
}

/// A dictionary with a text in place of one of its values, each of which is valid by itself.
std::string with_type(const std::string& type)
{
  return "{'descr': " + type + ", 'fortran_order': False, 'shape': (2, 3), }\n";
}

std::string with_order(const std::string& order)
{
  return "{'descr': '<i4', 'fortran_order': " + order + ", 'shape': (2, 3), }\n";
}

std::string with_shape(const std::string& shape)
{
  return "{'descr': '<i4', 'fortran_order': False, 'shape': " + shape + ", }\n";
}

std::string with_end(const std::string& end)
{
  return "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3)" + end;
}

const std::string version_2("\2\0", 2), version_3("\3\0", 2);

std::vector<HeaderCase> valid_headers()
{
  return {
      {with_order("False"), "rows"},
      {with_order("True"), "columns"},
      {with_order("True"), "columns", version_2},
      {with_order("True"), "columns", version_3},
      {"{'shape': (2, 3), 'fortran_order': True, 'descr': '<i4'}\n", "columns"},
      {R"({"descr": "<i4", "fortran_order": True, 'shape': (2, 3)})"
       "\n",
       "columns"},
      {"{'descr':'<i4','fortran_order':True,'shape':(2,3)}\n", "columns"},
      {" {  'descr'  : '<i4' , 'fortran_order' : True , 'shape' : ( 2 , 3 , ) , }  \n", "columns"},
      {"{'descr': '<i4',\n 'fortran_order': True,\n 'shape': (2, 3)}\n", "columns"},
      {with_end("}"), "columns"},
      {with_end(", }          \n"), "columns"},
      {with_shape("(6,)"), "line"},
      {with_shape("(6L,)"), "line"},
      {with_shape("(6L,)"), "line", version_2},
      {with_shape("(2L, 3L)"), "rows"},
      {with_type("('<i4')"), "rows"},
  };
}

std::vector<HeaderCase> damaged_headers()
{
  return {
      {with_order("Urue"), "Urue for 'fortran_order'"},
      {with_order("true"), "true for 'fortran_order'"},
      {with_order("TrueFalse"), "TrueFalse for 'fortran_order'"},
      {with_order("1"), "1 for 'fortran_order'"},
      {with_order("'True'"), "'True' for 'fortran_order'"},
      {with_order("None"), "None for 'fortran_order'"},
      {with_order("(True,)"), "(True,) for 'fortran_order'"},
      {with_order("True False"), "'F' at its byte 39 instead of ','"},
      {with_order(""), "',' at its byte 34 instead of a value"},
      {with_end("} trailing garbage\n"), "'t' at its byte 57 instead of the end of the header"},
      {with_end("}}\n"), "'}' at its byte 56"},
      {with_end("}\nx"), "'x' at its byte 57"},
      {with_end("}\n\n"), "a byte of value 10 at its byte 57", "\1", false},
      {with_end(nul("}", "\n")), "a byte of value 0 at its byte 56"},
      {with_end(nul("", "}\n")), "a byte of value 0 at its byte 55 instead of ','"},
      {with_end(",, }\n"), "',' at its byte 56 instead of a key in quotes"},
      {with_end("\n"), "an end at its byte 56"},
      {with_end(", 'other': 1}\n"), "unknown key 'other'"},
      {with_end(", 'shape': (2, 3)}\n"), "'shape' twice", "\1", false},
      {"{'descr': '<i4', 'fortran_order': True, 'shap\x05': (2, 3)}\n", "a byte of value 5"},
      {"{'descr': '<i4', 'fortran_order': True, shape: (2, 3)}\n", "'s' at its byte 40"},
      {"{'descr': '<i4', 'shape': (2, 3)}\n", "no 'fortran_order'"},
      {"{'descr': '<i4', 'fortran_order': True, 'Shape': (2, 3)}\n", "unknown key 'Shape'"},
      {"['descr', '<i4']\n", "'[' at its byte 0 instead of '{'"},
      {"\n", "an end at its byte 1 instead of '{'"},
      {with_shape("(2, 3"), "'}' at its byte 57"},
      {with_shape("(2; 3)"), "';' at its byte 52"},
      {with_shape("(2 3)"), "'3' at its byte 53"},
      {with_shape("(2,, 3)"), "',' at its byte 53 instead of a value"},
      {with_shape("[2, 3]"), "[2, 3] for 'shape'"},
      {with_shape("(6)"), "6 for 'shape'"},
      {with_shape("('2', 3)"), "('2', 3) for 'shape'"},
      {with_shape("(2.0, 3)"), "'.' at its byte 52"},
      {with_shape("(-2, -3)"), "'-' at its byte 51", "\1", false},
      {with_shape("(02, 3)"), "'0' at its byte 51"},
      {with_shape("(99999999999999999999, 3)"), "(99999999999999999999, 3) for 'shape'"},
      {with_shape("(6L,)"), "'L' at its byte 52", version_3},
      {with_type("'<i4"), "'f' at its byte 17 instead of ','"},
      {with_type("'<i4'x"), "'x' at its byte 15"},
      {with_type("'<i\x14'"), "a byte of value 20"},
      {with_type("i4"), "i4 for 'descr'"},
      {with_type("None"), "None for 'descr'", "\1", false},
      {with_type(std::string(1000, '[')), "'[' at its byte 110 instead of fewer brackets"},
      {with_order("True"), "version 1.1 of NumPy's format", "\1\1"},
      {with_order("True"), "version 3.9 of NumPy's format", "\3\11"},
      {with_order("True"), "version 0.0 of NumPy's format", std::string(2, '\0')},
      {with_order("True"), "version 4.0 of NumPy's format", "\4"},
  };
}

/// Writes a file of the numbers from 0 to 5.
void write_with_header(const std::string& file, std::string version, std::string text)
{
  version.resize(2, '\0');
  const std::size_t digits = version[0] == 1 ? 2 : 4;
  std::ofstream out(file, std::ios::binary);
  out << "\x93NUMPY" << version;
  for (std::size_t i = 0; i < digits; ++i) out << static_cast<char>(text.size() >> (8 * i) & 0xff);
  out << text;
  for (const std::int32_t value : {0, 1, 2, 3, 4, 5}) {
    out.write(reinterpret_cast<const char*>(&value), sizeof value);
  }
}

/// "rows", "columns" or "line", as the values of a file are; otherwise the error.
std::string what_is_in(const std::string& file, bool is_line)
{
  try {
    if (is_line) {
      dash::Array<int> line;
      npy::load(file, line);
      return contents(line) == ascending(6, 0) ? "line" : "wrong values";
    }
    dash::Matrix<int, 2> matrix(dash::SizeSpec<2>(2, 3));
    npy::load(file, matrix);
    const int next = matrix[0][1];
    const int below = matrix[1][0];
    matrix.barrier();
    if (next == 1 && below == 3) return "rows";
    return next == 2 && below == 1 ? "columns" : "wrong values";
  } catch (const dash::io::FileError& error) {
    return error.what();
  }
}

TEST_F(NpyTest, HeadersAreReadAsNumPyDoesOrRefused)
{
  std::vector<HeaderCase> table = valid_headers();
  const std::size_t valid = table.size();
  for (const HeaderCase& row : damaged_headers()) table.push_back(row);
  std::string known;  // the files about which NumPy has the same opinion
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::string name = std::to_string(i) + ".npy";
    if (dash::myid().id == 0) write_with_header(path(name), table[i].version, table[i].text);
    dash::barrier();
    const std::string found = what_is_in(path(name), table[i].expected == "line");
    SCOPED_TRACE(table[i].text);
    if (i < valid) {
      EXPECT_EQ(table[i].expected, found);
    } else {
      EXPECT_NE(std::string::npos, found.find(table[i].expected)) << found;
      EXPECT_NE(std::string::npos, found.find(path(name))) << found;
    }
    if (table[i].agrees) {
      known += "('" + name + "', '" + (i < valid ? table[i].expected : "damaged") + "'),\n";
    }
  }
  if (!python_has("numpy")) GTEST_SKIP() << "no NumPy; install python3-numpy";
  EXPECT_TRUE(python("import numpy as np\nimport warnings\nfiles = [" + known + R"(]
warnings.simplefilter('ignore')
values = {(2, 3, False): 'rows', (2, 3, True): 'columns', (6, True): 'line'}
for name, expected in files:
    try:
        a = np.load(name)
        found = values[(*a.shape, a.flags.f_contiguous)] if a.dtype == '<i4' else 'another type'
    except Exception as error:
        found = 'damaged'
    assert found == expected, (name, found, expected)
)"));
}

}  // namespace dash::test
