#include "files/damage.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

namespace dash::stress {
namespace {

/// Most damage is where files say what they have: in their first and last bytes.
std::size_t any_place(Random& random, std::size_t size)
{
  const std::size_t near = std::min<std::size_t>(size, 200);
  switch (random.below(4)) {
    case 0:
      return random.below(size);
    case 1:
      return size - near + random.below(near);
    default:
      return random.below(near);
  }
}

std::string random_bytes(Random& random, std::size_t count)
{
  std::string bytes;
  const bool is_uniform = random.one_in(2);
  const char same = random.one_of(std::array{'\0', '\xff', '0', ' '});
  while (bytes.size() < count) bytes += is_uniform ? same : static_cast<char>(random.below(256));
  return bytes;
}

/// A character that means something in the texts that files have.
char any_sign(Random& random)
{
  return random.one_of(std::string("0123456789-+.,:;()[]{}<>=|'\"TFiufbc \n\1\2\3"));
}

void damage(Random& random, std::string& bytes)
{
  if (bytes.empty()) return;
  const std::size_t at = any_place(random, bytes.size());
  const std::size_t count = std::min(1 + random.below(8), bytes.size() - at);
  switch (random.below(8)) {
    case 0:
    case 1:
      bytes = cut_or_extended(random, bytes);
      break;
    case 2:
      bytes.insert(at, random_bytes(random, count));
      break;
    case 3:
      bytes.erase(at, count);
      break;
    case 4:
      bytes.replace(at, count, random_bytes(random, count));
      break;
    case 5:
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
      break;
    default:
      bytes[at] = any_sign(random);
      break;
  }
}

}  // namespace

TeamFile::TeamFile(dash::Team& team) : team_(team), folder_(team), path_(folder_.path() + "/file")
{}

std::string TeamFile::bytes() const
{
  team_.barrier();
  std::ifstream file(path_, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void TeamFile::assign(const std::string& bytes) const
{
  team_.barrier();
  if (team_.myid().id == 0) std::ofstream(path_, std::ios::binary) << bytes;
  team_.barrier();
}

std::string cut_or_extended(Random& random, std::string bytes)
{
  if (random.one_in(2)) {
    bytes.resize(any_place(random, bytes.size()));
  } else {
    bytes += random_bytes(random, 1 + random.below(100));
  }
  return bytes;
}

std::string damaged(Random& random, std::string bytes)
{
  for (std::size_t k = random.between(1, 3); k > 0; --k) damage(random, bytes);
  return bytes;
}

std::size_t peak_of_memory()
{
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

}  // namespace dash::stress
