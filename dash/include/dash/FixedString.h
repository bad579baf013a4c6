#pragma once

/// \file
/// dash::FixedString, a text that can be an element of containers and a key of maps.

#include <dash/Exception.h>
#include <dash/Types.h>

#include <algorithm>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>

namespace dash {

/// Text of at most \c capacity characters. Units copy it between processes as bytes, which they
/// cannot do with std::string, whose characters lie in memory of one process.
///
/// \code
///   dash::UnorderedMap<dash::FixedString<15>, int> ages;
///   ages["Ada"] = 36;
/// \endcode
///
/// It converts from all that std::string_view does, and to std::string_view. It needs one byte more
/// than its capacity, or four bytes if the capacity is larger than 255.
template <std::size_t capacity_>
class FixedString {
  using Size = std::conditional_t<(capacity_ < 256), std::uint8_t, std::uint32_t>;
  static_assert(capacity_ > 0 && capacity_ <= UINT32_MAX);

 public:
  using value_type = char;
  using const_iterator = const char*;
  using iterator = const_iterator;

  constexpr FixedString() = default;

  /// \throws exception::InvalidArgument if the text is longer than the capacity
  template <class Text>
    requires(std::convertible_to<const Text&, std::string_view> && !std::same_as<Text, FixedString>)
  constexpr FixedString(const Text& text) : FixedString(std::string_view(text), Checked{})
  {}

  static constexpr std::size_t capacity() noexcept { return capacity_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }

  /// The characters, of which only size() belong to the text; the others are zeros.
  constexpr const char* data() const noexcept { return text_; }
  constexpr const char* begin() const noexcept { return text_; }
  constexpr const char* end() const noexcept { return text_ + size_; }
  constexpr char operator[](std::size_t n) const
  {
    DASH_ASSERT_LT(n, size(), "position is outside of the text");
    return text_[n];
  }

  constexpr std::string_view view() const noexcept { return {text_, size_}; }
  constexpr operator std::string_view() const noexcept { return view(); }
  std::string str() const { return std::string(view()); }

  friend constexpr bool operator==(const FixedString& a, const FixedString& b) noexcept
  {
    return a.view() == b.view();
  }
  friend constexpr auto operator<=>(const FixedString& a, const FixedString& b) noexcept
  {
    return a.view() <=> b.view();
  }
  template <class Text>
    requires(std::convertible_to<const Text&, std::string_view> && !std::same_as<Text, FixedString>)
  friend constexpr bool operator==(const FixedString& a, const Text& b)
  {
    return a.view() == std::string_view(b);
  }
  template <class Text>
    requires(std::convertible_to<const Text&, std::string_view> && !std::same_as<Text, FixedString>)
  friend constexpr auto operator<=>(const FixedString& a, const Text& b)
  {
    return a.view() <=> std::string_view(b);
  }

  friend std::ostream& operator<<(std::ostream& os, const FixedString& text)
  {
    return os << text.view();
  }

 private:
  struct Checked {};

  constexpr FixedString(std::string_view text, Checked) : size_(static_cast<Size>(text.size()))
  {
    if (text.size() > capacity_) {
      DASH_THROW(
          exception::InvalidArgument, "FixedString<" << capacity_ << ">: \"" << text << "\" has "
                                                     << text.size() << " characters");
    }
    std::copy(text.begin(), text.end(), text_);
  }

  /// A multiple of the size of the length, so that there is no padding.
  static constexpr std::size_t bytes = (capacity_ + sizeof(Size) - 1) / sizeof(Size) * sizeof(Size);

  Size size_ = 0;
  char text_[bytes] = {};
};

}  // namespace dash

/// \cond
template <std::size_t capacity>
struct std::hash<dash::FixedString<capacity>> {
  std::size_t operator()(const dash::FixedString<capacity>& text) const noexcept
  {
    return std::hash<std::string_view>()(text.view());
  }
};
/// \endcond
