#pragma once

/// \file
/// Values of environment variables, with error messages that name the variable.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/knobs.h"

namespace dart {

/// The value of a variable; nullptr if it is not set. A process with more privileges than its
/// caller (set-user-ID, file capabilities) sees no variables, because who starts it could steer it
/// by them: some name code that is loaded, or files. All code of the project reads variables in
/// this way.
const char* environment(KnobName name);

/// The same for variables that do not belong to the project, such as PATH.
const char* foreign_environment(const char* name);

/// Whether this process has more privileges than its caller.
bool has_raised_privileges();

/// An integer in the range that the table has for the variable; nullopt if it is not set.
/// \throws std::runtime_error that names variable, value and what is expected
std::optional<std::int64_t> environment_integer(KnobOf<KnobType::integer> name);
/// The same with a limit that is known only now, and lower than that of the table.
std::optional<std::int64_t> environment_integer(
    KnobOf<KnobType::integer> name, std::int64_t highest);
/// The same with the default of the table if the variable is not set.
std::int64_t environment_integer_or_default(KnobWithStandard<KnobType::integer> name);

/// Whether a switch is on, which takes 1 or 0; the default of the table if it is not set.
/// \throws std::runtime_error that names variable, value and what is expected
bool environment_flag(KnobWithStandard<KnobType::flag> name);

/// Parses non-negative integers that are separated by commas; nullopt if the text is malformed.
std::optional<std::vector<int>> parse_list(std::string_view text);

/// Description of the syntax of parse_list, for messages.
inline constexpr char list_syntax[] = "numbers separated by commas, such as 0,1,1";

/// A list in the syntax of parse_list; empty if the variable is not set.
/// \throws std::runtime_error that names variable, value and what is expected
std::vector<int> environment_list(KnobOf<KnobType::list> name);

/// One of the words of the table; the default of the table if the variable is not set.
/// \throws std::runtime_error that names variable, value and the words
std::string_view environment_word(KnobWithStandard<KnobType::word> name);

/// Parses a size in bytes with an optional suffix K, M, G or T (powers of 1024); nullopt if the
/// text is malformed or not positive.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// Description of the syntax of parse_size, for messages.
inline constexpr char size_syntax[] = "a size in bytes or with K, M, G or T, such as 512M or 4G";

/// A size in the syntax of parse_size; nullopt if the variable is not set.
/// \throws std::runtime_error that names variable, value and what is expected
std::optional<std::uint64_t> environment_size(KnobOf<KnobType::size> name);
/// The same with the default of the table if the variable is not set.
std::uint64_t environment_size_or_default(KnobWithStandard<KnobType::size> name);

/// A path; the default of the table if the variable is not set.
std::string environment_path_or_default(KnobWithStandard<KnobType::path> name);

}  // namespace dart
