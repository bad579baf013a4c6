#include <dash/dart/if/dart.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <utility>

#include "runtime/steps.h"

namespace dash::stress {
namespace {

/// What the units contribute, as all of them know.
std::vector<Bytes> contributions(
    Group& group, dart_datatype_t type, const std::vector<std::size_t>& counts)
{
  const RandomOfUnits seeds(group.random);
  std::vector<Bytes> all;
  for (std::size_t unit = 0; unit < group.size; ++unit) {
    Random random = seeds.of(unit);
    all.push_back(random_elements(random, type, counts[unit]));
  }
  return all;
}

std::vector<Bytes> contributions(Group& group, dart_datatype_t type, std::size_t count)
{
  return contributions(group, type, std::vector<std::size_t>(group.size, count));
}

Bytes joined(const std::vector<Bytes>& parts)
{
  Bytes all;
  for (const Bytes& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

Bytes slice(const Bytes& bytes, std::size_t begin, std::size_t count)
{
  const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(begin);
  return {from, from + static_cast<std::ptrdiff_t>(count)};
}

template <class T>
Bytes reduced(const std::vector<Bytes>& all, dart_operation_t op)
{
  Bytes result = all.front();
  for (std::size_t unit = 1; unit < all.size(); ++unit) {
    for (std::size_t at = 0; at < result.size(); at += sizeof(T)) {
      T a, b;
      std::memcpy(&a, &result[at], sizeof a);
      std::memcpy(&b, &all[unit][at], sizeof b);
      const T c = combined(op, a, b);
      std::memcpy(&result[at], &c, sizeof c);
    }
  }
  return result;
}

void broadcast(Group& group, dart_datatype_t type, std::size_t count, std::size_t root, std::size_t)
{
  const auto all = contributions(group, type, count);
  Bytes buffer = all[group.me];
  STRESS_OK(dart_bcast(buffer.data(), count, type, Group::id(root), group.team));
  require(buffer == all[root], "dart_bcast of ", count, " elements from ", root, " is wrong");
}

void scatter(
    Group& group, dart_datatype_t type, std::size_t count, std::size_t root, std::size_t bytes)
{
  const auto all = contributions(group, type, count);
  const Bytes sent = joined(all);
  Bytes got(bytes);
  STRESS_OK(dart_scatter(
      group.me == root ? sent.data() : nullptr, got.data(), count, type, Group::id(root),
      group.team));
  require(got == all[group.me], "dart_scatter of ", count, " elements is wrong");
}

void gather(
    Group& group, dart_datatype_t type, std::size_t count, std::size_t root, std::size_t bytes)
{
  const auto all = contributions(group, type, count);
  Bytes got(group.me == root ? bytes * group.size : 0);
  STRESS_OK(
      dart_gather(all[group.me].data(), got.data(), count, type, Group::id(root), group.team));
  require(group.me != root || got == joined(all), "dart_gather of ", count, " elements is wrong");
}

void all_gather(
    Group& group, dart_datatype_t type, std::size_t count, std::size_t, std::size_t bytes)
{
  const auto all = contributions(group, type, count);
  Bytes got(bytes * group.size);
  STRESS_OK(dart_allgather(all[group.me].data(), got.data(), count, type, group.team));
  require(got == joined(all), "dart_allgather of ", count, " elements is wrong");
}

void all_gather_v(Group& group, dart_datatype_t type, std::size_t most, std::size_t, std::size_t)
{
  std::vector<std::size_t> counts, displacements;
  std::size_t end = 0;
  for (std::size_t unit = 0; unit < group.size; ++unit) {
    counts.push_back(group.random.size(most));
    displacements.push_back(end);
    end += counts.back() + group.random.below(3);
  }
  const std::size_t width = bytes_of(type);
  const auto all = contributions(group, type, counts);
  Bytes got(end * width), expected(end * width);
  for (std::size_t unit = 0; unit < group.size; ++unit) {
    std::copy(
        all[unit].begin(), all[unit].end(),
        expected.begin() + static_cast<std::ptrdiff_t>(displacements[unit] * width));
  }
  STRESS_OK(dart_allgatherv(
      all[group.me].data(), counts[group.me], type, got.data(), counts.data(), displacements.data(),
      group.team));
  require(got == expected, "dart_allgatherv is wrong");
}

void all_to_all(
    Group& group, dart_datatype_t type, std::size_t count, std::size_t, std::size_t bytes)
{
  const auto all = contributions(group, type, count * group.size);
  Bytes got(bytes * group.size), expected;
  for (const Bytes& from : all) {
    const Bytes mine = slice(from, group.me * bytes, bytes);
    expected.insert(expected.end(), mine.begin(), mine.end());
  }
  STRESS_OK(dart_alltoall(all[group.me].data(), got.data(), count, type, group.team));
  require(got == expected, "dart_alltoall of ", count, " elements is wrong");
}

void reduction(
    Group& group, dart_datatype_t type, std::size_t count, std::size_t root, std::size_t bytes)
{
  const auto all = contributions(group, type, count);
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    const dart_operation_t op = group.random.one_of(operations_on<T>());
    const Bytes expected = reduced<T>(all, op);
    Bytes got(bytes);
    const void* mine = all[group.me].data();
    if (group.random.one_in(2)) {
      STRESS_OK(dart_allreduce(mine, got.data(), count, type, op, group.team));
      require(got == expected, "dart_allreduce of ", count, " elements is wrong");
    } else {
      STRESS_OK(dart_reduce(mine, got.data(), count, type, op, Group::id(root), group.team));
      require(group.me != root || got == expected, "dart_reduce of ", count, " elements is wrong");
    }
  });
}

}  // namespace

void collective_step(Group& group)
{
  begin_step("collective");
  constexpr void (*collectives[])(
      Group&, dart_datatype_t, std::size_t, std::size_t, std::size_t) = {
      broadcast, scatter, gather, all_gather, all_gather_v, all_to_all, reduction};
  const dart_datatype_t type = group.random.one_of(element_types);
  const std::size_t count = group.random.size(group.random.one_in(10) ? 100'000 : 2000);
  const std::size_t root = group.random.below(group.size);
  group.random.one_of(collectives)(group, type, count, root, count * bytes_of(type));
}

namespace {

struct Message {
  std::size_t from, to;
  int tag;
  Bytes content;
};

std::vector<Message> any_messages(Group& group)
{
  const RandomOfUnits seeds(group.random);
  std::vector<Message> messages;
  for (std::size_t unit = 0; unit < group.size; ++unit) {
    Random random = seeds.of(unit);
    for (std::size_t n = random.below(20); n > 0; --n) {
      const std::size_t to = random.below(group.size);
      const int tag = static_cast<int>(random.below(3));
      const std::size_t bytes = random.size(random.one_in(20) ? 100'000 : 1000);
      messages.push_back({unit, to, tag, random_elements(random, DART_TYPE_SHORT, bytes / 2)});
    }
  }
  return messages;
}

void send(const Group& group, const Message& message)
{
  STRESS_OK(dart_send(
      message.content.data(), message.content.size(), DART_TYPE_BYTE, message.tag,
      group.globals[message.to]));
}

void receive(const Group& group, const Message& message)
{
  Bytes got(message.content.size());
  STRESS_OK(
      dart_recv(got.data(), got.size(), DART_TYPE_BYTE, message.tag, group.globals[message.from]));
  require(
      got == message.content, "a message of ", got.size(), " bytes from unit ",
      group.globals[message.from], " with tag ", message.tag, " is wrong");
}

/// All messages are sent before the first one is received, which needs room for them. Those of one
/// sender with one tag arrive in order, and others can be taken in any order.
void send_all_first(Group& group, const std::vector<Message>& messages)
{
  std::map<std::pair<std::size_t, int>, std::vector<const Message*>> expected;
  for (const Message& message : messages) {
    if (message.from == group.me) send(group, message);
    if (message.to == group.me) expected[{message.from, message.tag}].push_back(&message);
  }
  Random random(group.random.word() + group.me);
  while (!expected.empty()) {
    auto line = expected.begin();
    std::advance(line, random.below(expected.size()));
    receive(group, *line->second.front());
    line->second.erase(line->second.begin());
    if (line->second.empty()) expected.erase(line);
  }
}

/// Each message could wait for its receiver.
void send_in_turn(Group& group, const std::vector<Message>& messages)
{
  for (const Message& message : messages) {
    const bool is_sender = message.from == group.me, is_receiver = message.to == group.me;
    if (is_sender && is_receiver) {
      Bytes got(message.content.size());
      STRESS_OK(dart_sendrecv(
          message.content.data(), got.size(), DART_TYPE_BYTE, message.tag, group.globals[group.me],
          got.data(), got.size(), DART_TYPE_BYTE, message.tag, group.globals[group.me]));
      require(got == message.content, "a message of a unit to itself is wrong");
    } else if (is_sender) {
      send(group, message);
    } else if (is_receiver) {
      receive(group, message);
    }
  }
}

/// Messages travel around a ring, each way at the same time.
void exchange(Group& group, const std::vector<Message>& messages)
{
  const std::size_t next = (group.me + 1) % group.size;
  const std::size_t previous = (group.me + group.size - 1) % group.size;
  for (const Message& message : messages) {
    Bytes got(message.content.size());
    STRESS_OK(dart_sendrecv(
        message.content.data(), got.size(), DART_TYPE_BYTE, 1, group.globals[next], got.data(),
        got.size(), DART_TYPE_BYTE, 1, group.globals[previous]));
    require(got == message.content, "a message from the previous unit is wrong");
  }
}

}  // namespace

void message_step(Group& group)
{
  begin_step("messages");
  const std::vector<Message> messages = any_messages(group);
  const bool has_room = std::getenv("DART_HEAP") == nullptr;
  switch (group.random.below(3)) {
    case 0:
      if (has_room) return send_all_first(group, messages);
      [[fallthrough]];
    case 1:
      return send_in_turn(group, messages);
    default:
      return exchange(group, messages);
  }
}

}  // namespace dash::stress
