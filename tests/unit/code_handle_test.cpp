// Tier: suite; sanitized

// Functions as offsets in loaded objects.

#include "tasks/code_handle.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

namespace {

using dart::code_address;
using dart::code_handle_of;
using dart::CodeHandle;

int twice(int number)
{
  return 2 * number;
}

TEST(CodeHandle, FunctionOfTheProgram)
{
  auto* const code = reinterpret_cast<void*>(&twice);
  const CodeHandle handle = code_handle_of(code);
  ASSERT_TRUE(handle);
  EXPECT_EQ(code, code_address(handle));
  EXPECT_EQ(14, reinterpret_cast<int (*)(int)>(code_address(handle))(7));
}

TEST(CodeHandle, FunctionOfALibrary)
{
  // Sanitizers replace other functions by their own, which may be linked into the program.
  auto* const code = reinterpret_cast<void*>(&std::rand);
  const CodeHandle handle = code_handle_of(code);
  ASSERT_TRUE(handle);
  EXPECT_EQ(code, code_address(handle));
  EXPECT_NE(handle.object, code_handle_of(reinterpret_cast<void*>(&twice)).object);
}

TEST(CodeHandle, WhatIsNoLoadedCode)
{
  const auto data = std::make_unique<int>(1);
  EXPECT_FALSE(code_handle_of(data.get()));
  EXPECT_FALSE(code_handle_of(nullptr));
  EXPECT_EQ(nullptr, code_address({12345, 0}));
}

}  // namespace
