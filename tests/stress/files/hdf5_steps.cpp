#include <dash/Array.h>
#include <dash/io/HDF5.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "containers/model_array.h"
#include "files/damage.h"
#include "files/steps.h"

namespace dash::stress {

namespace {

using dash::io::hdf5::StoreHDF;
using Data = ModelArray<dash::Array<int>>;

constexpr std::size_t nowhere = std::string::npos;

/// Where the elements are in a file, as HDF5 keeps them together; nowhere if other bytes look
/// alike.
std::size_t place_of_elements(const std::string& bytes, const std::vector<int>& elements)
{
  const std::string text(
      reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof elements[0]);
  const std::size_t place = bytes.find(text);
  return place == bytes.rfind(text) ? place : nowhere;
}

/// Changes some elements in a file. \return their new values
std::vector<int> change_elements(
    Random& random, std::string& bytes, std::size_t place, const std::vector<int>& elements)
{
  std::vector<int> changed = elements;
  for (std::size_t k = random.between(1, 5); k > 0; --k)
    changed[random.below(changed.size())] = static_cast<int>(random.below(1000));
  std::memcpy(bytes.data() + place, changed.data(), changed.size() * sizeof changed[0]);
  return changed;
}

bool is_refused(Data& data, const TeamFile& file, const std::string& bytes)
{
  begin_step("read of " + std::to_string(bytes.size()) + " damaged bytes of a data set");
  file.assign(bytes);
  return refuses_file("StoreHDF::read", [&] { StoreHDF::read(data.array, file.path(), "data"); });
}

/// A change of elements is one of data, which is read.
void read_changed(
    Random& random, Data& data, const TeamFile& file, std::string bytes, std::size_t place)
{
  data.model = change_elements(random, bytes, place, data.model);
  require(!is_refused(data, file, bytes), "a file with other elements is refused");
  data.check("StoreHDF::read");
}

/// A file whose end is lacking is refused, and what follows the end does not matter.
void read_other_length(Random& random, Data& data, const TeamFile& file, const std::string& right)
{
  const std::string bytes = cut_or_extended(random, right);
  const bool is_whole = bytes.size() >= right.size();
  require(
      is_refused(data, file, bytes) != is_whole,
      is_whole ? "a whole file is refused" : "a part of a file is read");
  data.check("StoreHDF::read");
}

}  // namespace

/// Metadata stay as they were written. They have no checksums in these files, so other ones may be
/// as right, and it is HDF5 that reads them: it takes addresses and sizes there as they are.
void hdf5_steps(Random& random, dash::Team& team)
{
  if (!dash::io::hdf5::is_available()) return;
  const std::size_t size = 1 + random.size(random.one_in(6) ? 5000 : 100);
  Data data(random, size, team);
  const TeamFile file(team);
  begin_step("write of a data set of " + data.describe());
  StoreHDF::write(data.array, file.path(), "data");
  const std::string right = file.bytes();
  const std::vector<int> saved = data.model;
  const std::size_t place = place_of_elements(right, saved);
  for (std::size_t k = random.between(1, 8); k > 0; --k) {
    data.model = saved;
    data.write_model();
    if (place != nowhere && random.one_in(3)) {
      read_changed(random, data, file, right, place);
    } else {
      read_other_length(random, data, file, right);
    }
  }
  team.barrier();
}

}  // namespace dash::stress
