#pragma once

/// \file
/// The name that programs of DASH 0.4 include for <memory_resource>.

#include <memory_resource>
