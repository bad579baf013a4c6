#include <dash/detail/io/BoxStream.h>
#include <dash/detail/io/NpyFile.h>
#include <dash/detail/io/NpyHeader.h>
#include <dash/detail/io/TeamFile.h>

#include <fcntl.h>
#include <stdexcept>

namespace dash::detail {

namespace {

std::string named(const std::string& path)
{
  return "dash::io: '" + path + "'";
}

NpyHeader header_of(const OpenFile& file)
{
  return read_npy_header(
      named(file.path()), [&](std::size_t position, void* data, std::size_t bytes) {
        file.read(position, data, bytes);
      });
}

}  // namespace

void save_npy(const std::string& path, const FileElements& elements)
{
  Team& team = elements.team();
  const ElementSequence sequence = elements.sequence();
  const std::string header = npy_header(elements.type(), sequence, elements.extents());
  NewFile file(team, path);
  at_first_unit(team, [&] {
    file.file().resize(header.size() + elements.bytes());
    file.file().write(0, header.data(), header.size());
  });
  file.open();
  together(team, [&] {
    const std::size_t bytes = elements.type().bytes();
    write_boxes(
        elements, own_share(elements, sequence), sequence,
        [&](const FileStep& step, const std::byte* data) {
          file.file().write(header.size() + step.position * bytes, data, step.box.size() * bytes);
        });
  });
  file.finish();
}

void load_npy(const std::string& path, const FileElements& elements)
{
  Team& team = elements.team();
  together(team, [] {});  // the elements may change from now on
  together(team, [&] {
    const OpenFile file(path, O_RDONLY);
    const NpyHeader header = header_of(file);
    require_npy(named(path), header, elements.type(), &elements.extents());
    require_npy_elements(named(path), header, elements.type(), header.bytes, file.size());
    const std::size_t bytes = elements.type().bytes();
    read_boxes(
        elements, own_share(elements, header.sequence), header.sequence,
        [&](const FileStep& step, std::byte* data) {
          file.read(header.bytes + step.position * bytes, data, step.box.size() * bytes);
        });
  });
}

std::vector<std::size_t> npy_extents(
    const std::string& path, const io::ElementType& type, std::size_t dimensions, Team& team)
{
  NpyHeader header;
  together(team, [&] {
    const OpenFile file(path, O_RDONLY);
    header = header_of(file);
    require_npy(named(path), header, type, nullptr);
    if (header.extents.size() != dimensions) {
      throw std::runtime_error(
          named(path) +
          ": the numbers of dimensions differ: " + std::to_string(header.extents.size()) +
          " in the file, " + std::to_string(dimensions) + " in the container");
    }
    require_npy_elements(named(path), header, type, header.bytes, file.size());
  });
  return header.extents;
}

}  // namespace dash::detail
