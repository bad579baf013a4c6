// Tier: suite n3 c2g2; also h2n2.namespaces; sanitized c2g2

#include <dash/Array.h>
#include <dash/Matrix.h>
#include <dash/detail/io/Crc32.h>
#include <dash/io/Checkpoint.h>
#include <dash/io/Npy.h>
#include <dash/view/Adaptors.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "array/arrays.h"
#include "io/file_support.h"
#include "matrix/matrix_support.h"
#include "refusals.h"

namespace dash::test {

using dash::io::Checkpoint;

class CheckpointTest : public FileTest {
 protected:
  /// Changes a byte of a file.
  void flip(const std::string& file, std::size_t offset)
  {
    dash::barrier();
    if (dash::myid().id == 0) {
      std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
      stream.seekg(static_cast<std::streamoff>(offset));
      const int byte = stream.get();
      stream.seekp(static_cast<std::streamoff>(offset));
      stream.put(static_cast<char>(byte ^ 1));
    }
    dash::barrier();
  }

  static std::vector<double> numbers(std::size_t n)
  {
    std::vector<double> values;
    for (std::size_t i = 0; i < n; ++i) values.push_back(0.5 * static_cast<double>(i));
    return values;
  }

  static constexpr std::size_t n = 40;
};

TEST_F(CheckpointTest, LoadsIntoOtherPatterns)
{
  using Tiles = dash::TilePattern<2, dash::COL_MAJOR>;
  dash::Array<double> a(n, dash::BLOCKCYCLIC(3));
  MatrixOf<int, Tiles> m(Tiles(5, 7));
  dash::Array<int> empty(0);
  assign(a, numbers(n));
  number(m);
  // Only the first unit's value counts.
  long step = dash::myid().id == 0 ? 17 : 99;
  std::complex<double> phase(1, 2);
  Checkpoint saved(path("state.npz"));
  saved.add("a", a).add("m", m).add("empty", empty).add("step", step).add("phase", phase);
  EXPECT_FALSE(saved.exists());
  saved.save();
  EXPECT_TRUE(saved.exists());
  saved.save();  // replaces the first one

  dash::Array<double> b(n, dash::CYCLIC);
  dash::Matrix<int, 2> to;
  long from = 0;
  std::complex<double> angle;
  Checkpoint loaded(path("state.npz"));
  loaded.add("step", from).add("m", to).add("a", b).add("phase", angle);
  loaded.load();
  EXPECT_EQ(numbers(n), contents(b));
  EXPECT_EQ(values_in(to, Box<2>(to.extents())), elements_of(to));
  EXPECT_EQ(17, from);
  EXPECT_EQ(phase, angle);
}

TEST_F(CheckpointTest, ViewsAndTeams)
{
  dash::Array<double> a(n);
  assign(a, numbers(n));
  Checkpoint(path("view.npz")).add("part", dash::sub(10, 20, a)).save();
  dash::Array<double> part;
  Checkpoint(path("view.npz")).add("part", part).load();
  ASSERT_EQ(10u, part.size());
  EXPECT_EQ(5.0, static_cast<double>(part[0]));
  part.barrier();

  if (dash::size() == 1) return;
  dash::Team& half = dash::Team::All().split(2);
  const std::string file = path("half" + std::to_string(half.position()) + ".npz");
  dash::Array<double> b(n, dash::CYCLIC, half);
  assign(b, numbers(n));
  Checkpoint(file, half).add("b", b).save();
  dash::Array<double> c;
  Checkpoint(file, half).add("b", c).load();
  EXPECT_EQ(numbers(n), contents(c));
  EXPECT_TRUE(half == c.team());
  dash::barrier();
  EXPECT_THROW(Checkpoint(file).add("b", b).save(), dash::exception::InvalidArgument);
}

TEST_F(CheckpointTest, OnlyFilesAreReplaced)
{
  dash::Array<double> a(n);
  a.barrier();
  expect_only_files_are_written(
      [&](const std::string& file) { Checkpoint(file).add("a", a).save(); });
}

TEST_F(CheckpointTest, ErrorsNameFileArrayAndReason)
{
  dash::Array<double> a(n);
  assign(a, numbers(n));
  long step = 3;
  const std::string file = path("state.npz");
  Checkpoint(file).add("a", a).add("step", step).save();
  dash::Array<float> other_type;
  dash::Array<double> other_size(n + 1);
  dash::Matrix<double, 2> other_rank;
  int other_step = 0;
  if (dash::myid().id == 0) {
    std::filesystem::copy(file, path("short.npz"));
    std::filesystem::resize_file(path("short.npz"), 200);
    std::filesystem::copy(file, path("damaged.npz"));
  }
  // In the elements, which begin behind the headers of archive and array, of 50 and of 128 bytes.
  flip(path("damaged.npz"), 50 + 128 + 8 * n / 2);
  struct Case {
    std::string file;
    std::string reason;
    std::function<void(Checkpoint&)> add;
  };
  const std::vector<Case> table{
      {"none.npz", "No such file", [&](Checkpoint& c) { c.add("a", a); }},
      {"short.npz", "no complete archive", [&](Checkpoint& c) { c.add("a", a); }},
      {"damaged.npz", "array 'a': it is damaged", [&](Checkpoint& c) { c.add("a", a); }},
      {"state.npz", "array 'b': it is not there; the file has a.npy, step.npy",
       [&](Checkpoint& c) { c.add("b", a); }},
      {"state.npz", "array 'a': the types", [&](Checkpoint& c) { c.add("a", other_type); }},
      {"state.npz", "array 'a': the extents", [&](Checkpoint& c) { c.add("a", other_size); }},
      {"state.npz", "array 'a': the numbers of dimensions",
       [&](Checkpoint& c) { c.add("a", other_rank); }},
      {"state.npz", "array 'step': the types", [&](Checkpoint& c) { c.add("step", other_step); }},
      {"state.npz", "array 'a': the types", [&](Checkpoint& c) { c.add("a", step); }},
  };
  for (const Case& row : table) {
    SCOPED_TRACE(row.file + ": " + row.reason);
    Checkpoint checkpoint(path(row.file));
    row.add(checkpoint);
    const std::string text = error_of<dash::io::FileError>([&] { checkpoint.load(); });
    EXPECT_NE(std::string::npos, text.find(path(row.file))) << text;
    EXPECT_NE(std::string::npos, text.find(row.reason)) << text;
  }
  EXPECT_EQ(3, step);
  Checkpoint names(file);
  names.add("a", a);
  EXPECT_THROW(names.add("a", step), dash::exception::InvalidArgument);
  EXPECT_THROW(names.add("b/c", step), dash::exception::InvalidArgument);
  EXPECT_THROW(names.add("", step), dash::exception::InvalidArgument);
}

TEST_F(CheckpointTest, NumPyReadsAndWritesIt)
{
  dash::Array<double> a(n, dash::CYCLIC);
  dash::Matrix<int, 2> m(dash::SizeSpec<2>(5, 7));
  assign(a, numbers(n));
  number(m);
  long step = 17;
  Checkpoint(path("state.npz")).add("a", a).add("m", m).add("step", step).save();
  if (!python_has("numpy")) GTEST_SKIP() << "no NumPy; install python3-numpy";
  ASSERT_TRUE(python(R"(
import numpy as np, zipfile
assert zipfile.ZipFile('state.npz').testzip() is None
s = np.load('state.npz')
assert sorted(s.files) == ['a', 'm', 'step'], s.files
assert s['step'] == 17 and s['step'].shape == (), s['step']
assert s['a'].tolist() == [0.5 * i for i in range(40)], s['a']
assert s['m'].shape == (5, 7) and s['m'][4, 6] == 5 * 50 + 7
np.savez('other.npz', a=s['a'][::-1], m=np.asfortranarray(s['m']), step=np.int64(18))
np.savez_compressed('compressed.npz', a=s['a'])
)"));
  dash::Array<double> b;
  dash::Matrix<int, 2> to(dash::SizeSpec<2>(5, 7));
  Checkpoint(path("other.npz")).add("a", b).add("m", to).add("step", step).load();
  EXPECT_EQ(18, step);
  EXPECT_EQ(values_in(to, Box<2>(to.extents())), elements_of(to));
  auto reversed = numbers(n);
  std::ranges::reverse(reversed);
  EXPECT_EQ(reversed, contents(b));
  Checkpoint compressed(path("compressed.npz"));
  compressed.add("a", b);
  const std::string text = error_of<dash::io::FileError>([&] { compressed.load(); });
  EXPECT_NE(std::string::npos, text.find("compressed")) << text;
}

/// Checksums bit by bit, as archives define them.
std::uint32_t checksum_by_definition(std::uint32_t before, const std::byte* data, std::size_t bytes)
{
  std::uint32_t crc = ~before;
  for (std::size_t i = 0; i < bytes; ++i) {
    crc ^= static_cast<std::uint32_t>(data[i]);
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? (crc >> 1) ^ 0xedb88320 : crc >> 1;
  }
  return ~crc;
}

/// Lengths around those at which other instructions take over, and beginnings at any address.
TEST_F(CheckpointTest, ChecksumsOfAllLengths)
{
  std::mt19937 random(1);
  std::vector<std::byte> bytes(1000);
  for (auto& byte : bytes) byte = static_cast<std::byte>(random());
  for (std::size_t count = 0; count < 700; ++count) {
    const std::byte* const begin = bytes.data() + count % 17;
    const auto before = static_cast<std::uint32_t>(count % 3 == 0 ? 0 : random());
    ASSERT_EQ(
        checksum_by_definition(before, begin, count), dash::detail::crc32(before, begin, count))
        << count << " bytes";
  }
  const std::uint32_t whole = dash::detail::crc32(0, bytes.data(), bytes.size());
  for (const std::size_t first : {0, 1, 63, 64, 500, 999, 1000}) {
    const std::size_t rest = bytes.size() - first;
    const std::uint32_t a = dash::detail::crc32(0, bytes.data(), first);
    const std::uint32_t b = dash::detail::crc32(0, bytes.data() + first, rest);
    EXPECT_EQ(whole, dash::detail::crc32_joined(a, b, rest)) << first;
    EXPECT_EQ(whole, dash::detail::crc32(a, bytes.data() + first, rest)) << first;
  }
}

}  // namespace dash::test
