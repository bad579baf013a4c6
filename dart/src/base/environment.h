#pragma once

/// \file
/// Values from environment variables, with errors that name the variable.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace dart {

/// Whole number in [lowest, highest].
/// \throws std::runtime_error naming variable, value and what is expected
std::optional<std::int64_t> environment_integer(
    const char* name, std::int64_t lowest, std::int64_t highest);

/// Whole numbers from 0 on, separated by commas; nothing unless it is well-formed.
std::optional<std::vector<int>> parse_list(std::string_view text);

/// What parse_list expects, for messages.
inline constexpr char list_syntax[] = "numbers separated by commas, such as 0,1,1";

/// As parse_list; empty if the variable is not set.
/// \throws std::runtime_error naming variable, value and what is expected
std::vector<int> environment_list(const char* name);

/// One of \c words; nothing if the variable is not set.
/// \throws std::runtime_error naming variable, value and the words
std::optional<std::string_view> environment_word(
    const char* name, std::initializer_list<std::string_view> words);

/// Size in bytes with an optional suffix K, M, G or T (powers of 1024); nothing unless it is
/// well-formed and positive.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// What parse_size expects, for messages.
inline constexpr char size_syntax[] = "a size in bytes or with K, M, G or T, such as 512M or 4G";

/// As parse_size.
/// \throws std::runtime_error naming variable, value and what is expected
std::optional<std::uint64_t> environment_size(const char* name);

}  // namespace dart
