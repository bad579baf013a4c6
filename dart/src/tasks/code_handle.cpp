#include "tasks/code_handle.h"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <new>
#include <optional>
#include <shared_mutex>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace dart {
namespace {

struct LoadedObject {
  std::uint64_t id;
  std::uintptr_t base, begin, end;  ///< offsets are relative to base; addresses are in [begin, end)
};

std::size_t padded(std::size_t bytes)
{
  return (bytes + 3) / 4 * 4;
}

/// The build id among the notes of an object, if there is one.
std::optional<std::string_view> build_id_in(const char* notes, std::size_t bytes)
{
  while (bytes >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes, sizeof note);
    const std::size_t size = sizeof note + padded(note.n_namesz) + padded(note.n_descsz);
    if (size > bytes) break;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof ELF_NOTE_GNU) {
      return std::string_view(notes + sizeof note + padded(note.n_namesz), note.n_descsz);
    }
    notes += size;
    bytes -= size;
  }
  return std::nullopt;
}

LoadedObject describe(const dl_phdr_info& info)
{
  LoadedObject object{0, info.dlpi_addr, ~std::uintptr_t(0), 0};
  std::string_view name = info.dlpi_name;
  for (int k = 0; k < info.dlpi_phnum; ++k) {
    const ElfW(Phdr)& header = info.dlpi_phdr[k];
    const std::uintptr_t begin = info.dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_LOAD) {
      object.begin = std::min<std::uintptr_t>(object.begin, begin);
      object.end = std::max<std::uintptr_t>(object.end, begin + header.p_memsz);
    } else if (header.p_type == PT_NOTE) {
      const auto id = build_id_in(reinterpret_cast<const char*>(begin), header.p_memsz);
      if (id) name = *id;
    }
  }
  object.id = hash_of(name);
  return object;
}

/// The objects that this process has loaded, as of the last look.
class LoadedObjects {
 public:
  template <class Fits>
  std::optional<LoadedObject> find(Fits fits)
  {
    if (auto found = find_known(fits)) return found;
    look();
    return find_known(fits);
  }

 private:
  template <class Fits>
  std::optional<LoadedObject> find_known(Fits fits)
  {
    std::shared_lock guard(mutex_);
    const auto found = std::find_if(objects_.begin(), objects_.end(), fits);
    return found == objects_.end() ? std::nullopt : std::optional(*found);
  }

  void look()
  {
    // Exceptions must not pass through the C library.
    constexpr int out_of_memory = 1;
    std::vector<LoadedObject> objects;
    const auto add = [](dl_phdr_info* info, std::size_t, void* into) {
      try {
        static_cast<std::vector<LoadedObject>*>(into)->push_back(describe(*info));
        return 0;
      } catch (const std::bad_alloc&) {
        return out_of_memory;
      }
    };
    if (dl_iterate_phdr(add, &objects) == out_of_memory) throw std::bad_alloc();
    std::unique_lock guard(mutex_);
    objects_ = std::move(objects);
  }

  std::shared_mutex mutex_;
  std::vector<LoadedObject> objects_;
};

/// Finds an object for which \c fits holds. Tries the last result first, because tasks have few
/// functions, most of them in one object.
template <class Fits>
std::optional<LoadedObject> find_object(Fits fits)
{
  static LoadedObjects& objects = *new LoadedObjects;
  thread_local LoadedObject last{};
  if (last.id != 0 && fits(last)) return last;
  const auto found = objects.find(fits);
  if (found) last = *found;
  return found;
}

}  // namespace

CodeHandle code_handle_of(const void* code)
{
  if (code == nullptr) return {};
  const auto address = reinterpret_cast<std::uintptr_t>(code);
  const auto object = find_object([address](const LoadedObject& candidate) {
    return address >= candidate.begin && address < candidate.end;
  });
  return object ? CodeHandle{object->id, address - object->base} : CodeHandle{};
}

void* code_address(CodeHandle handle)
{
  const auto object = find_object(
      [handle](const LoadedObject& candidate) { return candidate.id == handle.object; });
  return object ? reinterpret_cast<void*>(object->base + handle.offset) : nullptr;
}

}  // namespace dart
