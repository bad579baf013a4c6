#pragma once

/// \file
/// Objects with small ids, which are looked up without a lock.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

namespace dart {

/// Owns objects with ids 0 … 32767. Look-ups may run while another thread adds or removes objects.
/// The first and the last id are reserved for objects that set() stores.
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
        for (auto& slot : *slots) delete slot.load();
        delete slots;
      }
    }
  }

  /// The object with \c id, or nullptr.
  T* find(int id) const
  {
    if (static_cast<unsigned>(id) >= capacity) return nullptr;
    const Page* page = pages_[id / page_slots].load(std::memory_order_acquire);
    return page == nullptr ? nullptr : (*page)[id % page_slots].load(std::memory_order_acquire);
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
    const unsigned id = lowest_free();
    if (id < last_id) page_of(id);
  }

  /// Stores the object under the lowest free id between the first and the last. \return the id; -1
  /// if all are in use
  int add(std::unique_ptr<T> object)
  {
    std::lock_guard guard(mutex_);
    if (lowest_free() == last_id) return -1;
    put(first_free_, std::move(object));
    return static_cast<int>(first_free_++);
  }

  std::unique_ptr<T> remove(int id)
  {
    std::lock_guard guard(mutex_);
    if (find(id) == nullptr) return nullptr;
    if (id > 0) first_free_ = std::min<unsigned>(first_free_, id);
    return std::unique_ptr<T>((*pages_[id / page_slots].load())[id % page_slots].exchange(nullptr));
  }

  /// The object with the lowest id except 0, and its id; nullptr if there is none.
  T* first(int* id) const
  {
    for (*id = 1; *id < static_cast<int>(capacity); ++*id) {
      const bool has_page = pages_[*id / page_slots].load(std::memory_order_acquire) != nullptr;
      if (!has_page) {
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
      if (pages_[p].load(std::memory_order_acquire) == nullptr) continue;
      for (unsigned id = p * page_slots; id < (p + 1) * page_slots; ++id) {
        if (T* object = find(id)) f(static_cast<int>(id), *object);
      }
    }
  }

 private:
  static constexpr unsigned last_id = capacity - 1;
  static constexpr unsigned page_slots = 256, page_count = capacity / page_slots;
  using Page = std::array<std::atomic<T*>, page_slots>;

  unsigned lowest_free()
  {
    while (first_free_ < last_id && find(first_free_) != nullptr) ++first_free_;
    return first_free_;
  }

  Page& page_of(unsigned id)
  {
    auto& page = pages_[id / page_slots];
    if (page.load() == nullptr) page.store(new Page{}, std::memory_order_release);
    return *page.load();
  }

  void put(unsigned id, std::unique_ptr<T> object)
  {
    page_of(id)[id % page_slots].store(object.release(), std::memory_order_release);
  }

  std::mutex mutex_;
  unsigned first_free_ = 1;  // all smaller ids but 0 are in use
  std::array<std::atomic<Page*>, page_count> pages_{};
};

}  // namespace dart
