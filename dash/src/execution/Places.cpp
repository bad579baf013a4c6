#include <dash/detail/range/Places.h>

#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/WordOfSize.h>
#include <dash/detail/execution/PlaceSteps.h>
#include <dash/detail/memory/Scratch.h>

namespace dash::detail {

namespace {

/// Calls f with device memory for \c nbytes bytes: that at \c memory, if it is there.
template <class F>
void on_device(std::size_t nbytes, void* memory, const F& f)
{
  if (is_device_memory(memory)) return f(memory);
  const Scratch device(MemoryKind::device, nbytes);
  f(device.address());
}

}  // namespace

bool have_moves_by_kernels(std::size_t element_size)
{
  return with_word(element_size, [](auto word) {
    using Word = decltype(word);
    return device_launcher<ReadPlacesStep<Word>, Word*>() != nullptr &&
           device_launcher<WritePlacesStep<Word>, const Word*>() != nullptr;
  });
}

void read_places(const Places& places, std::ptrdiff_t n, std::size_t element_size, void* to)
{
  const auto nbytes = static_cast<std::size_t>(n) * element_size;
  on_device(nbytes, to, [&](void* device) {
    with_word(element_size, [&](auto word) {
      using Word = decltype(word);
      auto* const words = static_cast<Word*>(device);
      run_step(ReadPlacesStep<Word>{places}, writes(words, words + n));
    });
    if (device != to) copy_bytes(to, device, nbytes);
  });
}

void write_places(
    const Places& places, std::ptrdiff_t n, std::size_t element_size, const void* from)
{
  const auto nbytes = static_cast<std::size_t>(n) * element_size;
  on_device(nbytes, const_cast<void*>(from), [&](void* device) {
    if (device != from) copy_bytes(device, from, nbytes);
    with_word(element_size, [&](auto word) {
      using Word = decltype(word);
      const auto* const words = static_cast<const Word*>(device);
      run_step(WritePlacesStep<Word>{places}, reads(words, words + n));
    });
  });
}

}  // namespace dash::detail
