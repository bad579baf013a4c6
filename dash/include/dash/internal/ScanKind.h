/**
 * \file dash/internal/ScanKind.h
 * Which elements the results of a scan include.
 */
#ifndef DASH__INTERNAL__SCAN_KIND_H__INCLUDED
#define DASH__INTERNAL__SCAN_KIND_H__INCLUDED

namespace dash::internal {

/** Whether the result at a position includes the element at it. */
enum class ScanKind { inclusive, exclusive };

}  // namespace dash::internal

#endif  // DASH__INTERNAL__SCAN_KIND_H__INCLUDED
