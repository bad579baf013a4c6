#include "team/shared_teams.h"

#include <cstring>
#include <new>

#include "team/board.h"
#include "team/call_log.h"

namespace dart {
namespace {

/// Memory that begins with zeros; nullptr when memory is exhausted.
void* make_block(ControlHeap& heap, std::size_t bytes, std::size_t zeroed_bytes)
{
  void* const block = heap.allocate(bytes);
  if (block != nullptr) std::memset(block, 0, zeroed_bytes);
  return block;
}

}  // namespace

TeamShared* create_team_shared(ControlHeap& heap, int id, std::size_t size, std::uint32_t parents)
{
  void* memory = heap.allocate(sizeof(TeamShared));
  void* board = make_block(heap, Board::bytes(size), Board::zeroed_bytes(size));
  if (memory == nullptr || board == nullptr) {
    if (memory != nullptr) heap.free(memory);
    if (board != nullptr) heap.free(board);
    return nullptr;
  }
  return new (memory) TeamShared{{parents}, static_cast<std::int16_t>(id), {board}, {}};
}

/// A block that several units share, of which the first caller makes one; nullptr if memory is
/// exhausted.
void* SharedTeams::made_once(std::atomic<void*>& block, std::size_t bytes, std::size_t zeroed_bytes)
{
  void* known = block.load();
  if (known != nullptr) return known;
  void* const made = make_block(heap_, bytes, zeroed_bytes);
  if (made == nullptr) return block.load();
  if (block.compare_exchange_strong(known, made)) return made;
  heap_.free(made);
  return known;
}

void* SharedTeams::board(TeamShared& shared, std::size_t size, CallWay way)
{
  void* const board =
      made_once(shared.boards[std::size_t(way)], Board::bytes(size), Board::zeroed_bytes(size));
  if (board == nullptr) throw std::bad_alloc();
  return board;
}

void* SharedTeams::call_log(TeamShared& shared, std::size_t size)
{
  return made_once(shared.call_log, CallLog::bytes(size), CallLog::bytes(size));
}

void SharedTeams::detach(TeamShared& shared)
{
  if (shared.attached.fetch_sub(1) != 1) return;
  ids_.give_back(shared.id);
  for (const std::atomic<void*>& board : shared.boards) {
    if (board != nullptr) heap_.free(board);
  }
  if (shared.call_log != nullptr) heap_.free(shared.call_log);
  heap_.free(&shared);
}

}  // namespace dart
