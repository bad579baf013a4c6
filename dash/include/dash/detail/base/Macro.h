#pragma once

/// \file
/// Attribute and helper macros.

/// Marks index arithmetic that kernels call, too.
#if defined(__CUDACC__)
#define DASH_HOST_DEVICE __host__ __device__
#else
#define DASH_HOST_DEVICE
#endif

/// In front of functions that kernels may call if what they call allows: nvcc leaves it open.
#if defined(__CUDACC__)
#define DASH_NO_EXECUTION_CHECK _Pragma("nv_exec_check_disable")
#else
#define DASH_NO_EXECUTION_CHECK
#endif

/// In front of loops whose rounds do not depend on each other: compilers vectorise them.
#if defined(__clang__)
#define DASH_INDEPENDENT_ROUNDS _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define DASH_INDEPENDENT_ROUNDS _Pragma("GCC ivdep")
#else
#define DASH_INDEPENDENT_ROUNDS
#endif

/// Marks what the shared library exports.
#define DASH_API __attribute__((visibility("default")))
