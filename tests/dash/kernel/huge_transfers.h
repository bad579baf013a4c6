#pragma once

/// \file
/// Transfers of more bytes than 32 bits can count, in all ways that copy by code of this project:
/// streams, kernels, triggers and collectives. Each of two units has a part of 4 GiB and 8 bytes.

#include <dash/Array.h>
#include <dash/Flags.h>
#include <dash/Types.h>
#include <dash/dart/if/dart_communication.h>
#include <dash/dart/if/dart_gpu.h>
#include <dash/dart/if/dart_stream.h>
#include <dash/dart/if/dart_trigger.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/kernel/KernelPointer.h>
#include <dash/kernel/PutGet.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "kernel/kernel_base.h"

namespace dash::test {

class HugeTransferTest : public KernelTest {
 protected:
  using Word = std::uint64_t;

  static constexpr std::size_t words = (std::size_t(1) << 29) + 1;
  static constexpr std::size_t bytes = words * sizeof(Word);
  static_assert(bytes > std::numeric_limits<std::uint32_t>::max());

  void SetUp() override
  {
    KernelTest::SetUp();
    if (IsSkipped()) return;
    if (units() != 2) GTEST_SKIP() << "the parts of two units fill the memory";
    if (!has_memory()) GTEST_SKIP() << "needs 9 GB of memory";
    array_.emplace(2 * words);
  }
  void TearDown() override
  {
    array_.reset();
    KernelTest::TearDown();
  }

  static bool is_sender() { return me() == 0; }
  /// The first word of a unit.
  dart_gptr_t part(std::size_t unit) { return element_of(*array_, unit).dart_gptr(); }
  Word* own_part() { return array_->lbegin(); }

  /// Unit 0 writes words that tell where they are.
  void fill(Word seed)
  {
    if (is_sender()) {
      std::vector<Word> chunk(words_at_once);
      for_each_chunk([&](std::size_t begin, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) chunk[i] = value(seed, begin + i);
        dash::copy(chunk.data(), chunk.data() + n, element_of(*array_, 0, begin));
      });
    }
    array_->barrier();
  }

  /// Waits until both units are here, and expects that unit 1 has all words.
  void expect_received(Word seed, std::size_t gap = words)
  {
    array_->barrier();
    if (!is_sender()) {
      std::size_t wrong = 0;
      std::vector<Word> chunk(words_at_once);
      for_each_chunk([&](std::size_t begin, std::size_t n) {
        const auto first = element_of(*array_, 1, begin);
        dash::copy(first, first + static_cast<std::ptrdiff_t>(n), chunk.data());
        for (std::size_t i = 0; i < n; ++i) {
          wrong += chunk[i] != value(seed, begin + i) && begin + i != gap ? 1 : 0;
        }
      });
      EXPECT_EQ(0, wrong);
    }
    array_->barrier();
  }

  void put_by_stream();
  void get_by_stream();
  void copy_box_by_stream();
  void put_by_kernels();
  void put_by_trigger();
  void broadcast();

 private:
  static constexpr std::size_t words_at_once = std::size_t(1) << 21;

  static Word value(Word seed, std::size_t i) { return (i + 1) * 0x9e3779b97f4a7c15 + seed; }

  template <class F>
  static void for_each_chunk(F f)
  {
    for (std::size_t begin = 0; begin < words; begin += words_at_once) {
      f(begin, std::min(words_at_once, words - begin));
    }
  }

  /// Whether both units have room; they share the host's memory.
  static bool has_memory()
  {
    std::size_t available = 0;
    if (me() == 0) {
      std::ifstream file("/proc/meminfo");
      for (std::string word; file >> word && word != "MemAvailable:";) {
      }
      file >> available;
    }
    EXPECT_EQ(DART_OK, dart_bcast(&available, 1, DART_TYPE_SIZET, 0, DART_TEAM_ALL));
    return dart_gpu_backend() == DART_GPU_CUDA || available > 9'000'000;  // KiB
  }

  std::optional<dash::Array<Word>> array_;
};

/// A stream of this unit, which ends with its scope.
class OwnStream {
 public:
  OwnStream() { EXPECT_EQ(DART_OK, dart_stream_create(&stream_)); }
  ~OwnStream() { EXPECT_EQ(DART_OK, dart_stream_destroy(&stream_)); }
  OwnStream(const OwnStream&) = delete;
  OwnStream& operator=(const OwnStream&) = delete;

  operator dart_stream_t() const { return stream_; }
  void wait() const { EXPECT_EQ(DART_OK, dart_stream_wait(stream_)); }

 private:
  dart_stream_t stream_ = DART_STREAM_NULL;
};

inline void HugeTransferTest::put_by_stream()
{
  const OwnStream stream;
  fill(1);
  if (is_sender()) {
    EXPECT_EQ(
        DART_OK, dart_stream_put(
                     stream, part(1), own_part(), words, DART_TYPE_ULONGLONG, DART_TYPE_ULONGLONG));
    stream.wait();
  }
  expect_received(1);
}

inline void HugeTransferTest::get_by_stream()
{
  const OwnStream stream;
  fill(2);
  if (!is_sender()) {
    EXPECT_EQ(
        DART_OK, dart_stream_get(
                     stream, own_part(), part(0), words, DART_TYPE_ULONGLONG, DART_TYPE_ULONGLONG));
    stream.wait();
  }
  expect_received(2);
}

/// Two rows of 2 GiB with a word between them, which is not copied.
inline void HugeTransferTest::copy_box_by_stream()
{
  const OwnStream stream;
  fill(3);
  void* const from = dash::detail::kernel_address(part(0), bytes);
  void* const to = dash::detail::kernel_address(part(1), bytes);
  // A CPU unit does not reach the memory of a GPU, whose kernels reach its own.
  const bool by_receiver =
      dash::is_gpu_unit(dash::global_unit_t(1)) && !dash::is_gpu_unit(dash::global_unit_t(0));
  if (is_sender() != by_receiver) {
    ASSERT_NE(nullptr, from) << "the unit's processor does not reach the first part";
    ASSERT_NE(nullptr, to) << "the unit's processor does not reach the second part";
    constexpr std::size_t row = (words / 2) * sizeof(Word);
    const dart_box_dimension_t rows{2, row + sizeof(Word), row + sizeof(Word)};
    const dart_box_copy_t copy{to, from, row, &rows, 1};
    EXPECT_EQ(DART_OK, dart_stream_copy_boxes(stream, &copy, 1));
    stream.wait();
  }
  expect_received(3, words / 2);
}

/// One put by a scope.
template <class Scope>
struct HugePut {
  kernel::Team team;
  kernel::Pointer<std::uint64_t> to;
  const std::uint64_t* from;
  std::size_t n;

  DASH_HOST_DEVICE void operator()(const kernel::Grid& grid) const
  {
    if constexpr (std::is_same_v<Scope, kernel::Grid>) {
      kernel::put(grid, team, to, from, n);
    } else {
      if (grid.block() == 0) kernel::put(Scope{}, team, to, from, n);
    }
    kernel::quiet(kernel::Block{}, team);
  }
};

inline void HugeTransferTest::put_by_kernels()
{
  KernelTeam team;
  const auto put = [&]<class Scope>(Scope*, std::uint64_t seed, bool by_runtime) {
    fill(seed);
    if (is_sender()) {
      auto to = team.pointer(element_of(*array_, 1));
      if (by_runtime) to = team.by_runtime(to);
      const auto from = team.pointer(element_of(*array_, 0));
      run(team, {4, 256}, HugePut<Scope>{team.view(), to, from.address(), words});
    }
    expect_received(seed);
  };
  put(static_cast<kernel::Block*>(nullptr), 4, false);
  put(static_cast<kernel::Grid*>(nullptr), 5, false);
  put(static_cast<kernel::Grid*>(nullptr), 6, true);
}

inline void HugeTransferTest::put_by_trigger()
{
  dash::Flags<std::uint64_t, dash::HostSpace> flags(1);
  fill(7);
  if (is_sender()) {
    dart_triggers_t triggers = DART_TRIGGERS_NULL;
    EXPECT_EQ(DART_OK, dart_triggers_create(1, &triggers));
    const dart_triggered_put_t put{
        1, part(1),        own_part(), words, DART_TYPE_ULONGLONG, flags(1).dart_gptr(),
        1, DART_GPTR_NULL, 0};
    EXPECT_EQ(DART_OK, dart_trigger_put(triggers, 0, &put));
    EXPECT_EQ(DART_OK, dart_trigger_fire(triggers, 0, 1));
    EXPECT_EQ(DART_OK, dart_triggers_wait(triggers));
    EXPECT_EQ(DART_OK, dart_triggers_destroy(&triggers));
  } else {
    flags[0].wait(std::equal_to<>(), 1);
  }
  expect_received(7);
}

inline void HugeTransferTest::broadcast()
{
  fill(8);
  EXPECT_EQ(DART_OK, dart_bcast(own_part(), words, DART_TYPE_ULONGLONG, 0, DART_TEAM_ALL));
  expect_received(8);
}

/// One test, because it takes long until the system has given so many pages.
TEST_F(HugeTransferTest, AllWays)
{
  put_by_stream();
  get_by_stream();
  copy_box_by_stream();
  put_by_kernels();
  put_by_trigger();
  broadcast();
}

}  // namespace dash::test
