#pragma once

/// \file
/// Memory for transfers of more than INT_MAX elements.

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>

namespace dart::test {

/// More than INT_MAX bytes of address space that uses little memory: all windows but the last one
/// are mapped to the same memory. Data whose period is the window can be transferred through it
/// unchanged.
class HugeBuffer {
 public:
  static constexpr size_t window = size_t{16} << 20;
  static constexpr size_t nbytes = (size_t{1} << 31) + 5;

  HugeBuffer()
  {
    void* base =
        mmap(nullptr, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    EXPECT_NE(MAP_FAILED, base);
    bytes_ = static_cast<unsigned char*>(base);
    const int file = memfd_create("huge buffer of a test", MFD_CLOEXEC);
    EXPECT_EQ(0, ftruncate(file, window));
    for (size_t at = 0; at < last; at += window) {
      EXPECT_EQ(
          bytes_ + at, mmap(
                           bytes_ + at, window, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_FIXED | MAP_POPULATE, file, 0));
    }
    close(file);
  }
  HugeBuffer(const HugeBuffer&) = delete;
  HugeBuffer& operator=(const HugeBuffer&) = delete;
  ~HugeBuffer() { munmap(bytes_, capacity); }

  unsigned char* bytes() const { return bytes_; }

  /// Gives the repeated window and the last one contents that depend on \c unit.
  void fill(size_t unit)
  {
    for (size_t i = 0; i < window; ++i) {
      bytes_[i] = value(unit, i);
    }
    for (size_t i = last; i < nbytes; ++i) {
      bytes_[i] = value(unit + 1, i);
    }
  }
  ::testing::AssertionResult is_filled(size_t unit) const
  {
    for (size_t i = 0; i < window; ++i) {
      if (bytes_[i] != value(unit, i)) {
        return ::testing::AssertionFailure() << "byte " << i << " of the repeated window";
      }
    }
    for (size_t i = last; i < nbytes; ++i) {
      if (bytes_[i] != value(unit + 1, i)) {
        return ::testing::AssertionFailure() << "byte " << i;
      }
    }
    return ::testing::AssertionSuccess();
  }

 private:
  static constexpr size_t last = nbytes / window * window;
  static constexpr size_t capacity = last + window;

  static unsigned char value(size_t unit, size_t i)
  {
    return static_cast<unsigned char>(i * 7 + i / 4096 + unit * 31);
  }

  unsigned char* bytes_ = nullptr;
};

}  // namespace dart::test
