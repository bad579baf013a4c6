// Tier: suite n3 c2g2

#include <dash/Atomic.h>
#include <dash/Meta.h>
#include <dash/Types.h>
#include <dash/Version.h>
#include <dash/dart/if/dart.h>
#include <dash/meta/ClosureTraits.h>
#include <dash/meta/Conjunction.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <type_traits>

#include "dash_test_base.h"

using dash::dart_datatype;
using dash::dart_punned_datatype;
using dash::dart_storage;

namespace {

struct Plain {
  int a = 1;
  double b = 2;
};

struct Opaque {};

struct Holder {
  using iterator = int*;
};

DASH__META__DEFINE_TRAIT__HAS_TYPE(iterator);

}  // namespace

static_assert(dash::ROW_MAJOR == 1 && dash::COL_MAJOR == 2 && dash::MEM_ARRANGE_UNDEFINED == 0);
static_assert(std::is_signed_v<dash::default_index_t> && std::is_unsigned_v<dash::default_size_t>);
static_assert(std::is_signed_v<dash::gptrdiff_t>);
static_assert(std::is_same_v<dash::default_extent_t, dash::default_size_t>);
static_assert(std::is_same_v<dash::max_align_t, std::max_align_t>);
static_assert(dash::Point<2>{{1, 2}}.coords[1] == 2 && dash::Extent<1>{{3}}.sizes[0] == 3);

static_assert(dart_datatype<char>::value == DART_TYPE_BYTE);
static_assert(dart_datatype<signed char>::value == DART_TYPE_BYTE);
static_assert(dart_datatype<bool>::value == DART_TYPE_BYTE);
static_assert(dart_datatype<unsigned char>::value == DART_TYPE_UBYTE);
static_assert(dart_datatype<unsigned short>::value == DART_TYPE_USHORT);
static_assert(dart_datatype<int>::value == DART_TYPE_INT);
static_assert(dart_datatype<unsigned>::value == DART_TYPE_UINT);
static_assert(dart_datatype<long>::value == DART_TYPE_LONG);
static_assert(dart_datatype<unsigned long long>::value == DART_TYPE_ULONGLONG);
static_assert(dart_datatype<const volatile double>::value == DART_TYPE_DOUBLE);
static_assert(dart_datatype<const long double>::value == DART_TYPE_LONG_DOUBLE);
static_assert(dart_datatype<Plain>::value == DART_TYPE_UNDEFINED);
static_assert(dart_datatype<const Plain>::value == DART_TYPE_UNDEFINED);

static_assert(dart_punned_datatype<float>::value == DART_TYPE_FLOAT);
static_assert(dart_punned_datatype<Opaque>::value == DART_TYPE_BYTE);
static_assert(dart_punned_datatype<Opaque*>::value == DART_TYPE_LONGLONG);
static_assert(dart_punned_datatype<Plain>::value == DART_TYPE_UNDEFINED);

static_assert(dart_storage<double>(3).nelem == 3);
static_assert(dart_storage<double>::dtype == DART_TYPE_DOUBLE);
static_assert(dart_storage<Plain>(3).nelem == 3 * sizeof(Plain));
static_assert(dart_storage<Plain>::dtype == DART_TYPE_BYTE);

static_assert(dash::is_container_compatible<Plain>::value);
static_assert(dash::is_container_compatible<dart_gptr_t>::value);
static_assert(!dash::is_container_compatible<std::string>::value);
static_assert(dash::is_arithmetic<bool>::value && !dash::is_arithmetic<Plain>::value);
static_assert(dash::is_atomic_compatible<int>::value);
static_assert(!dash::is_atomic_compatible<Plain>::value);
static_assert(dash::has_operator_equal<int, long>::value);
static_assert(!dash::has_operator_equal<Plain>::value);
static_assert(dash::is_atomic<dash::Atomic<int>>::value && !dash::is_atomic<int>::value);
static_assert(std::is_same_v<dash::remove_atomic<dash::Atomic<int>>::type, int>);
static_assert(std::is_same_v<dash::remove_atomic<int>::type, int>);
static_assert(dash::is_dash_copyable<const int, int>::value);
static_assert(dash::is_dash_copyable<int, unsigned>::value);
static_assert(!dash::is_dash_copyable<int, float>::value);
static_assert(!dash::is_dash_copyable<float, double>::value);
static_assert(!dash::is_dash_copyable<int, short>::value);

static_assert(has_type_iterator<Holder>::value && !has_type_iterator<Plain>::value);
static_assert(dash::conjunction<std::true_type, std::true_type>::value);
static_assert(!dash::conjunction<std::true_type, std::false_type>::value);

TEST(TypesTest, ReadableTypeNames)
{
  EXPECT_EQ(dash::typestr<int>(), "int");
  EXPECT_EQ(dash::typestr(2.0), "double");
  EXPECT_EQ(dash::typestr(dash::Point<1, int>()), "dash::Point<1, int>");
}

TEST(TypesTest, ClosureTraits)
{
  const auto closure = [](int x, double y) { return x * y; };
  using traits = dash::functional::closure_traits<decltype(closure)>;
  static_assert(traits::arity == 2);
  static_assert(std::is_same_v<traits::result_type, double>);
  static_assert(std::is_same_v<traits::arg<1>::type, double>);
  EXPECT_EQ(closure(2, 1.5), 3.0);
}

TEST(TypesTest, Release)
{
  std::ostringstream numbers;
  numbers << DASH_RELEASE_MAJOR << '.' << DASH_RELEASE_MINOR << '.' << DASH_RELEASE_PATCH;
  EXPECT_EQ(numbers.str(), DASH_RELEASE_STRING);
  EXPECT_EQ(numbers.str(), dash::release());
}

TEST(TypesTest, VersionOfTheInterface)
{
  EXPECT_EQ(std::string(DASH_VERSION_STRING), "0.4.0");
  EXPECT_EQ(DASH_VERSION_MAJOR * 100 + DASH_VERSION_MINOR * 10 + DASH_VERSION_PATCH, 40);
}
