// Tier: suite n3 c2g2; sanitized c2g2

// Copies of elements in host memory, as bytes where that is the same.

#include <dash/detail/base/HostCopy.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <list>
#include <numeric>
#include <vector>

namespace {

using dash::detail::are_copied_as_bytes;

struct Constant {
  const int value;
};
struct Counted {
  Counted() = default;
  Counted(const Counted&) = default;
  Counted& operator=(const Counted& other)
  {
    value = other.value;
    ++copies;
    return *this;
  }
  int value = 0;
  static inline int copies = 0;
};

static_assert(are_copied_as_bytes<const int*, int*>);
static_assert(are_copied_as_bytes<std::vector<double>::const_iterator, double*>);
static_assert(!are_copied_as_bytes<const int*, long*>, "a conversion");
static_assert(
    !are_copied_as_bytes<volatile int*, int*> && !are_copied_as_bytes<int*, volatile int*>);
static_assert(!are_copied_as_bytes<Constant*, Constant*>, "no assignment");
static_assert(!are_copied_as_bytes<Counted*, Counted*>, "an assignment of its own");
static_assert(!are_copied_as_bytes<std::vector<bool>::iterator, std::vector<bool>::iterator>);
static_assert(!are_copied_as_bytes<std::list<int>::iterator, int*>);

/// Sizes on both sides of those that are copied in place.
constexpr std::ptrdiff_t sizes[] = {0, 1, 511, 512, 513, 5000, 100'000};

TEST(HostCopy, Elements)
{
  for (const std::ptrdiff_t n : sizes) {
    std::vector<int> from(static_cast<std::size_t>(n)), to(from.size() + 1, -1);
    std::iota(from.begin(), from.end(), 0);
    const auto end = dash::detail::copy_on_host(from.cbegin(), from.cend(), to.begin());
    EXPECT_EQ(end - to.begin(), n);
    EXPECT_EQ(to.back(), -1) << n;
    to.pop_back();
    EXPECT_EQ(to, from) << n;
  }
}

TEST(HostCopy, ElementsThatAreNotBytes)
{
  std::vector<int> from(5000);
  std::iota(from.begin(), from.end(), 0);
  std::vector<long> converted(from.size());
  dash::detail::copy_on_host(from.begin(), from.end(), converted.begin());
  EXPECT_EQ(converted, std::vector<long>(from.begin(), from.end()));

  std::list<int> list;
  dash::detail::copy_on_host(from.begin(), from.end(), std::back_inserter(list));
  EXPECT_EQ(std::vector<int>(list.begin(), list.end()), from);

  std::vector<Counted> counted(1000), copies(1000);
  Counted::copies = 0;
  dash::detail::copy_on_host(counted.begin(), counted.end(), copies.begin());
  EXPECT_EQ(Counted::copies, 1000);
}

TEST(HostCopy, BytesThatOverlap)
{
  for (const std::ptrdiff_t n : sizes) {
    std::vector<int> elements(static_cast<std::size_t>(n) + 1);
    std::iota(elements.begin(), elements.end(), 0);
    dash::detail::copy_host_bytes(
        elements.data() + 1, elements.data(), static_cast<std::size_t>(n) * sizeof(int));
    EXPECT_EQ(elements[0], 0);
    for (std::size_t i = 1; i < elements.size(); ++i) ASSERT_EQ(elements[i], int(i) - 1) << n;
  }
}

}  // namespace
