// Tier: suite; sanitized

// Streams of emulated GPUs: copies are as late as on a real GPU, and in order.

#include "memory/emulated_stream.h"

#include <gtest/gtest.h>

#include "base/clock.h"

namespace {

using dart::EmulatedStream;
using State = dart::DeviceStream::State;

TEST(EmulatedStream, CopiesAreThereForKernels)
{
  EmulatedStream stream;
  int from = 1, to = 0;
  EXPECT_EQ(DART_OK, stream.copy(&to, &from, sizeof to));
  EXPECT_EQ(0, to);
  EXPECT_EQ(nullptr, stream.kernels());
  EXPECT_EQ(1, to);
}

TEST(EmulatedStream, WhatComesBehindKernelsIsLate)
{
  EmulatedStream stream;
  int from = 1, to = 0;
  stream.kernels();
  EXPECT_EQ(DART_OK, stream.copy(&to, &from, sizeof to));
  const auto piece = stream.end_piece();
  EXPECT_EQ(1U, piece);
  EXPECT_EQ(State::pending, stream.poll(piece));
  EXPECT_EQ(0, to);
  from = 2;
  EXPECT_EQ(State::complete, stream.poll(piece));
  EXPECT_EQ(2, to);
  EXPECT_EQ(State::complete, stream.poll(piece));
}

TEST(EmulatedStream, CopiesKeepTheirOrder)
{
  EmulatedStream stream;
  int first = 1, second = 0, third = 0;
  stream.copy(&second, &first, sizeof first);
  stream.copy(&third, &second, sizeof first);
  stream.kernels();
  EXPECT_EQ(1, third);
}

TEST(EmulatedStream, StampsTellTimesInOrder)
{
  EmulatedStream stream;
  const std::int64_t before = dart::now_ns();
  const auto first = stream.stamp(), second = stream.stamp();
  EXPECT_NE(first, second);
  const std::int64_t begin = stream.time_of(first), end = stream.time_of(second);
  EXPECT_LE(before, begin);
  EXPECT_LE(begin, end);
  EXPECT_LE(end, dart::now_ns());
}

}  // namespace
