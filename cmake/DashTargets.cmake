# Properties of all targets of the project.

# dash_find(<package> <Debian package>): find_package with an error message that names the remedy.
macro(dash_find package debian_package)
  find_package(${package} QUIET)
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "${package} not found; install ${debian_package}")
  endif()
endmacro()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# Options of the host compiler, which also apply to CUDA code.
function(dash_add_host_options)
  list(JOIN ARGN , options)
  add_compile_options(
    "$<$<COMPILE_LANGUAGE:C,CXX>:${ARGN}>" $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${options}>)
endfunction()

dash_add_host_options(-Wall -Wextra)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns about every assignment of a literal to a std::string.
  dash_add_host_options(-Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # Some versions of libstdc++ implement std::stable_sort with a function that they deprecate.
  dash_add_host_options(-Wno-deprecated-declarations)
  # Functions that are found in libraries at run time take types that only these libraries know.
  add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-fno-sanitize=function>)
endif()
if(DASH_WERROR)
  # They do not apply to the code that nvcc generates.
  add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-Werror>)
endif()

# Options of programs.
set(dash_program_options)
if(NOT DASH_OPTIMISE_PROGRAMS)
  set(dash_program_options $<$<COMPILE_LANGUAGE:CXX>:-O0>)
endif()

# A missing definition is an error when a library is linked, not only when a program is.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_link_options(-Wl,--no-undefined)
endif()

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

# Build and install trees can be moved to other folders.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(CMAKE_INSTALL_RPATH $ORIGIN)

find_package(Threads REQUIRED)
