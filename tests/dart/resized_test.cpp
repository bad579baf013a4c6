// Tier: suite n3 c2g2

// Transfers with types whose instances begin at distances of their own.

#include <climits>

#include "layout.h"

namespace dart::test {
namespace {

class ResizedTest : public LayoutTest {};

TEST_F(ResizedTest, InstancesBeginAtTheExtent)
{
  check(indexed({1, 2}, {0, 3}).resized(9), contiguous(), 12);
  check(contiguous(), indexed({1, 2}, {0, 3}).resized(9), 12);
  check(indexed({1, 2}, {0, 3}).resized(9), indexed({2, 1}, {1, 7}).resized(8), 30);
  check(indexed({1, 2}, {0, 3}).resized(9), indexed({2, 4}, {1, 7}).resized(20), 30);
}

TEST_F(ResizedTest, AnyTypeCanBeResized)
{
  check(contiguous().resized(3), contiguous(), 50);
  check(contiguous(), contiguous().resized(1), 50);
  check(strided(4, 2).resized(7), contiguous().resized(2), 50);
  check(strided(4, 2).resized(7).resized(5), strided(3, 1), 50);
}

TEST_F(ResizedTest, InstancesMayLieWithinEachOther)
{
  check(indexed({1, 1}, {0, 6}).resized(2), contiguous(), 4);
  check(contiguous(), indexed({1, 1}, {6, 0}).resized(2), 4);
  check(indexed({1, 1}, {0, 7}).resized(1), strided(3, 2), 8);
}

TEST_F(ResizedTest, SourceElementsMayRepeat)
{
  check(strided(4, 4).resized(1), contiguous(), 40);
  check(indexed({3, 3}, {0, 2}).resized(2), strided(4, 2), 12);
}

/// The periods of elements that two units have of one distribution, of those that they have of
/// another one: whole rows, rows that repeat, and single elements.
TEST_F(ResizedTest, PeriodsOfDistributions)
{
  const Layout there[] = {
      indexed({1, 1, 1}, {1, 3, 5}).resized(13), indexed({7, 13, 6}, {0, 20, 46}).resized(60),
      indexed({250, 250, 1, 499}, {0, 500, 777, 1000}).resized(2000),
      indexed({1, 1, 1, 1, 1, 1}, {0, 2, 4, 7, 9, 11}).resized(13)};
  for (const Layout& from : there) {
    const size_t instance = from.block();
    std::vector<size_t> offsets(instance);
    for (size_t i = 0; i < instance; ++i) offsets[i] = 2 * i + i / 3;
    const Layout here = indexed(std::vector<size_t>(instance, 1), offsets);
    for (const size_t repeats : {1, 2, 7, 100}) {
      SCOPED_TRACE(testing::Message() << instance << " elements, " << repeats << " times");
      check(from, contiguous(), repeats * instance);
      check(contiguous(), from, repeats * instance);
      check(from, here.resized(3 * instance), repeats * instance);
      check(here.resized(4 * instance), from, repeats * instance);
      check(strided(3, 1), from, repeats * instance);
    }
  }
}

/// So many that they travel in several messages, and are cut within a time, or between times.
TEST_F(ResizedTest, LongTransfers)
{
  const Layout shorts = indexed({1, 1, 3}, {0, 4, 6}).resized(11);
  check(shorts, contiguous(), 200'000);
  check(contiguous(), shorts, 200'000);
  const Layout longs = indexed({90'000, 1, 50'000}, {0, 90'100, 90'200}).resized(140'400);
  check(longs, contiguous(), 2 * 140'001);
  check(contiguous().resized(2), longs, 2 * 140'001);
}

TEST_F(ResizedTest, AllCompletions)
{
  for (Completion how : all_completions) {
    SCOPED_TRACE(how);
    check(
        indexed({1, 2, 3}, {0, 5, 10}).resized(20), indexed({4, 2}, {7, 1}).resized(15), 18,
        sizeof(int), how);
  }
}

TEST_F(ResizedTest, OriginalMayBeDestroyed)
{
  DerivedType type;
  {
    const DerivedType original = DerivedType::indexed(DART_TYPE_INT, {1, 1}, {0, 2});
    type = DerivedType::resized(original, 5);
  }
  Segment<int> segment(10);
  segment.set({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  barrier();
  std::vector<int> result(4);
  EXPECT_OK(dart_get_blocking(result.data(), segment.at(next()), 4, type, DART_TYPE_INT));
  EXPECT_EQ((std::vector{0, 2, 5, 7}), result);
}

TEST_F(ResizedTest, CountMustBeAMultipleOfTheElements)
{
  const Segment<int> segment(100);
  std::vector<int> buffer(100);
  const DerivedType indexed = DerivedType::indexed(DART_TYPE_INT, {1, 2}, {0, 5});
  const DerivedType type = DerivedType::resized(indexed, 10);
  EXPECT_INVAL(dart_get_blocking(buffer.data(), segment.at(0), 4, type, DART_TYPE_INT));
  EXPECT_OK(dart_get_blocking(buffer.data(), segment.at(0), 6, type, DART_TYPE_INT));
}

TEST_F(ResizedTest, BoundsAreThoseOfTheLastElement)
{
  const Segment<int> segment(23);
  std::vector<int> buffer(100);
  const DerivedType indexed = DerivedType::indexed(DART_TYPE_INT, {1, 2}, {0, 1});
  const DerivedType type = DerivedType::resized(indexed, 10);
  EXPECT_OK(dart_get_blocking(buffer.data(), segment.at(0), 9, type, DART_TYPE_INT));
  EXPECT_INVAL(dart_get_blocking(buffer.data(), segment.at(0), 12, type, DART_TYPE_INT));
}

TEST_F(ResizedTest, RefusedArguments)
{
  const auto expect_refused = [](dart_datatype_t original, size_t extent) {
    dart_datatype_t type = DART_TYPE_INT;
    EXPECT_INVAL(dart_type_create_resized(original, extent, &type));
    EXPECT_EQ(DART_TYPE_UNDEFINED, type);
  };
  expect_refused(DART_TYPE_INT, 0);
  expect_refused(DART_TYPE_INT, size_t{INT_MAX} + 1);
  expect_refused(DART_TYPE_UNDEFINED, 1);
  EXPECT_INVAL(dart_type_create_resized(DART_TYPE_INT, 1, nullptr));
  const DerivedType resized = DerivedType::resized(DART_TYPE_INT, 2);
  dart_datatype_t type = DART_TYPE_INT;
  EXPECT_INVAL(dart_type_create_strided(resized, 2, 1, &type));
}

}  // namespace
}  // namespace dart::test
