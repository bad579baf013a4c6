#include <dash/detail/io/Archive.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace dash::detail {

namespace {

// Signatures of the parts of a zip file.
constexpr std::uint32_t local_signature = 0x04034b50;
constexpr std::uint32_t directory_signature = 0x02014b50;
constexpr std::uint32_t end64_signature = 0x06064b50;
constexpr std::uint32_t locator64_signature = 0x07064b50;
constexpr std::uint32_t end_signature = 0x06054b50;

// Bytes of the parts, without names and extra fields.
constexpr std::size_t local_bytes = 30;
constexpr std::size_t directory_bytes = 46;
constexpr std::size_t end64_bytes = 56;
constexpr std::size_t locator64_bytes = 20;
constexpr std::size_t end_bytes = 22;

constexpr std::uint16_t version_64 = 45;  // that knows numbers of 64 bits
constexpr std::uint16_t extra_64 = 1;     // the extra field with them
constexpr std::uint16_t first_of_1980 = 0x21;
constexpr std::uint32_t in_extra = 0xffffffff;  // the number is in the extra field

/// The extra fields here have two numbers in front of the content, and three in the directory.
constexpr std::size_t local_extra_bytes = 4 + 2 * 8;
constexpr std::size_t directory_extra_bytes = 4 + 3 * 8;

/// Numbers in little endian, one after the other.
class Bytes {
 public:
  template <class Number>
  Bytes& add(Number number)
  {
    for (std::size_t i = 0; i < sizeof number; ++i) {
      bytes_ += static_cast<char>(number >> (8 * i) & 0xff);
    }
    return *this;
  }
  Bytes& add(const std::string& text)
  {
    bytes_ += text;
    return *this;
  }
  const std::string& text() const { return bytes_; }

 private:
  std::string bytes_;
};

template <class Number>
Number number_at(const std::string& bytes, std::size_t offset)
{
  Number number = 0;
  for (std::size_t i = 0; i < sizeof number; ++i) {
    number |= static_cast<Number>(
        static_cast<Number>(static_cast<unsigned char>(bytes[offset + i])) << (8 * i));
  }
  return number;
}

std::string bytes_of(const OpenFile& file, std::size_t offset, std::size_t bytes)
{
  std::string text(bytes, '\0');
  file.read(offset, text.data(), bytes);
  return text;
}

[[noreturn]] void refuse(const OpenFile& file, const std::string& why)
{
  throw std::runtime_error("dash::io: '" + file.path() + "': " + why);
}

/// What the local header and the directory have in common.
void add_common(Bytes& bytes, const ArchiveMember& member, std::size_t extra)
{
  bytes.add(std::uint16_t{version_64}).add(std::uint16_t{0}).add(std::uint16_t{0});  // stored
  bytes.add(std::uint16_t{0}).add(first_of_1980).add(member.checksum);
  bytes.add(in_extra).add(in_extra);
  bytes.add(static_cast<std::uint16_t>(member.name.size())).add(static_cast<std::uint16_t>(extra));
}

void add_extra(Bytes& bytes, const ArchiveMember& member, std::size_t extra)
{
  bytes.add(extra_64).add(static_cast<std::uint16_t>(extra - 4));
  bytes.add(std::uint64_t{member.bytes}).add(std::uint64_t{member.bytes});
}

std::size_t local_size(const ArchiveMember& member)
{
  return local_bytes + member.name.size() + local_extra_bytes;
}

/// The place of the directory: of its first byte, of its bytes, and the number of its entries.
struct Directory {
  std::uint64_t offset;
  std::uint64_t bytes;
  std::uint64_t entries;
};

Directory find_directory(const OpenFile& file)
{
  const std::size_t size = file.size();
  constexpr std::size_t longest_comment = 65535;
  const std::size_t tail_bytes = std::min(size, end_bytes + longest_comment + locator64_bytes);
  const std::string tail = bytes_of(file, size - tail_bytes, tail_bytes);
  for (std::size_t at = tail_bytes + 1; at-- > 0;) {
    if (at + end_bytes > tail_bytes || number_at<std::uint32_t>(tail, at) != end_signature) {
      continue;
    }
    Directory found{
        number_at<std::uint32_t>(tail, at + 16), number_at<std::uint32_t>(tail, at + 12),
        number_at<std::uint16_t>(tail, at + 10)};
    const bool is_64 = at >= locator64_bytes &&
                       number_at<std::uint32_t>(tail, at - locator64_bytes) == locator64_signature;
    if (is_64) {
      const auto end64 = number_at<std::uint64_t>(tail, at - locator64_bytes + 8);
      if (end64 > size || size - end64 < end64_bytes) break;
      const std::string record = bytes_of(file, end64, end64_bytes);
      if (number_at<std::uint32_t>(record, 0) != end64_signature) break;
      found = {
          number_at<std::uint64_t>(record, 48), number_at<std::uint64_t>(record, 40),
          number_at<std::uint64_t>(record, 32)};
    }
    if (found.offset > size || found.bytes > size - found.offset) break;
    return found;
  }
  refuse(file, "this is no complete archive of arrays (.npz): it has no directory at its end");
}

/// Takes numbers of 64 bits from the extra field where the directory says so.
void read_extra(
    const std::string& extra, std::uint64_t& bytes, std::uint64_t& stored, std::uint64_t& offset)
{
  for (std::size_t at = 0; at + 4 <= extra.size();) {
    const std::size_t length = number_at<std::uint16_t>(extra, at + 2);
    if (number_at<std::uint16_t>(extra, at) == extra_64) {
      std::size_t place = at + 4;
      for (std::uint64_t* number : {&bytes, &stored, &offset}) {
        if (*number != in_extra || place + 8 > std::min(extra.size(), at + 4 + length)) continue;
        *number = number_at<std::uint64_t>(extra, place);
        place += 8;
      }
    }
    at += 4 + length;
  }
}

}  // namespace

ArchiveFrame::ArchiveFrame(std::vector<ArchiveMember> members) : members_(std::move(members))
{
  std::size_t at = 0;
  std::size_t directory = 0;
  for (ArchiveMember& member : members_) {
    member.offset = at + local_size(member);
    at = member.offset + member.bytes;
    directory += directory_bytes + member.name.size() + directory_extra_bytes;
  }
  directory_ = at;
  bytes_ = at + directory + end64_bytes + locator64_bytes + end_bytes;
}

void ArchiveFrame::write(const OpenFile& file) const
{
  Bytes directory;
  for (const ArchiveMember& member : members_) {
    Bytes local;
    local.add(local_signature);
    add_common(local, member, local_extra_bytes);
    local.add(member.name);
    add_extra(local, member, local_extra_bytes);
    const std::size_t begin = member.offset - local_size(member);
    file.write(begin, local.text().data(), local.text().size());

    directory.add(directory_signature).add(version_64);
    add_common(directory, member, directory_extra_bytes);
    directory.add(std::uint16_t{0}).add(std::uint16_t{0}).add(std::uint16_t{0});
    directory.add(std::uint32_t{0}).add(in_extra).add(member.name);
    add_extra(directory, member, directory_extra_bytes);
    directory.add(std::uint64_t{begin});
  }
  const std::size_t bytes = directory.text().size();
  const std::uint64_t entries = members_.size();
  directory.add(end64_signature).add(std::uint64_t{end64_bytes - 12}).add(version_64);
  directory.add(version_64).add(std::uint32_t{0}).add(std::uint32_t{0}).add(entries).add(entries);
  directory.add(std::uint64_t{bytes}).add(std::uint64_t{directory_});
  directory.add(locator64_signature).add(std::uint32_t{0});
  directory.add(std::uint64_t{directory_ + bytes}).add(std::uint32_t{1});
  const auto short_entries = static_cast<std::uint16_t>(
      std::min<std::uint64_t>(entries, std::numeric_limits<std::uint16_t>::max()));
  directory.add(end_signature).add(std::uint16_t{0}).add(std::uint16_t{0});
  directory.add(short_entries).add(short_entries).add(in_extra).add(in_extra);
  directory.add(std::uint16_t{0});
  file.write(directory_, directory.text().data(), directory.text().size());
}

std::vector<ArchiveMember> read_archive(const OpenFile& file)
{
  const Directory place = find_directory(file);
  const std::string directory = bytes_of(file, place.offset, place.bytes);
  std::vector<ArchiveMember> members;
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < place.entries; ++i) {
    const bool is_there = at + directory_bytes <= directory.size() &&
                          number_at<std::uint32_t>(directory, at) == directory_signature;
    if (!is_there) refuse(file, "the directory of the archive is damaged");
    const std::size_t name_bytes = number_at<std::uint16_t>(directory, at + 28);
    const std::size_t extra_bytes = number_at<std::uint16_t>(directory, at + 30);
    const std::size_t comment_bytes = number_at<std::uint16_t>(directory, at + 32);
    const std::size_t next = at + directory_bytes + name_bytes + extra_bytes + comment_bytes;
    if (next > directory.size()) refuse(file, "the directory of the archive is damaged");
    ArchiveMember member;
    member.name = directory.substr(at + directory_bytes, name_bytes);
    member.checksum = number_at<std::uint32_t>(directory, at + 16);
    std::uint64_t bytes = number_at<std::uint32_t>(directory, at + 24);
    std::uint64_t stored = number_at<std::uint32_t>(directory, at + 20);
    std::uint64_t begin = number_at<std::uint32_t>(directory, at + 42);
    read_extra(
        directory.substr(at + directory_bytes + name_bytes, extra_bytes), bytes, stored, begin);
    if (number_at<std::uint16_t>(directory, at + 10) != 0) {
      refuse(file, "'" + member.name + "' in it is compressed; write it by numpy.savez");
    }
    const std::string local = bytes_of(file, begin, local_bytes);
    if (number_at<std::uint32_t>(local, 0) != local_signature) {
      refuse(file, "the archive is damaged in front of '" + member.name + "'");
    }
    member.offset = begin + local_bytes + number_at<std::uint16_t>(local, 26) +
                    number_at<std::uint16_t>(local, 28);
    member.bytes = stored;
    members.push_back(member);
    at = next;
  }
  return members;
}

}  // namespace dash::detail
