// Tier: suite

// Copies of host memory at all places within a page, with what lies around them.

#include "base/copy_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/box.h"

namespace {

using Bytes = std::vector<std::byte>;

constexpr std::size_t page = 4096;

/// \return bytes of which neighbours, and those a page apart, differ
Bytes numbered(std::size_t size)
{
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 7 + i / 251);
  return bytes;
}

/// The first byte of a vector that lies at the start of a page.
std::size_t first_of_page(const Bytes& bytes)
{
  return -reinterpret_cast<std::uintptr_t>(bytes.data()) % page;
}

TEST(CopyBytes, EveryDistanceOfPagesAndSize)
{
  const std::size_t sizes[] = {0, 1, 63, 64, 2048, 2049, 2111, 2112, 2113, 4096, 10'007, 600'000};
  const std::size_t most = 600'000 + 3 * page;
  const Bytes from = numbered(most);
  Bytes to(most);
  for (const std::size_t size : sizes) {
    for (const std::size_t behind : {0, 1, 8, 15, 16, 24, 31, 32, 33, 63, 64, 2048, 4065, 4095}) {
      for (const std::size_t start : {0, 1, 40}) {
        const std::size_t source = first_of_page(from) + start;
        const std::size_t target = first_of_page(to) + start + behind;
        std::fill(to.begin(), to.end(), std::byte{0xA5});
        dart::copy_bytes(to.data() + target, from.data() + source, size);
        const auto begin = to.begin() + static_cast<std::ptrdiff_t>(target);
        const auto end = begin + static_cast<std::ptrdiff_t>(size);
        EXPECT_TRUE(std::equal(begin, end, from.begin() + static_cast<std::ptrdiff_t>(source)))
            << size << " bytes, " << behind << " behind";
        const auto is_untouched = [](std::byte b) { return b == std::byte{0xA5}; };
        EXPECT_TRUE(std::all_of(to.begin(), begin, is_untouched)) << size << ", " << behind;
        EXPECT_TRUE(std::all_of(end, to.end(), is_untouched)) << size << ", " << behind;
      }
    }
  }
}

TEST(CopyBytes, RangesThatOverlap)
{
  for (const std::size_t distance : {1, 16, 31, 64, 4096, 4097, 4112}) {
    for (const bool forwards : {false, true}) {
      Bytes bytes = numbered(20'000);
      const Bytes original = bytes;
      const std::size_t from = forwards ? 0 : distance, to = forwards ? distance : 0;
      const std::size_t size = bytes.size() - distance;
      dart::copy_bytes(bytes.data() + to, bytes.data() + from, size);
      const auto moved = bytes.begin() + static_cast<std::ptrdiff_t>(to);
      EXPECT_TRUE(std::equal(
          moved, moved + static_cast<std::ptrdiff_t>(size),
          original.begin() + static_cast<std::ptrdiff_t>(from)))
          << distance << (forwards ? " up" : " down");
    }
  }
}

TEST(CopyRows, EverySize)
{
  constexpr std::size_t gap = 5, count = 3, repeats = 2, repeat_gap = 11;
  for (std::size_t size = 1; size <= 80; ++size) {
    const std::size_t row = size + gap, repeat = count * row + repeat_gap;
    const Bytes rows = numbered(repeats * repeat);
    Bytes packed(repeats * count * size + 1, std::byte{0xA5});
    const dart::RowsCopy::Strides strides{row, repeat};
    dart::copy_rows(dart::RowsCopy::packing(
        const_cast<std::byte*>(rows.data()), strides, size, count, repeats, packed.data(), false));
    EXPECT_EQ(packed.back(), std::byte{0xA5}) << size;

    Bytes unpacked(rows.size(), std::byte{0x5A});
    dart::copy_rows(dart::RowsCopy::packing(
        unpacked.data(), strides, size, count, repeats, packed.data(), true));
    std::size_t at = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::size_t in_repeat = i % repeat;
      const bool is_in_row = in_repeat < count * row && in_repeat % row < size;
      if (is_in_row) {
        EXPECT_EQ(packed[at++], rows[i]) << size << ", byte " << i;
      }
      EXPECT_EQ(unpacked[i], is_in_row ? rows[i] : std::byte{0x5A}) << size << ", byte " << i;
    }
  }
}

TEST(CopyRows, RowsThatOverlapThemselves)
{
  for (std::size_t size = 1; size <= 80; ++size) {
    for (const std::size_t distance : {1, 3, 16}) {
      for (const bool forwards : {false, true}) {
        constexpr std::size_t row = 100, count = 3;
        Bytes bytes = numbered(count * row);
        const Bytes original = bytes;
        const std::size_t from = forwards ? 0 : distance, to = forwards ? distance : 0;
        dart::copy_rows({bytes.data() + to, bytes.data() + from, size, count, {row}, {row}});
        for (std::size_t i = 0; i < bytes.size(); ++i) {
          const bool is_moved = i % row >= to && i % row < to + size;
          EXPECT_EQ(bytes[i], original[is_moved ? i - to + from : i])
              << size << " bytes by " << distance << (forwards ? " up" : " down");
        }
      }
    }
  }
}

TEST(CopyRows, NoneOfNothing)
{
  dart::copy_rows({nullptr, nullptr, 4, 0, {4}, {4}});
  dart::copy_rows({nullptr, nullptr, 0, 3, {0}, {0}});
}

}  // namespace
