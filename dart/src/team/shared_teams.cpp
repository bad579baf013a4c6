#include "team/shared_teams.h"

#include <cstring>
#include <new>

#include "team/board.h"

namespace dart {
namespace {

/// Memory of a board of \c size units; nullptr when memory is exhausted.
void* make_board(ControlHeap& heap, std::size_t size)
{
  void* const board = heap.allocate(Board::bytes(size));
  if (board != nullptr) std::memset(board, 0, Board::zeroed_bytes(size));
  return board;
}

}  // namespace

TeamShared* create_team_shared(ControlHeap& heap, int id, std::size_t size, std::uint32_t parents)
{
  void* memory = heap.allocate(sizeof(TeamShared));
  void* board = make_board(heap, size);
  if (memory == nullptr || board == nullptr) {
    if (memory != nullptr) heap.free(memory);
    if (board != nullptr) heap.free(board);
    return nullptr;
  }
  return new (memory) TeamShared{{parents}, static_cast<std::int16_t>(id), {board}};
}

void* SharedTeams::board(TeamShared& shared, std::size_t size, CallWay way)
{
  std::atomic<void*>& board = shared.boards[std::size_t(way)];
  void* known = board.load();
  if (known != nullptr) return known;
  void* const made = make_board(heap_, size);
  if (made == nullptr) throw std::bad_alloc();
  if (board.compare_exchange_strong(known, made)) return made;
  heap_.free(made);
  return known;
}

void SharedTeams::detach(TeamShared& shared)
{
  if (shared.attached.fetch_sub(1) != 1) return;
  ids_.give_back(shared.id);
  for (const std::atomic<void*>& board : shared.boards) {
    if (board != nullptr) heap_.free(board);
  }
  heap_.free(&shared);
}

}  // namespace dart
