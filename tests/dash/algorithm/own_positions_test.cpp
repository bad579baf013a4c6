// Elements at the positions of a unit's own elements of another range: each pair of distributions,
// where ranges begin, types, and both ways of copying.

#include <dash/Array.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Generate.h>
#include <dash/detail/execution/OwnPositions.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dash_test_base.h"

namespace {

using dash::detail::MovedByKernels;

class OwnPositions : public dash::test::TestBase {};

const std::vector<dash::DistributionSpec<1>> distributions{
    dash::DistributionSpec<1>(dash::BLOCKED), dash::DistributionSpec<1>(dash::CYCLIC),
    dash::DistributionSpec<1>(dash::BLOCKCYCLIC(3)),
    dash::DistributionSpec<1>(dash::BLOCKCYCLIC(7))};

/// A range of some elements of an array and of its own elements.
struct Cut {
  std::ptrdiff_t own_begin, begin, size;
};
constexpr Cut cuts[] = {{0, 0, 100}, {5, 0, 90}, {0, 11, 80}, {13, 2, 1}};
constexpr std::size_t size = 101;

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
  static_assert(MovedByKernels<Iterator>);

 public:
  Positions(
      const dash::DistributionSpec<1>& own, const dash::DistributionSpec<1>& other, const Cut& cut)
      : own_(size, own),
        other_(size, other),
        first_(own_.begin() + cut.own_begin),
        there_(other_.begin() + cut.begin)
  {
    const auto part = dash::detail::own_interval(first_, first_ + cut.size);
    for (auto local = part->begin; local < part->end; ++local) {
      positions_.push_back(dash::detail::position_of_local(first_, local));
    }
    local_ = part->begin;
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
    for (std::size_t i = 0; i < positions_.size(); ++i)
      EXPECT_EQ(values[i], static_cast<T>(there_[positions_[i]]));
    EXPECT_EQ(T{}, static_cast<T>(other_[size - 1])) << "behind the range";
    other_.barrier();
  }

 private:
  Elements elements() const { return {first_, there_, local_}; }
  std::ptrdiff_t index(std::size_t i) const { return there_.pos() + positions_[i]; }

  Array own_, other_;
  Iterator first_, there_;
  typename Iterator::index_type local_;
  std::vector<std::ptrdiff_t> positions_;
};

template <class T>
void check_all_distributions()
{
  for (std::size_t own = 0; own < distributions.size(); ++own) {
    for (std::size_t other = 0; other < distributions.size(); ++other) {
      for (const Cut& cut : cuts) {
        SCOPED_TRACE(
            testing::Message() << "distributions " << own << " and " << other << ", " << cut.size
                               << " elements from " << cut.own_begin << " and " << cut.begin);
        Positions<T> positions(distributions[own], distributions[other], cut);
        positions.check_read([](const auto& elements, std::ptrdiff_t n, T* to) {
          using Copier = typename dash::detail::CopierOf<std::decay_t<decltype(elements)>>::type;
          Copier::read(&elements, n, to);
        });
        positions.check_read(
            [](const auto& elements, std::ptrdiff_t n, T* to) { elements.read_by_host(n, to); });
        positions.check_write([](const auto& elements, std::ptrdiff_t n, const T* from) {
          using Copier = typename dash::detail::CopierOf<std::decay_t<decltype(elements)>>::type;
          Copier::write(&elements, n, from);
        });
        positions.check_write([](const auto& elements, std::ptrdiff_t n, const T* from) {
          elements.write_by_host(n, from);
        });
      }
    }
  }
}

TEST_F(OwnPositions, Bytes)
{
  check_all_distributions<unsigned char>();
}

TEST_F(OwnPositions, Numbers)
{
  check_all_distributions<std::int16_t>();
  check_all_distributions<float>();
  check_all_distributions<double>();
}

}  // namespace
