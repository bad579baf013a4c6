#pragma once

/// \file
/// The name that programs of DASH 0.4 include for std::pmr::monotonic_buffer_resource.

#include <memory_resource>
