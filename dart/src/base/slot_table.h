#pragma once

/// \file
/// Objects with small ids, which are looked up without a lock.

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

namespace dart {

/// Owns objects with ids 0 … 32767. Look-ups may run while another thread adds or removes objects.
/// The first and the last id are reserved for objects that set() stores. All others are given in
/// turn: an id is given again only after all others, so that the id of an object that was removed
/// is not soon that of another one.
template <class T>
class SlotTable {
 public:
  static constexpr unsigned capacity = 32768;

  SlotTable() = default;
  SlotTable(const SlotTable&) = delete;
  SlotTable& operator=(const SlotTable&) = delete;

  ~SlotTable()
  {
    for (auto& page : pages_) {
      if (Page* slots = page.load(); slots != nullptr) {
        for (auto& slot : slots->objects) delete slot.load();
        delete slots;
      }
    }
  }

  /// The object with \c id, or nullptr.
  T* find(int id) const
  {
    if (static_cast<unsigned>(id) >= capacity) return nullptr;
    const Page* page = pages_[id / page_slots].load(std::memory_order_acquire);
    return page == nullptr ? nullptr
                           : page->objects[id % page_slots].load(std::memory_order_acquire);
  }

  /// Allocates the memory that set() needs for this id in advance, so that set() cannot fail.
  void prepare_to_set(int id)
  {
    std::lock_guard guard(mutex_);
    page_of(id);
  }

  void set(int id, std::unique_ptr<T> object)
  {
    std::lock_guard guard(mutex_);
    put(id, std::move(object));
  }

  /// Allocates the memory that the next call of add() needs in advance, so that add() cannot fail.
  void prepare_to_add()
  {
    std::lock_guard guard(mutex_);
    if (const unsigned id = next_free(); id != 0) page_of(id);
  }

  /// Stores the object under the first free id after the one that was given last; after the last id
  /// follows the first one. \return the id; -1 if all are in use, and the object stays where it is
  int add(std::unique_ptr<T>&& object)
  {
    std::lock_guard guard(mutex_);
    const unsigned id = next_free();
    if (id == 0) return -1;
    put(id, std::move(object));
    latest_ = id;
    return static_cast<int>(id);
  }

  std::unique_ptr<T> remove(int id)
  {
    std::lock_guard guard(mutex_);
    if (find(id) == nullptr) return nullptr;
    Page& page = *pages_[id / page_slots].load();
    page.used.fetch_sub(1, std::memory_order_relaxed);
    return std::unique_ptr<T>(page.objects[id % page_slots].exchange(nullptr));
  }

  /// The object with the lowest id except 0, and its id; nullptr if there is none.
  T* first(int* id) const
  {
    for (*id = 1; *id < static_cast<int>(capacity); ++*id) {
      if (!is_used(*id / page_slots)) {
        *id += static_cast<int>(page_slots - *id % page_slots) - 1;
      } else if (T* object = find(*id)) {
        return object;
      }
    }
    return nullptr;
  }

  template <class F>
  void for_each(F f) const
  {
    for (unsigned p = 0; p < page_count; ++p) {
      if (!is_used(p)) continue;
      for (unsigned id = p * page_slots; id < (p + 1) * page_slots; ++id) {
        if (T* object = find(id)) f(static_cast<int>(id), *object);
      }
    }
  }

 private:
  static constexpr unsigned last_id = capacity - 1;
  static constexpr unsigned page_slots = 256, page_count = capacity / page_slots;

  struct Page {
    std::array<std::atomic<T*>, page_slots> objects{};
    std::atomic<unsigned> used{0};  ///< number of objects
  };

  bool is_used(unsigned page) const
  {
    const Page* slots = pages_[page].load(std::memory_order_acquire);
    return slots != nullptr && slots->used.load(std::memory_order_relaxed) > 0;
  }

  /// 0 if all ids are in use.
  unsigned next_free() const
  {
    for (unsigned k = 0; k < last_id - 1; ++k) {
      const unsigned id = (latest_ + k) % (last_id - 1) + 1;
      if (find(static_cast<int>(id)) == nullptr) return id;
    }
    return 0;
  }

  Page& page_of(unsigned id)
  {
    auto& page = pages_[id / page_slots];
    if (page.load() == nullptr) page.store(new Page{}, std::memory_order_release);
    return *page.load();
  }

  void put(unsigned id, std::unique_ptr<T> object)
  {
    Page& page = page_of(id);
    if (find(static_cast<int>(id)) == nullptr) page.used.fetch_add(1, std::memory_order_relaxed);
    page.objects[id % page_slots].store(object.release(), std::memory_order_release);
  }

  std::mutex mutex_;
  unsigned latest_ = 0;  // the id that was given last
  std::array<std::atomic<Page*>, page_count> pages_{};
};

}  // namespace dart
