#pragma once

/// \file
/// The whole library.

#include <dash/Exception.h>
#include <dash/FixedString.h>
#include <dash/Init.h>
#include <dash/Logging.h>
#include <dash/Math.h>
#include <dash/Meta.h>
#include <dash/Pair.h>
#include <dash/Run.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/Version.h>

#include <dash/Cartesian.h>
#include <dash/Dimensional.h>
#include <dash/Distribution.h>
#include <dash/Pattern.h>
#include <dash/TeamSpec.h>

#include <dash/Allocator.h>
#include <dash/Memory.h>

#include <dash/GlobAsyncRef.h>
#include <dash/GlobPtr.h>
#include <dash/GlobRef.h>
#include <dash/GlobSharedRef.h>
#include <dash/Iterator.h>
#include <dash/Onesided.h>

#include <dash/Array.h>
#include <dash/Container.h>
#include <dash/Halo.h>
#include <dash/Matrix.h>
#include <dash/MdSpan.h>

#include <dash/Atomic.h>
#include <dash/Flags.h>
#include <dash/Mutex.h>
#include <dash/Shared.h>
#include <dash/SharedCounter.h>
#include <dash/Stream.h>
#include <dash/Triggers.h>

#include <dash/Range.h>
#include <dash/View.h>

#include <dash/Algorithm.h>
#include <dash/Future.h>
#include <dash/LaunchPolicy.h>
#include <dash/Tasks.h>

#include <dash/tools/PatternVisualizer.h>
#include <dash/util/Config.h>
#include <dash/util/EnergyMeter.h>
#include <dash/util/PatternMetrics.h>
#include <dash/util/Progress.h>
#include <dash/util/Timer.h>

#include <dash/Compat.h>
