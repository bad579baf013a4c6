#pragma once

/// \file
/// A file that grows by lines.

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

namespace dart {

/// Lines are in the file as soon as they are added, also if the process is killed: it is mapped.
/// Behind the last line come zeros.
class TraceFile {
 public:
  /// \throws std::system_error
  explicit TraceFile(const std::string& path);
  ~TraceFile();
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;

  /// Thread-safe. \return false, and nothing from then on, where there is no room for it
  bool add(std::string_view line);

 private:
  bool grow(std::size_t bytes);

  std::mutex mutex_;
  int file_;
  char* begin_ = nullptr;
  std::size_t used_ = 0, bytes_ = 0;
  bool is_full_ = false;
};

}  // namespace dart
