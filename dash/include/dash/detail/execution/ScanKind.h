#pragma once

/// \file
/// Which elements the results of a scan include.

namespace dash::detail {

/// Whether the result at a position includes the element at it.
enum class ScanKind { inclusive, exclusive };

}  // namespace dash::detail
