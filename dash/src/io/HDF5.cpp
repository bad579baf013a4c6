#include <dash/io/HDF5.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace dash::io::hdf5 {

Modifier dataset(std::string name)
{
  return Modifier([name = std::move(name)](StreamState& state) { state.dataset = name; });
}

Modifier setpattern_key(std::string name)
{
  return Modifier(
      [name = std::move(name)](StreamState& s) { s.options.pattern_metadata_key = name; });
}

Modifier store_pattern(bool store)
{
  return Modifier([store](StreamState& state) { state.options.store_pattern = store; });
}

Modifier restore_pattern(bool restore)
{
  return Modifier([restore](StreamState& state) { state.options.restore_pattern = restore; });
}

Modifier modify_dataset(bool modify)
{
  return Modifier([modify](StreamState& state) { state.options.modify_dataset = modify; });
}

Modifier type_converter(type_converter_fun_type converter)
{
  return Modifier([converter = std::move(converter)](StreamState& s) { s.converter = converter; });
}

Modifier shape(std::vector<std::size_t> extents)
{
  return Modifier([extents = std::move(extents)](StreamState& s) { s.options.shape = extents; });
}

Modifier chunks(std::vector<std::size_t> extents)
{
  return Modifier([extents = std::move(extents)](StreamState& s) { s.options.chunks = extents; });
}

Modifier compression(int level)
{
  return Modifier([level](StreamState& state) { state.options.compression = level; });
}

Modifier box(std::vector<std::size_t> offsets, std::vector<std::size_t> extents)
{
  return Modifier([offsets = std::move(offsets), extents = std::move(extents)](StreamState& s) {
    s.options.box_offsets = offsets;
    s.options.box_extents = extents;
  });
}

Modifier within(std::vector<std::size_t> extents)
{
  return Modifier([extents = std::move(extents)](StreamState& s) { s.options.within = extents; });
}

}  // namespace dash::io::hdf5
