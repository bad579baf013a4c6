#pragma once

/// \file
/// The name that programs of DASH 0.4 include for the memory resources of std::pmr.

#include <memory_resource>
