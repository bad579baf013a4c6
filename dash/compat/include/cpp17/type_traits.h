#pragma once

/// \file
/// The name that programs of DASH 0.4 include for traits of C++17.

#include <type_traits>
