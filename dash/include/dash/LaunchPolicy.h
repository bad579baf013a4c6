/**
 * \file dash/LaunchPolicy.h
 */
#ifndef DASH__LAUNCH_POLICY_H__INCLUDED
#define DASH__LAUNCH_POLICY_H__INCLUDED

#include <cstdint>

namespace dash {

/** Whether an operation is complete when the call returns, or may go on in the background. */
enum class launch : std::uint16_t { sync = 0x1, async = 0x2 };

}  // namespace dash

#endif  // DASH__LAUNCH_POLICY_H__INCLUDED
