#pragma once

/// \file
/// dash::io::Checkpoint, the state of a run in one file from which another run goes on.

#include <dash/Team.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/io/ContainerElements.h>
#include <dash/detail/io/FileElements.h>
#include <dash/io/ElementType.h>
#include <dash/io/FileError.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::io {

/// Named containers and values of a run, which are saved together and loaded together.
///
///     dash::io::Checkpoint checkpoint("heat.npz");
///     checkpoint.add("field", field).add("step", step);
///     if (checkpoint.exists()) checkpoint.load();
///     for (; step < steps; ++step) {
///       if (step % 100 == 0) checkpoint.save();
///       …
///
/// The file is complete or absent: whenever a run ends, it is that of the last \c save that ended,
/// or of the one before. It is an archive ".npz" that \c numpy.load reads and \c numpy.savez
/// writes, with an array for each name and a checksum for each array, which \c load verifies. A run
/// on another number of units, with other patterns and another mix of CPUs and GPUs can load it.
///
/// The object refers to what it was given; \c add is a local call, and \c exists, \c save and
/// \c load are collective over the team. Complete the units' operations on the elements before
/// \c save and \c load. Errors are FileError, thrown by all units together.
class DASH_API Checkpoint {
 public:
  explicit Checkpoint(std::string path, Team& team = Team::All())
      : path_(std::move(path)),
        team_(&team)
  {}

  /// Adds a container, or a view of global elements, of the team. A container without memory gets
  /// it when it is loaded, with the default distribution of the extents in the file.
  /// \throws exception::InvalidArgument  if the name is taken, empty, or contains a slash
  template <class Container>
    requires detail::FileContainer<std::remove_cvref_t<Container>>
  Checkpoint& add(std::string name, Container&& container)
  {
    using Plain = std::remove_cvref_t<Container>;
    Entry entry;
    entry.name = std::move(name);
    entry.type = element_type<typename Plain::value_type>();
    if constexpr (std::is_copy_constructible_v<Plain>) {
      // a view, which may be a temporary object
      entry.elements = [view = container] {
        return detail::file_elements_of("dash::io::Checkpoint", view);
      };
    } else {
      static_assert(
          std::is_lvalue_reference_v<Container>, "the container has to exist as long as this");
      entry.elements = [&container] {
        return detail::file_elements_of("dash::io::Checkpoint", container);
      };
      if constexpr (detail::Allocatable<Plain>) {
        entry.dimensions = static_cast<std::size_t>(Plain::pattern_type::ndim());
        entry.has_memory = [&container] { return container.globmem().is_allocated(); };
        entry.allocate = [&container, this](const std::vector<std::size_t>& extents) {
          detail::allocate_for_file(container, extents, *team_);
        };
      }
    }
    return add_entry(std::move(entry));
  }

  /// Adds a value of each unit, such as the number of the step. That of the team's unit 0 is saved;
  /// all units load it.
  template <class T>
    requires(!detail::FileContainer<T> && !std::is_const_v<T> && std::is_trivially_copyable_v<T>)
  Checkpoint& add(std::string name, T& value)
  {
    Entry entry;
    entry.name = std::move(name);
    entry.type = element_type<T>();
    entry.value = reinterpret_cast<std::byte*>(&value);
    return add_entry(std::move(entry));
  }

  const std::string& path() const noexcept { return path_; }

  /// Whether there is a file, the same on all units. Collective.
  bool exists() const;

  /// Writes all to the file, which replaces an older one. Collective; synchronises.
  /// \throws FileError  if the file cannot be written; the older one remains then
  /// \throws exception::InvalidArgument  if a container has no memory, or is of another team
  void save() const;

  /// Reads all from the file. Names in the file that were not added are left out. Collective;
  /// synchronises.
  /// \throws FileError  if the file cannot be read, lacks a name, has other types or extents, or is
  ///   damaged; unless it is damaged, nothing has changed then but the memory of empty containers
  void load();

 private:
  /// One array of the archive.
  struct Entry {
    std::string name;
    ElementType type;
    std::function<std::unique_ptr<detail::FileElements>()> elements;  ///< set for containers
    std::byte* value = nullptr;                                       ///< set for values
    /// Set for containers that can get memory.
    std::size_t dimensions = 0;
    std::function<bool()> has_memory;
    std::function<void(const std::vector<std::size_t>&)> allocate;
  };

  Checkpoint& add_entry(Entry entry);
  std::vector<std::unique_ptr<detail::FileElements>> elements_of_entries() const;

  std::string path_;
  Team* team_;
  std::vector<Entry> entries_;
};

}  // namespace dash::io
