#include <dash/Array.h>
#include <dash/Matrix.h>
#include <dash/io/Npy.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "containers/model_array.h"
#include "containers/model_matrix.h"
#include "files/damage.h"
#include "files/steps.h"

namespace dash::stress {
namespace {

/// What the format of NumPy says of a file's bytes: where the elements begin, and in which order
/// they are.
struct Layout {
  explicit Layout(const std::string& bytes)
  {
    const bool is_first_version = bytes.size() > 6 && bytes[6] == '\1';
    const std::size_t digits = is_first_version ? 2 : 4;
    begin = 8 + digits;
    if (bytes.size() < begin) return;
    std::size_t length = 0;
    for (std::size_t i = digits; i-- > 0;)
      length = length * 256 + static_cast<unsigned char>(bytes[8 + i]);
    by_columns = bytes.substr(begin, length).find("True") != std::string::npos;
    begin += length;
  }

  std::size_t begin = 0;
  bool by_columns = false;
};

int element_at(const std::string& bytes, std::size_t begin, std::size_t position)
{
  int element = 0;
  std::memcpy(&element, bytes.data() + begin + position * sizeof element, sizeof element);
  return element;
}

/// Loads a damaged file. \c right has the bytes of the file without damage: a file with this header
/// is loaded exactly if all elements are behind it.
template <class Container>
bool is_loaded(
    Container& container, const TeamFile& file, const std::string& right, const std::string& bytes)
{
  const std::size_t begin = Layout(right).begin;
  const bool has_header = bytes.compare(0, begin, right, 0, begin) == 0;
  const bool is_whole = has_header && bytes.size() >= right.size();
  begin_step("load of " + std::to_string(bytes.size()) + " damaged bytes of an array");
  file.assign(bytes);
  const bool is_refused =
      refuses_file("npy::load", [&] { dash::io::npy::load(file.path(), container); });
  require(!(is_refused && is_whole), "a file with all of an array is refused");
  require(is_refused || !has_header || is_whole, "a file that is too short is loaded");
  return !is_refused;
}

/// A container without memory gets that of the extents in the header, if the file has such
/// elements.
void load_anew(dash::Team& team, const TeamFile& file, const std::string& bytes)
{
  dash::Array<int> array;
  begin_step("load of " + std::to_string(bytes.size()) + " damaged bytes of an array, with memory");
  const bool is_refused =
      refuses_file("npy::load", [&] { dash::io::npy::load(file.path(), array, team); });
  require(
      array.size() * sizeof(int) <= bytes.size(), "npy::load allocates ", array.size(),
      " elements");
  if (is_refused) return;
  const std::size_t begin = Layout(bytes).begin;
  std::vector<int> all(array.size());
  dash::copy(array.begin(), array.end(), all.data());
  for (std::size_t i = 0; i < all.size(); ++i)
    require(all[i] == element_at(bytes, begin, i), "npy::load: element ", i, " is wrong");
  array.barrier();
}

void array_steps(Random& random, dash::Team& team)
{
  const std::size_t size = random.size(random.one_in(6) ? 5000 : 100);
  ModelArray<dash::Array<int>> data(random, size, team);
  const TeamFile file(team);
  begin_step("save of " + data.describe());
  dash::io::npy::save(file.path(), data.array);
  const std::string right = file.bytes();
  for (std::size_t k = random.between(1, 8); k > 0; --k) {
    data.model = random_values<int>(random, size);
    data.write_model();
    const std::string bytes = damaged(random, right);
    if (is_loaded(data.array, file, right, bytes)) {
      const std::size_t begin = Layout(bytes).begin;
      for (std::size_t i = 0; i < size; ++i) data.model[i] = element_at(bytes, begin, i);
    }
    data.check("npy::load");
    load_anew(team, file, bytes);
    team.barrier();
  }
}

template <class Pattern>
void matrix_steps(Random& random, dash::Team& team)
{
  const Extents extents{1 + random.size(20), 1 + random.size(20)};
  ModelMatrix<Pattern> data(random, extents, team);
  const TeamFile file(team);
  begin_step("save of " + data.describe());
  dash::io::npy::save(file.path(), data.matrix);
  const std::string right = file.bytes();
  for (std::size_t k = random.between(1, 8); k > 0; --k) {
    data.model = random_values<int>(random, data.model.size());
    data.write_model();
    const std::string bytes = damaged(random, right);
    if (is_loaded(data.matrix, file, right, bytes)) {
      const Layout layout(bytes);
      for (std::size_t i = 0; i < extents[0]; ++i) {
        for (std::size_t j = 0; j < extents[1]; ++j) {
          const std::size_t position = layout.by_columns ? j * extents[0] + i : i * extents[1] + j;
          data.model[i * extents[1] + j] = element_at(bytes, layout.begin, position);
        }
      }
    }
    data.check(random, "npy::load");
  }
}

}  // namespace

void npy_steps(Random& random, dash::Team& team)
{
  switch (random.below(3)) {
    case 0:
      return matrix_steps<dash::BlockPattern<2, dash::COL_MAJOR>>(random, team);
    case 1:
      return matrix_steps<dash::TilePattern<2>>(random, team);
    default:
      return array_steps(random, team);
  }
}

}  // namespace dash::stress
