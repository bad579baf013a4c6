#pragma once

/// \file
/// A stencil in one kernel whose blocks have roles, as the benchmark of halo exchanges uses it.

#include <dash/Exception.h>

#include <cstddef>
#include <vector>

#include "gpu/fused_stencil.h"
#include "kernel/kernel_base.h"

namespace dash::test {

/// Each layer of a slab belongs to one group, and each block has a role.
void expect_complete(const slabs::Roles& roles)
{
  std::vector<std::size_t> members(roles.groups());
  std::uint32_t end = 0;
  for (std::uint32_t block = 0; block < roles.blocks(); ++block) {
    const slabs::Role role = roles.of(block);
    ASSERT_LT(role.group, roles.groups());
    EXPECT_EQ(members[role.group]++, role.member);
    EXPECT_EQ(roles.members(role.group), role.members);
    if (role.member == 0) {
      EXPECT_EQ(end, role.first);
      EXPECT_LT(role.first, role.end);
    }
    end = role.end;
  }
  EXPECT_EQ(roles.layers(), end);
  for (std::uint32_t group = 0; group < roles.groups(); ++group)
    EXPECT_EQ(roles.members(group), members[group]);
}

class KernelRolesTest : public KernelTest {
 protected:
  /// Steps by two kernels, one after the other, give the cells of a serial run.
  template <int N>
  static void expect_serial(std::size_t size, std::size_t blocks)
  {
    SCOPED_TRACE(
        testing::Message() << N << " dimensions of " << size << ", " << blocks << " blocks");
    slabs::FusedSteps<N> steps(size, blocks);
    steps.begin();
    for (const std::size_t count : {1, 20}) steps.run(count);
    EXPECT_EQ(slabs::serial_cells<N>(size, 21), steps.cells());
  }
};

TEST_F(KernelRolesTest, EachLayerHasBlocks)
{
  for (const std::size_t layers : {1, 2, 3, 4, 10, 500}) {
    for (const std::size_t blocks : {3, 4, 7, 132}) {
      for (const std::size_t most_members : {1, 5}) {
        SCOPED_TRACE(
            testing::Message() << layers << " layers, " << blocks << " blocks, " << most_members
                               << " for a layer");
        const auto border = slabs::Roles::good_border_members(layers, blocks, most_members);
        const slabs::Roles roles(layers, blocks, border, most_members);
        expect_complete(roles);
        EXPECT_LE(roles.blocks(), blocks);
      }
    }
  }
}

TEST_F(KernelRolesTest, FewLayers)
{
  for (std::size_t layers = 1; layers <= 4; ++layers) expect_serial<2>(layers * units(), 3);
  expect_serial<2>(3 * units() + 1, 3);
  expect_serial<3>(units(), 3);
  expect_serial<3>(3 * units() + 1, 4);
}

TEST_F(KernelRolesTest, ManyLayers)
{
  expect_serial<2>(67, 3);
  expect_serial<2>(300, 5);
  expect_serial<3>(24, 4);
}

TEST_F(KernelRolesTest, SeveralBlocksForALayer)
{
  expect_serial<3>(24, 30);
  expect_serial<3>(33, 9);
  expect_serial<2>(1000, 0);  // as many blocks as the processor or GPU has room for
}

TEST_F(KernelRolesTest, UnitsWithoutLayerAreRefused)
{
  if (units() == 1) return;
  EXPECT_THROW(slabs::Slabs<2>(units() - 1), dash::exception::InvalidArgument);
}

}  // namespace dash::test
