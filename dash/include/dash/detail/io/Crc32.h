#pragma once

/// \file
/// Checksums of parts of a file, and of the whole from those of its parts.

#include <dash/detail/base/Macro.h>

#include <cstddef>
#include <cstdint>

namespace dash::detail {

/// The checksum of bytes (CRC-32 as in archives), continued from that of the bytes before them.
DASH_API std::uint32_t crc32(std::uint32_t before, const std::byte* data, std::size_t bytes);

/// The checksum of two parts that follow each other. \param bytes  of the second part
DASH_API std::uint32_t crc32_joined(std::uint32_t first, std::uint32_t second, std::size_t bytes);

}  // namespace dash::detail
