#pragma once

/// \file
/// All distributed containers.

#include <dash/Array.h>
#include <dash/Coarray.h>
#include <dash/List.h>
#include <dash/Matrix.h>
#include <dash/Shared.h>
#include <dash/UnorderedMap.h>
