#pragma once

/// \file
/// Streams that end with their scope.

#include <dash/dart/if/dart_stream.h>

#include "support.h"

namespace dart::test {

/// A stream of this unit, which ends with its scope.
class OwnStream {
 public:
  OwnStream() { EXPECT_OK(dart_stream_create(&stream_)); }
  ~OwnStream() { EXPECT_OK(dart_stream_destroy(&stream_)); }
  OwnStream(const OwnStream&) = delete;
  OwnStream& operator=(const OwnStream&) = delete;

  operator dart_stream_t() const { return stream_; }

 private:
  dart_stream_t stream_ = DART_STREAM_NULL;
};

}  // namespace dart::test
