// Tier: suite n3

#include <dash/Array.h>
#include <dash/List.h>
#include <dash/Shared.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Transform.h>
#include <dash/meta/TypeInfo.h>
#include <gtest/gtest.h>

#include "dash_test_base.h"

namespace dash::test {

class ExtendedElements : public TestBase {};

#if defined(__FLT16_MAX__)
/// Compilers know this type, but their libraries may have no std::type_info of it.
TEST_F(ExtendedElements, HalfPrecision)
{
  using Half = _Float16;
  dash::Array<Half> a(10);
  dash::fill(a.begin(), a.end(), Half(1.5));
  a.barrier();
  dash::transform(a.begin(), a.end(), a.begin(), [](Half x) { return Half(x * x); });
  a.barrier();
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(2.25F, static_cast<float>(static_cast<Half>(a[i])));
  }
  a.barrier();
  dash::Shared<Half> shared(Half(0.5));
  EXPECT_EQ(0.5F, static_cast<float>(static_cast<Half>(shared.get())));
  dash::List<Half> list(10);
  list.barrier();
  EXPECT_EQ(0u, list.size());
  EXPECT_FALSE(dash::typestr<Half>().empty());
}
#endif

TEST_F(ExtendedElements, OtherTypesHaveTheirOwnNames)
{
  EXPECT_EQ("int", dash::typestr<int>());
  EXPECT_EQ("void", dash::typestr<void>());
  EXPECT_EQ("int*", dash::typestr<int*>());
  EXPECT_EQ("int [3]", dash::typestr<int[3]>());
}

}  // namespace dash::test
