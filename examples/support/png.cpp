#include "png.h"

#include <png.h>

#include <limits>
#include <stdexcept>

namespace {

/// State of libpng's simplified interface, which reports errors by message instead of longjmp.
class PngImage {
 public:
  PngImage() { image_.version = PNG_IMAGE_VERSION; }
  ~PngImage() { png_image_free(&image_); }
  PngImage(const PngImage&) = delete;
  PngImage& operator=(const PngImage&) = delete;

  png_image* operator->() { return &image_; }
  png_image* get() { return &image_; }

 private:
  png_image image_{};
};

[[noreturn]] void fail(const char* action, const std::string& path, const std::string& reason)
{
  throw std::runtime_error(std::string("cannot ") + action + " '" + path + "': " + reason);
}

}  // namespace

Picture read_png(const std::string& path)
{
  PngImage image;
  if (!png_image_begin_read_from_file(image.get(), path.c_str())) {
    fail("read", path, image->message);
  }
  image->format = PNG_FORMAT_GRAY;
  // Without this, libpng takes 16-bit samples for linear light, which is wrong for nearly all
  // photographs.
  image->flags |= PNG_IMAGE_FLAG_16BIT_sRGB;

  Picture picture{image->height, image->width, {}};
  picture.pixels.resize(picture.rows * picture.columns);
  const png_color white{255, 255, 255};  // background of transparent pixels
  if (!png_image_finish_read(image.get(), &white, picture.pixels.data(), 0, nullptr)) {
    fail("read", path, image->message);
  }
  return picture;
}

void write_png(const std::string& path, const Picture& picture)
{
  constexpr std::size_t limit = std::numeric_limits<std::int32_t>::max();
  if (picture.rows > limit || picture.columns > limit) {
    fail("write", path, "a PNG file has at most 2147483647 rows and columns");
  }
  PngImage image;
  image->width = static_cast<png_uint_32>(picture.columns);
  image->height = static_cast<png_uint_32>(picture.rows);
  image->format = PNG_FORMAT_GRAY;
  if (!png_image_write_to_file(image.get(), path.c_str(), 0, picture.pixels.data(), 0, nullptr)) {
    fail("write", path, image->message);
  }
}
