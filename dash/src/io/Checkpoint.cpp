#include <dash/Exception.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/io/Archive.h>
#include <dash/detail/io/BoxStream.h>
#include <dash/detail/io/Crc32.h>
#include <dash/detail/io/NpyHeader.h>
#include <dash/detail/io/TeamFile.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/Unwinding.h>
#include <dash/io/Checkpoint.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>

namespace dash::io {

namespace {

using detail::ElementSequence;
using detail::FileElements;

/// The checksum of a unit's share of an array, and the share's size.
struct ShareSum {
  std::uint32_t checksum = 0;
  std::uint64_t bytes = 0;

  void add(const std::byte* data, std::size_t count)
  {
    checksum = detail::crc32(checksum, data, count);
    bytes += count;
  }
};

std::uint32_t checksum_of(const void* data, std::size_t bytes)
{
  return detail::crc32(0, static_cast<const std::byte*>(data), bytes);
}

/// The checksums of arrays, each with \p before in front, from those of the units' shares.
std::vector<std::uint32_t> joined(
    Team& team, const std::vector<ShareSum>& mine, std::vector<std::uint32_t> before)
{
  if (mine.empty()) return before;
  const auto all = detail::gather_equal_parts(team, std::span<const ShareSum>(mine));
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::uint32_t& sum = before[i % mine.size()];
    sum = detail::crc32_joined(sum, all[i].checksum, all[i].bytes);
  }
  return before;
}

/// The text in front of messages about an array.
std::string named(const std::string& path, const std::string& name)
{
  return "dash::io: '" + path + "', array '" + name + "'";
}

/// An array of an archive that is read.
struct Source {
  detail::NpyHeader header;
  std::size_t begin;        ///< where the elements begin in the file
  std::uint32_t checksum;   ///< as the archive says
  std::uint32_t of_header;  ///< computed
};

Source find_source(
    const detail::OpenFile& file, const std::vector<detail::ArchiveMember>& members,
    const std::string& name)
{
  const auto member = std::ranges::find(members, name + ".npy", &detail::ArchiveMember::name);
  if (member == members.end()) {
    std::string there;
    for (const auto& other : members) there += (there.empty() ? "" : ", ") + other.name;
    throw std::runtime_error(named(file.path(), name) + ": it is not there; the file has " + there);
  }
  const auto read = [&](std::size_t position, void* data, std::size_t bytes) {
    file.read(member->offset + position, data, bytes);
  };
  Source source{detail::read_npy_header(named(file.path(), name), read), 0, member->checksum, 0};
  std::string header(source.header.bytes, '\0');
  read(0, header.data(), header.size());
  source.of_header = checksum_of(header.data(), header.size());
  source.begin = member->offset + source.header.bytes;
  return source;
}

}  // namespace

Checkpoint& Checkpoint::add_entry(Entry entry)
{
  const bool is_name = !entry.name.empty() && entry.name.find('/') == std::string::npos;
  if (!is_name || std::ranges::find(entries_, entry.name, &Entry::name) != entries_.end()) {
    DASH_THROW(
        exception::InvalidArgument, "dash::io::Checkpoint: '"
                                        << entry.name << "' cannot be the name of an array: names "
                                        << "differ, are not empty, and have no slash");
  }
  entries_.push_back(std::move(entry));
  return *this;
}

std::vector<std::unique_ptr<FileElements>> Checkpoint::elements_of_entries() const
{
  std::vector<std::unique_ptr<FileElements>> all;
  for (const Entry& entry : entries_) {
    all.push_back(entry.value == nullptr ? entry.elements() : nullptr);
    if (all.back() != nullptr && all.back()->team() != *team_) {
      detail::throw_together<exception::InvalidArgument>(
          *team_, "dash::io::Checkpoint: the container '" + entry.name +
                      "' is of another team than the checkpoint");
    }
  }
  return all;
}

bool Checkpoint::exists() const
{
  const detail::CurrentCall call("dash::io::Checkpoint::exists");
  struct stat status;
  const bool is_there = team_->myid().id == 0 && stat(path_.c_str(), &status) == 0;
  return detail::any_unit(*team_, is_there);
}

void Checkpoint::save() const
{
  const detail::CurrentCall call("dash::io::Checkpoint::save");
  const auto elements = elements_of_entries();
  std::vector<std::string> headers;
  std::vector<detail::ArchiveMember> members;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    const bool is_value = elements[i] == nullptr;
    headers.push_back(
        is_value ? detail::npy_header(entry.type, ElementSequence::row_major, {})
                 : detail::npy_header(entry.type, elements[i]->sequence(), elements[i]->extents()));
    const std::size_t bytes = is_value ? entry.type.bytes() : elements[i]->bytes();
    members.push_back({entry.name + ".npy", 0, headers.back().size() + bytes, 0});
  }
  detail::ArchiveFrame frame(std::move(members));
  detail::NewFile file(*team_, path_);
  detail::at_first_unit(*team_, [&] { file.file().resize(frame.bytes()); });
  file.open();

  std::vector<ShareSum> sums(entries_.size());
  std::vector<std::uint32_t> before;
  for (const std::string& header : headers) {
    before.push_back(checksum_of(header.data(), header.size()));
  }
  detail::together(*team_, [&] {
    const bool is_first = team_->myid().id == 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const std::size_t bytes = entries_[i].type.bytes();
      std::size_t begin = frame.members()[i].offset;
      if (is_first) file.file().write(begin, headers[i].data(), headers[i].size());
      begin += headers[i].size();
      const auto write = [&](std::size_t offset, const std::byte* data, std::size_t count) {
        sums[i].add(data, count);
        file.file().write(begin + offset, data, count);
      };
      if (elements[i] == nullptr) {
        if (is_first) write(0, entries_[i].value, bytes);
        continue;
      }
      const ElementSequence sequence = elements[i]->sequence();
      detail::write_boxes(
          *elements[i], detail::own_share(*elements[i], sequence), sequence,
          [&](const detail::FileStep& step, const std::byte* data) {
            write(step.position * bytes, data, step.box.size() * bytes);
          });
    }
  });
  const auto checksums = joined(*team_, sums, std::move(before));
  detail::at_first_unit(*team_, [&] {
    for (std::size_t i = 0; i < checksums.size(); ++i) frame.set_checksum(i, checksums[i]);
    frame.write(file.file());
  });
  file.finish();
}

void Checkpoint::load()
{
  const detail::CurrentCall call("dash::io::Checkpoint::load");
  std::optional<detail::OpenFile> file;
  std::vector<Source> sources;
  detail::together(*team_, [&] {
    file.emplace(path_, O_RDONLY);
    const auto members = detail::read_archive(*file);
    for (const Entry& entry : entries_) {
      sources.push_back(find_source(*file, members, entry.name));
      const std::vector<std::size_t> none;
      detail::require_npy(
          named(path_, entry.name), sources.back().header, entry.type,
          entry.value != nullptr ? &none : nullptr);
      detail::require_npy_elements(
          named(path_, entry.name), sources.back().header, entry.type, sources.back().begin,
          file->size());
      if (!entry.allocate || entry.has_memory()) continue;
      if (sources.back().header.extents.size() != entry.dimensions) {
        throw std::runtime_error(
            named(path_, entry.name) + ": the numbers of dimensions differ: " +
            std::to_string(sources.back().header.extents.size()) + " in the file, " +
            std::to_string(entry.dimensions) + " in the container");
      }
    }
  });
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.allocate && !entry.has_memory()) entry.allocate(sources[i].header.extents);
  }
  const auto elements = elements_of_entries();

  std::vector<ShareSum> sums(entries_.size());
  std::vector<std::vector<std::byte>> values(entries_.size());
  detail::together(*team_, [&] {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const std::string& name = entries_[i].name;
      if (elements[i] != nullptr) {
        detail::require_npy(
            named(path_, name), sources[i].header, entries_[i].type, &elements[i]->extents());
      }
    }
  });
  detail::together(*team_, [&] {
    const bool is_first = team_->myid().id == 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const std::size_t bytes = entries_[i].type.bytes();
      if (elements[i] == nullptr) {
        values[i].resize(bytes);
        file->read(sources[i].begin, values[i].data(), bytes);
        if (is_first) sums[i].add(values[i].data(), bytes);
        continue;
      }
      const ElementSequence sequence = sources[i].header.sequence;
      detail::read_boxes(
          *elements[i], detail::own_share(*elements[i], sequence), sequence,
          [&](const detail::FileStep& step, std::byte* data) {
            const std::size_t count = step.box.size() * bytes;
            file->read(sources[i].begin + step.position * bytes, data, count);
            sums[i].add(data, count);
          });
    }
  });
  std::vector<std::uint32_t> before;
  for (const Source& source : sources) before.push_back(source.of_header);
  const auto checksums = joined(*team_, sums, std::move(before));
  detail::together(*team_, [&] {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (checksums[i] == sources[i].checksum) continue;
      throw std::runtime_error(
          named(path_, entries_[i].name) + ": it is damaged: its checksum is another one");
    }
  });
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (elements[i] == nullptr) std::memcpy(entries_[i].value, values[i].data(), values[i].size());
  }
}

}  // namespace dash::io
