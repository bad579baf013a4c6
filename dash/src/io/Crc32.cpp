#include <dash/detail/io/Crc32.h>

#include <array>
#include <bit>
#include <cstring>

namespace dash::detail {

namespace {

/// The polynomial, with the coefficient of x^31 in the lowest bit.
constexpr std::uint32_t polynomial = 0xedb88320;

/// Entry [k][b]: the effect of byte b that k further bytes follow.
constexpr auto make_tables()
{
  std::array<std::array<std::uint32_t, 256>, 16> tables{};
  for (std::uint32_t b = 0; b < 256; ++b) {
    std::uint32_t value = b;
    for (int bit = 0; bit < 8; ++bit) value = value & 1 ? (value >> 1) ^ polynomial : value >> 1;
    tables[0][b] = value;
  }
  for (std::size_t k = 1; k < tables.size(); ++k) {
    for (std::size_t b = 0; b < 256; ++b) {
      const std::uint32_t before = tables[k - 1][b];
      tables[k][b] = (before >> 8) ^ tables[0][before & 0xff];
    }
  }
  return tables;
}

constexpr auto tables = make_tables();

/// The product of two polynomials, modulo the polynomial.
constexpr std::uint32_t product(std::uint32_t a, std::uint32_t b)
{
  std::uint32_t result = 0;
  for (std::uint32_t coefficient = 1u << 31; coefficient != 0; coefficient >>= 1) {
    if (a & coefficient) result ^= b;
    b = b & 1 ? (b >> 1) ^ polynomial : b >> 1;
  }
  return result;
}

/// x^(8 n), modulo the polynomial.
constexpr std::uint32_t shift_by_bytes(std::size_t n)
{
  std::uint32_t result = 1u << 31;  // x^0
  std::uint32_t power = 1u << 23;   // x^8
  for (; n > 0; n >>= 1) {
    if (n & 1) result = product(result, power);
    power = product(power, power);
  }
  return result;
}

}  // namespace

std::uint32_t crc32(std::uint32_t before, const std::byte* data, std::size_t bytes)
{
  std::uint32_t crc = ~before;
  if constexpr (std::endian::native == std::endian::little) {
    constexpr std::size_t stride = 16;
    for (; bytes >= stride; bytes -= stride, data += stride) {
      std::array<std::uint32_t, 4> words;
      std::memcpy(words.data(), data, stride);
      words[0] ^= crc;
      crc = 0;
      for (std::size_t w = 0; w < 4; ++w) {
        const std::size_t k = 15 - 4 * w;
        crc ^= tables[k][words[w] & 0xff] ^ tables[k - 1][words[w] >> 8 & 0xff] ^
               tables[k - 2][words[w] >> 16 & 0xff] ^ tables[k - 3][words[w] >> 24];
      }
    }
  }
  for (; bytes > 0; --bytes, ++data) {
    crc = (crc >> 8) ^ tables[0][(crc ^ static_cast<std::uint32_t>(*data)) & 0xff];
  }
  return ~crc;
}

std::uint32_t crc32_joined(std::uint32_t first, std::uint32_t second, std::size_t bytes)
{
  return product(shift_by_bytes(bytes), first) ^ second;
}

}  // namespace dash::detail
