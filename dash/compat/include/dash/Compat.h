#pragma once

/// \file
/// Includes the parts of <libdash.h> that only programs of DASH 0.4 need.

#include <dash/Deferred.h>
#include <dash/Domain.h>
#include <dash/IO.h>
#include <dash/halo/CoordinateAccess.h>
#include <dash/halo/HaloMatrixWrapper.h>
#include <dash/halo/StencilOperator.h>
#include <dash/internal/Logging.h>
#include <dash/internal/Macro.h>
#include <dash/internal/Math.h>
#include <dash/internal/Names.h>
#include <dash/internal/StackTrace.h>
#include <dash/internal/StandardHeaders.h>
#include <dash/meta/ClosureTraits.h>
#include <dash/meta/Conjunction.h>
#include <dash/util/BenchmarkParams.h>
#include <dash/util/LocalityJSONPrinter.h>
#include <dash/util/Trace.h>
#include <dash/view/IndexSetNames.h>
#include <dash/view/Remote.h>
#include <dash/view/SetUnion.h>
