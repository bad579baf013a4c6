#pragma once

/// \file
/// The kinds of memory at both ends of transfers.

#include <array>
#include <cstring>
#include <vector>

#include "support.h"

namespace dart::test {

using Bytes = std::vector<unsigned char>;

/* ---- random bytes -------------------------------------------------------------------------- */

/// A number of 64 bits, which is different for different arguments below 2^32.
inline uint64_t random_word(uint64_t seed, uint64_t i)
{
  uint64_t word = (seed << 32 | i) * 0x9e3779b97f4a7c15U;
  word = (word ^ word >> 29) * 0xbf58476d1ce4e5b9U;
  return word ^ word >> 32;
}

/// Random bytes, which are the same for the same seed on all units.
inline Bytes random_bytes(uint64_t seed, size_t nbytes)
{
  Bytes bytes(nbytes);
  size_t at = 0;
  for (; at + sizeof(uint64_t) <= nbytes; at += sizeof(uint64_t)) {
    const uint64_t word = random_word(seed, at);
    std::memcpy(&bytes[at], &word, sizeof word);
  }
  const uint64_t last = random_word(seed, at);
  if (at < nbytes) std::memcpy(&bytes[at], &last, nbytes - at);
  return bytes;
}

/// Compares all bytes at once, and reports the first difference if there is one.
inline ::testing::AssertionResult same_bytes(const Bytes& expected, const Bytes& actual)
{
  return expected == actual ? ::testing::AssertionSuccess() : same(expected, actual);
}

/* ---- at the far end ------------------------------------------------------------------------ */

/// Kinds of global memory.
enum class Memory {
  host,       ///< a segment in host memory
  unit,       ///< a segment: device memory on GPU units
  heap,       ///< memory of dart_memalloc
  registered  ///< memory of the program that it has registered
};

inline constexpr Memory memories[] = {Memory::host, Memory::unit, Memory::heap, Memory::registered};

inline const char* name_of(Memory memory)
{
  static constexpr const char* names[] = {"host", "unit", "heap", "registered"};
  return names[static_cast<int>(memory)];
}

inline std::ostream& operator<<(std::ostream& os, Memory memory)
{
  return os << name_of(memory);
}

/// Memory of each unit that all units can access, freed (after a barrier) at the end of its scope.
class GlobalMemory {
 public:
  /// Collective. \param nbytes  size at the calling unit; check is_allocated() for large ones
  GlobalMemory(Memory memory, size_t nbytes) : memory_(memory), nbytes_(nbytes)
  {
    switch (memory) {
      case Memory::host:
        allocate_segment(DART_MEMORY_HOST);
        break;
      case Memory::unit:
        allocate_segment(DART_MEMORY_UNIT);
        break;
      case Memory::heap:
        allocate_blocks();
        break;
      case Memory::registered:
        register_own();
        break;
    }
  }
  GlobalMemory(const GlobalMemory&) = delete;
  GlobalMemory& operator=(const GlobalMemory&) = delete;
  ~GlobalMemory()
  {
    barrier();
    switch (memory_) {
      case Memory::heap:
        EXPECT_OK(dart_memfree(at(myid())));
        break;
      case Memory::registered:
        EXPECT_OK(dart_team_memderegister(begins_.front()));
        break;
      default:
        EXPECT_OK(dart_team_memfree(begins_.front()));
        break;
    }
  }

  bool is_allocated() const { return !DART_GPTR_ISNULL(begins_.front()); }

  dart_gptr_t at(size_t unit, size_t offset = 0) const
  {
    return advanced(begins_[unit], static_cast<int64_t>(offset));
  }
  /// The calling unit's bytes, which may be device memory on GPU units, depending on the kind.
  unsigned char* local() const { return address_of<unsigned char>(at(myid())); }
  Bytes values() const { return read_at(local(), nbytes_); }
  void set(const Bytes& values) { write_at(local(), values); }
  size_t nbytes() const { return nbytes_; }

 private:
  static size_t myid() { return static_cast<size_t>(team_myid(DART_TEAM_ALL)); }

  void allocate_segment(dart_memory_t memory)
  {
    dart_gptr_t begin = DART_GPTR_NULL;
    const dart_ret_t allocated =
        dart_team_memalloc_aligned_in(memory, DART_TEAM_ALL, nbytes_, DART_TYPE_BYTE, &begin);
    EXPECT_TRUE(allocated == DART_OK || allocated == DART_ERR_NOMEM);
    set_begins(begin);
  }
  void allocate_blocks()
  {
    dart_gptr_t mine = DART_GPTR_NULL;
    EXPECT_OK(dart_memalloc(nbytes_, DART_TYPE_BYTE, &mine));
    begins_ = gather_all(mine);
  }
  void register_own()
  {
    own_.resize(nbytes_);
    dart_gptr_t begin = DART_GPTR_NULL;
    EXPECT_OK(dart_team_memregister(DART_TEAM_ALL, nbytes_, DART_TYPE_BYTE, own_.data(), &begin));
    set_begins(begin);
  }
  void set_begins(dart_gptr_t begin)
  {
    begins_.resize(team_size(DART_TEAM_ALL), begin);
    if (DART_GPTR_ISNULL(begin)) return;
    for (size_t unit = 0; unit < begins_.size(); ++unit) {
      begins_[unit].unitid = static_cast<dart_unit_t>(unit);
    }
  }

  Memory memory_;
  size_t nbytes_;
  Bytes own_;
  std::vector<dart_gptr_t> begins_;  // for each unit
};

/* ---- at the near end ----------------------------------------------------------------------- */

/// Kinds of memory of this unit that programs pass to calls.
enum class Place {
  stack,
  heap,
  own_unit,  ///< global memory of this unit, which is device memory on GPU units
  own_host   ///< global memory in host memory of this unit
};

inline constexpr Place places[] = {Place::stack, Place::heap, Place::own_unit, Place::own_host};

inline std::ostream& operator<<(std::ostream& os, Place place)
{
  static constexpr const char* names[] = {
      "the stack", "the heap", "memory of the unit", "memory of the host"};
  return os << names[static_cast<int>(place)];
}

/// A buffer in memory of such a kind.
class LocalBuffer {
 public:
  LocalBuffer(Place place, const Bytes& values) : nbytes_(values.size())
  {
    if (place == Place::stack && nbytes_ <= inside_.size()) {
      data_ = inside_.data();
    } else if (place == Place::stack || place == Place::heap) {
      private_.resize(nbytes_);
      data_ = private_.data();
    } else {
      const dart_memory_t memory = place == Place::own_unit ? DART_MEMORY_UNIT : DART_MEMORY_HOST;
      EXPECT_OK(dart_memalloc_in(memory, nbytes_, DART_TYPE_BYTE, &block_));
      data_ = address_of<unsigned char>(block_);
    }
    write_at(data_, values);
  }
  LocalBuffer(const LocalBuffer&) = delete;
  LocalBuffer& operator=(const LocalBuffer&) = delete;
  ~LocalBuffer()
  {
    if (!DART_GPTR_ISNULL(block_)) {
      EXPECT_OK(dart_memfree(block_));
    }
  }

  unsigned char* data() { return data_; }
  Bytes values() const { return read_at(data_, nbytes_); }

 private:
  size_t nbytes_;
  unsigned char* data_ = nullptr;
  std::array<unsigned char, 16384> inside_;  // part of the caller's stack frame
  Bytes private_;
  dart_gptr_t block_ = DART_GPTR_NULL;
};

}  // namespace dart::test
