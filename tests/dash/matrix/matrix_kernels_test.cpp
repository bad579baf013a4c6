// Tier: suite n3 c2g2

// What kernels use of a matrix: local parts and blocks as mdspans, and the device view. Kernels are
// host functions here: on CPU units, and with emulated GPUs.

#include <dash/Exception.h>
#include <dash/Matrix.h>
#include <dash/MdSpan.h>
#include <dash/Team.h>
#include <dash/dart/if/dart.h>
#include <dash/pattern/BlockPattern.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "dash_test_base.h"
#include "hosts.h"
#include "matrix/matrix_support.h"

namespace {

using dash::test::Box;
using dash::test::elements_of;
using dash::test::for_each_coords;
using dash::test::for_each_matrix;
using dash::test::Index;
using dash::test::number;
using dash::test::value_of;

class MatrixKernels : public dash::test::TestBase {
 protected:
  static bool runs_kernels_on_host() { return dart_gpu_backend() != DART_GPU_CUDA; }
};

TEST_F(MatrixKernels, MdSpan)
{
  std::array<int, 24> memory{};
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<int>(i);
  const dash::MdSpan<int, 3> span(memory.data(), {{2, 3, 4}});
  static_assert(std::is_trivially_copyable_v<dash::MdSpan<int, 3>>);
  EXPECT_EQ(24u, span.size());
  EXPECT_EQ((std::array<Index, 3>{12, 4, 1}), span.strides());
  EXPECT_EQ(23, span(1, 2, 3));
  EXPECT_EQ(23, span[1][2][3]);
  const auto inner = span.sub({{1, 1, 0}}, {{1, 2, 3}});
  EXPECT_EQ(6u, inner.size());
  EXPECT_EQ(18, inner(0, 0, 2));
  EXPECT_EQ(4, inner.stride(1));
  const dash::MdSpan<const int, 3> constant = span;
  EXPECT_EQ(&span(0, 1, 1), &constant(0, 1, 1));
  // Column-major, and in reverse order.
  const dash::MdSpan<int, 2> transposed(memory.data(), {{3, 2}}, {{1, 3}});
  EXPECT_EQ(5, transposed(2, 1));
  const dash::MdSpan<int, 1> reversed(memory.data() + 23, {{24}}, {{-1}});
  EXPECT_EQ(0, reversed[23]);
  EXPECT_TRUE((dash::MdSpan<int, 2>().empty()));
}

TEST_F(MatrixKernels, SpansOfLocalBlocks)
{
  for_each_matrix(dash::Team::All(), [](auto& matrix) {
    const auto& pattern = matrix.pattern();
    for (Index b = 0; b < static_cast<Index>(pattern.local_blockspec().size()); ++b) {
      auto block = matrix.local.block(b);
      const auto span = block.mdspan();
      EXPECT_EQ(block.extents(), span.extents());
      for_each_coords(Box<2>(span.extents()), [&](const auto& at) {
        EXPECT_EQ(&block(at[0], at[1]), &span(at));
      });
      const auto row = std::as_const(block).row(0).mdspan();
      static_assert(std::is_same_v<const dash::MdSpan<const int, 1, Index>, decltype(row)>);
      EXPECT_EQ(&block[0][0], &row[0]);
    }
  });
}

TEST_F(MatrixKernels, SpansOfLocalParts)
{
  for_each_matrix(dash::Team::All(), [](auto& matrix) {
    using Pattern = typename std::remove_reference_t<decltype(matrix)>::pattern_type;
    constexpr bool is_tiled =
        !std::is_base_of_v<dash::BlockPattern<2, Pattern::memory_order()>, Pattern>;
    const bool is_one_array = !is_tiled || matrix.pattern().local_blockspec().size() <= 1;
    if (!is_one_array) {
      EXPECT_THROW(matrix.local.mdspan(), dash::exception::InvalidArgument);
      return;
    }
    const auto span = matrix.local.mdspan();
    EXPECT_EQ(matrix.local.extents(), span.extents());
    for_each_coords(Box<2>(span.extents()), [&](const auto& at) {
      EXPECT_EQ(&matrix.local(at[0], at[1]), &span(at));
    });
  });
}

TEST_F(MatrixKernels, DeviceView)
{
  if (!runs_kernels_on_host()) GTEST_SKIP() << "host code cannot load from the GPUs";
  for_each_matrix(dash::Team::All(), [](auto& matrix) {
    const auto view = matrix.device_view();
    static_assert(std::is_trivially_copyable_v<decltype(view)>);
    const auto reads = std::as_const(matrix).device_view();
    static_assert(std::is_same_v<decltype(reads(0, 0)), const int&>);
    EXPECT_EQ(matrix.size(), view.size());
    EXPECT_EQ(matrix.local_size(), view.local.size());
    for_each_coords(Box<2>(matrix.extents()), [&](const auto& at) {
      const auto place = matrix.pattern().local_index(at);
      EXPECT_EQ(place.unit, view.unit_at(at));
      ASSERT_EQ(dash::test::kernels_reach(dash::myid(), place.unit), view.address(at) != nullptr);
      if (view.address(at) == nullptr) {
        EXPECT_THROW(static_cast<void>(view(at)), dash::exception::InvalidArgument);
        return;
      }
      EXPECT_EQ(value_of(at), view(at[0], at[1]));
      EXPECT_EQ(&view(at), &view.at(place.unit, place.index));
      EXPECT_EQ(&reads(at), view.address(at));
    });
    matrix.barrier();
    for (Index i = 0; i < static_cast<Index>(view.local.size()); ++i) {
      EXPECT_EQ(value_of(view.global(i)), view.local[i]);
      view.local[i] = 2 * value_of(view.global(i));
    }
    matrix.barrier();
    for_each_coords(Box<2>(matrix.extents()), [&](const auto& at) {
      EXPECT_EQ(2 * value_of(at), matrix.at(at));
    });
  });
}

TEST_F(MatrixKernels, DeviceViewNeedsMemory)
{
  dash::NArray<int, 2> matrix;
  EXPECT_THROW(matrix.device_view(), dash::exception::RuntimeError);
}

}  // namespace
