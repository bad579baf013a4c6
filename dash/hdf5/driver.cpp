#include <dash/detail/io/BoxStream.h>
#include <dash/detail/io/Hdf5Driver.h>
#include <dash/detail/io/TeamFile.h>
#include <dash/detail/team/Combine.h>
#include <dash/io/FileError.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <optional>

#include "BoxAccess.h"
#include "Handle.h"
#include "joint_write.h"

namespace dash::detail {

namespace {

using Kind = io::ElementType::Kind;

hid_t number_type(Kind kind, std::size_t bytes)
{
  switch (kind) {
    case Kind::signed_integer:
      return bytes == 1   ? H5T_NATIVE_INT8
             : bytes == 2 ? H5T_NATIVE_INT16
             : bytes == 4 ? H5T_NATIVE_INT32
                          : H5T_NATIVE_INT64;
    case Kind::unsigned_integer:
      return bytes == 1   ? H5T_NATIVE_UINT8
             : bytes == 2 ? H5T_NATIVE_UINT16
             : bytes == 4 ? H5T_NATIVE_UINT32
                          : H5T_NATIVE_UINT64;
    default:
      return bytes == sizeof(float)    ? H5T_NATIVE_FLOAT
             : bytes == sizeof(double) ? H5T_NATIVE_DOUBLE
                                       : H5T_NATIVE_LDOUBLE;
  }
}

/// The type of elements as h5py has it: bool is an enumeration, a complex number a compound.
Handle type_of(const io::ElementType& type)
{
  switch (type.kind()) {
    case Kind::boolean: {
      Handle made(H5Tenum_create(H5T_NATIVE_INT8), H5Tclose);
      for (const signed char value : {0, 1}) {
        H5Tenum_insert(made, value != 0 ? "TRUE" : "FALSE", &value);
      }
      return made;
    }
    case Kind::complex: {
      const std::size_t half = type.bytes() / 2;
      Handle made(H5Tcreate(H5T_COMPOUND, type.bytes()), H5Tclose);
      H5Tinsert(made, "r", 0, number_type(Kind::floating, half));
      H5Tinsert(made, "i", half, number_type(Kind::floating, half));
      return made;
    }
    case Kind::record: {
      Handle made(H5Tcreate(H5T_COMPOUND, type.bytes()), H5Tclose);
      for (const io::Field& field : type.fields()) {
        H5Tinsert(made, field.name.c_str(), field.offset, type_of(field.type));
      }
      return made;
    }
    default:
      return {number_type(type.kind(), type.bytes()), nullptr};
  }
}

/// The type of elements in memory. Types that the program makes belong to it.
Handle memory_type(const Subject& subject, const io::ElementType& type, const Hdf5TypeMaker& maker)
{
  if (!maker && type.kind() == Kind::opaque) {
    subject.refuse(
        "nothing describes the type of the elements for HDF5; specialise dash::io::Record for it, "
        "or pass a type_converter");
  }
  Handle made = maker ? Handle(maker(), nullptr) : type_of(type);
  subject.check(hid_t(made), "make the type of the elements");
  if (H5Tget_size(made) != type.bytes()) {
    subject.refuse(
        "the type for HDF5 has " + std::to_string(H5Tget_size(made)) +
        " bytes, but elements have " + std::to_string(type.bytes()));
  }
  return made;
}

std::vector<std::size_t> extents_of(const Subject& subject, hid_t dataset)
{
  const Handle space(subject.check(H5Dget_space(dataset), "read the extents"), H5Sclose);
  const int rank = subject.check(H5Sget_simple_extent_ndims(space), "read the extents");
  std::vector<hsize_t> extents(static_cast<std::size_t>(rank));
  if (rank > 0) H5Sget_simple_extent_dims(space, extents.data(), nullptr);
  return {extents.begin(), extents.end()};
}

void require_extents(
    const Subject& subject, hid_t dataset, const std::vector<std::size_t>& expected)
{
  const auto extents = extents_of(subject, dataset);
  if (extents == expected) return;
  subject.refuse(
      "the extents differ: " + text_of(extents) + " in the file, " + text_of(expected) +
      " in the container");
}

/// \throws std::runtime_error  unless a box lies in a data set of some extents
void require_inside(
    const Subject& subject, const std::vector<std::size_t>& dataset,
    const std::vector<std::size_t>& offsets, const std::vector<std::size_t>& extents)
{
  bool is_inside = dataset.size() == offsets.size() && dataset.size() == extents.size();
  for (std::size_t d = 0; is_inside && d < dataset.size(); ++d) {
    is_inside = offsets[d] <= dataset[d] && extents[d] <= dataset[d] - offsets[d];
  }
  if (is_inside) return;
  subject.refuse(
      "a box of " + text_of(extents) + " at " + text_of(offsets) + " does not lie in its extents " +
      text_of(dataset));
}

/// The digits of an integer type, all in base 2, without the one of the sign.
std::size_t digits_of_integer(hid_t type)
{
  return H5Tget_precision(type) - (H5Tget_sign(type) == H5T_SGN_2 ? 1 : 0);
}

/// What a floating-point type can represent: significant digits in base 2, and the exponents of
/// the smallest and the largest normal numbers.
struct FloatLimits {
  explicit FloatLimits(hid_t type)
  {
    std::size_t sign = 0, exponent = 0, exponent_bits = 0, mantissa = 0, mantissa_bits = 0;
    H5Tget_fields(type, &sign, &exponent, &exponent_bits, &mantissa, &mantissa_bits);
    digits = mantissa_bits + (H5Tget_norm(type) == H5T_NORM_IMPLIED ? 1 : 0);
    const auto bias = static_cast<long>(H5Tget_ebias(type));
    smallest = 1 - bias;
    largest = (1L << exponent_bits) - 2 - bias;
  }

  std::size_t digits;
  long smallest, largest;
};

/// Integers are exact as long as all their digits are significant. The smallest number of a signed
/// type needs one digit only, of the exponent that comes behind those of the others.
bool float_has_integers(hid_t from, hid_t to)
{
  const FloatLimits limits(to);
  const std::size_t digits = digits_of_integer(from);
  return digits <= limits.digits && static_cast<long>(digits) <= limits.largest;
}

bool float_has_floats(hid_t from, hid_t to)
{
  const FloatLimits have(to), need(from);
  return need.digits <= have.digits && need.smallest >= have.smallest &&
         need.largest <= have.largest;
}

/// Whether HDF5 converts values between two types without changing them: the second type has each
/// value of the first.
bool keeps_values(hid_t from, hid_t to)
{
  const H5T_class_t kind = H5Tget_class(from);
  if (kind == H5T_INTEGER && H5Tget_class(to) == H5T_FLOAT) return float_has_integers(from, to);
  if (kind != H5Tget_class(to)) return false;
  if (kind == H5T_INTEGER) {
    const bool is_signed = H5Tget_sign(from) == H5T_SGN_2;
    if (is_signed && H5Tget_sign(to) != H5T_SGN_2) return false;
    return digits_of_integer(from) <= digits_of_integer(to);
  }
  if (kind == H5T_FLOAT) return float_has_floats(from, to);
  if (kind == H5T_COMPOUND) {
    const int members = H5Tget_nmembers(to);
    if (members != H5Tget_nmembers(from)) return false;
    for (int i = 0; i < members; ++i) {
      char* const name = H5Tget_member_name(to, static_cast<unsigned>(i));
      const int other = H5Tget_member_index(from, name);
      H5free_memory(name);
      if (other < 0) return false;
      const Handle a(H5Tget_member_type(from, static_cast<unsigned>(other)), H5Tclose);
      const Handle b(H5Tget_member_type(to, static_cast<unsigned>(i)), H5Tclose);
      if (!keeps_values(a, b)) return false;
    }
    return true;
  }
  return H5Tequal(from, to) > 0;
}

/// \throws std::runtime_error  unless elements go from one type to the other as they are
void require_types(const Subject& subject, hid_t from, hid_t to)
{
  if (keeps_values(from, to)) return;
  const auto shown = [](hid_t type) {
    const H5T_class_t kind = H5Tget_class(type);
    const char* const name =
        kind == H5T_INTEGER
            ? H5Tget_sign(type) == H5T_SGN_2 ? "signed integers" : "unsigned integers"
        : kind == H5T_FLOAT    ? "floating-point numbers"
        : kind == H5T_COMPOUND ? "records"
        : kind == H5T_ENUM     ? "an enumeration"
                               : "another kind";
    return std::string(name) + " of " + std::to_string(8 * H5Tget_size(type)) + " bits";
  };
  subject.refuse(
      "the types of the elements differ, so that values could change: " + shown(from) + " to " +
      shown(to));
}

/// Where the elements of a data set lie in its file as they are in memory, one after the other;
/// none if only HDF5 can write and read them.
std::optional<std::size_t> place_of(hid_t dataset, hid_t type)
{
  const Handle creation(H5Dget_create_plist(dataset), H5Pclose);
  const Handle file_type(H5Dget_type(dataset), H5Tclose);
  const bool is_plain = H5Pget_layout(creation) == H5D_CONTIGUOUS &&
                        H5Pget_external_count(creation) == 0 && H5Tequal(file_type, type) > 0;
  const haddr_t offset = is_plain ? H5Dget_offset(dataset) : HADDR_UNDEF;
  if (offset == HADDR_UNDEF) return std::nullopt;
  return static_cast<std::size_t>(offset);
}

/// Transfers boxes of a data set whose elements lie in the file one after the other, without HDF5.
class PlainAccess {
 public:
  /// \param place    of the data set's first element in the file
  /// \param extents  of the data set
  /// \param origin   where the elements begin in it; empty: at its beginning
  PlainAccess(
      const OpenFile& file, std::size_t place, std::size_t bytes, std::vector<std::size_t> extents,
      const std::vector<std::size_t>& origin)
      : file_(file),
        place_(place),
        bytes_(bytes),
        extents_(std::move(extents)),
        origin_(origin)
  {}

  void write(const FileStep& step, const std::byte* data)
  {
    for_each_line(step.box, [&](std::size_t offset, std::size_t bytes) {
      file_.write(offset, data, bytes);
      data += bytes;
    });
  }

  /// Short lines that are close to each other are read with what is between them.
  void read(const FileStep& step, std::byte* data)
  {
    for_each_line(step.box, [&](std::size_t offset, std::size_t bytes) {
      const bool is_close = !lines_.empty() && offset - lines_.back().end() <= most_between &&
                            offset + bytes - lines_.front().offset <= most_at_once;
      if (!is_close) read_lines();
      lines_.push_back({offset, bytes, data});
      data += bytes;
    });
    read_lines();
  }

 private:
  /// Bytes of the file, and where they go.
  struct Line {
    std::size_t offset;
    std::size_t bytes;
    std::byte* data;

    std::size_t end() const { return offset + bytes; }
  };

  static constexpr std::size_t most_between = std::size_t{4} << 10;
  static constexpr std::size_t most_at_once = std::size_t{2} << 20;

  /// Calls \p visit with offset and bytes in the file of all that follows each other, in ascending
  /// order.
  template <class Visit>
  void for_each_line(const FileBox& box, Visit&& visit) const
  {
    const std::size_t rank = extents_.size();
    // The dimensions from here on are in one line: all but the slowest of them as a whole.
    std::size_t inner = rank;
    std::size_t count = 1;
    while (inner > 0) {
      --inner;
      count *= box.extents[inner];
      if (box.extents[inner] != extents_[inner]) break;
    }
    std::vector<std::size_t> at(rank, 0);
    for (;;) {
      std::size_t position = 0;
      for (std::size_t d = 0; d < rank; ++d) {
        const std::size_t begin = box.offsets[d] + (origin_.empty() ? 0 : origin_[d]);
        position = position * extents_[d] + begin + at[d];
      }
      visit(place_ + position * bytes_, count * bytes_);
      std::size_t d = inner;
      for (; d > 0; --d) {
        if (++at[d - 1] < box.extents[d - 1]) break;
        at[d - 1] = 0;
      }
      if (d == 0) return;
    }
  }

  void read_lines()
  {
    if (lines_.size() == 1) file_.read(lines_[0].offset, lines_[0].data, lines_[0].bytes);
    if (lines_.size() > 1) {
      const std::size_t begin = lines_.front().offset;
      buffer_.resize(lines_.back().end() - begin);
      file_.read(begin, buffer_.data(), buffer_.size());
      for (const Line& line : lines_) {
        std::memcpy(line.data, buffer_.data() + (line.offset - begin), line.bytes);
      }
    }
    lines_.clear();
  }

  const OpenFile& file_;
  std::size_t place_;
  std::size_t bytes_;
  std::vector<std::size_t> extents_;
  const std::vector<std::size_t>& origin_;
  std::vector<Line> lines_;
  std::vector<std::byte> buffer_;
};

/// Access to a data set with room for a row of its chunks: the boxes of a step need not be chunks,
/// and chunks that are not complete would be compressed, written and read again.
Handle dataset_access(
    const std::vector<std::size_t>& extents, const std::vector<std::size_t>& chunks,
    std::size_t bytes)
{
  Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  if (chunks.empty()) return access;
  std::size_t row = bytes;
  std::size_t count = 1;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    const std::size_t across = d == 0 ? 1 : (extents[d] + chunks[d] - 1) / chunks[d];
    row *= across * chunks[d];
    count *= across;
  }
  constexpr std::size_t least = std::size_t{1} << 20, most = std::size_t{1} << 30;
  const std::size_t slots = std::min<std::size_t>(100 * count + 1, 1'000'003);
  H5Pset_chunk_cache(access, slots, std::clamp(2 * row, least, most), 1.0);
  return access;
}

bool dataset_exists(hid_t file, const std::string& path)
{
  // Each group on the way has to exist for the question to be allowed.
  for (std::size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
    if (H5Lexists(file, path.substr(0, slash).c_str(), H5P_DEFAULT) <= 0) return false;
    if (slash == std::string::npos) return true;
  }
}

Handle create_dataset(
    const Subject& subject, hid_t file, const Hdf5Creation& how, const FileElements& elements,
    hid_t type)
{
  const bool is_box = !how.within.empty();
  const auto& extents = is_box ? how.within : elements.extents();
  const std::size_t all = FileBox{{}, extents}.size();
  const auto rank = static_cast<int>(extents.size());
  const std::vector<hsize_t> sizes(extents.begin(), extents.end());
  const Handle space(H5Screate_simple(rank, sizes.data(), nullptr), H5Sclose);
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(links, 1);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  // Around a box, elements are zero. Otherwise all are written, and nothing is filled before.
  H5Pset_fill_time(creation, is_box ? H5D_FILL_TIME_ALLOC : H5D_FILL_TIME_NEVER);
  auto chunks = how.chunks;
  if (chunks.empty() && how.compression > 0 && all > 0) {
    // Whole rows of a megabyte or so.
    chunks = extents;
    const std::size_t row = all / extents[0] * elements.type().bytes();
    constexpr std::size_t goal = std::size_t{1} << 20;
    chunks[0] = std::clamp<std::size_t>(goal / std::max<std::size_t>(1, row), 1, extents[0]);
  }
  if (!chunks.empty()) {
    if (chunks.size() != extents.size()) {
      subject.refuse(
          "chunks of " + std::to_string(chunks.size()) + " dimensions for " +
          std::to_string(extents.size()));
    }
    const std::vector<hsize_t> lengths(chunks.begin(), chunks.end());
    subject.check(H5Pset_chunk(creation, rank, lengths.data()), "divide it into chunks");
    if (how.compression > 0) {
      subject.check(
          H5Pset_deflate(creation, static_cast<unsigned>(how.compression)), "compress it");
    }
  } else {
    H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY);
  }
  const Handle access = dataset_access(extents, chunks, elements.type().bytes());
  return {
      subject.check(
          H5Dcreate2(file, subject.dataset.c_str(), type, space, links, creation, access),
          "create it"),
      H5Dclose};
}

Handle open_dataset(const Subject& subject, hid_t file)
{
  if (!dataset_exists(file, subject.dataset)) subject.refuse("it is not there");
  Handle dataset(
      subject.check(H5Dopen2(file, subject.dataset.c_str(), H5P_DEFAULT), "open it"), H5Dclose);
  const auto extents = extents_of(subject, dataset);
  const auto chunks = chunks_of(dataset, extents.size());
  if (chunks.empty()) return dataset;
  const Handle type(H5Dget_type(dataset), H5Tclose);
  const Handle access = dataset_access(extents, chunks, H5Tget_size(type));
  dataset.close();
  return {subject.check(H5Dopen2(file, subject.dataset.c_str(), access), "open it"), H5Dclose};
}

void write_attribute(const Subject& subject, hid_t dataset, const Hdf5Attribute& attribute)
{
  const char* const name = attribute.name.c_str();
  if (H5Aexists(dataset, name) > 0) H5Adelete(dataset, name);
  if (attribute.values.empty()) return;
  const hsize_t n = attribute.values.size();
  const Handle space(H5Screate_simple(1, &n, nullptr), H5Sclose);
  const Handle made(
      subject.check(
          H5Acreate2(dataset, name, H5T_NATIVE_LONG, space, H5P_DEFAULT, H5P_DEFAULT),
          "create its attribute"),
      H5Aclose);
  subject.check(H5Awrite(made, H5T_NATIVE_LONG, attribute.values.data()), "write its attribute");
}

std::vector<long> read_attribute(const Subject& subject, hid_t dataset, const std::string& name)
{
  if (name.empty() || H5Aexists(dataset, name.c_str()) <= 0) return {};
  const Handle attribute(
      subject.check(H5Aopen(dataset, name.c_str(), H5P_DEFAULT), "open its attribute"), H5Aclose);
  const Handle space(H5Aget_space(attribute), H5Sclose);
  const Handle type(H5Aget_type(attribute), H5Tclose);
  if (H5Tget_class(type) != H5T_INTEGER) return {};
  std::vector<long> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  subject.check(H5Aread(attribute, H5T_NATIVE_LONG, values.data()), "read its attribute");
  return values;
}

Handle create_file(const Subject& subject, const std::string& path)
{
  // Elements of large data sets begin at a page: the system copies whole pages faster.
  constexpr hsize_t large = 1 << 20, page = 4096;
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_alignment(access, large, page);
  return {
      subject.check(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), "create the file"),
      H5Fclose};
}

Handle open_file(const Subject& subject, const std::string& path, unsigned flags)
{
  if (flags != H5F_ACC_RDONLY) require_place_for_file(path);
  // The system knows better why a file cannot be opened.
  OpenFile(path, flags == H5F_ACC_RDONLY ? O_RDONLY : O_RDWR).close();
  const hid_t file = H5Fopen(path.c_str(), flags, H5P_DEFAULT);
  if (file < 0) subject.refuse("the file cannot be opened as one of HDF5: " + reasons_of_hdf5());
  return {file, H5Fclose};
}

bool file_exists(Team& team, const std::string& path)
{
  std::vector<std::byte> answer(1);
  struct stat status;
  answer[0] = static_cast<std::byte>(stat(path.c_str(), &status) == 0);
  share_bytes(team, answer);
  return answer[0] != std::byte{0};
}

class Driver final : public Hdf5Driver {
 public:
  /// Unit 0 makes the data set. If its elements lie in the file one after the other, all units
  /// write their shares there, without HDF5. Otherwise all units write by MPI-IO if they can, or
  /// unit 0 writes boxes of all elements.
  void write(
      const std::string& path, const std::string& name, const Hdf5Creation& how,
      const FileElements& elements, const Hdf5TypeMaker& maker) const override
  {
    Team& team = elements.team();
    const Subject subject{path, name};
    if (how.overwrite_file && !how.offsets.empty() && how.within.empty()) {
      throw io::FileError(
          team, subject.text(
                    "a box is part of a data set that is there, but the file is replaced; keep it "
                    "(DeviceMode::app, overwrite_file = false), or tell the extents of a new data "
                    "set (within)"));
    }
    std::optional<NewFile> fresh;
    if (how.overwrite_file || !file_exists(team, path)) fresh.emplace(team, path);
    const std::string actual = fresh ? fresh->path_aside() : path;
    const bool is_joint = !any_unit(team, !writes_jointly()) && elements.size() > 0;

    struct {
      std::optional<std::size_t> place;
      std::array<std::size_t, H5S_MAX_RANK> extents;
      std::size_t rank;
    } found{};
    at_first_unit(team, [&] {
      const QuietHdf5 quiet;
      const Handle type = memory_type(subject, elements.type(), maker);
      Handle file = fresh ? create_file(subject, actual) : open_file(subject, actual, H5F_ACC_RDWR);
      Handle dataset = dataset_of(subject, file, how, elements, type);
      if (how.offsets.empty()) write_attribute(subject, dataset, how.attribute);
      found.place = place_of(dataset, type);
      const auto extents = extents_of(subject, dataset);
      found.rank = extents.size();
      std::copy(extents.begin(), extents.end(), found.extents.begin());
      if (!found.place && elements.size() > 0 && !is_joint) {
        BoxAccess access(subject, dataset, type, how.offsets);
        write_boxes(
            elements, {0, elements.size()}, ElementSequence::row_major,
            [&](const FileStep& step, const std::byte* data) { access.write(step, data); });
      }
      subject.check(dataset.close(), "close it");
      subject.check(file.close(), "close the file");
    });

    std::vector<std::byte> message(sizeof found);
    std::memcpy(message.data(), &found, sizeof found);
    share_bytes(team, message);
    std::memcpy(&found, message.data(), sizeof found);
    if (!found.place && is_joint) {
      const QuietHdf5 quiet;
      const Handle type = memory_type(subject, elements.type(), maker);
      write_jointly(subject, actual, elements, how.offsets, type);
    }
    if (fresh) fresh->open();
    together(team, [&] {
      const OpenFile own = fresh ? OpenFile() : OpenFile(actual, O_RDWR);
      const OpenFile& file = fresh ? fresh->file() : own;
      if (found.place && elements.size() > 0) {
        PlainAccess access(
            file, *found.place, elements.type().bytes(),
            {found.extents.begin(), found.extents.begin() + found.rank}, how.offsets);
        write_boxes(
            elements, own_share(elements, ElementSequence::row_major), ElementSequence::row_major,
            [&](const FileStep& step, const std::byte* data) { access.write(step, data); });
      }
      if (!fresh) file.sync();
    });
    if (fresh) fresh->finish();
  }

  Hdf5Description describe(
      const std::string& path, const std::string& name, const std::string& attribute,
      Team& team) const override
  {
    Hdf5Description found;
    together(team, [&] {
      const QuietHdf5 quiet;
      const Subject subject{path, name};
      const Handle file = open_file(subject, path, H5F_ACC_RDONLY);
      const Handle dataset = open_dataset(subject, file);
      found = {extents_of(subject, dataset), read_attribute(subject, dataset, attribute)};
    });
    return found;
  }

  /// Each unit reads its share, without HDF5 if the elements lie in the file one after the other.
  void read(
      const std::string& path, const std::string& name, const std::vector<std::size_t>& offsets,
      const FileElements& elements, const Hdf5TypeMaker& maker) const override
  {
    Team& team = elements.team();
    together(team, [] {});  // the elements may change from now on
    together(team, [&] {
      const QuietHdf5 quiet;
      const Subject subject{path, name};
      const Handle type = memory_type(subject, elements.type(), maker);
      const Handle file = open_file(subject, path, H5F_ACC_RDONLY);
      const Handle dataset = open_dataset(subject, file);
      const auto extents = extents_of(subject, dataset);
      if (offsets.empty()) {
        require_extents(subject, dataset, elements.extents());
      } else {
        require_inside(subject, extents, offsets, elements.extents());
      }
      const Handle file_type(H5Dget_type(dataset), H5Tclose);
      if (!maker) require_types(subject, file_type, type);
      if (elements.size() == 0) return;
      const auto share = own_share(elements, ElementSequence::row_major);
      if (const auto place = place_of(dataset, type)) {
        const OpenFile plain(path, O_RDONLY);
        PlainAccess access(plain, *place, elements.type().bytes(), extents, offsets);
        return read_boxes(
            elements, share, ElementSequence::row_major,
            [&](const FileStep& step, std::byte* data) { access.read(step, data); });
      }
      BoxAccess access(subject, dataset, type, offsets);
      read_boxes(
          elements, share, ElementSequence::row_major,
          [&](const FileStep& step, std::byte* data) { access.read(step, data); });
    });
  }

  Hdf5TypeId type(const io::ElementType& type) const override
  {
    const Handle made = type_of(type);
    return H5Tcopy(made);
  }

 private:
  static Handle dataset_of(
      const Subject& subject, hid_t file, const Hdf5Creation& how, const FileElements& elements,
      hid_t type)
  {
    const bool is_box = !how.offsets.empty();
    const bool makes = is_box ? !how.within.empty() && !dataset_exists(file, subject.dataset)
                              : !how.modify_dataset;
    if (is_box && !how.within.empty()) {
      require_inside(subject, how.within, how.offsets, elements.extents());
    }
    if (makes) {
      if (dataset_exists(file, subject.dataset)) {
        subject.refuse("it is there already; ask for modify_dataset to write it anew");
      }
      return create_dataset(subject, file, how, elements, type);
    }
    if (is_box && !dataset_exists(file, subject.dataset)) {
      subject.refuse("it is not there; `within` tells the extents of one that is made for a box");
    }
    Handle dataset = open_dataset(subject, file);
    if (!is_box) {
      require_extents(subject, dataset, elements.extents());
    } else if (how.within.empty()) {
      require_inside(subject, extents_of(subject, dataset), how.offsets, elements.extents());
    } else {
      require_extents(subject, dataset, how.within);
    }
    const Handle file_type(H5Dget_type(dataset), H5Tclose);
    require_types(subject, type, file_type);
    return dataset;
  }
};

}  // namespace

}  // namespace dash::detail

extern "C" __attribute__((visibility("default"))) const dash::detail::Hdf5Driver* dash_hdf5_driver()
{
  static const dash::detail::Driver driver;
  return &driver;
}
