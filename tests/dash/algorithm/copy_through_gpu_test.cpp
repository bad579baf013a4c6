// Tier: suite n3 c2g2

// Copies of many short runs, and algorithms on ranges that lie in them, in every team: CPU units
// beside GPU units copy through memory of a GPU, and leave work on such ranges to the GPU units.

#include <dash/Array.h>
#include <dash/Team.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Mismatch.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/SwapRanges.h>
#include <dash/algorithm/Transform.h>

#include <dash/dart/if/dart_gpu.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "dash_test_base.h"

namespace {

using Array = dash::Array<int>;
using Distribution = dash::DistributionSpec<1>;

/// Enough for a way through a GPU, and no multiple of anything.
constexpr std::size_t many = 300'007;

/// Runs of the last ones are long.
const std::vector<Distribution> distributions{
    Distribution(dash::BLOCKED), Distribution(dash::CYCLIC), Distribution(dash::BLOCKCYCLIC(13)),
    Distribution(dash::BLOCKCYCLIC(1000)), Distribution(dash::BLOCKCYCLIC(5000))};

int value_at(std::size_t position)
{
  return static_cast<int>(position * 7 + 3);
}

void fill_with_values(Array& array)
{
  dash::generate_with_index(
      array.begin(), array.end(), [](auto i) { return value_at(static_cast<std::size_t>(i)); });
  array.barrier();
}

/// All elements, element by element where the unit cannot access them otherwise.
std::vector<int> elements_of(const Array& array)
{
  std::vector<int> all(array.size());
  for (std::size_t unit = 0; unit < array.team().size(); ++unit) {
    const dash::team_unit_t id(static_cast<dart_unit_t>(unit));
    const std::size_t size = array.pattern().local_size(id);
    std::vector<int> part(size);
    EXPECT_EQ(
        dart_get_blocking(
            part.data(), array.globmem().gptr(id), size, DART_TYPE_INT, DART_TYPE_INT),
        DART_OK);
    for (std::size_t i = 0; i < size; ++i) {
      const auto index = static_cast<Array::index_type>(i);
      all[static_cast<std::size_t>(array.pattern().global(id, index))] = part[i];
    }
  }
  return all;
}

/// The section of each unit's own copies.
struct Section {
  std::ptrdiff_t begin, end;

  explicit Section(std::size_t size)
  {
    const auto units = static_cast<std::ptrdiff_t>(dash::size());
    const auto me = static_cast<std::ptrdiff_t>(dash::myid().id);
    begin = static_cast<std::ptrdiff_t>(size) * me / units;
    end = static_cast<std::ptrdiff_t>(size) * (me + 1) / units;
  }
  std::ptrdiff_t size() const { return end - begin; }
};

/// Takes all bounce buffers of the process.
class AllBuffersLent {
 public:
  AllBuffersLent()
  {
    void* memory = nullptr;
    std::size_t nbytes = 0;
    while (dart_bounce_buffer_acquire(&memory, &nbytes) == DART_OK) buffers_.push_back(memory);
  }
  ~AllBuffersLent()
  {
    for (void* const buffer : buffers_) EXPECT_EQ(dart_bounce_buffer_release(buffer), DART_OK);
  }
  AllBuffersLent(const AllBuffersLent&) = delete;
  AllBuffersLent& operator=(const AllBuffersLent&) = delete;

 private:
  std::vector<void*> buffers_;
};

class CopyThroughGpu : public dash::test::TestBase {
 protected:
  static void expect_local_copies()
  {
    for (const Distribution& distribution : distributions) {
      Array array(many, distribution);
      fill_with_values(array);
      std::vector<int> copied(many - 5);
      EXPECT_EQ(dash::copy(array.begin() + 3, array.end() - 2, copied.data()), &*copied.end());
      for (std::size_t i = 0; i < copied.size(); ++i) ASSERT_EQ(copied[i], value_at(i + 3));
      array.barrier();
      const Section mine(many);
      std::vector<int> negative(static_cast<std::size_t>(mine.size()));
      for (std::size_t i = 0; i < negative.size(); ++i)
        negative[i] = -value_at(static_cast<std::size_t>(mine.begin) + i);
      dash::copy(negative.data(), &*negative.end(), array.begin() + mine.begin);
      array.barrier();
      const auto all = elements_of(array);
      for (std::size_t i = 0; i < many; ++i) ASSERT_EQ(all[i], -value_at(i));
      array.barrier();
    }
  }

  static void expect_global_copies()
  {
    constexpr std::ptrdiff_t shift = 17;
    for (const Distribution& from : distributions) {
      for (const Distribution& to : distributions) {
        Array source(many, from), target(many + shift, to);
        fill_with_values(source);
        fill_with_values(target);
        const Section mine(many);
        dash::copy(
            source.begin() + mine.begin, source.begin() + mine.end,
            target.begin() + shift + mine.begin);
        target.barrier();
        const auto all = elements_of(target);
        for (std::size_t i = 0; i < all.size(); ++i)
          ASSERT_EQ(all[i], value_at(i < shift ? i : i - shift));
        target.barrier();
      }
    }
  }
};

TEST_F(CopyThroughGpu, LocalMemory)
{
  expect_local_copies();
}

TEST_F(CopyThroughGpu, OtherDistributions)
{
  expect_global_copies();
}

TEST_F(CopyThroughGpu, WhileNoBufferIsLeft)
{
  const AllBuffersLent lent;
  expect_local_copies();
  expect_global_copies();
}

TEST_F(CopyThroughGpu, SeveralThreads)
{
  Array array(many, dash::CYCLIC);
  fill_with_values(array);
  std::vector<std::vector<int>> copies(4, std::vector<int>(many));
  std::vector<std::thread> threads;
  for (std::vector<int>& copied : copies)
    threads.emplace_back([&] { dash::copy(array.begin(), array.end(), copied.data()); });
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<int>& copied : copies) {
    for (std::size_t i = 0; i < many; ++i) ASSERT_EQ(copied[i], value_at(i));
  }
  array.barrier();
}

TEST_F(CopyThroughGpu, LaterCompletion)
{
  Array source(many, dash::BLOCKCYCLIC(13)), target(many, dash::CYCLIC);
  fill_with_values(source);
  const Section mine(many);
  auto copied = dash::copy_async(
      source.begin() + mine.begin, source.begin() + mine.end, target.begin() + mine.begin);
  copied.wait();
  target.barrier();
  const auto all = elements_of(target);
  for (std::size_t i = 0; i < many; ++i) ASSERT_EQ(all[i], value_at(i));
  target.barrier();
}

TEST_F(CopyThroughGpu, WithinAnArray)
{
  for (const Distribution& distribution : distributions) {
    Array array(many, distribution);
    fill_with_values(array);
    if (dash::myid() == 0) dash::copy(array.begin() + 1000, array.end(), array.begin());
    array.barrier();
    const auto all = elements_of(array);
    for (std::size_t i = 0; i < many; ++i)
      ASSERT_EQ(all[i], value_at(i + 1000 < many ? i + 1000 : i));
    array.barrier();
  }
}

TEST_F(CopyThroughGpu, AlgorithmsOnFewAndManyPositions)
{
  for (const std::size_t n :
       {std::size_t(1), std::size_t(2), std::size_t(5), std::size_t(17), many}) {
    Array a(n, dash::CYCLIC), b(n, dash::BLOCKCYCLIC(2)), c(n, dash::BLOCKED);
    fill_with_values(a);
    dash::transform(a.begin(), a.end(), b.begin(), std::negate<int>());
    auto all = elements_of(b);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(all[i], -value_at(i));
    dash::transform(a.begin(), a.end(), b.begin(), c.begin(), std::plus<int>());
    all = elements_of(c);
    for (const int sum : all) ASSERT_EQ(sum, 0);
    dash::swap_ranges(a.begin(), a.end(), b.begin());
    all = elements_of(a);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(all[i], -value_at(i));
    a.barrier();
    const std::size_t last = n - 1;
    fill_with_values(a);
    EXPECT_EQ(dash::mismatch(a.begin(), a.end(), b.begin()).first, a.end());
    if (dash::myid() == 0) b[static_cast<Array::index_type>(last)] = -1;
    b.barrier();
    EXPECT_EQ(dash::mismatch(a.begin(), a.end(), b.begin()).first - a.begin(), last);
    b.barrier();
    long expected = 5;
    for (std::size_t i = 0; i < n; ++i) expected += i == last ? 0 : 1;
    const auto same = [](int x, int y) { return long{x == y}; };
    EXPECT_EQ(
        dash::transform_reduce(a.begin(), a.end(), b.begin(), 5l, std::plus<long>(), same),
        expected);
  }
}

}  // namespace
