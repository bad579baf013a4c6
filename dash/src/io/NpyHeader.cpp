#include <dash/detail/io/NpyHeader.h>

#include <bit>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace dash::detail {

namespace {

constexpr char magic[] = "\x93NUMPY";
constexpr std::size_t magic_bytes = 6;

/// Elements of large arrays begin at a page of the file: the system copies whole pages faster.
constexpr std::size_t large = std::size_t{1} << 20;
constexpr std::size_t page = 4096;

/// "(3, 4)", "(3,)" or "()".
std::string tuple_of(const std::vector<std::size_t>& extents)
{
  std::string text = "(";
  for (std::size_t d = 0; d < extents.size(); ++d) {
    text += (d > 0 ? ", " : "") + std::to_string(extents[d]);
  }
  return text + (extents.size() == 1 ? ",)" : ")");
}

std::string record_type(const io::ElementType& type)
{
  std::string text = "[";
  std::size_t end = 0;
  const auto pad_to = [&](std::size_t offset) {
    if (offset > end) text += "('', '|V" + std::to_string(offset - end) + "'), ";
  };
  for (const io::Field& field : type.fields()) {
    pad_to(field.offset);
    text += "('" + field.name + "', " + npy_type(field.type) + "), ";
    end = field.offset + field.type.bytes();
  }
  pad_to(type.bytes());
  if (text.size() > 1) text.resize(text.size() - 2);
  return text + "]";
}

/// The text of Python's dictionary in a header, which has three entries.
class Dictionary {
 public:
  Dictionary(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}

  /// The value of a key, without blanks at its ends. Fields of records may have the same name.
  std::string value(const std::string& key) const
  {
    const std::string wanted = "'" + key + "'";
    for (std::size_t begin = text_.find('{'); begin < text_.size();) {
      const std::size_t colon = end_of_part(begin + 1);
      const std::size_t end = end_of_part(colon + 1);
      if (part(begin + 1, colon) == wanted) return part(colon + 1, end);
      begin = end;
    }
    refuse("has no " + wanted);
  }

  std::vector<std::size_t> extents() const
  {
    const std::string tuple = value("shape");
    std::vector<std::size_t> extents;
    const char* at = tuple.data();
    const char* const end = at + tuple.size();
    while (at != end) {
      if (std::isdigit(static_cast<unsigned char>(*at)) == 0) {
        if (std::strchr("(), ", *at) == nullptr) refuse("has the shape " + tuple);
        ++at;
        continue;
      }
      std::size_t extent = 0;
      const auto [rest, error] = std::from_chars(at, end, extent);
      if (error != std::errc{}) refuse("has the shape " + tuple);
      extents.push_back(extent);
      at = rest;
    }
    return extents;
  }

 private:
  /// Where a key or a value ends that begins at a position: outside of strings and brackets.
  std::size_t end_of_part(std::size_t begin) const
  {
    int depth = 0;
    bool quoted = false;
    for (std::size_t end = begin; end < text_.size(); ++end) {
      const char c = text_[end];
      if (c == '\'') quoted = !quoted;
      if (quoted) continue;
      if (depth == 0 && (c == ':' || c == ',' || c == '}')) return end;
      if (c == '(' || c == '[') ++depth;
      if (c == ')' || c == ']') --depth;
    }
    return text_.size();
  }

  /// The text of a part, without blanks at its ends.
  std::string part(std::size_t begin, std::size_t end) const
  {
    if (begin >= text_.size()) return "";
    while (begin < end && text_[begin] == ' ') ++begin;
    while (end > begin && text_[end - 1] == ' ') --end;
    return text_.substr(begin, end - begin);
  }

  [[noreturn]] void refuse(const std::string& why) const
  {
    throw std::runtime_error(name_ + ": this is no array of NumPy: its header " + why);
  }

  std::string name_;
  std::string text_;
};

std::string without_blanks(const std::string& text)
{
  std::string result;
  for (const char c : text) {
    if (c != ' ') result += c;
  }
  return result;
}

}  // namespace

std::string npy_type(const io::ElementType& type)
{
  using Kind = io::ElementType::Kind;
  if (type.kind() == Kind::record) return record_type(type);
  const char order = type.bytes() == 1                            ? '|'
                     : std::endian::native == std::endian::little ? '<'
                                                                  : '>';
  const char kind = type.kind() == Kind::boolean            ? 'b'
                    : type.kind() == Kind::signed_integer   ? 'i'
                    : type.kind() == Kind::unsigned_integer ? 'u'
                    : type.kind() == Kind::floating         ? 'f'
                                                            : 'c';
  return std::string("'") + order + kind + std::to_string(type.bytes()) + "'";
}

std::string npy_header(
    const io::ElementType& type, ElementSequence sequence, const std::vector<std::size_t>& extents)
{
  std::string text = "{'descr': " + npy_type(type) + ", 'fortran_order': " +
                     (sequence == ElementSequence::column_major ? "True" : "False") +
                     ", 'shape': " + tuple_of(extents) + ", }";
  // Version 1.0 has two bytes for the length of the text, version 2.0 has four.
  constexpr std::size_t most = 65535;
  const std::size_t alignment = type.bytes() * FileBox{{}, extents}.size() < large ? 64 : page;
  const bool is_long = text.size() + alignment > most;
  const std::size_t before = magic_bytes + 2 + (is_long ? 4 : 2);
  const std::size_t total = (before + text.size() + 1 + alignment - 1) / alignment * alignment;
  text.resize(total - before - 1, ' ');
  text += '\n';
  std::string header(magic, magic_bytes);
  header += static_cast<char>(is_long ? 2 : 1);
  header += '\0';
  for (std::size_t i = 0; i < (is_long ? 4u : 2u); ++i) {
    header += static_cast<char>(text.size() >> (8 * i) & 0xff);
  }
  return header + text;
}

NpyHeader read_npy_header(
    const std::string& name,
    const std::function<void(std::size_t position, void* data, std::size_t bytes)>& read)
{
  unsigned char start[magic_bytes + 2] = {};
  read(0, start, sizeof start);
  if (std::memcmp(start, magic, magic_bytes) != 0) {
    throw std::runtime_error(name + ": this is no array of NumPy: it does not begin as one");
  }
  const unsigned version = start[magic_bytes];
  if (version < 1 || version > 3) {
    throw std::runtime_error(
        name + ": version " + std::to_string(version) +
        " of NumPy's format is not known here (1 to 3 are)");
  }
  const std::size_t digits = version == 1 ? 2 : 4;
  unsigned char bytes[4] = {};
  read(sizeof start, bytes, digits);
  std::size_t length = 0;
  for (std::size_t i = 0; i < digits; ++i) length |= std::size_t{bytes[i]} << (8 * i);
  constexpr std::size_t most = std::size_t{1} << 24;
  if (length > most) {
    throw std::runtime_error(
        name + ": this is no array of NumPy: its header would have " + std::to_string(length) +
        " bytes");
  }
  std::string text(length, ' ');
  read(sizeof start + digits, text.data(), length);
  const Dictionary dictionary(name, text);
  const bool is_fortran = dictionary.value("fortran_order") == "True";
  return {
      dictionary.value("descr"),
      is_fortran ? ElementSequence::column_major : ElementSequence::row_major, dictionary.extents(),
      sizeof start + digits + length};
}

void require_npy(
    const std::string& name, const NpyHeader& header, const io::ElementType& type,
    const std::vector<std::size_t>* extents)
{
  const std::string expected = npy_type(type);
  if (without_blanks(header.type) != without_blanks(expected)) {
    throw std::runtime_error(
        name + ": the types of the elements differ: " + header.type + " in the file, " + expected +
        " in the container");
  }
  if (extents != nullptr && header.extents != *extents) {
    throw std::runtime_error(
        name + ": the extents differ: " + tuple_of(header.extents) + " in the file, " +
        tuple_of(*extents) + " in the container");
  }
}

}  // namespace dash::detail
