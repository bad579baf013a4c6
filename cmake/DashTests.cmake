# Functions that add tests. Each test is added by dash_add_test, which all of the others call.

set(quick_timeout 60)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  set(quick_timeout 300)
endif()

# The backend of the GPU units in tests, and the label of tests that have some.
option(DASH_TEST_GPU "Test GPU units on the GPUs of this machine, not on emulated ones" OFF)
set(gpu_backend emulated)
set(gpu_label emulated)
if(DASH_TEST_GPU)
  set(gpu_backend cuda)
  set(gpu_label gpu)
endif()

# These variables are in the environment of each test. Open MPI chooses ob1 in any case; to look for
# others, networks that are not there included, takes half of the time of its start.
set(test_environment
    OMPI_MCA_pml=ob1
    TSAN_OPTIONS=second_deadlock_stack=1
    UBSAN_OPTIONS=print_stacktrace=1
    OMPI_ALLOW_RUN_AS_ROOT=1
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_rmaps_base_oversubscribe=1
    OMPI_MCA_hwloc_base_binding_policy=none)

# scripts/test and scripts/gpu-machine read this list to build only what the tests that they run
# need. A line has the name of a test and a target.
set(test_targets ${PROJECT_BINARY_DIR}/tests/targets.txt)
file(WRITE ${test_targets} "")

# dash_add_test(<test> <units> <labels> <command>...)
#
# Adds a test that keeps <units> cores busy. The command names the program of a target as
# $<TARGET_FILE:target>.
function(dash_add_test test units labels)
  add_test(NAME ${test} COMMAND ${ARGN})
  if(units GREATER 2)
    set(units 2)
  endif()
  set_tests_properties(
    ${test} PROPERTIES TIMEOUT ${quick_timeout} PROCESSORS ${units} LABELS "${labels}"
                       ENVIRONMENT "${test_environment}")
  string(REGEX MATCHALL "TARGET_FILE:[^>]+" targets "${ARGN}")
  list(TRANSFORM targets REPLACE "^.*:" "")
  dash_need_targets(${test} ${targets})
  if("gpu" IN_LIST labels)
    dash_need_targets(${test} dart-cuda dash-cuda)
  endif()
endfunction()

# dash_need_targets(<test> <target>...): targets that the test needs and that exist.
function(dash_need_targets test)
  foreach(target IN LISTS ARGN)
    if(TARGET ${target})
      file(APPEND ${test_targets} "${test} ${target}\n")
    endif()
  endforeach()
endfunction()

# dash_set_environment(<test> <variable>=<value>...): adds variables to the test's environment.
function(dash_set_environment test)
  set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT ${ARGN})
endfunction()

# dash_tests_named(<variable> <regex>): sets the variable to the tests of this folder whose names match.
function(dash_tests_named variable regex)
  get_property(tests DIRECTORY PROPERTY TESTS)
  list(FILTER tests INCLUDE REGEX "${regex}")
  set(${variable} ${tests} PARENT_SCOPE)
endfunction()

# dash_ignore_leaks(<test>): Open MPI leaks memory from modules that are no longer loaded when the
# address sanitizer reports the leaks.
function(dash_ignore_leaks test)
  dash_set_environment(${test} LSAN_OPTIONS=detect_leaks=0)
endfunction()

# dash_read_team(<n> | <c>+<g> [<backend>])
#
# Sets what a team of <n> CPU units, or of <c> CPU units and <g> GPU units of this backend, is in
# the name of a test (team_name: n<n>, or c<c>g<g>), the number of its units (team_units), the
# command that starts it (team_start), and the label of its tests (team_label), if any.
function(dash_read_team team)
  set(backend ${ARGN} ${gpu_backend})
  list(GET backend 0 backend)
  if(team MATCHES "^([0-9]+)\\+([0-9]+)$")
    set(name c${CMAKE_MATCH_1}g${CMAKE_MATCH_2})
    set(options --cpu ${CMAKE_MATCH_1} --gpu ${CMAKE_MATCH_2} --gpu-backend ${backend})
    math(EXPR team "${CMAKE_MATCH_1} + ${CMAKE_MATCH_2}")
    set(label ${gpu_label})
  else()
    set(name n${team})
    set(options -n ${team})
    set(label)
  endif()
  set(team_name ${name} PARENT_SCOPE)
  set(team_units ${team} PARENT_SCOPE)
  set(team_start $<TARGET_FILE:dartrun> ${options} PARENT_SCOPE)
  set(team_label ${label} PARENT_SCOPE)
endfunction()

# dash_add_team_test(<test> <team> <labels> <command>...)
#
# Adds the test <test>.n<n> or <test>.c<c>g<g>, in which dartrun starts the command with a team as
# dash_read_team takes it.
function(dash_add_team_test test team labels)
  dash_read_team(${team})
  dash_add_test(
    ${test}.${team_name} ${team_units} "${team_label};${labels}" ${team_start} ${ARGN})
endfunction()

# dash_add_cuda_test(<test> <c>+<g> <command>...)
#
# Adds the test <test>.c<c>g<g> for a team with units on the GPUs of this machine.
function(dash_add_cuda_test test team)
  dash_read_team(${team} cuda)
  dash_add_test(${test}.${team_name} ${team_units} gpu ${team_start} ${ARGN})
  set_property(TEST ${test}.${team_name} PROPERTY RESOURCE_LOCK gpu)
endfunction()

# dash_add_mpi_test(<test> <n> <labels> <command>...): adds the test <test>.mpi<n> under mpirun.
function(dash_add_mpi_test test units labels)
  dash_add_test(
    ${test}.mpi${units} ${units} "mpi;${labels}" ${MPIEXEC_EXECUTABLE} -n ${units} ${ARGN})
  dash_ignore_leaks(${test}.mpi${units})
endfunction()

# dash_add_hosts_test(<test> <hosts>x<team> <transport> <labels> <command>...)
#
# Adds the test <test>.h<hosts><team name>.<transport>, in which each of so many emulated hosts has
# a team as dash_read_team takes it.
function(dash_add_hosts_test test run transport labels)
  string(REGEX MATCH "^([0-9]+)x(.*)$" match "${run}")
  set(hosts ${CMAKE_MATCH_1})
  set(team ${CMAKE_MATCH_2})
  dash_read_team(${team})
  set(name ${test}.h${hosts}${team_name}.${transport})
  math(EXPR units "${hosts} * ${team_units}")
  dash_add_test(
    ${name} ${units} "hosts;${labels}" ${MPIEXEC_EXECUTABLE} -n ${units} ${ARGN})
  dash_set_environment(${name} DART_HOSTS_EMULATED=${hosts} DART_TRANSPORT=${transport})
  if(team MATCHES "^([0-9]+)\\+([0-9]+)$")
    dash_set_environment(
      ${name} DART_CPU_UNITS=${CMAKE_MATCH_1} DART_GPU_UNITS=${CMAKE_MATCH_2}
      DART_GPU_BACKEND=emulated)
  endif()
  # Service threads and units share the cores here.
  math(EXPR timeout "4 * ${quick_timeout}")
  set_tests_properties(${name} PROPERTIES TIMEOUT ${timeout})
  dash_ignore_leaks(${name})
endfunction()

# dash_optimise_as_test(<target>)
#
# Compiling takes half the time without optimisations that take long. The programs of examples/ and
# benchmarks/ are optimised like those of users.
function(dash_optimise_as_test target)
  target_compile_options(
    ${target} PRIVATE $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-Og>)
endfunction()

# The same for the code for the host in what nvcc compiles, of all targets in the including folder and
# those below it: nvcc takes this option only once. Kernels are optimised as ever.
string(REGEX REPLACE "-O[0-9]" "-O0" CMAKE_CUDA_FLAGS_RELEASE "${CMAKE_CUDA_FLAGS_RELEASE}")

# dash_compile_as_test(<target>): also takes what dash_precompile_test_headers has compiled.
function(dash_compile_as_test target)
  dash_optimise_as_test(${target})
  target_precompile_headers(${target} REUSE_FROM test-main)
endfunction()

# dash_precompile_test_headers(<target>)
#
# Compiles GoogleTest and what nearly all tests include of the standard library once, for all targets
# of dash_compile_as_test. No header of the project is among them, so a change of one compiles few
# files; and angle brackets keep the path of this tree out, so clones share what ccache has.
function(dash_precompile_test_headers target)
  dash_optimise_as_test(${target})
  target_precompile_headers(
    ${target} PRIVATE
    <gtest/gtest.h>
    <algorithm> <array> <cstddef> <functional> <memory> <numeric> <random> <set> <sstream> <string>
    <thread> <type_traits> <utility> <vector>)
endfunction()

# dash_add_test_programs(<group> <folder> <library>...)
#
# Builds a GoogleTest program test-<group>-<file> of each <file>_test.cpp or <file>_test.cu in the
# folder and those below it, and sets <group>_files to the list of all <file>. Names of files are
# unique in a group.
function(dash_add_test_programs group folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*_test.cpp ${folder}/*_test.cu)
  set(files)
  foreach(source IN LISTS sources)
    get_filename_component(file ${source} NAME_WE)
    string(REGEX REPLACE "_test$" "" file ${file})
    set(program test-${group}-${file})
    add_executable(${program} ${source})
    set_target_properties(
      ${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests
                            CUDA_RUNTIME_LIBRARY Static)
    target_include_directories(${program} PRIVATE ${folder})
    target_link_libraries(${program} PRIVATE ${ARGN} test-main)
    dash_compile_as_test(${program})
    list(APPEND files ${file})
  endforeach()
  set(${group}_files ${files} PARENT_SCOPE)
endfunction()

# dash_add_spmd_tests(<group> <folder> LIBRARIES <target>... TEAMS <team>... [MPI_UNITS <n>...]
#                     [HOSTS <hosts>x<team>:<transport>...] [QUICK_OVER_HOSTS <file>...])
#
# Builds the programs of the folder and adds a test <group>.<file>... for each of them and each team
# under dartrun, under mpirun, and over emulated hosts. Where QUICK_OVER_HOSTS is given, the runs
# over hosts of other files, and those with GPU units, have the label long.
function(dash_add_spmd_tests group folder)
  cmake_parse_arguments(
    PARSE_ARGV 2 arg "" "" "LIBRARIES;TEAMS;MPI_UNITS;HOSTS;QUICK_OVER_HOSTS")
  dash_add_test_programs(${group} ${folder} ${arg_LIBRARIES})
  foreach(file IN LISTS ${group}_files)
    set(test ${group}.${file})
    set(program $<TARGET_FILE:test-${group}-${file}>)
    foreach(team IN LISTS arg_TEAMS)
      dash_add_team_test(${test} ${team} "spmd;${group}" ${program})
    endforeach()
    if(NOT DASH_HAVE_MPI)
      continue()
    endif()
    foreach(units IN LISTS arg_MPI_UNITS)
      dash_add_mpi_test(${test} ${units} "spmd;${group}" ${program})
    endforeach()
    foreach(run IN LISTS arg_HOSTS)
      string(REPLACE ":" ";" hosts_and_transport "${run}")
      set(labels spmd ${group})
      if(arg_QUICK_OVER_HOSTS AND (run MATCHES "\\+" OR NOT file IN_LIST arg_QUICK_OVER_HOSTS))
        list(APPEND labels long)
      endif()
      dash_add_hosts_test(${test} ${hosts_and_transport} "${labels}" ${program})
    endforeach()
  endforeach()
endfunction()
