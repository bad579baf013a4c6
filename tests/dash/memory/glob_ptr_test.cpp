// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Array.h>
#include <dash/Atomic.h>
#include <dash/Exception.h>
#include <dash/GlobPtr.h>
#include <dash/GlobRef.h>
#include <dash/Range.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/dart/if/dart.h>
#include <dash/memory/GlobLocalMemoryPool.h>
#include <dash/pattern/CSRPattern.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"

namespace {

using dash::test::assign;
using dash::test::CsrArray;
using dash::test::sequence;

class GlobPtrTest : public dash::test::TestBase {};

/// Iterates over all elements of an array whose memory is in global order.
template <class Array>
void expect_walk(Array& array)
{
  using pointer = typename Array::const_pointer;
  const auto n = static_cast<int>(array.size());
  const auto expected = sequence(array.size());
  assign(array, expected);
  const pointer begin = array.data();
  pointer ptr = begin;
  for (int i = 0; i < n; ++i, ++ptr) {
    EXPECT_EQ(expected[static_cast<std::size_t>(i)], static_cast<int>(*ptr));
    EXPECT_EQ(i, ptr - begin);
    EXPECT_TRUE(begin + i == ptr);
    EXPECT_EQ(array.pattern().unit_at(i), ptr.get_unit());
  }
  const pointer end(array.globmem().end().dart_gptr());
  EXPECT_TRUE(ptr == end);
  EXPECT_EQ(n, dash::distance(begin, end));
  for (int i = n - 1; i >= 0; --i) {
    --ptr;
    EXPECT_EQ(expected[static_cast<std::size_t>(i)], static_cast<int>(*ptr));
    EXPECT_TRUE(end - (n - i) == ptr);
  }
  EXPECT_TRUE(ptr == begin);
  array.barrier();
}

TEST_F(GlobPtrTest, WalksOverUnitBorders)
{
  for (const std::size_t n : {1, 5, 24}) {
    dash::Array<int> blocked(n);
    expect_walk(blocked);
    for (const auto& sizes : dash::test::part_sizes(n, dash::size())) {
      CsrArray<int> explicit_parts(dash::CSRPattern<1>{sizes});
      expect_walk(explicit_parts);
    }
  }
}

TEST_F(GlobPtrTest, NullPointer)
{
  dash::GlobMemAllocPtr<int> ptr;
  EXPECT_FALSE(ptr);
  EXPECT_TRUE(ptr == nullptr && nullptr == ptr);
  EXPECT_EQ(nullptr, ptr.local());
  EXPECT_FALSE(ptr.is_local());
  EXPECT_THROW(*ptr = 1, dash::exception::InvalidArgument);
  ptr = dash::memalloc<int>(1);
  EXPECT_TRUE(ptr != nullptr);
  dash::memfree(ptr, 1);
  ptr = nullptr;
  EXPECT_FALSE(ptr);
  dash::memfree(ptr, 1);
  EXPECT_TRUE(DART_GPTR_ISNULL(dash::GlobMemAllocPtr<int>(nullptr).dart_gptr()));
}

TEST_F(GlobPtrTest, OwnMemory)
{
  auto ptr = dash::memalloc<int>(10);
  int* const local = ptr.local();
  ASSERT_NE(nullptr, local);
  EXPECT_EQ(local, static_cast<int*>(ptr));
  for (int i = 0; i < 10; ++i) ptr[i] = i * i;
  EXPECT_EQ(81, dash::test::read_at(local + 9));
  auto end = ptr + 10;
  EXPECT_EQ(10, end - ptr);
  EXPECT_TRUE(ptr < end && end > ptr && ptr <= ptr && end >= ptr);
  --end;
  EXPECT_EQ(81, static_cast<int>(*end));
  end -= 4;
  EXPECT_EQ(25, static_cast<int>(*end++));
  EXPECT_EQ(36, static_cast<int>(*end--));
  EXPECT_EQ(5, end - ptr);
  EXPECT_EQ(local + 5, end.local());
  const auto readonly = ptr;
  static_assert(std::is_same_v<dash::GlobRef<const int>, decltype(*readonly)>);
  static_assert(std::is_same_v<dash::GlobRef<int>, decltype(*ptr)>);
  EXPECT_EQ(4, static_cast<int>(readonly[2]));
  dash::memfree(ptr, 10);
}

TEST_F(GlobPtrTest, Conversions)
{
  dash::Array<int> array(dash::size());
  dash::test::write_at(array.lbegin(), dash::myid().id);
  array.barrier();
  dash::Array<int>::pointer ptr(array.begin());
  const dash::Array<int>::const_pointer readonly = ptr;
  EXPECT_TRUE(readonly == ptr);
  const dash::Array<int>::memory_type::void_pointer untyped = ptr;
  EXPECT_TRUE(untyped.dart_gptr() == static_cast<dart_gptr_t>(ptr));
  ptr.set_unit(dash::team_unit_t(static_cast<int>(dash::size()) - 1));
  EXPECT_EQ(static_cast<int>(dash::size()) - 1, static_cast<int>(*ptr));
  EXPECT_EQ(static_cast<int>(dash::size()) - 1, ptr.get_unit().id);
  EXPECT_EQ(array.lbegin(), dash::local_begin(ptr, dash::Team::All().myid()));
  dash::GlobPtr<dash::Atomic<int>, dash::Array<int>::memory_type> atomic = ptr;
  array.barrier();
  (*atomic).add(10);
  array.barrier();
  if (dash::myid().id == static_cast<int>(dash::size()) - 1) {
    EXPECT_EQ(11 * static_cast<int>(dash::size()) - 1, dash::test::read_at(array.lbegin()));
  }
  std::ostringstream text;
  text << ptr << ' ' << DART_GPTR_NULL;
  EXPECT_NE(std::string::npos, text.str().find("gptr(null)"));
  array.barrier();
}

}  // namespace
