#pragma once

/// \file
/// The elements of containers, views and ranges for transfers from and to files.

#include <dash/algorithm/CopyView.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/io/FileElements.h>
#include <dash/detail/pattern/Box.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/iterator/IteratorTraits.h>
#include <dash/pattern/Section.h>
#include <dash/view/Concepts.h>
#include <dash/view/ViewBase.h>

#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

/// A transfer by the engine that also copies between matrices.
template <class Direction, class Pattern, class GlobMem, class Local>
class EngineTransfer final : public BoxTransfer {
  using Engine = BoxTransfers<Direction, Pattern, GlobMem, Local>;

 public:
  EngineTransfer(
      const Section<Pattern>& section, const GlobMem& memory, Local* local,
      const typename Engine::strides_type& strides)
      : engine_(section.pattern(), memory)
  {
    engine_.add(section.box(), local, strides);
    engine_.start();
  }
  void wait() override { engine_.wait(); }

 private:
  Engine engine_;
};

/// \tparam K  number of dimensions that remain
template <class T, class Pattern, class GlobMem, std::size_t K>
class ContainerElements final : public FileElements {
  static constexpr auto N = static_cast<std::size_t>(Pattern::ndim());
  static constexpr MemArrange order = Pattern::memory_order();
  using section_type = Section<Pattern>;
  using index_type = typename Pattern::index_type;
  using size_type = typename Pattern::size_type;

 public:
  /// \param dimensions  dimensions that remain, in ascending order
  ContainerElements(
      const section_type& section, const GlobMem& memory, const std::array<dim_t, K>& dimensions,
      io::ElementType type)
      : FileElements(
            section.pattern().team(), std::move(type), extents_of(section, dimensions),
            order == ROW_MAJOR || K == 1 ? ElementSequence::row_major
                                         : ElementSequence::column_major),
        section_(section),
        memory_(memory),
        dimensions_(dimensions)
  {}

  std::byte* in_place(const FileBox& box) const override
  {
    const auto part = section_of(box).box();
    const index_type pos = section_.position_at(part.offsets());
    const auto run = section_.run_at(pos);
    if (run.gend - pos < static_cast<index_type>(part.size())) return nullptr;
    std::byte* const base = memory_.mapped_base(run.unit);
    if (base == nullptr) return nullptr;
    return base + static_cast<std::size_t>(run.local(pos)) * sizeof(T);
  }

  std::unique_ptr<BoxTransfer> fetch(const FileBox& box, std::byte* to) const override
  {
    return transfer<Read>(box, reinterpret_cast<T*>(to));
  }

  std::unique_ptr<BoxTransfer> store(const FileBox& box, const std::byte* from) const override
  {
    return transfer<Write>(box, reinterpret_cast<const T*>(from));
  }

 private:
  static std::vector<std::size_t> extents_of(
      const section_type& section, const std::array<dim_t, K>& dimensions)
  {
    std::vector<std::size_t> extents;
    for (const dim_t d : dimensions) extents.push_back(section.box().extent(d));
    return extents;
  }

  section_type section_of(const FileBox& box) const
  {
    auto part = section_.box();
    for (std::size_t k = 0; k < K; ++k) {
      const auto begin = static_cast<index_type>(box.offsets[k]);
      part =
          restricted(part, dimensions_[k], begin, begin + static_cast<index_type>(box.extents[k]));
    }
    return section_type(section_.pattern(), part);
  }

  template <class Direction, class Local>
  std::unique_ptr<BoxTransfer> transfer(const FileBox& box, Local* local) const
  {
    const auto part = section_of(box);
    return std::make_unique<EngineTransfer<Direction, Pattern, GlobMem, Local>>(
        part, memory_, local, dense_strides<order, std::ptrdiff_t>(part.box().extents()));
  }

  section_type section_;
  const GlobMem& memory_;
  std::array<dim_t, K> dimensions_;
};

template <dim_t N>
constexpr std::array<dim_t, static_cast<std::size_t>(N)> every_dimension()
{
  std::array<dim_t, static_cast<std::size_t>(N)> dimensions{};
  for (dim_t d = 0; d < N; ++d) dimensions[static_cast<std::size_t>(d)] = d;
  return dimensions;
}

template <class T, class Pattern, class GlobMem, std::size_t K>
std::unique_ptr<FileElements> file_elements(
    const Section<Pattern>& section, const GlobMem& memory, const std::array<dim_t, K>& dimensions,
    io::ElementType type)
{
  return std::make_unique<ContainerElements<std::remove_const_t<T>, Pattern, GlobMem, K>>(
      section, memory, dimensions, std::move(type));
}

/// Containers that can be in files: arrays, matrices, and views of their global elements.
template <class X>
concept FileContainer = requires(const X& x) {
  typename X::value_type;
  typename X::pattern_type;
  x.pattern().team();
  requires MatrixLike<X> || ViewExpression<X> || requires { x.globmem(); };
};

/// Containers that get memory by a pattern whose blocks result from the extents.
template <class X>
concept Allocatable = requires(X& x, const typename X::pattern_type& pattern) {
  x.allocate(pattern);
  x.globmem().is_allocated();
  requires std::is_constructible_v<
      typename X::pattern_type, typename X::pattern_type::sizespec_type,
      typename X::pattern_type::distribution_spec, Team&>;
};

/// \throws exception::InvalidArgument  if the container has no memory; all units throw it
DASH_API void require_memory_for_file(bool has_memory, const char* user);

/// The elements of a container or view. Refers to it.
template <FileContainer X>
std::unique_ptr<FileElements> file_elements_of(
    const char* user, const X& x, io::ElementType type = io::element_type<typename X::value_type>())
{
  using Pattern = typename X::pattern_type;
  using T = typename X::value_type;
  if constexpr (MatrixLike<X>) {
    require_memory_for_file(x.globmem().is_allocated(), user);
    std::array<dim_t, static_cast<std::size_t>(X::ndim())> dimensions{};
    for (std::size_t k = 0; k < dimensions.size(); ++k) dimensions[k] = x.dimensions()[k];
    return file_elements<T>(
        Section<Pattern>(x.pattern(), x.viewspec()), x.globmem(), dimensions, std::move(type));
  } else if constexpr (ViewExpression<X>) {
    static_assert(
        !X::is_local(), "files hold elements of all units; take a view of global elements");
    const auto& memory = memory_of(x.origin());
    require_memory_for_file(memory.is_allocated(), user);
    return file_elements<T>(
        Section<Pattern>(x.pattern(), x.viewspec()), memory, every_dimension<Pattern::ndim()>(),
        std::move(type));
  } else {
    require_memory_for_file(x.globmem().is_allocated(), user);
    return file_elements<T>(
        Section<Pattern>(x.pattern()), x.globmem(), every_dimension<Pattern::ndim()>(),
        std::move(type));
  }
}

/// The elements of a range of a one-dimensional container.
template <GlobalIterator It>
std::unique_ptr<FileElements> file_elements_of(const char* user, const It& first, const It& last)
{
  using Pattern = typename It::pattern_type;
  static_assert(
      Pattern::ndim() == 1, "ranges of matrices are no boxes; pass the matrix or a view of it");
  const auto n = require_range(user, first, last);
  using viewspec_type = typename Pattern::viewspec_type;
  using index_type = typename Pattern::index_type;
  viewspec_type box;
  box.resize_dim(
      0, static_cast<index_type>(first.pos()), static_cast<typename Pattern::size_type>(n));
  using T = typename It::value_type;
  return file_elements<T>(
      Section<Pattern>(first.pattern(), box), first.globmem(), every_dimension<1>(),
      io::element_type<T>());
}

/// Gives a container the default distribution of these extents. Collective.
template <class Container>
void allocate_for_file(Container& container, const std::vector<std::size_t>& extents, Team& team)
{
  using Pattern = typename Container::pattern_type;
  constexpr auto N = static_cast<std::size_t>(Pattern::ndim());
  std::array<typename Pattern::size_type, N> sizes{};
  for (std::size_t d = 0; d < N; ++d) sizes[d] = extents[d];
  container.allocate(
      Pattern(typename Pattern::sizespec_type(sizes), typename Pattern::distribution_spec(), team));
}

}  // namespace dash::detail
