#pragma once

/// \file
/// Tasks: functions on ranges of global memory that the units of a host execute for each other, on
/// CPUs and GPUs, ordered by their data. See docs/tasks.md.

#include <dash/WhenAll.h>
#include <dash/tasks/Async.h>
#include <dash/tasks/Options.h>
#include <dash/tasks/ParallelFor.h>
#include <dash/tasks/Span.h>
#include <dash/tasks/TaskGroup.h>
#include <dash/tasks/TaskRange.h>

#if defined(__CUDACC__)
#include <dash/tasks/Kernel.h>
#endif
