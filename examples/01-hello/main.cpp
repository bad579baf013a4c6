/// 01-hello: every unit prints its id and its host.
///
/// Shows how a program starts and ends, what a unit knows about itself, teams and barriers.
/// Start here: any program with this frame runs alone, under dartrun and under mpirun.
///
///     dartrun -n 4 01-hello
///     mpirun -n 4 01-hello
///     ./01-hello             # one unit

#include <libdash.h>
#include <unistd.h>

#include <array>
#include <iostream>
#include <sstream>
#include <string>

namespace {

std::string host_name()
{
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

/// Writes a line by one call, so that lines of different units do not mix.
void say(const std::ostringstream& line)
{
  std::cout << line.str() + "\n" << std::flush;
}

}  // namespace

int main(int argc, char** argv)
{
  dash::init(&argc, &argv);  // from here to finalize, all units run the same code

  std::ostringstream hello;
  hello << "hello from unit " << dash::myid() << " of " << dash::size() << " on " << host_name()
        << ", process " << getpid();
  say(hello);

  // A barrier separates phases: no unit passes it before all have reached it.
  dash::barrier();

  // Two teams: the first half of the units and the second. A single unit cannot be split.
  dash::Team& all = dash::Team::All();
  dash::Team& half = all.split(2);
  if (!half.is_null()) {
    std::ostringstream member;
    member << "unit " << all.myid() << " is unit " << half.myid() << " of " << half.size()
           << " in team " << half.position();
    say(member);
    half.barrier();  // waits for the members of this team only
  }

  dash::barrier();
  if (dash::myid() == 0) std::cout << "all units have met" << std::endl;

  dash::finalize();
  return 0;
}
