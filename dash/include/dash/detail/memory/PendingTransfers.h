#pragma once

/// \file
/// Transfers of bytes that are in progress.

#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dash::detail {

/// Transfers in progress to and from memory that is not mapped here. The destructor waits for them.
class DASH_API PendingTransfers {
 public:
  PendingTransfers() = default;
  PendingTransfers(PendingTransfers&&) noexcept = default;
  PendingTransfers& operator=(PendingTransfers&& other) noexcept;
  ~PendingTransfers();

  void read(void* dst, dart_gptr_t src, std::size_t nbytes);
  void write(dart_gptr_t dst, const void* src, std::size_t nbytes);
  /// Transfers of rows, whose places count from there.
  void read(void* dst, std::span<const dart_rows_t> rows, dart_gptr_t src);
  void write(dart_gptr_t dst, const void* src, std::span<const dart_rows_t> rows);

  /// Between two places of global memory. \return false if neither has an address in this process,
  /// or if they overlap
  bool copy(dart_gptr_t to, dart_gptr_t from, std::size_t nbytes);

  bool empty() const noexcept { return handles_.empty(); }
  /// Whether all transfers are complete at both ends.
  bool test();
  void wait();

 private:
  void add(dart_handle_t handle);

  std::vector<dart_handle_t> handles_;
};

}  // namespace dash::detail
