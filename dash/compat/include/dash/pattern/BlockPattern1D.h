#pragma once

/// \file
/// The one-dimensional case of BlockPattern.

#include <dash/pattern/BlockPattern.h>
