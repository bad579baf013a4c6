#pragma once

/// \file
/// A file that grows line by line.

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

namespace dart {

/// The file is mapped, so lines are in it as soon as they are added, even if the process is killed.
/// The last line is followed by zeros.
class TraceFile {
 public:
  /// Takes over an open file. Lines that are in it already, of an earlier process, stay.
  /// \throws std::system_error unless it is a file that can be read and written
  explicit TraceFile(int file);
  ~TraceFile();
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;

  /// Thread-safe. \return false, now and in all later calls, if there is not enough space
  bool add(std::string_view line);
  /// A copy of all lines. Thread-safe.
  std::string lines();

 private:
  bool grow(std::size_t bytes);
  void find_end();

  std::mutex mutex_;
  int file_;
  char* begin_ = nullptr;
  std::size_t used_ = 0, bytes_ = 0;
  bool is_full_ = false;
};

}  // namespace dart
