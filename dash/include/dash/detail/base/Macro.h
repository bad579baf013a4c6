#pragma once

/// \file
/// Attribute and helper macros.

/// Marks index arithmetic that kernels call, too.
#if defined(__CUDACC__)
#define DASH_HOST_DEVICE __host__ __device__
#else
#define DASH_HOST_DEVICE
#endif

/// Precedes functions that kernels may call if they can call everything that the function calls;
/// nvcc does not check that.
#if defined(__CUDACC__)
#define DASH_NO_EXECUTION_CHECK _Pragma("nv_exec_check_disable")
#else
#define DASH_NO_EXECUTION_CHECK
#endif

/// Precedes functions that stay calls, because they are rarely called from inner loops. With
/// -rdc=true they are not calls: ptxas would give them more registers than kernels of many threads
/// may use.
#if defined(__CUDACC_RDC__)
#define DASH_NOINLINE
#elif defined(__CUDACC__)
#define DASH_NOINLINE __noinline__
#else
#define DASH_NOINLINE __attribute__((noinline))
#endif

/// Precedes functions that have to be part of their callers.
#if defined(__CUDACC__)
#define DASH_ALWAYS_INLINE __forceinline__
#else
#define DASH_ALWAYS_INLINE inline __attribute__((always_inline))
#endif

/// Precedes loops whose iterations are independent, so that compilers vectorise them.
#if defined(__clang__)
#define DASH_INDEPENDENT_ROUNDS _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define DASH_INDEPENDENT_ROUNDS _Pragma("GCC ivdep")
#else
#define DASH_INDEPENDENT_ROUNDS
#endif

/// Marks symbols that the shared library exports.
#define DASH_API __attribute__((visibility("default")))
