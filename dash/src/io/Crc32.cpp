#include <dash/detail/io/Crc32.h>

#include <array>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

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

/// Continues the remainder \p crc, by tables.
std::uint32_t by_tables(std::uint32_t crc, const std::byte* data, std::size_t bytes)
{
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
  return crc;
}

#if defined(__x86_64__)

/// Memory is read in lanes of 16 bytes, several at a time, because each product takes cycles.
constexpr std::size_t lane = 16, lanes = 4;

/// The factors that move a lane by some bytes: for its first 8 bytes, and for the others. The
/// products of two reversed polynomials lack a factor x, which these have.
struct Move {
  std::uint64_t first;
  std::uint64_t second;
};

constexpr Move move_by(std::size_t bytes)
{
  return {
      std::uint64_t{shift_by_bytes(bytes + 4)} << 1, std::uint64_t{shift_by_bytes(bytes - 4)} << 1};
}

__attribute__((target("pclmul,sse4.1"))) inline __m128i load(const std::byte* data)
{
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(data));
}

/// A polynomial of 16 bytes with the remainder of \p value that is followed by as many bytes as
/// \p factors say, of which \p next are the last ones.
__attribute__((target("pclmul,sse4.1"))) inline __m128i folded(
    __m128i value, __m128i factors, __m128i next)
{
  const __m128i first = _mm_clmulepi64_si128(value, factors, 0x00);
  const __m128i second = _mm_clmulepi64_si128(value, factors, 0x11);
  return _mm_xor_si128(_mm_xor_si128(first, second), next);
}

/// Continues the remainder \p crc, by the processor's products of polynomials. The bytes fold into
/// 16 that have the same remainder.
/// \param bytes  at least those of all lanes
__attribute__((target("pclmul,sse4.1"))) std::uint32_t by_products(
    std::uint32_t crc, const std::byte* data, std::size_t bytes)
{
  static constexpr Move far = move_by(lanes * lane), near = move_by(lane);
  const auto factors_of = [](const Move& move) {
    return _mm_set_epi64x(static_cast<long long>(move.second), static_cast<long long>(move.first));
  };
  const __m128i across = factors_of(far), beside = factors_of(near);
  __m128i a = _mm_xor_si128(load(data), _mm_cvtsi32_si128(static_cast<int>(crc)));
  __m128i b = load(data + lane);
  __m128i c = load(data + 2 * lane);
  __m128i d = load(data + 3 * lane);
  for (;;) {
    data += lanes * lane;
    bytes -= lanes * lane;
    if (bytes < lanes * lane) break;
    a = folded(a, across, load(data));
    b = folded(b, across, load(data + lane));
    c = folded(c, across, load(data + 2 * lane));
    d = folded(d, across, load(data + 3 * lane));
  }
  const __m128i all = folded(folded(folded(a, beside, b), beside, c), beside, d);
  std::array<std::byte, lane> rest;
  std::memcpy(rest.data(), &all, lane);
  return by_tables(by_tables(0, rest.data(), lane), data, bytes);
}

bool has_products()
{
  static const bool has = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
  return has;
}

#endif

}  // namespace

std::uint32_t crc32(std::uint32_t before, const std::byte* data, std::size_t bytes)
{
#if defined(__x86_64__)
  if (bytes >= lanes * lane && has_products()) return ~by_products(~before, data, bytes);
#endif
  return ~by_tables(~before, data, bytes);
}

std::uint32_t crc32_joined(std::uint32_t first, std::uint32_t second, std::size_t bytes)
{
  return product(shift_by_bytes(bytes), first) ^ second;
}

}  // namespace dash::detail
