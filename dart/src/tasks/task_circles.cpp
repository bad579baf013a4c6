#include "tasks/task_circles.h"

#include <algorithm>
#include <set>

#include "tasks/task_dependencies.h"

namespace dart {

TaskCircles::TaskCircles(const Hosts& hosts, TaskGuests& guests, RemoteCalls& calls)
    : hosts_(hosts),
      guests_(guests),
      calls_(calls)
{
  calls.serve(
      RemoteCalls::Kind::circle, [this](dart_unit_t, RemoteCalls::Bytes bytes, ByteBuffer& reply) {
        const Answer given = answer(front_of<Question>(bytes));
        const RemoteCalls::Bytes raw = bytes_of(given);
        reply.insert(reply.end(), raw.begin(), raw.end());
        return DART_OK;
      });
}

bool TaskCircles::follows(TaskRef task, TaskRef first)
{
  std::vector<Traveller> travellers;
  if (look(first, task, travellers)) return true;
  std::vector<Place> open;
  for (const Traveller& next : travellers) open.push_back({hosts_.host_of(next.unit), next});
  std::set<Place> asked;
  while (!open.empty()) {
    const Place place = open.back();
    open.pop_back();
    if (asked.insert(place).second && ask(place, task, open)) return true;
  }
  return false;
}

/// Looks behind a task of this host. \param[out] travellers  those that cannot finish before it
bool TaskCircles::look(TaskRef first, TaskRef sought, std::vector<Traveller>& travellers)
{
  bool is_found = false;
  for_each_behind(first, [&](TaskRef at) {
    is_found = at == sought;
    if (at.task->role == TaskRole::traveller) travellers.push_back(guests_.traveller(*at.task));
    if (at.task->role == TaskRole::guest) travellers.push_back(TaskGuests::traveller_of(*at.task));
    return is_found;
  });
  return is_found;
}

/// \param[in,out] open  gets the places to which the answer leads. \return whether the task that is
///   looked for comes behind the traveller
bool TaskCircles::ask(const Place& place, TaskRef sought, std::vector<Place>& open)
{
  Question question{place.traveller, 0, hosts_.here(), sought};
  for (;;) {
    Answer answer{};
    const dart_ret_t asked = calls_.call(
        hosts_.units_of(place.host).front(), RemoteCalls::Kind::circle, {bytes_of(question)},
        reply_to(answer));
    if (asked != DART_OK) return false;
    if (answer.is_found) return true;
    for (std::size_t k = 0; k < answer.hosts; ++k) {
      open.push_back({answer.host[k], place.traveller});
    }
    const std::size_t some = std::min<std::size_t>(page, answer.travellers - question.skipped);
    for (std::size_t k = 0; k < some; ++k) {
      const Traveller& next = answer.traveller[k];
      const bool is_sought = next.task == sought.task && next.serial == sought.serial &&
                             hosts_.host_of(next.unit) == hosts_.here();
      if (is_sought) return true;
      open.push_back({hosts_.host_of(next.unit), next});
    }
    question.skipped += some;
    if (some < page) return false;
  }
}

/// The first process of a host answers one question at a time.
TaskCircles::Answer TaskCircles::answer(const Question& question)
{
  Answer answer{};
  const bool is_home = hosts_.is_here(question.from.unit);
  const TaskRef first = guests_.local(question.from);
  if (first.task == nullptr) return answer;
  std::vector<Traveller> travellers;
  const TaskRef sought = question.host == hosts_.here() ? question.sought : TaskRef{};
  answer.is_found = look(first, sought, travellers);
  answer.travellers = travellers.size();
  for (std::size_t k = question.skipped; k < std::min(question.skipped + page, travellers.size());
       ++k) {
    answer.traveller[k - question.skipped] = travellers[k];
  }
  if (!is_home) return answer;
  for (const std::uint32_t host : guests_.hosts_of(*first.task)) {
    if (answer.hosts < page) answer.host[answer.hosts++] = host;
  }
  return answer;
}

}  // namespace dart
