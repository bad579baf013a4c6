// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Transfers of rows that repeat: gets and puts of any shapes, from and to each unit, and what is
// refused.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "support.h"

namespace dart::test {
namespace {

using Bytes = std::vector<unsigned char>;

constexpr unsigned char gap = 0xFF;

/// Bytes from the begin to behind the last row of one side.
size_t extent(const std::vector<dart_rows_t>& rows, dart_row_places_t dart_rows_t::* side)
{
  size_t end = 0;
  for (const dart_rows_t& some : rows) {
    if (some.nbytes == 0 || some.count == 0 || some.repeats == 0) continue;
    const dart_row_places_t& places = some.*side;
    end = std::max(
        end, places.begin + (some.count - 1) * places.stride +
                 (some.repeats - 1) * places.repeat_stride + some.nbytes);
  }
  return end;
}

/// Copies all rows, byte by byte.
void copy_rows(
    const std::vector<dart_rows_t>& rows, const Bytes& from,
    dart_row_places_t dart_rows_t::* from_side, Bytes& to, dart_row_places_t dart_rows_t::* to_side)
{
  const auto at = [](const dart_row_places_t& places, size_t row, size_t time) {
    return places.begin + row * places.stride + time * places.repeat_stride;
  };
  for (const dart_rows_t& some : rows) {
    for (size_t time = 0; time < some.repeats; ++time) {
      for (size_t row = 0; row < some.count; ++row) {
        for (size_t i = 0; i < some.nbytes; ++i)
          to[at(some.*to_side, row, time) + i] = from[at(some.*from_side, row, time) + i];
      }
    }
  }
}

class RowsTest : public DartTest {
 protected:
  /// Gets and puts of each unit, to itself and to the next one. Collective.
  void check(const std::vector<dart_rows_t>& rows) const
  {
    check_get(rows, me());
    check_get(rows, next());
    check_put(rows, me(), me());
    check_put(rows, next(), previous());
  }

 private:
  static constexpr size_t tail = 5;  // bytes behind the rows, which nothing may change

  static Bytes values(size_t unit, size_t n)
  {
    Bytes bytes(n);
    for (size_t i = 0; i < n; ++i)
      bytes[i] = static_cast<unsigned char>((i * 37 + i / 251 + unit * 101) % gap);
    return bytes;
  }

  void check_get(const std::vector<dart_rows_t>& rows, size_t unit) const
  {
    const size_t there = extent(rows, &dart_rows_t::global) + tail;
    Segment<unsigned char> segment(there);
    segment.set(values(me(), there));
    barrier();
    Bytes found(extent(rows, &dart_rows_t::local) + tail, gap), expected = found;
    copy_rows(rows, values(unit, there), &dart_rows_t::global, expected, &dart_rows_t::local);
    dart_handle_t handle = DART_HANDLE_NULL;
    EXPECT_OK(
        dart_get_rows_handle(found.data(), segment.at(unit), rows.data(), rows.size(), &handle));
    EXPECT_OK(dart_wait(&handle));
    EXPECT_TRUE(same(expected, found)) << "get";
  }

  void check_put(const std::vector<dart_rows_t>& rows, size_t target, size_t source) const
  {
    const size_t here = extent(rows, &dart_rows_t::local) + tail;
    Segment<unsigned char> segment(extent(rows, &dart_rows_t::global) + tail);
    segment.fill(gap);
    const Bytes mine = values(me(), here);
    dart_handle_t handle = DART_HANDLE_NULL;
    EXPECT_OK(
        dart_put_rows_handle(segment.at(target), mine.data(), rows.data(), rows.size(), &handle));
    EXPECT_OK(dart_wait(&handle));
    barrier();
    Bytes expected(segment.nelem(), gap);
    copy_rows(rows, values(source, here), &dart_rows_t::local, expected, &dart_rows_t::global);
    EXPECT_TRUE(same(expected, segment.values())) << "put";
  }
};

/// The first rows are single runs; the others differ in what has gaps on which side.
TEST_F(RowsTest, Shapes)
{
  check({{7, 1, 1, {3, 0, 0}, {2, 0, 0}}});
  check({{100'000, 1, 1, {1, 0, 0}, {0, 0, 0}}});
  for (const size_t nbytes : {1, 2, 3, 4, 8, 13, 40, 200, 5'000}) {
    SCOPED_TRACE(testing::Message() << "rows of " << nbytes << " bytes");
    const size_t together = nbytes * 6;
    check({{nbytes, 6, 1, {1, nbytes, 0}, {0, nbytes + 3, 0}}});
    check({{nbytes, 6, 1, {0, nbytes + 5, 0}, {4, nbytes, 0}}});
    check({{nbytes, 1, 5, {0, 0, nbytes + 1}, {0, 0, nbytes}}});
    check({{nbytes, 6, 4, {9, 2 * nbytes, 2 * together + 1}, {8, nbytes, together}}});
    check({{nbytes, 6, 4, {9, nbytes, together}, {8, nbytes + 2, 3 * together + 12}}});
  }
}

/// Rows whose times lie between the rows of other times, as the columns of a matrix do.
TEST_F(RowsTest, TimesWithinEachOther)
{
  check({{2, 20, 8, {0, 16, 2}, {0, 2, 40}}});
  check({{2, 20, 8, {0, 2, 40}, {0, 16, 2}}});
}

/// What one unit has of two distributions of a matrix: several kinds of rows in any order.
TEST_F(RowsTest, SeveralTogether)
{
  check(
      {{4, 10, 5, {400, 8, 80}, {0, 4, 100}},
       {12, 1, 5, {0, 0, 80}, {40, 0, 100}},
       {8, 6, 1, {800, 8, 0}, {500, 9, 0}},
       {3, 1, 1, {900, 0, 0}, {60, 0, 0}}});
  std::vector<dart_rows_t> many;
  for (size_t i = 0; i < 5'000; ++i)
    many.push_back({2, 3, 2, {i * 2, 10'000, 30'000}, {i * 12, 2, 6}});
  check(many);
}

/// So many that they travel in several messages, which end within a time or between times; and so
/// long that they travel one by one.
TEST_F(RowsTest, Long)
{
  check({{24, 1'000, 50, {0, 48, 48'000}, {0, 24, 24'000}}});
  check({{4, 200'000, 1, {0, 8, 0}, {0, 4, 0}}, {4, 200'000, 1, {4, 8, 0}, {800'000, 4, 0}}});
  check({{300'000, 2, 2, {0, 300'001, 700'000}, {0, 300'000, 600'000}}});
  check(
      {{300'000, 2, 1, {0, 300'001, 0}, {0, 300'000, 0}},
       {2, 9'000, 3, {700'000, 5, 50'000}, {600'000, 2, 18'000}}});
}

TEST_F(RowsTest, EmptyOnesAreSkipped)
{
  check({});
  check({{0, 4, 4, {0, 1, 4}, {0, 1, 4}}});
  check({{4, 0, 4, {0, 4, 16}, {0, 4, 16}}, {4, 2, 1, {8, 4, 0}, {1, 4, 0}}});
  check({{4, 4, 0, {SIZE_MAX, 4, 16}, {0, 4, 16}}, {5, 1, 1, {0, 0, 0}, {0, 0, 0}}});
}

TEST_F(RowsTest, RefusedArguments)
{
  const Segment<unsigned char> segment(100);
  Bytes buffer(200);
  dart_handle_t handle = DART_HANDLE_NULL;
  const auto expect_refused = [&](const dart_rows_t& rows) {
    EXPECT_INVAL(dart_get_rows_handle(buffer.data(), segment.at(next()), &rows, 1, &handle));
    EXPECT_INVAL(dart_put_rows_handle(segment.at(next()), buffer.data(), &rows, 1, &handle));
    EXPECT_EQ(DART_HANDLE_NULL, handle);
  };
  const dart_rows_t fitting{10, 3, 2, {10, 10, 60}, {0, 10, 30}};
  EXPECT_OK(dart_get_rows_handle(buffer.data(), segment.at(next()), &fitting, 1, &handle));
  EXPECT_OK(dart_wait(&handle));
  expect_refused({11, 3, 2, {10, 10, 60}, {0, 11, 33}});
  expect_refused({10, 3, 3, {10, 10, 60}, {0, 10, 30}});
  expect_refused({10, 1, 1, {SIZE_MAX - 4, 0, 0}, {0, 0, 0}});
  expect_refused({10, 3, 1, {0, SIZE_MAX / 2 + 1, 0}, {0, 10, 0}});
  expect_refused({10, 1, 3, {0, 0, SIZE_MAX / 2 + 1}, {0, 0, 10}});
  EXPECT_INVAL(dart_get_rows_handle(nullptr, segment.at(next()), &fitting, 1, &handle));
  EXPECT_INVAL(dart_put_rows_handle(segment.at(next()), nullptr, &fitting, 1, &handle));
  EXPECT_INVAL(dart_get_rows_handle(buffer.data(), segment.at(next()), nullptr, 1, &handle));
  EXPECT_INVAL(dart_get_rows_handle(buffer.data(), segment.at(next()), &fitting, 1, nullptr));
  EXPECT_INVAL(dart_get_rows_handle(buffer.data(), DART_GPTR_NULL, &fitting, 1, &handle));
}

}  // namespace
}  // namespace dart::test
