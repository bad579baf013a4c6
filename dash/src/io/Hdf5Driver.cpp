#include <dash/detail/base/Module.h>
#include <dash/detail/io/Hdf5Driver.h>
#include <dash/io/FileError.h>

#include <dash/dart/if/dart.h>

#include <string>

namespace dash::detail {

Hdf5Driver::~Hdf5Driver() = default;

namespace {

constexpr char module_file[] = "libdash-hdf5.so";
constexpr char module_file_mpi[] = "libdash-hdf5-mpi.so";

const ModuleEntry& module()
{
  static const ModuleEntry loaded = module_entry(module_file, hdf5_driver_entry);
  return loaded;
}

const Hdf5Driver* driver_of(const ModuleEntry& entry)
{
  if (entry.function == nullptr) return nullptr;
  return reinterpret_cast<Hdf5DriverEntry>(entry.function)();
}

/// The driver that uses MPI-IO: in runs that have MPI, if this build has it.
const Hdf5Driver* driver_with_mpi()
{
  if (dart_call_mpi([](void*) {}, nullptr) != DART_OK) return nullptr;
  static const Hdf5Driver* const made = driver_of(module_entry(module_file_mpi, hdf5_driver_entry));
  return made;
}

}  // namespace

bool has_hdf5()
{
  return module().function != nullptr;
}

const Hdf5Driver& hdf5_driver(const Team& team, Hdf5Library library)
{
  if (library == Hdf5Library::any) {
    if (const Hdf5Driver* const driver = driver_with_mpi()) return *driver;
  }
  static const Hdf5Driver* const made = driver_of(module());
  if (made != nullptr) return *made;
  throw io::FileError(
      team,
      std::string("dash::io: HDF5 is not available, since ") + module_file +
          " cannot be loaded: " + module().failure +
          "; install libhdf5-dev and build DASH with -DDASH_WITH_HDF5=ON, or set DART_MODULE_PATH");
}

}  // namespace dash::detail
