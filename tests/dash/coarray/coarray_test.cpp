// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Atomic.h>
#include <dash/Coarray.h>
#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/UnitId.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "team/teams.h"

namespace {

using dash::test::Particle;

dash::Coarray<int> static_coarray;

int me()
{
  return dash::myid();
}

int units()
{
  return static_cast<int>(dash::size());
}

int next()
{
  return (me() + 1) % units();
}

class CoarrayTest : public dash::test::TestBase {};

TEST_F(CoarrayTest, ScalarOfEachUnit)
{
  dash::Coarray<int> x(7);
  EXPECT_EQ(1, x.ndim());
  EXPECT_EQ(static_cast<std::size_t>(units()), x.size());
  EXPECT_EQ(1u, x.local_size());
  EXPECT_EQ(7, static_cast<int>(x(next())));
  x.sync_all();
  x(next()) = 100 + me();
  x.sync_all();
  const int previous = (me() + units() - 1) % units();
  const int mine = x;
  EXPECT_EQ(100 + previous, mine);
  EXPECT_EQ(100 + me(), static_cast<int>(x(dash::team_unit_t{next()})));
  EXPECT_TRUE(x == 100 + previous);
  x.sync_all();
}

TEST_F(CoarrayTest, ArithmeticOnTheOwnCopy)
{
  dash::Coarray<int> x(10);
  x = 3;
  x += 4;
  x -= 1;
  x *= 5;
  x /= 3;
  EXPECT_EQ(10, x++);
  EXPECT_EQ(11, x--);
  ++x;
  --x;
  EXPECT_EQ(13, x + 3);
  EXPECT_EQ(7, x - 3);
  EXPECT_EQ(20, 2 * x);
  EXPECT_EQ(2.5, 25.0 / x);
  EXPECT_EQ(20, x + x);
  EXPECT_EQ(10, static_cast<dash::Coarray<int>::reference>(x).get());
  x.sync_all();
}

TEST_F(CoarrayTest, AtomicScalar)
{
  dash::Coarray<dash::Atomic<int>> x(5);
  x = 1;
  x.sync_all();
  for (int u = 0; u < units(); ++u) x(u).fetch_add(me() + 1);
  x.sync_all();
  const int sum = units() * (units() + 1) / 2;
  EXPECT_EQ(1 + sum, static_cast<int>(x));
  x.sync_all();
  x += 2;
  ++x;
  x -= 1;
  x *= 2;
  EXPECT_EQ(2 * (3 + sum), x--);
  EXPECT_EQ(2 * (3 + sum) - 1, static_cast<int>(x));
  x.sync_all();
}

TEST_F(CoarrayTest, StructuresAndTheirMembers)
{
  dash::Coarray<Particle> x(Particle::from(me()));
  x.member(&Particle::charge) += 10;
  x.sync_all();
  auto expected = Particle::from(next());
  expected.charge += 10;
  EXPECT_EQ(expected, static_cast<Particle>(x(next())));
  x.sync_all();
  x(next()).member(&Particle::id) = 1000 + me();
  x.sync_all();
  EXPECT_EQ(1000 + (me() + units() - 1) % units(), x.member(&Particle::id));
}

template <class Coarray>
void fill_and_check(Coarray& x, int rows, int columns)
{
  const auto value = [columns](int unit, int i, int j) { return (unit * 100 + i) * columns + j; };
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      if (j % 2 == 0) {
        x[i][j] = value(me(), i, j);
      } else {
        x(next())[i][j] = value(next(), i, j);
      }
    }
  }
  x.sync_all();
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      EXPECT_EQ(value(next(), i, j), static_cast<int>(x(next())[i][j]));
      EXPECT_EQ(value(me(), i, j), static_cast<int>(x[i][j]));
    }
  }
  const auto& constant = x;
  EXPECT_EQ(value(next(), 1, 1), static_cast<int>(constant(next())[1][1]));
  EXPECT_EQ(value(me(), 1, 1), static_cast<int>(constant[1][1]));
  EXPECT_EQ(static_cast<std::size_t>(rows * columns), x.local_size());
  EXPECT_EQ(static_cast<std::size_t>(rows * columns * units()), x.size());
  EXPECT_EQ(static_cast<std::size_t>(rows), x(0).extent(0));
  EXPECT_EQ(static_cast<std::size_t>(columns), x(0)[0].extent(0));
  x.sync_all();
}

TEST_F(CoarrayTest, Arrays)
{
  dash::Coarray<int[3][4]> x;
  EXPECT_EQ(3, x.ndim());
  fill_and_check(x, 3, 4);
  dash::Coarray<int[][4]> y(2);
  fill_and_check(y, 2, 4);
  dash::Coarray<dash::Atomic<int>[2][3]> atomic;
  fill_and_check(atomic, 2, 3);
  dash::Coarray<int[3][4], dash::default_index_t, dash::COL_MAJOR> columns;
  fill_and_check(columns, 3, 4);
  EXPECT_EQ(&columns[0][0] + 1, &columns[1][0]);

  dash::Coarray<double[5]> line;
  int& value = x[1][2];
  double& element = line[4];
  value = 1;
  element = 2.5;
  line.sync_all();
  EXPECT_EQ(2.5, static_cast<double>(line(next())[4]));
  line.sync_all();
}

template <dash::MemArrange order>
void expect_ranges_of_a_copy()
{
  using Array = dash::Coarray<int[3][4], dash::default_index_t, order>;
  Array x;
  std::iota(x.lbegin(), x.lend(), 100 * me());
  x.sync_all();
  const auto copy = x(next());
  std::vector<int> expected(12);
  std::iota(expected.begin(), expected.end(), 100 * next());
  EXPECT_EQ(expected, std::vector<int>(copy.begin(), copy.end()));
  std::vector<int> copied(12);
  EXPECT_EQ(copied.data() + 12, dash::copy(copy.begin(), copy.end(), copied.data()));
  EXPECT_EQ(expected, copied);
  // Rows of an array in column-major order have gaps.
  std::vector<int> row(4);
  dash::copy(copy[1].begin(), copy[1].end(), row.data());
  for (int j = 0; j < 4; ++j)
    EXPECT_EQ(static_cast<int>(copy[1][j]), row[static_cast<std::size_t>(j)]);
  x.sync_all();
  dash::copy(row.data(), row.data() + 4, copy[2].begin());
  x.sync_all();
  for (int& element : x[0]) element = -1;
  int sum = 0;
  for (const int element : x[0]) sum += element;
  EXPECT_EQ(-4, sum);
  for (int j = 0; j < 4; ++j) EXPECT_EQ(x[1][j], x[2][j]);
  typename Array::reverse_iterator last(x.end());
  EXPECT_EQ(static_cast<int>(x.end()[-1]), static_cast<int>(*last));
  x.sync_all();
}

TEST_F(CoarrayTest, RangesOfACopy)
{
  expect_ranges_of_a_copy<dash::ROW_MAJOR>();
  expect_ranges_of_a_copy<dash::COL_MAJOR>();
}

TEST_F(CoarrayTest, RangeOfAllCopies)
{
  dash::Coarray<int[4]> x;
  std::iota(x.lbegin(), x.lend(), 4 * me());
  x.sync_all();
  std::vector<int> expected(x.size());
  std::iota(expected.begin(), expected.end(), 0);
  const std::vector<int> found(x.begin(), x.end());
  EXPECT_EQ(expected, found);
  for (int i = 0; i < 4 * units(); ++i) EXPECT_EQ(i / 4 == me(), x.is_local(i));
  EXPECT_EQ(2 * units() * (4 * units() - 1), dash::reduce(x.begin(), x.end(), 0));
  x.sync_all();
}

TEST_F(CoarrayTest, OnATeam)
{
  dash::Team& team = dash::test::teams().back();
  dash::Coarray<int[2]> x(team);
  const int size = static_cast<int>(team.size());
  const int neighbour = (team.myid() + 1) % size;
  EXPECT_EQ(static_cast<std::size_t>(2 * size), x.size());
  x(neighbour)[1] = neighbour;
  x.sync_all();
  EXPECT_EQ(team.myid().id, x[1]);
  EXPECT_THROW(x(size), dash::exception::OutOfRange);
  EXPECT_THROW(x(-1), dash::exception::OutOfRange);
}

TEST_F(CoarrayTest, DelayedAllocation)
{
  EXPECT_THROW(static_coarray(0), dash::exception::RuntimeError);
  EXPECT_THROW(static_coarray = 1, dash::exception::RuntimeError);
  EXPECT_TRUE(static_coarray.empty());
  EXPECT_THROW(static_coarray.allocate(dash::Team::Null()), dash::exception::InvalidArgument);
  static_coarray.allocate();
  static_coarray = me();
  static_coarray.sync_all();
  EXPECT_EQ(next(), static_cast<int>(static_coarray(next())));
  static_coarray.sync_all();

  dash::Coarray<int[][2]> open;
  EXPECT_TRUE(open.empty());
  open.sync_all();
  open.allocate(3);
  fill_and_check(open, 3, 2);
  open.allocate(0);
  EXPECT_TRUE(open.empty());
  open.deallocate();
  EXPECT_THROW(open(0), dash::exception::RuntimeError);

  dash::finalize();
  EXPECT_TRUE(static_coarray.empty());
  EXPECT_THROW(static_coarray.allocate(), dash::exception::RuntimeError);
}

TEST_F(CoarrayTest, MoveAndSwap)
{
  dash::Coarray<int> x(1 + me());
  dash::Coarray<int> moved(std::move(x));
  EXPECT_TRUE(x.empty());  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(1 + next(), static_cast<int>(moved(next())));
  dash::Coarray<int> other(-1);
  other.swap(std::move(moved));
  EXPECT_EQ(1 + me(), static_cast<int>(other));
  EXPECT_EQ(-1, static_cast<int>(moved));  // NOLINT(bugprone-use-after-move)
  moved = std::move(other);
  EXPECT_EQ(1 + me(), static_cast<int>(moved));
}

TEST_F(CoarrayTest, Broadcast)
{
  dash::Coarray<int[3]> x;
  const dash::team_unit_t master{units() - 1};
  for (int i = 0; i < 3; ++i) x[i] = 10 * me() + i;
  dash::coarray::cobroadcast(x, master);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(10 * master + i, x[i]);
}

TEST_F(CoarrayTest, Reduction)
{
  const int sum = units() * (units() + 1) / 2;
  dash::Coarray<int> x(1 + me());
  dash::coarray::coreduce(x, dash::plus<int>());
  EXPECT_EQ(sum, static_cast<int>(x));

  dash::Coarray<int[2]> y;
  y[0] = me();
  y[1] = -me();
  const dash::team_unit_t master{units() - 1};
  dash::coarray::coreduce(y, dash::max<int>(), master);
  y.sync_all();
  EXPECT_EQ(units() - 1, static_cast<int>(y(units() - 1)[0]));
  EXPECT_EQ(0, static_cast<int>(y(units() - 1)[1]));
  if (dash::Team::All().myid() != master) {
    EXPECT_EQ(-me(), y[1]);
  }
  y.sync_all();

  dash::Coarray<unsigned char> byte(static_cast<unsigned char>(me() == 0 ? 200 : 100));
  dash::coarray::coreduce(byte, dash::max<unsigned char>());
  EXPECT_EQ(200, static_cast<int>(static_cast<unsigned char>(byte)));

  dash::Coarray<dash::Atomic<int>> z(2);
  dash::coarray::coreduce(z, dash::multiply<int>());
  EXPECT_EQ(1 << units(), static_cast<int>(z));
}

TEST_F(CoarrayTest, SyncImages)
{
  EXPECT_EQ(dash::myid(), dash::coarray::this_image());
  EXPECT_EQ(units(), dash::coarray::num_images());
  dash::Coarray<int> x(0);
  // Each unit lists the same ids in a different order; the last unit is not listed.
  std::vector<int> ids;
  for (int i = 0; i < std::max(1, units() - 1); ++i) ids.push_back(i);
  const int listed = static_cast<int>(ids.size());
  std::rotate(ids.begin(), ids.begin() + me() % listed, ids.end());
  for (int round = 1; round <= 20; ++round) {
    if (me() < listed) x((me() + 1) % listed) = round;
    x.sync_images(ids);
    EXPECT_EQ(me() < listed ? round : 0, static_cast<int>(x));
    x.sync_images(ids);
  }
  EXPECT_THROW(
      dash::coarray::sync_images(std::vector<int>{0, units()}), dash::exception::InvalidArgument);
  dash::coarray::sync_all();
}

}  // namespace
