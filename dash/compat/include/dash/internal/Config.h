#pragma once

/// \file
/// The properties that the library is compiled for: platform, architecture, compiler.
///
/// Feature switches (\c DASH_ENABLE_LOGGING, \c DASH_ENABLE_ASSERTIONS, …) are set by the build;
/// headers test them and never define them.

#if defined(__linux__)
#define DASH__PLATFORM__LINUX 1
#elif defined(__APPLE__)
#define DASH__PLATFORM__OSX 1
#elif defined(__FreeBSD__)
#define DASH__PLATFORM__FREEBSD 1
#endif

#if defined(__unix__) || defined(__APPLE__)
#define DASH__PLATFORM__POSIX 1
#define DASH__PLATFORM__UX 1
#endif

#if defined(__x86_64__)
#define DASH__ARCH__ARCH_X86_64 1
#define DASH__ARCH__IS_64 1
#define DASH__ARCH__HAS_RDTSC 1
#elif defined(__aarch64__)
#define DASH__ARCH__ARCH_ARM64 1
#define DASH__ARCH__IS_64 1
#elif defined(__powerpc64__)
#define DASH__ARCH__ARCH_PPC64 1
#define DASH__ARCH__IS_64 1
#endif

#ifndef DASH_COMPILER_ID
#if defined(__NVCC__)
#define DASH_COMPILER_ID "NVIDIA"
#elif defined(__clang__)
#define DASH_COMPILER_ID "Clang"
#elif defined(__GNUC__)
#define DASH_COMPILER_ID "GNU"
#else
#define DASH_COMPILER_ID "unknown"
#endif
#endif

/// std::is_trivially_copyable is available, so containers use it to check their element types.
#ifndef DASH_HAVE_STD_TRIVIALLY_COPYABLE
#define DASH_HAVE_STD_TRIVIALLY_COPYABLE
#endif
