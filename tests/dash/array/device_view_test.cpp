// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/UnitId.h>
#include <dash/dart/if/dart.h>
#include <dash/detail/memory/PartTable.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/CSRPattern.h>
#include <dash/pattern/TilePattern.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "dash_test_base.h"
#include "hosts.h"

// Kernels are host functions here: on CPU units, and with emulated GPUs.

namespace {

class DeviceViewTest : public dash::test::TestBase {
 protected:
  static constexpr std::size_t size = 101;

  static bool runs_kernels_on_host() { return dart_gpu_backend() != DART_GPU_CUDA; }

  /// Each unit accesses all elements by global and by local index, and writes its own.
  template <class Pattern>
  static void check(const Pattern& pattern)
  {
    if (!runs_kernels_on_host()) GTEST_SKIP() << "host code cannot load from the GPUs";
    using index_type = typename Pattern::index_type;
    dash::Array<int, index_type, Pattern> array(pattern);
    const auto view = array.device_view();
    static_assert(std::is_trivially_copyable_v<decltype(view)>);
    const auto n = static_cast<index_type>(array.size());
    EXPECT_EQ(view.size(), array.size());
    EXPECT_EQ(view.local.size(), array.lsize());
    EXPECT_EQ(view.local_begin(), pattern.lbegin());
    EXPECT_EQ(view.local_end(), pattern.lend());
    for (std::size_t l = 0; l < view.local.size(); ++l) {
      const auto index = view.global(static_cast<index_type>(l));
      EXPECT_EQ(index, pattern.global(static_cast<index_type>(l)));
      view.local[static_cast<index_type>(l)] = static_cast<int>(index);
    }
    array.barrier();
    const auto reads = std::as_const(array).device_view();
    static_assert(std::is_same_v<decltype(reads[0]), const int&>);
    for (index_type i = 0; i < n; ++i) {
      const auto at = pattern.local(i);
      EXPECT_EQ(reads.unit_at(i), at.unit);
      ASSERT_EQ(reads.address(i) != nullptr, dash::test::kernels_reach(dash::myid(), at.unit));
      if (reads.address(i) == nullptr) {
        EXPECT_THROW(static_cast<void>(reads[i]), dash::exception::InvalidArgument);
        EXPECT_THROW(
            static_cast<void>(reads.at(at.unit, at.index)), dash::exception::InvalidArgument);
        continue;
      }
      EXPECT_EQ(reads[i], static_cast<int>(i));
      EXPECT_EQ(&reads.at(at.unit, at.index), reads.address(i));
      EXPECT_EQ(&reads[i], reads.address(i));
    }
    array.barrier();
    // Kernels can also write to other units of the host.
    const auto writes = [&](dart_unit_t unit, index_type i) {
      return i % static_cast<index_type>(dash::size()) == unit &&
             dash::test::kernels_reach(unit, pattern.local(i).unit);
    };
    for (index_type i = 0; i < n; ++i) {
      if (writes(dash::myid(), i)) view[i] = -static_cast<int>(i);
    }
    array.barrier();
    for (index_type i = 0; i < n; ++i) {
      bool is_written = false;
      for (const int unit : dash::Team::All()) is_written = is_written || writes(unit, i);
      EXPECT_EQ(array[static_cast<std::size_t>(i)], static_cast<int>(is_written ? -i : i));
    }
    array.barrier();
  }
};

TEST_F(DeviceViewTest, Blocked)
{
  check(dash::BlockPattern<1>(size, dash::BLOCKED));
}

TEST_F(DeviceViewTest, Cyclic)
{
  check(dash::BlockPattern<1>(size, dash::CYCLIC));
}

TEST_F(DeviceViewTest, BlockCyclic)
{
  check(dash::BlockPattern<1>(size, dash::BLOCKCYCLIC(7)));
}

TEST_F(DeviceViewTest, Tiled)
{
  check(dash::TilePattern<1>(6 * 5 * dash::size(), dash::TILE(5)));
}

TEST_F(DeviceViewTest, FewerElementsThanUnits)
{
  check(dash::BlockPattern<1>(std::size_t{1}, dash::BLOCKED));
}

TEST_F(DeviceViewTest, ExplicitSizesSomeOfThemZero)
{
  std::vector<dash::default_size_t> sizes;
  for (std::size_t unit = 0; unit < dash::size(); ++unit) sizes.push_back(unit % 2 * 40 + unit / 2);
  sizes.back() += 3;
  check(dash::CSRPattern<1>(sizes));
}

TEST_F(DeviceViewTest, HostMemory)
{
  dash::HostArray<int> array(4 * dash::size());
  const auto view = array.device_view();
  array.local[3] = dash::myid();
  array.barrier();
  for (std::size_t unit = 0; unit < dash::size(); ++unit) {
    const int id = static_cast<int>(unit);
    if (dash::test::is_here(id)) {
      EXPECT_EQ(view.at(dash::team_unit_t(id), 3), id);
    }
  }
  array.barrier();
}

TEST_F(DeviceViewTest, FollowsTheArray)
{
  if (!runs_kernels_on_host()) GTEST_SKIP() << "host code cannot load from the GPUs";
  EXPECT_EQ(dash::Array<int>().device_view().size(), 0u);
  dash::Array<int> first(dash::size());
  first.device_view().local[0] = 1;
  dash::Array<int> second(std::move(first));
  EXPECT_EQ(first.device_view().size(), 0u);
  EXPECT_EQ(second.device_view().local[0], 1);
  second.allocate(3 * dash::size(), dash::BLOCKED);
  const auto view = second.device_view();
  EXPECT_EQ(view.size(), 3 * dash::size());
  view.local[2] = 7;
  second.barrier();
  EXPECT_EQ(second[second.size() - 1], 7);
  second.barrier();
}

TEST_F(DeviceViewTest, PartsInEqualSlotsAreFoundWithoutTable)
{
  using Index = dash::default_index_t;
  std::vector<std::byte> memory(1000);
  std::vector<dash::detail::Part<Index>> entries;
  for (Index i = 0; i < 20; ++i) entries.push_back({memory.data() + 30 * i, 10 * i, true});
  const dash::detail::Parts<Index> slots(entries, nullptr);
  for (Index unit = 0; unit < 20; ++unit) {
    EXPECT_EQ(slots.address(unit), memory.data() + 30 * unit);
  }
}

TEST_F(DeviceViewTest, OtherPartsAreLookedUp)
{
  using Index = dash::default_index_t;
  std::vector<std::byte> memory(1000);
  std::vector<dash::detail::Part<Index>> entries;
  for (Index i = 0; i < 20; ++i) entries.push_back({memory.data() + i * i, 10 * i, true});
  entries[7].address = nullptr;
  const dash::detail::Parts<Index> parts(entries, entries.data());
  EXPECT_EQ(parts.num_units(), 20);
  for (Index unit = 0; unit < 20; ++unit) {
    EXPECT_EQ(parts.address(unit), unit == 7 ? nullptr : memory.data() + unit * unit);
    EXPECT_EQ(parts.begin(unit), 10 * unit);
  }
}

}  // namespace
