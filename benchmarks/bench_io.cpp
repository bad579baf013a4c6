/// Measures files of arrays in comparison with raw code that writes and reads the same bytes from
/// the units' own memory: NumPy's format and checkpoints with pwrite and pread by all units, HDF5
/// with H5Dwrite and H5Dread by one. Both sides write a new file, fsync it and rename it. Files are
/// in the folder that the variable TMPDIR names, or in /tmp.

#include <dash/Array.h>
#include <dash/Init.h>
#include <dash/Matrix.h>
#include <dash/algorithm/Bcast.h>
#include <dash/algorithm/Fill.h>
#include <dash/io/Checkpoint.h>
#include <dash/io/Npy.h>
#ifdef BENCH_HAVE_HDF5
#include <dash/io/HDF5.h>
#include <hdf5.h>
#endif

#include <fcntl.h>
#include <unistd.h>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "support/bench.h"

namespace {

using bench::by_all;
using bench::by_one;

/// Both sides end on the medium; what it needs varies more than what is measured.
constexpr double enough = 0.9;

void require(bool succeeded, const char* what)
{
  if (!succeeded) throw std::runtime_error(std::string("bench_io: ") + what + " failed");
}

/// The same bytes from and to the memory of each unit, without DASH.
class RawFile {
 public:
  RawFile(std::string path, void* own, std::size_t bytes, std::size_t offset)
      : path_(std::move(path)),
        own_(static_cast<char*>(own)),
        bytes_(bytes),
        offset_(offset)
  {}

  /// Collective.
  void write() const
  {
    const std::string aside = path_ + ".part";
    if (dash::myid().id == 0) {
      ::unlink(aside.c_str());
      const int file = ::open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666);
      require(ftruncate(file, static_cast<off_t>(bytes_ * dash::size())) == 0, "ftruncate");
      ::close(file);
    }
    dash::barrier();
    const int file = ::open(aside.c_str(), O_WRONLY);
    for (std::size_t done = 0; done < bytes_;) {
      const ssize_t n = pwrite(file, own_ + done, bytes_ - done, at(done));
      require(n > 0, "pwrite");
      done += static_cast<std::size_t>(n);
    }
    require(fsync(file) == 0, "fsync");
    ::close(file);
    dash::barrier();
    if (dash::myid().id == 0) {
      require(std::rename(aside.c_str(), path_.c_str()) == 0, "rename");
    }
    dash::barrier();
  }

  /// Collective.
  void read() const
  {
    const int file = ::open(path_.c_str(), O_RDONLY);
    for (std::size_t done = 0; done < bytes_;) {
      const ssize_t n = pread(file, own_ + done, bytes_ - done, at(done));
      require(n > 0, "pread");
      done += static_cast<std::size_t>(n);
    }
    ::close(file);
    dash::barrier();
  }

 private:
  off_t at(std::size_t done) const { return static_cast<off_t>(offset_ + done); }

  std::string path_;
  char* own_;
  std::size_t bytes_;
  std::size_t offset_;
};

#ifdef BENCH_HAVE_HDF5
/// All elements by one unit, which has them in its memory.
class RawHdf5 {
 public:
  RawHdf5(std::string path, std::size_t n) : path_(std::move(path)), elements_(n, 1.0) {}

  void write()
  {
    const std::string aside = path_ + ".part";
    const hsize_t n = elements_.size();
    const hid_t file = H5Fcreate(aside.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(1, &n, nullptr);
    const hid_t data =
        H5Dcreate2(file, "data", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    require(
        H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, elements_.data()) >= 0,
        "H5Dwrite");
    H5Dclose(data);
    H5Sclose(space);
    H5Fclose(file);
    const int descriptor = ::open(aside.c_str(), O_WRONLY);
    require(fsync(descriptor) == 0, "fsync");
    ::close(descriptor);
    require(std::rename(aside.c_str(), path_.c_str()) == 0, "rename");
  }

  void read()
  {
    const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t data = H5Dopen2(file, "data", H5P_DEFAULT);
    require(
        H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, elements_.data()) >= 0,
        "H5Dread");
    H5Dclose(data);
    H5Fclose(file);
  }

 private:
  std::string path_;
  std::vector<double> elements_;
};
#endif

class Files {
 public:
  Files(bench::Bench& bench, std::string folder)
      : bench_(bench),
        folder_(std::move(folder)),
        array_(bench.sized(std::size_t{1} << 24, 1 << 12) * dash::size())
  {
    dash::fill(array_.begin(), array_.end(), 1.0);
    array_.barrier();
  }

  void measure()
  {
    const std::size_t own = array_.lsize() * sizeof(double);
    const auto me = static_cast<std::size_t>(dash::myid().id);
    const RawFile raw(folder_ + "/raw", array_.lbegin(), own, own * me);
    const std::string npy = folder_ + "/array.npy";
    const std::string npz = folder_ + "/state.npz";
    compare("save .npy", "write", [&] { dash::io::npy::save(npy, array_); }, [&] { raw.write(); });
    compare("load .npy", "read", [&] { dash::io::npy::load(npy, array_); }, [&] { raw.read(); });
    dash::io::Checkpoint checkpoint(npz);
    checkpoint.add("array", array_);
    // Checksums cost more than copies to the cache of the system.
    compare("save checkpoint", "write", [&] { checkpoint.save(); }, [&] { raw.write(); }, false);
    compare("load checkpoint", "read", [&] { checkpoint.load(); }, [&] { raw.read(); }, false);
    measure_hdf5();
  }

 private:
  template <class Dash, class Raw>
  void compare(const char* name, const char* baseline, Dash dash, Raw raw, bool has_bound = true)
  {
    report(name, baseline, bench_.duel(by_all(dash), by_all(raw)), has_bound);
  }

  void report(const char* name, const char* baseline, const bench::Duel& seconds, bool has_bound)
  {
    const std::size_t bytes = array_.size() * sizeof(double);
    bench_.report(
        name, {{"bytes", bytes}}, seconds.rate(static_cast<double>(bytes), bench::giga), "GB/s",
        baseline, has_bound ? bench::at_least_ratio(enough) : bench::Reach{});
  }

  void measure_hdf5()
  {
#ifdef BENCH_HAVE_HDF5
    const std::string path = folder_ + "/array.h5";
    RawHdf5 raw(folder_ + "/raw.h5", dash::myid().id == 0 ? array_.size() : 0);
    const auto write = [&] { dash::io::hdf5::StoreHDF::write(array_, path, "data"); };
    const auto read = [&] { dash::io::hdf5::StoreHDF::read(array_, path, "data"); };
    report(
        "write HDF5", "H5Dwrite", bench_.duel(by_all(write), by_one([&] { raw.write(); })), true);
    report("read HDF5", "H5Dread", bench_.duel(by_all(read), by_one([&] { raw.read(); })), true);
#endif
  }

  bench::Bench& bench_;
  std::string folder_;
  dash::Array<double> array_;
};

/// A folder that all units know. Collective.
std::string make_folder()
{
  char name[256] = {};
  if (dash::myid().id == 0) {
    const auto pattern = (std::filesystem::temp_directory_path() / "bench-io-XXXXXX").string();
    pattern.copy(name, sizeof name - 1);
    require(mkdtemp(name) != nullptr, "mkdtemp");
  }
  dash::broadcast(name, name + sizeof name, dash::team_unit_t{0});
  return name;
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("io", argc, argv, [](bench::Bench& bench) {
    const std::string folder = make_folder();
    Files(bench, folder).measure();
    dash::barrier();
    if (dash::myid().id == 0) std::filesystem::remove_all(folder);
  });
}
