#include <dash/detail/base/Module.h>
#include <dash/detail/io/Hdf5Driver.h>
#include <dash/io/FileError.h>

#include <string>

namespace dash::detail {

Hdf5Driver::~Hdf5Driver() = default;

namespace {

constexpr char module_file[] = "libdash-hdf5.so";

const ModuleEntry& module()
{
  static const ModuleEntry loaded = module_entry(module_file, hdf5_driver_entry);
  return loaded;
}

/// The driver of the module, which is there.
const Hdf5Driver& driver()
{
  static const Hdf5Driver& made = *reinterpret_cast<Hdf5DriverEntry>(module().function)();
  return made;
}

}  // namespace

bool has_hdf5()
{
  return module().function != nullptr;
}

const Hdf5Driver& hdf5_driver(const Team& team)
{
  if (has_hdf5()) return driver();
  throw io::FileError(
      team,
      std::string("dash::io: HDF5 is not available, since ") + module_file +
          " cannot be loaded: " + module().failure +
          "; install libhdf5-dev and build DASH with -DDASH_WITH_HDF5=ON, or set DART_MODULE_PATH");
}

}  // namespace dash::detail
