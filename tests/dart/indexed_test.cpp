// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Transfers with indexed types on either or both sides.

#include <memory>
#include <random>

#include "layout.h"

namespace dart::test {
namespace {

class IndexedTest : public LayoutTest {
 protected:
  /// Disjoint blocks with \c nelem elements in total, in random order and at random distances.
  static Layout random_layout(
      size_t nelem, std::mt19937& random, dart_datatype_t type = DART_TYPE_INT)
  {
    std::vector<std::pair<size_t, size_t>> blocks;
    size_t position = random() % 5;
    while (nelem > 0) {
      const size_t length = 1 + random() % std::min<size_t>(nelem, 8);
      blocks.emplace_back(length, position);
      position += length + random() % 6;
      nelem -= length;
    }
    std::shuffle(blocks.begin(), blocks.end(), random);
    std::vector<size_t> blocklen;
    std::vector<size_t> offset;
    for (const auto& [length, begin] : blocks) {
      blocklen.push_back(length);
      offset.push_back(begin);
    }
    return Layout::indexed(type, blocklen, offset);
  }
};

TEST_F(IndexedTest, ToContiguous)
{
  check(indexed({1, 2, 3}, {0, 5, 10}), contiguous(), 6);
  check(indexed({4, 1}, {3, 20}), contiguous(), 5);
  check(indexed({5}, {2}), contiguous(), 5);
}

TEST_F(IndexedTest, FromContiguous)
{
  check(contiguous(), indexed({1, 2, 3}, {0, 5, 10}), 6);
  check(contiguous(), indexed({4, 1}, {3, 20}), 5);
  check(contiguous(), indexed({5}, {2}), 5);
}

TEST_F(IndexedTest, DifferentBlocks)
{
  check(indexed({1, 2, 3}, {0, 5, 10}), indexed({3, 2, 1}, {1, 9, 30}), 6);
  check(indexed({6}, {4}), indexed({1, 1, 1, 1, 1, 1}, {0, 2, 4, 6, 8, 10}), 6);
  check(indexed({2, 2, 2}, {0, 4, 8}), indexed({3, 3}, {2, 7}), 6);
}

TEST_F(IndexedTest, WithStrided)
{
  check(indexed({1, 2, 3}, {0, 5, 10}), strided(4, 2), 6);
  check(strided(4, 2), indexed({1, 2, 3}, {0, 5, 10}), 6);
  check(strided(7, 3), indexed({4, 5, 3}, {20, 5, 0}), 12);
}

TEST_F(IndexedTest, OffsetsNeedNotAscend)
{
  check(indexed({2, 1, 3}, {10, 0, 4}), contiguous(), 6);
  check(contiguous(), indexed({2, 1, 3}, {10, 0, 4}), 6);
  check(indexed({2, 1, 3}, {10, 0, 4}), indexed({1, 5}, {9, 0}), 6);
}

TEST_F(IndexedTest, AdjacentAndEmptyBlocks)
{
  check(indexed({2, 3}, {0, 2}), contiguous(), 5);
  check(indexed({2, 0, 3}, {0, 9, 4}), contiguous(), 5);
  check(contiguous(), indexed({0, 2, 3, 0}, {0, 1, 7, 2}), 5);
}

TEST_F(IndexedTest, SourceElementsMayRepeat)
{
  check(indexed({3, 3, 2}, {0, 0, 1}), contiguous(), 8);
}

TEST_F(IndexedTest, SeveralInstances)
{
  check(indexed({1, 2}, {0, 3}), contiguous(), 12);
  check(contiguous(), indexed({1, 2}, {0, 3}), 12);
  check(indexed({1, 2}, {0, 3}), indexed({2, 2}, {0, 3}), 12);
  check(indexed({1, 2}, {0, 3}), strided(5, 4), 12);
}

TEST_F(IndexedTest, NoElements)
{
  check(indexed({1, 2, 3}, {0, 5, 10}), contiguous(), 0);
  check(contiguous(), indexed({1, 2, 3}, {0, 5, 10}), 0);
}

TEST_F(IndexedTest, AllCompletions)
{
  for (Completion how : all_completions) {
    SCOPED_TRACE(how);
    check(indexed({1, 2, 3}, {0, 5, 10}), indexed({4, 2}, {7, 1}), 6, sizeof(int), how);
  }
}

TEST_F(IndexedTest, AllBaseTypes)
{
  const std::pair<dart_datatype_t, size_t> types[] = {
      {DART_TYPE_BYTE, 1},
      {DART_TYPE_SHORT, sizeof(short)},
      {DART_TYPE_LONG, sizeof(long)},
      {DART_TYPE_FLOAT, sizeof(float)},
      {DART_TYPE_DOUBLE, sizeof(double)},
      {DART_TYPE_LONG_DOUBLE, sizeof(long double)}};
  const auto layout = [](dart_datatype_t type) {
    return Layout::indexed(type, {1, 2, 3}, {0, 5, 10});
  };
  for (const auto& [type, nbytes] : types) {
    SCOPED_TRACE(type);
    check(layout(type), Layout::contiguous(type), 6, nbytes);
    check(Layout::strided(type, 3, 2), layout(type), 6, nbytes);
  }
}

TEST_F(IndexedTest, CustomBaseType)
{
  std::mt19937 random(5);
  for (size_t nbytes : {1, 3, 12, 24, 100}) {
    SCOPED_TRACE(nbytes);
    const DerivedType type = DerivedType::custom(nbytes);
    check(random_layout(30, random, type), random_layout(30, random, type), 30, nbytes);
    check(Layout::contiguous(type), random_layout(30, random, type), 30, nbytes);
  }
}

TEST_F(IndexedTest, RandomLayouts)
{
  std::mt19937 random(23);
  for (int round = 0; round < 60; ++round) {
    const size_t nelem = 1 + random() % 100;
    SCOPED_TRACE(testing::Message() << "round " << round << ", " << nelem << " elements");
    const Layout first = random_layout(nelem, random);
    const Layout second = random_layout(nelem, random);
    check(first, second, nelem);
    check(first, contiguous(), nelem);
    check(contiguous(), second, nelem);
  }
}

TEST_F(IndexedTest, ManyBlocks)
{
  std::mt19937 random(29);
  const Layout first = random_layout(20000, random);
  const Layout second = random_layout(20000, random);
  check(first, second, 20000);
}

TEST_F(IndexedTest, ArraysAreCopied)
{
  auto blocklen = std::make_unique<size_t[]>(2);
  auto offset = std::make_unique<size_t[]>(2);
  blocklen[0] = blocklen[1] = 1;
  offset[0] = 3;
  offset[1] = 8;
  dart_datatype_t type = DART_TYPE_UNDEFINED;
  ASSERT_OK(dart_type_create_indexed(DART_TYPE_INT, 2, blocklen.get(), offset.get(), &type));
  blocklen[0] = offset[0] = offset[1] = 99;
  blocklen.reset();
  offset.reset();

  Segment<int> segment(10);
  segment.set({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  barrier();
  int result[2] = {-1, -1};
  EXPECT_OK(dart_get_blocking(result, segment.at(next()), 2, type, DART_TYPE_INT));
  EXPECT_EQ(3, result[0]);
  EXPECT_EQ(8, result[1]);
  EXPECT_OK(dart_type_destroy(&type));
}

TEST_F(IndexedTest, CountMustBeAMultipleOfTheBlocks)
{
  const Segment<int> segment(100);
  std::vector<int> buffer(100);
  const DerivedType type = DerivedType::indexed(DART_TYPE_INT, {1, 2, 3}, {0, 5, 10});
  for (size_t nelem : {1, 3, 5, 7, 13}) {
    EXPECT_INVAL(dart_get_blocking(buffer.data(), segment.at(0), nelem, type, DART_TYPE_INT));
    EXPECT_INVAL(dart_put_blocking(segment.at(0), buffer.data(), nelem, DART_TYPE_INT, type));
  }
  const DerivedType strided = DerivedType::strided(DART_TYPE_INT, 5, 4);
  EXPECT_INVAL(dart_put_blocking(segment.at(0), buffer.data(), 6, type, strided));
}

TEST_F(IndexedTest, BaseTypesMustAgree)
{
  const Segment<int> segment(100);
  std::vector<int> buffer(100);
  const DerivedType ints = DerivedType::indexed(DART_TYPE_INT, {1, 1}, {0, 5});
  const DerivedType floats = DerivedType::indexed(DART_TYPE_FLOAT, {1, 1}, {0, 5});
  const DerivedType strided = DerivedType::strided(DART_TYPE_FLOAT, 2, 1);
  for (dart_datatype_t other :
       {dart_datatype_t{floats}, dart_datatype_t{strided}, dart_datatype_t{DART_TYPE_FLOAT}}) {
    EXPECT_INVAL(dart_get_blocking(buffer.data(), segment.at(0), 2, ints, other));
    EXPECT_INVAL(dart_put_blocking(segment.at(0), buffer.data(), 2, other, ints));
  }
}

}  // namespace
}  // namespace dart::test
