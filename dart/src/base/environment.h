#pragma once

/// \file
/// Values of environment variables, with error messages that name the variable.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace dart {

/// The value of a variable; nullptr if it is not set. A process with more privileges than its
/// caller (set-user-ID, file capabilities) sees no variables, because who starts it could steer it
/// by them: some name code that is loaded, or files. All code of the project reads variables in
/// this way.
const char* environment(const char* name);

/// Whether this process has more privileges than its caller.
bool has_raised_privileges();

/// An integer in [lowest, highest]; nullopt if the variable is not set.
/// \throws std::runtime_error that names variable, value and what is expected
std::optional<std::int64_t> environment_integer(
    const char* name, std::int64_t lowest, std::int64_t highest);

/// Parses non-negative integers that are separated by commas; nullopt if the text is malformed.
std::optional<std::vector<int>> parse_list(std::string_view text);

/// Description of the syntax of parse_list, for messages.
inline constexpr char list_syntax[] = "numbers separated by commas, such as 0,1,1";

/// A list in the syntax of parse_list; empty if the variable is not set.
/// \throws std::runtime_error that names variable, value and what is expected
std::vector<int> environment_list(const char* name);

/// One of \c words; nullopt if the variable is not set.
/// \throws std::runtime_error that names variable, value and the words
std::optional<std::string_view> environment_word(
    const char* name, std::span<const std::string_view> words);
inline std::optional<std::string_view> environment_word(
    const char* name, std::initializer_list<std::string_view> words)
{
  return environment_word(name, std::span(words.begin(), words.size()));
}

/// Parses a size in bytes with an optional suffix K, M, G or T (powers of 1024); nullopt if the
/// text is malformed or not positive.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// Description of the syntax of parse_size, for messages.
inline constexpr char size_syntax[] = "a size in bytes or with K, M, G or T, such as 512M or 4G";

/// A size in the syntax of parse_size; nullopt if the variable is not set.
/// \throws std::runtime_error that names variable, value and what is expected
std::optional<std::uint64_t> environment_size(const char* name);

}  // namespace dart
