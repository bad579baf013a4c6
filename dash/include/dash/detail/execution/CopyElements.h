#pragma once

/// \file
/// Copies between elements in any form: native ones, those of containers, and vectors.

#include <dash/detail/base/StoredType.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/memory/WorkBuffer.h>
#include <dash/detail/range/NativeRuns.h>

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <vector>

namespace dash::detail {

/// Copies values, and converts them if the types differ.
struct CopyStep {
  static constexpr auto name = "dash::copy";
  using functions = Functions<>;

  template <class Execution, class In, class Out>
  void operator()(const Execution& exec, const In& in, const Out& out) const
  {
    exec.copy(in.begin(), in.end(), out.begin());
  }
};

/// Copies [begin, end) to \c out, converted if the types differ. Elements of a container on any
/// units need no other copy in between.
template <class In, class Out>
void copy_or_convert(In begin, In end, Out out)
{
  if constexpr (std::is_same_v<std::iter_value_t<In>, std::iter_value_t<Out>>) {
    if constexpr (std::is_pointer_v<In> && std::is_pointer_v<Out>) {
      return copy_elements_between(out, begin, end - begin);
    } else if constexpr (CopiedElements<In> && std::is_pointer_v<Out>) {
      return copy_blocking<Read>(begin, end - begin, out);
    } else if constexpr (std::is_pointer_v<In> && CopiedElements<Out>) {
      return copy_blocking<Write>(out, end - begin, begin);
    }
  }
  run_step(CopyStep{}, reads(begin, end), writes(out, out + (end - begin)));
}

/// Replaces all elements but the first \c kept by \c n ones that \c write(address) creates. They
/// may have no default constructor.
template <class T, class Allocator, class Write>
void replace_elements(
    std::vector<T, Allocator>& elements, std::size_t kept, Position n, Write write)
{
  const std::size_t size = kept + static_cast<std::size_t>(n);
  if constexpr (std::is_default_constructible_v<T>) {
    elements.resize(size);
    write(elements.data() + kept);
  } else {
    const WorkBuffer<T> written(MemoryKind::host, size - kept);
    write(written.data());
    elements.erase(elements.begin() + static_cast<Position>(kept), elements.end());
    elements.insert(elements.end(), written.data(), written.data() + n);
  }
}

/// Appends elements to a vector, wherever they are.
template <class T, class Allocator, class It>
void append_elements(std::vector<T, Allocator>& elements, It begin, It end)
{
  if constexpr (CopiedElements<It>) {
    const Position n = end - begin;
    replace_elements(
        elements, elements.size(), n, [&](T* copies) { copy_blocking<Read>(begin, n, copies); });
    return;
  }
  const auto append = [&](const HostExecution&, const auto& in) {
    elements.insert(elements.end(), in.begin(), in.end());
  };
  run_on_host(append, reads(begin, end));
}

/// The type in which vectors hold elements.
template <class Iterator>
using stored_value = stored_type<std::iter_value_t<Iterator>>;

/// Assigns [begin, end) to the elements that begin at \c out.
template <class LocalIterator, class Iterator>
void assign_elements(LocalIterator begin, LocalIterator end, const Iterator& out)
{
  for_each_native_run(out, end - begin, [&](auto to, auto to_end, Position offset) {
    copy_or_convert(
        native_iterator(begin + offset), native_iterator(begin + offset + (to_end - to)), to);
  });
}

}  // namespace dash::detail
