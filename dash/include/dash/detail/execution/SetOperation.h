#pragma once

/// \file
/// Operations on sorted ranges as multisets.

namespace dash::detail {

/// Which elements of two sorted ranges an operation keeps.
enum class SetOperation { all, in_both, in_first_only, in_one_only };

}  // namespace dash::detail
