#include "team/shared_teams.h"

#include <cstring>
#include <new>

#include "team/board.h"

namespace dart {

TeamShared* create_team_shared(ControlHeap& heap, int id, std::size_t size, std::uint32_t parents)
{
  void* memory = heap.allocate(sizeof(TeamShared));
  void* board = heap.allocate(Board::bytes(size));
  if (memory == nullptr || board == nullptr) {
    if (memory != nullptr) heap.free(memory);
    if (board != nullptr) heap.free(board);
    return nullptr;
  }
  std::memset(board, 0, Board::zeroed_bytes(size));
  return new (memory) TeamShared{{parents}, static_cast<std::int16_t>(id), board};
}

void SharedTeams::detach(TeamShared& shared)
{
  if (shared.attached.fetch_sub(1) != 1) return;
  ids_.give_back(shared.id);
  heap_.free(shared.board);
  heap_.free(&shared);
}

}  // namespace dart
