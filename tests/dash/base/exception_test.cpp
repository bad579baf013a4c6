// Tier: suite n3 c2g2; sanitized c2g2

// Assertions are enabled here, whatever the build settings, because the macros are tested.
// Therefore only headers may be included whose inline functions do not depend on them.
#ifndef DASH_ENABLE_ASSERTIONS
#define DASH_ENABLE_ASSERTIONS
#endif

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/UnitId.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/memory/ByteAccess.h>
#include <dash/detail/memory/HeapBlock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <type_traits>

using dash::exception::AssertionFailed;
using dash::exception::InvalidArgument;
using dash::exception::NotImplemented;
using dash::exception::OutOfRange;
using dash::exception::RuntimeError;

static_assert(std::is_base_of_v<std::runtime_error, RuntimeError>);
static_assert(std::is_base_of_v<std::runtime_error, AssertionFailed>);
static_assert(std::is_base_of_v<std::runtime_error, NotImplemented>);
static_assert(std::is_base_of_v<RuntimeError, InvalidArgument>);
static_assert(std::is_base_of_v<std::out_of_range, OutOfRange>);

class ExceptionTest : public testing::Test {
 protected:
  void SetUp() override
  {
    dash::init(nullptr, nullptr);
    dash::detail::logging::disable_log();
  }

  void TearDown() override
  {
    dash::detail::logging::enable_log();
    dash::finalize();
  }
};

template <class Function>
static std::string message_of(Function function)
{
  try {
    function();
  } catch (const std::exception& exception) {
    return exception.what();
  }
  return "nothing was thrown";
}

static bool contains(const std::string& text, const std::string& part)
{
  return text.find(part) != std::string::npos;
}

/// DASH_THROW has to be usable in constexpr functions.
static constexpr int checked(int value)
{
  if (value < 0) DASH_THROW(InvalidArgument, "negative: " << value);
  DASH_ASSERT_LT(value, 10, "too large");
  return value;
}
static_assert(checked(3) == 3);

TEST_F(ExceptionTest, TellsTheReasonsOfTheRuntimeWhichSaysNothing)
{
  testing::internal::CaptureStderr();
  const std::string of_call = message_of([] {
    std::size_t size = 0;
    dash::detail::CheckedCall().result(dart_team_size(12345, &size), "the question");
  });
  const std::string of_memory =
      message_of([] { dash::detail::HeapBlock(DART_MEMORY_HOST, std::size_t{1} << 50); });
  const std::string of_access = message_of([] {
    dart_gptr_t stranger{0, 0, 77, 0, {0}};
    char byte = 0;
    dash::detail::read_bytes(&byte, stranger, 1);
  });
  EXPECT_EQ("", testing::internal::GetCapturedStderr());
  EXPECT_TRUE(contains(of_call, "the question")) << of_call;
  EXPECT_TRUE(contains(of_call, "dart_team_size: no team 12345")) << of_call;
  EXPECT_TRUE(contains(of_memory, "raise the limit by dartrun --heap")) << of_memory;
  EXPECT_TRUE(contains(of_access, "segment 77")) << of_access;
}

TEST_F(ExceptionTest, ThrowBeginsWithTheUnit)
{
  const std::string message =
      message_of([] { DASH_THROW(RuntimeError, "value " << 3 << ", unit " << dash::myid()); });
  const std::string id = std::to_string(dash::myid().id);
  EXPECT_EQ(message, "[ Unit " + id + " ] value 3, unit " + id);
  EXPECT_THROW(DASH_THROW(std::logic_error, "any type"), std::logic_error);
  EXPECT_THROW(checked(-1), InvalidArgument);
  EXPECT_THROW(checked(10), OutOfRange);
}

TEST_F(ExceptionTest, AlwaysActive)
{
  EXPECT_NO_THROW(DASH_ASSERT_ALWAYS(1 + 1 == 2));
  EXPECT_THROW(DASH_ASSERT_ALWAYS(1 + 1 == 3), AssertionFailed);
  const std::string message = message_of([] { DASH_ASSERT_MSG_ALWAYS(false, "because " << 7); });
  EXPECT_TRUE(contains(message, "false")) << message;
  EXPECT_TRUE(contains(message, "because 7")) << message;
}

TEST_F(ExceptionTest, Assertions)
{
  EXPECT_NO_THROW(DASH_ASSERT(true));
  EXPECT_THROW(DASH_ASSERT(false), AssertionFailed);
  EXPECT_THROW(DASH_ASSERT_MSG(false, "text"), AssertionFailed);
  EXPECT_NO_THROW(DASH_ASSERT_RETURNS(2 + 2, 4));
  EXPECT_THROW(DASH_ASSERT_RETURNS(2 + 2, 5), AssertionFailed);
  EXPECT_NO_THROW(DASH_ASSERT_EQ(1, 1, ""));
  EXPECT_THROW(DASH_ASSERT_EQ(1, 2, ""), AssertionFailed);
  EXPECT_NO_THROW(DASH_ASSERT_NE(1, 2, ""));
  EXPECT_THROW(DASH_ASSERT_NE(1, 1, ""), AssertionFailed);
}

TEST_F(ExceptionTest, Relations)
{
  EXPECT_NO_THROW(DASH_ASSERT_LT(1, 2, ""));
  EXPECT_THROW(DASH_ASSERT_LT(2, 2, ""), OutOfRange);
  EXPECT_NO_THROW(DASH_ASSERT_LE(2, 2, ""));
  EXPECT_THROW(DASH_ASSERT_LE(3, 2, ""), OutOfRange);
  EXPECT_NO_THROW(DASH_ASSERT_GT(3, 2, ""));
  EXPECT_THROW(DASH_ASSERT_GT(2, 2, ""), OutOfRange);
  EXPECT_NO_THROW(DASH_ASSERT_GE(2, 2, ""));
  EXPECT_THROW(DASH_ASSERT_GE(1, 2, ""), OutOfRange);
  EXPECT_NO_THROW(DASH_ASSERT_RANGE(0, 0, 2, ""));
  EXPECT_NO_THROW(DASH_ASSERT_RANGE(0, 2, 2, ""));
  EXPECT_THROW(DASH_ASSERT_RANGE(0, 3, 2, ""), OutOfRange);
  EXPECT_THROW(DASH_ASSERT_RANGE(0, -1, 2, ""), OutOfRange);
}

TEST_F(ExceptionTest, RelationsGoByValue)
{
  const size_t n = 5;
  EXPECT_THROW(DASH_ASSERT_GE(-1, n, ""), OutOfRange);
  EXPECT_NO_THROW(DASH_ASSERT_LT(-1, n, ""));
  EXPECT_THROW(DASH_ASSERT_EQ(-1, static_cast<size_t>(-1), ""), AssertionFailed);
  EXPECT_NO_THROW(DASH_ASSERT_LT(dash::team_unit_t{4}, n, ""));
  EXPECT_NO_THROW(DASH_ASSERT_EQ(0.5, 0.5f, ""));
}

TEST_F(ExceptionTest, MessagesShowTheValues)
{
  const int low = 3;
  const int high = 8;
  const std::string message = message_of([&] { DASH_ASSERT_GT(low, high, "limit " << 1); });
  EXPECT_TRUE(contains(message, "low > high")) << message;
  EXPECT_TRUE(contains(message, "3 and 8")) << message;
  EXPECT_TRUE(contains(message, "limit 1")) << message;
  struct Opaque {
    bool operator==(const Opaque&) const { return false; }
  };
  EXPECT_THROW(DASH_ASSERT_EQ(Opaque(), Opaque(), "no output operator"), AssertionFailed);
}

TEST_F(ExceptionTest, StandsInIfElse)
{
  bool reached = false;
  if (dash::size() > 0)
    DASH_ASSERT(true);
  else
    reached = true;
  EXPECT_FALSE(reached);
}
