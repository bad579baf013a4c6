#pragma once

/// \file
/// Arrays and matrices in files of the format HDF5: StoreHDF, and streams with modifiers.
///
/// All operations are collective over the team of the container, and synchronise before they access
/// elements and at their end. Complete the units' operations on the elements before, by the
/// container's \c barrier. The container may have any pattern and be on CPU and GPU units. The
/// units have to see the same file: on several hosts it is in a folder that they share.
///
/// Extents and coordinates in the file are those of the container; the last dimension is the
/// fastest in the file, whatever the memory order of the pattern is. If the elements of a data set
/// lie in the file one after the other, all units write and read their shares at the same time;
/// chunks and compressed data are written by MPI-IO in runs with MPI, otherwise by one unit, which
/// collects boxes of the others' elements, and read by all units.
///
/// All errors are dash::io::FileError, thrown by all units together. Programs need not link HDF5;
/// those that make types of their own include <hdf5.h> and link it.

#include <dash/Dimensional.h>
#include <dash/Distribution.h>
#include <dash/LaunchPolicy.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/io/ContainerElements.h>
#include <dash/detail/io/Hdf5Driver.h>
#include <dash/io/ElementType.h>
#include <dash/io/FileError.h>
#include <dash/pattern/PatternProperties.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// As in DASH 0.4, tells that this header has declared something.
#define DASH_ENABLE_HDF5

namespace dash::io {

/// How a stream opens its file.
enum class IOSBaseMode : unsigned {
  no_flags = 0,
  app = 1 << 0,  ///< keeps the file, and adds data sets to it
  ate = 1 << 1,
  binary = 1 << 2,
  in = 1 << 3,
  out = 1 << 4,
  trunk = 1 << 5
};

/// Several modes at a time.
template <class Mode>
class StreamMode {
 public:
  constexpr StreamMode() = default;
  constexpr explicit(false) StreamMode(Mode mode) : bits_(static_cast<unsigned>(mode)) {}

  constexpr bool has(Mode mode) const { return (bits_ & static_cast<unsigned>(mode)) != 0; }

  friend constexpr StreamMode operator|(StreamMode a, StreamMode b)
  {
    a.bits_ |= b.bits_;
    return a;
  }
  friend constexpr bool operator==(StreamMode, StreamMode) = default;

 private:
  unsigned bits_ = 0;
};

constexpr StreamMode<IOSBaseMode> operator|(IOSBaseMode a, IOSBaseMode b)
{
  return StreamMode<IOSBaseMode>(a) | StreamMode<IOSBaseMode>(b);
}

}  // namespace dash::io

namespace dash::io::hdf5 {

/// The modes in which streams open files, as DASH 0.4 names them.
using DeviceMode = IOSBaseMode;
/// Several modes at once.
using mode_t = StreamMode<DeviceMode>;

/// A function that returns the type of elements for HDF5 (\c hid_t), both in memory and in the
/// file. The type stays the program's own; an empty function stands for the default, which
/// structures of the program have if there is a \c Record for them.
using type_converter_fun_type = std::function<std::int64_t()>;

/// Whether this build of the library has HDF5. Otherwise all operations throw FileError. Local
/// call.
inline bool is_available()
{
  return detail::has_hdf5();
}

/// The default type for HDF5 (\c hid_t) of elements, which the caller closes by \c H5Tclose. bool
/// is an enumeration and std::complex a compound, as h5py has them; types with a \c Record are
/// compounds. Local call.
template <class T>
std::int64_t get_h5_datatype()
{
  return detail::hdf5_driver(Team::Self(), detail::Hdf5Library::of_program).type(element_type<T>());
}

/// How StoreHDF treats what is in the file.
struct hdf5_options {
  /// Writes a new file, which replaces an older one when it is complete. Otherwise the data set is
  /// added to the file if there is one; a run that is killed meanwhile can damage that file.
  bool overwrite_file = true;
  /// Writes into a data set that exists.
  bool modify_dataset = false;
  /// Writes the pattern as an attribute of the data set.
  bool store_pattern = true;
  /// Gives a container without memory the pattern of that attribute, if it fits the team.
  bool restore_pattern = true;
  std::string pattern_metadata_key = "DASH_PATTERN";
  /// Extents in the file of a container of one dimension, whose elements are there row by row;
  /// empty: its own.
  std::vector<std::size_t> shape = {};
  /// Extents of chunks in the file; empty: the elements lie one after the other.
  std::vector<std::size_t> chunks = {};
  /// Level of compression by deflate, from 1 to 9; 0: none. Divides into chunks by itself.
  int compression = 0;
  /// Coordinates in the data set of the first element of a box, which is what is written or read;
  /// empty: all of the data set.
  std::vector<std::size_t> box_offsets = {};
  /// Extents of that box, which may have other dimensions of extent 1 than the container; empty:
  /// those of the container.
  std::vector<std::size_t> box_extents = {};
  /// Extents of the data set that is made for a box if there is none, with zeros around the box;
  /// empty: it has to be there.
  std::vector<std::size_t> within = {};
};

}  // namespace dash::io::hdf5

namespace dash::detail {

/// Patterns that attributes describe: blocks of equal extents on a grid of units.
template <class Pattern>
concept HasRegularBlocks = requires(const Pattern& pattern) {
  pattern.blocksize(dim_t{});
  requires Pattern::has_local_boxes;
  requires std::is_constructible_v<
      Pattern, typename Pattern::sizespec_type, typename Pattern::distribution_spec,
      typename Pattern::teamspec_type, Team&>;
};

/// The numbers by which DASH 0.4 describes a pattern: the extents, the extents of the grid of
/// units, of the grid of blocks, and of blocks, each in all dimensions.
template <class Pattern>
std::vector<long> pattern_numbers(const Pattern& pattern)
{
  std::vector<long> sizes, units, blocks, lengths;
  for (dim_t d = 0; d < Pattern::ndim(); ++d) {
    sizes.push_back(static_cast<long>(pattern.extent(d)));
    units.push_back(static_cast<long>(pattern.teamspec().extent(d)));
    blocks.push_back(static_cast<long>(pattern.blockspec().extent(d)));
    lengths.push_back(static_cast<long>(pattern.blocksize(d)));
  }
  for (const auto* more : {&units, &blocks, &lengths}) {
    sizes.insert(sizes.end(), more->begin(), more->end());
  }
  return sizes;
}

/// The distribution of a dimension into blocks of a length over a number of units.
template <class Pattern>
Distribution distribution_of(long extent, long units, long length)
{
  if (!pattern_layout_traits<Pattern>::type::blocked) {
    if (units == 1 && length >= extent) return NONE;
    if (length == (extent + units - 1) / units) return BLOCKED;
    return BLOCKCYCLIC(static_cast<int>(length));
  }
  return TILE(static_cast<int>(length));
}

/// Gives a container the pattern that an attribute describes. Collective.
/// \return false if it does not describe one of these extents for this team
template <class Container>
bool allocate_as_stored(Container& container, const Hdf5Description& stored, Team& team)
{
  using Pattern = typename Container::pattern_type;
  constexpr auto N = static_cast<std::size_t>(Pattern::ndim());
  if constexpr (HasRegularBlocks<Pattern>) {
    if (stored.attribute.size() != 4 * N) return false;
    std::array<typename Pattern::size_type, N> sizes{}, grid{};
    std::array<Distribution, N> distributions{};
    std::size_t units = 1;
    for (std::size_t d = 0; d < N; ++d) {
      const long size = stored.attribute[d];
      const long across = stored.attribute[N + d];
      const long length = stored.attribute[3 * N + d];
      const bool fits = size == static_cast<long>(stored.extents[d]) && size > 0 && across > 0 &&
                        length > 0 && length <= size;
      if (!fits) return false;
      sizes[d] = static_cast<std::size_t>(size);
      grid[d] = static_cast<std::size_t>(across);
      distributions[d] = distribution_of<Pattern>(size, across, length);
      units *= grid[d];
    }
    if (units != team.size()) return false;
    container.allocate(Pattern(
        typename Pattern::sizespec_type(sizes), typename Pattern::distribution_spec(distributions),
        typename Pattern::teamspec_type(grid), team));
    return true;
  } else {
    return false;
  }
}

}  // namespace dash::detail

namespace dash::io::hdf5 {

/// Writes and reads containers as data sets of files.
class StoreHDF {
 public:
  using hdf5_options = hdf5::hdf5_options;

  static hdf5_options get_default_options() { return {}; }

  /// Writes a container, or a view of global elements, as a data set.
  /// \param datapath  name of the data set; groups in front of it ("a/b/data") are created
  /// \throws FileError  if the file cannot be written, is none of HDF5, has the data set already
  ///   (or has it not, or with other extents or types, where \c modify_dataset asks for it), or if
  ///   nothing describes the elements: neither \p to_h5_type nor a \c Record
  /// \throws exception::InvalidArgument  if the container has no memory
  template <class Container>
    requires detail::FileContainer<std::remove_cvref_t<Container>>
  static void write(
      Container&& container, const std::string& filename, const std::string& datapath,
      const hdf5_options& options = {}, const type_converter_fun_type& to_h5_type = {})
  {
    using Plain = std::remove_cvref_t<Container>;
    const detail::CurrentCall call("dash::io::hdf5::StoreHDF::write");
    detail::Hdf5Creation creation;
    creation.overwrite_file = options.overwrite_file;
    creation.modify_dataset = options.modify_dataset;
    creation.chunks = options.chunks;
    creation.compression = options.compression;
    creation.within = options.within;
    creation.offsets = options.box_offsets;
    if (creation.offsets.empty()) creation.offsets.resize(options.within.size(), 0);
    creation.attribute.name = options.pattern_metadata_key;
    const auto elements = elements_of(container, options, filename, datapath);
    if constexpr (
        detail::Allocatable<Plain> && detail::HasRegularBlocks<typename Plain::pattern_type>) {
      if (options.store_pattern && options.shape.empty() && creation.offsets.empty()) {
        creation.attribute.values = detail::pattern_numbers(container.pattern());
      }
    }
    detail::hdf5_driver(elements->team(), library_for(to_h5_type))
        .write(filename, datapath, creation, *elements, to_h5_type);
  }

  /// Reads a data set into a container, or a view of global elements, of the same extents. A
  /// container without memory gets it: with the pattern in the data set's attribute, or with the
  /// default distribution of its extents, on the team that it was constructed with, or on all
  /// units.
  /// \throws FileError  if the file cannot be read, lacks the data set, or has other extents;
  ///   without \p to_h5_type also if values could change because the types differ, or if nothing
  ///   describes the elements
  template <class Container>
    requires detail::FileContainer<std::remove_cvref_t<Container>>
  static void read(
      Container&& container, const std::string& filename, const std::string& datapath,
      const hdf5_options& options = {}, const type_converter_fun_type& to_h5_type = {})
  {
    using Plain = std::remove_cvref_t<Container>;
    const detail::CurrentCall call("dash::io::hdf5::StoreHDF::read");
    const Team& own = container.pattern().team();
    const auto& driver =
        detail::hdf5_driver(own.is_null() ? Team::All() : own, library_for(to_h5_type));
    if constexpr (detail::Allocatable<Plain>) {
      if (!container.globmem().is_allocated()) {
        Team& team = container.team().is_null() ? Team::All() : container.team();
        allocate(container, driver, filename, datapath, options, team);
      }
    }
    const auto elements = elements_of(container, options, filename, datapath);
    driver.read(filename, datapath, options.box_offsets, *elements, to_h5_type);
  }

 private:
  static detail::Hdf5Library library_for(const type_converter_fun_type& to_h5_type)
  {
    return to_h5_type ? detail::Hdf5Library::of_program : detail::Hdf5Library::any;
  }

  template <class Container>
  static std::unique_ptr<detail::FileElements> elements_of(
      const Container& container, const hdf5_options& options, const std::string& filename,
      const std::string& datapath)
  {
    // A converter may describe what the library cannot; the driver refuses elements without both.
    auto elements = detail::file_elements_of(
        "dash::io::hdf5", container, detail::description_if_any<typename Container::value_type>());
    if (!options.shape.empty()) elements = detail::shaped(std::move(elements), options.shape);
    if (options.box_extents.empty()) return elements;
    auto box = detail::with_unit_extents(elements, options.box_extents);
    if (box != nullptr) return box;
    throw FileError(
        elements->team(), "dash::io: '" + filename + "', data set '" + datapath +
                              "': the extents differ: " + detail::text_of(options.box_extents) +
                              " in the box, " + detail::text_of(elements->extents()) +
                              " in the container");
  }

  /// Extents of what is read, in as many dimensions as the container has, if that is possible.
  static std::vector<std::size_t> extents_to_read(
      const std::vector<std::size_t>& dataset, const hdf5_options& options, std::size_t dimensions)
  {
    auto extents = dataset;
    if (!options.box_extents.empty()) {
      extents = options.box_extents;
    } else if (options.box_offsets.size() == dataset.size()) {
      for (std::size_t d = 0; d < dataset.size(); ++d) {
        extents[d] -= (std::min)(dataset[d], options.box_offsets[d]);
      }
    }
    if (options.box_extents.empty()) return extents;
    for (std::size_t d = extents.size(); d-- > 0 && extents.size() > dimensions;) {
      if (extents[d] == 1) extents.erase(extents.begin() + static_cast<std::ptrdiff_t>(d));
    }
    return extents;
  }

  template <class Container>
  static void allocate(
      Container& container, const detail::Hdf5Driver& driver, const std::string& filename,
      const std::string& datapath, const hdf5_options& options, Team& team)
  {
    const auto stored = driver.describe(
        filename, datapath, options.restore_pattern ? options.pattern_metadata_key : "", team);
    constexpr auto N = static_cast<std::size_t>(Container::pattern_type::ndim());
    const auto extents = extents_to_read(stored.extents, options, N);
    if (extents.size() != N) {
      throw FileError(
          team, "dash::io: '" + filename + "', data set '" + datapath +
                    "': the numbers of dimensions differ: " + std::to_string(extents.size()) +
                    " in the file, " + std::to_string(N) + " in the container");
    }
    const bool is_whole = options.box_offsets.empty();
    if (is_whole && detail::allocate_as_stored(container, stored, team)) return;
    detail::allocate_for_file(container, extents, team);
  }
};

/// What modifiers change in a stream: it applies to the containers behind them.
struct StreamState {
  std::string dataset = "data";
  hdf5_options options = {};
  type_converter_fun_type converter = {};
};

/// A modifier: a function that changes the state of a stream.
class Modifier {
 public:
  explicit Modifier(std::function<void(StreamState&)> change) : change_(std::move(change)) {}
  void apply(StreamState& state) const { change_(state); }

 private:
  std::function<void(StreamState&)> change_;
};

/// The name of the data set, possibly with groups in front of it.
DASH_API Modifier dataset(std::string name);
/// The name of the attribute that holds the pattern.
DASH_API Modifier setpattern_key(std::string name);
/// Whether the pattern is written.
DASH_API Modifier store_pattern(bool store = true);
/// Whether containers without memory get the pattern that was written.
DASH_API Modifier restore_pattern(bool restore = true);
/// Whether a data set that exists is written anew.
DASH_API Modifier modify_dataset(bool modify = true);
/// A function that returns the type of the elements for HDF5.
DASH_API Modifier type_converter(type_converter_fun_type converter);
/// Extents in the file of containers of one dimension.
DASH_API Modifier shape(std::vector<std::size_t> extents);
/// Extents of the chunks of a data set.
DASH_API Modifier chunks(std::vector<std::size_t> extents);
/// Level of the compression of a data set, from 1 to 9; 0: none.
DASH_API Modifier compression(int level);

/// A box of the data set, in which the elements are written and from which they are read.
/// \param offsets  coordinates of its first element; none: all of the data set again
/// \param extents  none: those of the container. They may have other dimensions of extent 1: with
///   {rows, 1}, a column of a matrix is an array.
DASH_API Modifier box(std::vector<std::size_t> offsets, std::vector<std::size_t> extents = {});
/// Extents of the data set that is made for a box if there is none. Its other elements are zero.
DASH_API Modifier within(std::vector<std::size_t> extents);

/// The common part of streams: the file, what modifiers have said, and operations that wait.
class IOStream {
 public:
  IOStream(IOStream&&) = default;
  IOStream& operator=(IOStream&&) = delete;

  /// Performs the operations of a stream with \c dash::launch::async in their order. Collective.
  void flush()
  {
    auto waiting = std::move(waiting_);
    waiting_.clear();
    for (const auto& operation : waiting) operation();
  }

 protected:
  IOStream(dash::launch policy, std::string filename)
      : filename_(std::move(filename)),
        is_async_(policy == dash::launch::async)
  {}
  /// Flushes, unless an exception is the reason.
  ~IOStream() noexcept(false)
  {
    if (std::uncaught_exceptions() == exceptions_) flush();
  }

  void perform(std::function<void()> operation)
  {
    if (!is_async_) return operation();
    waiting_.push_back(std::move(operation));
  }

  std::string filename_;
  StreamState state_;

 private:
  bool is_async_;
  std::vector<std::function<void()>> waiting_;
  int exceptions_ = std::uncaught_exceptions();
};

/// Writes containers to a file: each \c << behind the modifier \c dataset writes a data set. The
/// first one replaces the file, unless the mode is DeviceMode::app; the others are added.
///
///     dash::io::hdf5::OutputStream out("fields.h5");
///     out << dash::io::hdf5::dataset("step0/temperature") << temperature;
///
/// With dash::launch::async, operations are performed by \c flush or the destructor, which are
/// collective then; the containers have to exist and keep their elements until then.
class OutputStream : public IOStream {
 public:
  explicit OutputStream(std::string filename, mode_t mode = DeviceMode::no_flags)
      : OutputStream(dash::launch::sync, std::move(filename), mode)
  {}
  OutputStream(dash::launch policy, std::string filename, mode_t mode = DeviceMode::no_flags)
      : IOStream(policy, std::move(filename))
  {
    state_.options.overwrite_file = !mode.has(DeviceMode::app);
  }

  OutputStream& operator<<(const Modifier& modifier)
  {
    modifier.apply(state_);
    return *this;
  }

  template <class Container>
    requires detail::FileContainer<std::remove_cvref_t<Container>>
  OutputStream& operator<<(Container&& container)
  {
    const auto write = [file = filename_, state = state_](auto& what) {
      StoreHDF::write(what, file, state.dataset, state.options, state.converter);
    };
    state_.options.overwrite_file = false;
    if constexpr (std::is_copy_constructible_v<std::remove_cvref_t<Container>>) {
      perform([write, view = container]() mutable { write(view); });
    } else {
      perform([write, &container] { write(container); });
    }
    return *this;
  }
};

/// Reads containers from a file: each \c >> behind the modifier \c dataset reads a data set.
class InputStream : public IOStream {
 public:
  explicit InputStream(std::string filename) : InputStream(dash::launch::sync, std::move(filename))
  {}
  InputStream(dash::launch policy, std::string filename) : IOStream(policy, std::move(filename)) {}

  InputStream& operator>>(const Modifier& modifier)
  {
    modifier.apply(state_);
    return *this;
  }

  template <class Container>
    requires detail::FileContainer<std::remove_cvref_t<Container>>
  InputStream& operator>>(Container&& container)
  {
    const auto read = [file = filename_, state = state_](auto& what) {
      StoreHDF::read(what, file, state.dataset, state.options, state.converter);
    };
    if constexpr (std::is_copy_constructible_v<std::remove_cvref_t<Container>>) {
      perform([read, view = container]() mutable { read(view); });
    } else {
      perform([read, &container] { read(container); });
    }
    return *this;
  }
};

}  // namespace dash::io::hdf5
