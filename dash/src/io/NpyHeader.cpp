#include <dash/detail/io/NpyHeader.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>

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

/// A value of Python in the text of a header.
struct Literal {
  enum class Kind { string, number, name, list, tuple };

  Kind kind;
  std::string text;            ///< as NumPy writes it
  std::vector<Literal> parts;  ///< of a list or a tuple
};

/// The entries of a dictionary, in their order.
using Entries = std::vector<std::pair<std::string, Literal>>;

/// Refuses a header. \param name  the file's for the message
[[noreturn]] void refuse(const std::string& name, const std::string& why)
{
  throw std::runtime_error(name + ": this is no array of NumPy: its header " + why);
}

bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Reads the text of a header, which is a dictionary as Python writes it. NumPy's writers use
/// strings, whole numbers, names, lists and tuples; everything else is damage.
class HeaderText {
 public:
  /// \param has_long  whether numbers may end in L, as Python 2 wrote some
  HeaderText(const std::string& name, const std::string& text, bool has_long)
      : name_(name),
        text_(text),
        has_long_(has_long)
  {}

  /// The dictionary, behind which there is nothing but the padding.
  Entries entries()
  {
    Entries found;
    expect('{');
    while (!accept('}')) {
      if (next() != '\'' && next() != '"') refuse_next("a key in quotes");
      std::string key = string().text;
      expect(':');
      found.emplace_back(std::move(key), value(0));
      if (next() != '}') expect(',');
    }
    require_padding();
    return found;
  }

 private:
  static constexpr int most_depth = 100;

  /// The next character that is no blank; 0 at the end.
  char next()
  {
    while (at_ < text_.size() && std::strchr(" \t\n", text_[at_]) != nullptr && text_[at_] != 0) {
      ++at_;
    }
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool accept(char c)
  {
    if (next() != c || at_ == text_.size()) return false;
    ++at_;
    return true;
  }

  void expect(char c)
  {
    if (!accept(c)) refuse_next(std::string("'") + c + "'");
  }

  Literal value(int depth)
  {
    const char c = next();
    if (c == '\'' || c == '"') return string();
    if (c == '(' || c == '[') return sequence(depth);
    if (is_digit(c)) return number();
    if (is_letter(c)) return word();
    refuse_next("a value");
  }

  Literal string()
  {
    const char quote = next();
    std::string content;
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
      if (text_[at_] == '\\') content += text_[at_++];
      if (at_ == text_.size() || is_control(text_[at_])) refuse_next("the end of a string");
      content += text_[at_];
    }
    expect(quote);
    const char written = content.find('\'') == std::string::npos ? '\'' : quote;
    return {Literal::Kind::string, written + content + written, {}};
  }

  Literal number()
  {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    std::string digits = text_.substr(begin, at_ - begin);
    if (digits.size() > 1 && digits[0] == '0') refuse_at(begin, "a number without a leading 0");
    if (has_long_ && at_ < text_.size() && text_[at_] == 'L') ++at_;
    return {Literal::Kind::number, std::move(digits), {}};
  }

  Literal word()
  {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    return {Literal::Kind::name, text_.substr(begin, at_ - begin), {}};
  }

  /// A list, a tuple, or a value in parentheses, which is none.
  Literal sequence(int depth)
  {
    if (depth == most_depth) refuse_next("fewer brackets in each other");
    const bool is_tuple = text_[at_++] == '(';
    const char close = is_tuple ? ')' : ']';
    std::vector<Literal> parts;
    bool has_comma = false;
    while (!accept(close)) {
      parts.push_back(value(depth + 1));
      has_comma = next() == ',';
      if (next() != close) expect(',');
    }
    if (is_tuple && parts.size() == 1 && !has_comma) return std::move(parts[0]);
    std::string text(1, is_tuple ? '(' : '[');
    for (std::size_t i = 0; i < parts.size(); ++i) text += (i > 0 ? ", " : "") + parts[i].text;
    if (is_tuple && parts.size() == 1) text += ',';
    return {is_tuple ? Literal::Kind::tuple : Literal::Kind::list, text + close, std::move(parts)};
  }

  void require_padding()
  {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    if (at_ < text_.size() && text_[at_] == '\n') ++at_;
    if (at_ < text_.size()) refuse_next("the end of the header");
  }

  static bool is_control(char c) { return static_cast<unsigned char>(c) < ' '; }

  [[noreturn]] void refuse_next(const std::string& expected) { refuse_at(at_, expected); }

  [[noreturn]] void refuse_at(std::size_t at, const std::string& expected)
  {
    std::string found = "an end";
    if (at < text_.size()) {
      const auto byte = static_cast<unsigned char>(text_[at]);
      found = byte < ' ' || byte > '~' ? "a byte of value " + std::to_string(byte)
                                       : std::string("'") + text_[at] + "'";
    }
    refuse(
        name_, "has " + found + " at its byte " + std::to_string(at) + " instead of " + expected);
  }

  const std::string& name_;
  const std::string& text_;
  bool has_long_;
  std::size_t at_ = 0;
};

/// The value of a key, which the dictionary has once.
const Literal& value_of(const std::string& name, const Entries& entries, const std::string& key)
{
  const Literal* found = nullptr;
  for (const auto& [other, value] : entries) {
    if (other != key) continue;
    if (found != nullptr) refuse(name, "has " + key + " twice");
    found = &value;
  }
  if (found == nullptr) refuse(name, "has no " + key);
  return *found;
}

void require_keys(const std::string& name, const Entries& entries)
{
  for (const auto& [key, value] : entries) {
    if (key != "'descr'" && key != "'fortran_order'" && key != "'shape'") {
      refuse(name, "has the unknown key " + key);
    }
  }
}

std::string type_in(const std::string& name, const Literal& value)
{
  if (value.kind != Literal::Kind::string && value.kind != Literal::Kind::list) {
    refuse(name, "has " + value.text + " for 'descr', which is a string or a list of fields");
  }
  return value.text;
}

ElementSequence sequence_in(const std::string& name, const Literal& value)
{
  const bool is_name = value.kind == Literal::Kind::name;
  if (is_name && value.text == "True") return ElementSequence::column_major;
  if (is_name && value.text == "False") return ElementSequence::row_major;
  refuse(name, "has " + value.text + " for 'fortran_order', which is True or False");
}

std::vector<std::size_t> extents_in(const std::string& name, const Literal& value)
{
  bool is_shape = value.kind == Literal::Kind::tuple;
  std::vector<std::size_t> extents;
  for (const Literal& part : value.parts) {
    const char* const end = part.text.data() + part.text.size();
    std::size_t extent = 0;
    is_shape = is_shape && part.kind == Literal::Kind::number &&
               std::from_chars(part.text.data(), end, extent).ec == std::errc{};
    extents.push_back(extent);
  }
  if (!is_shape) refuse(name, "has " + value.text + " for 'shape', which is a tuple of numbers");
  return extents;
}

/// How many bytes tell the length of the text behind them.
std::size_t digits_of_length(const std::string& name, unsigned version, unsigned minor)
{
  if (version < 1 || version > 3 || minor != 0) {
    throw std::runtime_error(
        name + ": version " + std::to_string(version) + "." + std::to_string(minor) +
        " of NumPy's format is not known here (1.0, 2.0 and 3.0 are)");
  }
  return version == 1 ? 2 : 4;
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
  const std::size_t digits = digits_of_length(name, version, start[magic_bytes + 1]);
  unsigned char bytes[4] = {};
  read(sizeof start, bytes, digits);
  std::size_t length = 0;
  for (std::size_t i = 0; i < digits; ++i) length |= std::size_t{bytes[i]} << (8 * i);
  constexpr std::size_t most = std::size_t{1} << 24;
  if (length > most) {
    refuse(name, "would have " + std::to_string(length) + " bytes");
  }
  std::string text(length, ' ');
  read(sizeof start + digits, text.data(), length);
  const Entries entries = HeaderText(name, text, version < 3).entries();
  require_keys(name, entries);
  return {
      type_in(name, value_of(name, entries, "'descr'")),
      sequence_in(name, value_of(name, entries, "'fortran_order'")),
      extents_in(name, value_of(name, entries, "'shape'")), sizeof start + digits + length};
}

void require_npy(
    const std::string& name, const NpyHeader& header, const io::ElementType& type,
    const std::vector<std::size_t>* extents)
{
  const std::string expected = npy_type(type);
  if (header.type != expected) {
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

void require_npy_elements(
    const std::string& name, const NpyHeader& header, const io::ElementType& type,
    std::size_t begin, std::size_t size)
{
  const std::size_t elements = size - std::min(size, begin);
  std::size_t expected = type.bytes();
  for (const std::size_t extent : header.extents) {
    // A product that is too large for the type is too large for any file.
    if (__builtin_mul_overflow(expected, extent, &expected)) expected = SIZE_MAX;
  }
  if (std::ranges::count(header.extents, std::size_t{0}) > 0) expected = 0;
  if (elements >= expected) return;
  throw std::runtime_error(
      name + ": the file is too short: behind the header it has " + std::to_string(elements) +
      " bytes, and the header promises " + tuple_of(header.extents) + " elements of " +
      std::to_string(type.bytes()) + " bytes");
}

}  // namespace dash::detail
