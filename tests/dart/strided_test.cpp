// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Transfers with strided types on either or both sides.

#include <random>

#include "layout.h"

namespace dart::test {
namespace {

class StridedTest : public LayoutTest {};

TEST_F(StridedTest, ToContiguous)
{
  for (size_t stride : {1, 2, 3, 7, 64}) {
    check(strided(stride, 1), contiguous(), 60);
  }
  check(strided(5, 3), contiguous(), 60);
}

TEST_F(StridedTest, FromContiguous)
{
  for (size_t stride : {1, 2, 3, 7, 64}) {
    check(contiguous(), strided(stride, 1), 60);
  }
  check(contiguous(), strided(5, 3), 60);
}

TEST_F(StridedTest, DifferentStridesAndBlocks)
{
  check(strided(2, 1), strided(3, 1), 60);
  check(strided(5, 3), strided(4, 2), 60);
  check(strided(5, 4), strided(9, 6), 60);
  check(strided(100, 60), strided(2, 1), 60);
}

TEST_F(StridedTest, BlocksWithoutGaps)
{
  check(strided(4, 4), contiguous(), 60);
  check(contiguous(), strided(4, 4), 60);
  check(strided(4, 4), strided(6, 6), 60);
}

TEST_F(StridedTest, OneBlock)
{
  check(strided(10, 6), contiguous(), 6);
  check(contiguous(), strided(10, 6), 6);
  check(strided(10, 1), strided(20, 1), 1);
}

TEST_F(StridedTest, NoElements)
{
  check(strided(10, 6), contiguous(), 0);
  check(contiguous(), strided(10, 6), 0);
}

TEST_F(StridedTest, AllCompletions)
{
  for (Completion how : all_completions) {
    SCOPED_TRACE(how);
    check(strided(5, 3), strided(3, 2), 60, sizeof(int), how);
  }
}

TEST_F(StridedTest, AllBaseTypes)
{
  const std::pair<dart_datatype_t, size_t> types[] = {
      {DART_TYPE_BYTE, 1},
      {DART_TYPE_SHORT, sizeof(short)},
      {DART_TYPE_UINT, sizeof(int)},
      {DART_TYPE_ULONG, sizeof(long)},
      {DART_TYPE_LONGLONG, sizeof(long long)},
      {DART_TYPE_FLOAT, sizeof(float)},
      {DART_TYPE_DOUBLE, sizeof(double)},
      {DART_TYPE_LONG_DOUBLE, sizeof(long double)}};
  for (const auto& [type, nbytes] : types) {
    SCOPED_TRACE(type);
    check(Layout::strided(type, 3, 1), Layout::contiguous(type), 30, nbytes);
    check(Layout::strided(type, 5, 2), Layout::strided(type, 4, 3), 30, nbytes);
  }
}

TEST_F(StridedTest, CustomBaseType)
{
  for (size_t nbytes : {1, 3, 12, 24, 100}) {
    SCOPED_TRACE(nbytes);
    const DerivedType type = DerivedType::custom(nbytes);
    check(Layout::strided(type, 3, 2), Layout::contiguous(type), 30, nbytes);
    check(Layout::contiguous(type), Layout::strided(type, 2, 1), 30, nbytes);
    check(Layout::strided(type, 3, 2), Layout::strided(type, 7, 5), 30, nbytes);
  }
}

TEST_F(StridedTest, Large)
{
  check(strided(3, 1), contiguous(), 100000);
  check(contiguous(), strided(3, 1), 100000);
  check(strided(4096, 1024), strided(2048, 512), 1 << 17);
}

TEST_F(StridedTest, RandomTypes)
{
  std::mt19937 random(17);
  for (int round = 0; round < 60; ++round) {
    const size_t src_block = 1 + random() % 9;
    const size_t dst_block = 1 + random() % 9;
    const size_t src_stride = src_block + random() % 9;
    const size_t dst_stride = dst_block + random() % 9;
    const size_t nelem = std::lcm(src_block, dst_block) * (random() % 5);
    SCOPED_TRACE(
        testing::Message() << src_stride << "/" << src_block << " to " << dst_stride << "/"
                           << dst_block << ", " << nelem << " elements");
    check(strided(src_stride, src_block), strided(dst_stride, dst_block), nelem);
  }
}

TEST_F(StridedTest, FromAnOffset)
{
  Segment<int> segment(100);
  std::vector<int> values(100);
  std::iota(values.begin(), values.end(), 1000 * myid.id);
  segment.set(values);
  barrier();
  const DerivedType type = DerivedType::strided(DART_TYPE_INT, 10, 1);
  std::vector<int> column(10);
  EXPECT_OK(dart_get_blocking(column.data(), segment.at(next(), 7), 10, type, DART_TYPE_INT));
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(static_cast<int>(next()) * 1000 + 10 * i + 7, column[static_cast<size_t>(i)]);
  }
}

TEST_F(StridedTest, CountMustBeAMultipleOfTheBlock)
{
  const Segment<int> segment(100);
  std::vector<int> buffer(100);
  const DerivedType type = DerivedType::strided(DART_TYPE_INT, 5, 3);
  EXPECT_INVAL(dart_get_blocking(buffer.data(), segment.at(0), 4, type, DART_TYPE_INT));
  EXPECT_INVAL(dart_get_blocking(buffer.data(), segment.at(0), 4, DART_TYPE_INT, type));
  EXPECT_INVAL(dart_put_blocking(segment.at(0), buffer.data(), 4, type, DART_TYPE_INT));
  EXPECT_INVAL(dart_put_blocking(segment.at(0), buffer.data(), 4, DART_TYPE_INT, type));
  const DerivedType pairs = DerivedType::strided(DART_TYPE_INT, 5, 2);
  EXPECT_INVAL(dart_put_blocking(segment.at(0), buffer.data(), 3, type, pairs));
  EXPECT_INVAL(dart_put_blocking(segment.at(0), buffer.data(), 4, type, pairs));
}

TEST_F(StridedTest, BaseTypesMustAgree)
{
  const Segment<int> segment(100);
  std::vector<int> buffer(100);
  const DerivedType ints = DerivedType::strided(DART_TYPE_INT, 2, 1);
  const DerivedType floats = DerivedType::strided(DART_TYPE_FLOAT, 2, 1);
  const std::pair<dart_datatype_t, dart_datatype_t> mismatches[] = {
      {ints, floats},
      {ints, DART_TYPE_FLOAT},
      {DART_TYPE_FLOAT, ints},
      {DART_TYPE_INT, DART_TYPE_FLOAT}};
  for (const auto& [src, dst] : mismatches) {
    for (Completion how : {Completion::blocking, Completion::flush, Completion::wait}) {
      EXPECT_INVAL(get(how, buffer.data(), segment.at(0), 10, src, dst));
      EXPECT_INVAL(put(how, segment.at(0), buffer.data(), 10, src, dst));
    }
  }
}

}  // namespace
}  // namespace dart::test
