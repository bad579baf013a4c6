#include <dash/Run.h>

#include <dash/Init.h>
#include <dash/detail/team/Unwinding.h>

#include <dash/dart/if/dart.h>

#include <cstdlib>
#include <iostream>
#include <string>

namespace dash::detail {

int run_program(int* argc, char*** argv, const std::function<int()>& program)
{
  try {
    init(argc, argv);
    const int code = program();
    finalize();
    return code;
  } catch (...) {
    const std::string text = text_of_exception();
    if (is_initialized()) {
      dart_abandon(("an exception has left the function of dash::run: " + text).c_str());
      dart_exit();  // ends the run
    }
    std::cerr << "dash::run: " << text << std::endl;
    return EXIT_FAILURE;
  }
}

}  // namespace dash::detail
