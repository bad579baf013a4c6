#pragma once

/// \file
/// What the library needs of HDF5. A module that is loaded when a program first uses it implements
/// it, so that programs link HDF5 and include its headers only if they use it themselves.

#include <dash/Team.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/io/FileElements.h>
#include <dash/io/ElementType.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace dash::detail {

/// The id of a type of HDF5 (\c hid_t).
using Hdf5TypeId = std::int64_t;
/// Makes the type of elements in memory and in the file; none: it follows from \c ElementType.
using Hdf5TypeMaker = std::function<Hdf5TypeId()>;

/// Numbers that are kept beside a data set.
struct Hdf5Attribute {
  std::string name;
  std::vector<long> values;  ///< none if empty
};

/// How a data set is written.
struct Hdf5Creation {
  bool overwrite_file = true;   ///< a new file, which appears as a whole
  bool modify_dataset = false;  ///< into one that exists
  Hdf5Attribute attribute;
  std::vector<std::size_t> chunks;  ///< extents of chunks; none if empty
  int compression = 0;              ///< level of deflate; 0: none
  /// Where the first element lies in the data set, of which the elements are a box; empty: they are
  /// all of it.
  std::vector<std::size_t> offsets;
  /// Extents of the data set that is made for a box if there is none; empty: it has to be there.
  std::vector<std::size_t> within;
};

/// What a data set is.
struct Hdf5Description {
  std::vector<std::size_t> extents;
  std::vector<long> attribute;  ///< none if empty
};

/// Data sets in files. Functions are collective over the team unless they say otherwise; all units
/// throw the same io::FileError.
class DASH_API Hdf5Driver {
 public:
  virtual ~Hdf5Driver();

  virtual void write(
      const std::string& file, const std::string& dataset, const Hdf5Creation& creation,
      const FileElements& elements, const Hdf5TypeMaker& type) const = 0;
  virtual Hdf5Description describe(
      const std::string& file, const std::string& dataset, const std::string& attribute,
      Team& team) const = 0;
  /// \param offsets  where a box of the data set begins; empty: all of it is read
  virtual void read(
      const std::string& file, const std::string& dataset, const std::vector<std::size_t>& offsets,
      const FileElements& elements, const Hdf5TypeMaker& type) const = 0;
  /// The type of elements. Those of records and complex numbers are new, and for the caller to
  /// close. Local call.
  virtual Hdf5TypeId type(const io::ElementType& type) const = 0;
};

/// Which library of HDF5: programs that make or use types link the one without MPI, and ids of one
/// library mean nothing to the other.
enum class Hdf5Library : unsigned char { any, of_program };

/// Whether the library was built with HDF5, and finds it. Local call.
DASH_API bool has_hdf5();
/// \param team  the units that ask
/// \throws io::FileError  on all of them if the library has no HDF5
DASH_API const Hdf5Driver& hdf5_driver(const Team& team, Hdf5Library library = Hdf5Library::any);

/// Name and type of the module's function.
inline constexpr char hdf5_driver_entry[] = "dash_hdf5_driver";
using Hdf5DriverEntry = const Hdf5Driver* (*)();

}  // namespace dash::detail
