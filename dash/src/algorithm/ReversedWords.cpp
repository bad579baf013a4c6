#include <dash/detail/range/ReversedWords.h>

#include <dash/algorithm/Reverse.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/memory/Reach.h>
#include <dash/detail/memory/Scratch.h>

#include <algorithm>

namespace dash::detail {

void copy_reversed_words(const void* from, std::ptrdiff_t n, std::size_t size, void* to)
{
  with_word(size, [&](auto word) {
    using Word = decltype(word);
    const auto* const in = static_cast<const Word*>(from);
    auto* const out = static_cast<Word*>(to);
    run_step(ReverseCopyStep{}, reads(in, in + n), writes(out, out + n));
  });
}

void reverse_words(void* words, std::ptrdiff_t n, std::size_t size)
{
  if (is_device_memory(words)) {
    const std::size_t nbytes = static_cast<std::size_t>(n) * size;
    const Scratch copy(MemoryKind::device, nbytes);
    copy_bytes_between(copy.address(), words, nbytes);
    return copy_reversed_words(copy.address(), n, size, words);
  }
  with_word(size, [&](auto word) {
    using Word = decltype(word);
    auto* const begin = static_cast<Word*>(words);
    std::reverse(begin, begin + n);
  });
}

}  // namespace dash::detail
