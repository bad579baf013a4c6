#pragma once

/// \file
/// The hosts on which the units of a run are.

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>
#include <dash/dart/if/dart_locality.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace dart::test {

/// Name of the host of a unit.
inline std::string host_of(dart_unit_t unit)
{
  dart_unit_locality_t* locality = nullptr;
  EXPECT_EQ(DART_OK, dart_unit_locality(DART_TEAM_ALL, dart_team_unit_t(unit), &locality));
  return locality == nullptr ? std::string() : locality->hwinfo.host;
}

inline bool are_on_one_host(dart_unit_t a, dart_unit_t b)
{
  return host_of(a) == host_of(b);
}

/// Whether a unit runs on the calling unit's host, where its host memory is mapped.
inline bool is_here(dart_unit_t unit)
{
  dart_global_unit_t me;
  EXPECT_EQ(DART_OK, dart_myid(&me));
  return are_on_one_host(unit, me.id);
}

inline bool is_on_gpu(dart_unit_t unit)
{
  dart_unit_kind_t kind = DART_UNIT_CPU;
  EXPECT_EQ(DART_OK, dart_unit_kind({unit}, &kind));
  return kind == DART_UNIT_GPU;
}

/// Whether kernels of a unit can access the elements of another one. Those of CPU units access no
/// memory of GPUs, emulated or not.
inline bool kernels_reach(dart_unit_t unit, dart_unit_t owner)
{
  return are_on_one_host(unit, owner) && (is_on_gpu(unit) || !is_on_gpu(owner));
}

/// Number of hosts of the run.
inline int hosts()
{
  size_t units = 0;
  EXPECT_EQ(DART_OK, dart_size(&units));
  std::set<std::string> names;
  for (size_t unit = 0; unit < units; ++unit) names.insert(host_of(static_cast<dart_unit_t>(unit)));
  return static_cast<int>(names.size());
}

}  // namespace dart::test

namespace dash::test {

using dart::test::are_on_one_host;
using dart::test::hosts;
using dart::test::is_here;
using dart::test::kernels_reach;

}  // namespace dash::test
