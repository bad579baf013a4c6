#pragma once

/// \file
/// Type traits and type information.

#include <dash/meta/HasType.h>
#include <dash/meta/TypeInfo.h>
