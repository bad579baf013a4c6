#pragma once

/// \file
/// Which optional libraries the build uses.

namespace dash::util {

/// One flag for each optional library or feature.
struct StaticConfig {
  bool avail_papi = false;
  bool avail_hwloc = false;
  bool avail_likwid = false;
  bool avail_numa = false;
  bool avail_plasma = false;
  bool avail_hdf5 = false;
  bool avail_mkl = false;
  bool avail_blas = false;
  bool avail_lapack = false;
  bool avail_scalapack = false;
  bool avail_memkind = false;
  bool avail_algo_summa = true;
};

/// The values according to the build's macros.
static constexpr StaticConfig DashConfig = [] {
  StaticConfig config;
#if defined(DASH_ENABLE_PAPI)
  config.avail_papi = true;
#endif
#if defined(DASH_ENABLE_HWLOC)
  config.avail_hwloc = true;
#endif
#if defined(DASH_ENABLE_LIKWID)
  config.avail_likwid = true;
#endif
#if defined(DASH_ENABLE_NUMA) || defined(DASH_ENABLE_NUMALIB)
  config.avail_numa = true;
#endif
#if defined(DASH_ENABLE_PLASMA)
  config.avail_plasma = true;
#endif
#if defined(DASH_ENABLE_HDF5)
  config.avail_hdf5 = true;
#endif
#if defined(DASH_ENABLE_MKL)
  config.avail_mkl = true;
#endif
#if defined(DASH_ENABLE_BLAS)
  config.avail_blas = true;
#endif
#if defined(DASH_ENABLE_LAPACK)
  config.avail_lapack = true;
#endif
#if defined(DASH_ENABLE_SCALAPACK)
  config.avail_scalapack = true;
#endif
#if defined(DASH_ENABLE_MEMKIND)
  config.avail_memkind = true;
#endif
  return config;
}();

}  // namespace dash::util
