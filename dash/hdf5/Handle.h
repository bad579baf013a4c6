#pragma once

/// \file
/// Handles of HDF5 that are closed once, and its errors as exceptions.

#include <hdf5.h>
#include <stdexcept>
#include <string>
#include <utility>

namespace dash::detail {

/// While an object of this class exists, HDF5 prints no errors.
class QuietHdf5 {
 public:
  QuietHdf5()
  {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

/// What HDF5 says about its last error: the reasons of the functions, from the innermost one.
inline std::string reasons_of_hdf5()
{
  std::string text;
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned /*n*/, const H5E_error2_t* error, void* data) -> herr_t {
        auto& all = *static_cast<std::string*>(data);
        if (error->desc != nullptr) all += (all.empty() ? "" : "; ") + std::string(error->desc);
        return 0;
      },
      &text);
  return text;
}

/// Names what an operation works on, for its messages.
struct Subject {
  std::string file;
  std::string dataset;

  std::string text(const std::string& why) const
  {
    return "dash::io: '" + file + "', data set '" + dataset + "': " + why;
  }

  [[noreturn]] void refuse(const std::string& why) const { throw std::runtime_error(text(why)); }

  /// \throws std::runtime_error  if a function of HDF5 has failed, with its reasons
  template <class Result>
  Result check(Result result, const char* tried) const
  {
    if (result < 0) refuse(std::string("cannot ") + tried + ": " + reasons_of_hdf5());
    return result;
  }
};

/// An id that is closed at the end.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept
      : id_(std::exchange(other.id_, H5I_INVALID_HID)),
        close_(other.close_)
  {}
  Handle& operator=(Handle&& other) noexcept
  {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() { close(); }

  operator hid_t() const noexcept { return id_; }
  herr_t close()
  {
    const hid_t id = std::exchange(id_, H5I_INVALID_HID);
    return id >= 0 && close_ != nullptr ? close_(id) : 0;
  }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

}  // namespace dash::detail
