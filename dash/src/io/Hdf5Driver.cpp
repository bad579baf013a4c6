#include <dash/detail/io/Hdf5Driver.h>
#include <dash/io/FileError.h>

#include <dlfcn.h>

#include <cstdlib>
#include <string>

namespace dash::detail {

Hdf5Driver::~Hdf5Driver() = default;

namespace {

constexpr char module_file[] = "libdash-hdf5.so";

struct Module {
  const Hdf5Driver* driver = nullptr;
  std::string failure;
};

/// The folder of this library, where its modules are.
std::string library_folder()
{
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&hdf5_driver), &info) == 0) return ".";
  const std::string path = info.dli_fname;
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

Module load_module()
{
  const char* const folder = secure_getenv("DART_MODULE_PATH");
  const std::string path = (folder ? std::string(folder) : library_folder()) + "/" + module_file;
  void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const entry = module ? dlsym(module, hdf5_driver_entry) : nullptr;
  if (entry != nullptr) return {reinterpret_cast<Hdf5DriverEntry>(entry)(), {}};
  const char* const cause = dlerror();
  return {nullptr, cause ? cause : path};
}

const Module& module()
{
  static const Module loaded = load_module();
  return loaded;
}

}  // namespace

bool has_hdf5()
{
  return module().driver != nullptr;
}

const Hdf5Driver& hdf5_driver(const Team& team)
{
  if (has_hdf5()) return *module().driver;
  throw io::FileError(
      team,
      std::string("dash::io: HDF5 is not available, since ") + module_file +
          " cannot be loaded: " + module().failure +
          "; install libhdf5-dev and build DASH with -DDASH_WITH_HDF5=ON, or set DART_MODULE_PATH");
}

}  // namespace dash::detail
