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
# $<TARGET_FILE:target>. Every change must pass the test, unless it has the label rest; those that take
# minutes have the label long, too. The label sanitized means that CI runs it with sanitizers.
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
    # Units that share a GPU take turns on it, in time slices of milliseconds.
    math(EXPR timeout "3 * ${quick_timeout}")
    set_tests_properties(${test} PROPERTIES TIMEOUT ${timeout})
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

# A run is written as in the names of tests: n<n> for so many CPU units, c<c>g<g> for CPU units and
# GPU units, mpi<n> for units under mpirun, h<hosts><team>.<transport> for a team of the first two
# forms on each of so many emulated hosts. The transport tcp stands for the one that the runtime
# chooses where MPI has only TCP, as on clusters with Ethernet.

# dash_read_team(<team> [<backend>])
#
# Sets the number of units of a team (team_units), the command that starts it, with GPU units of this
# backend (team_start), and the label of its tests (team_label), if any.
function(dash_read_team team)
  set(backend ${ARGN} ${gpu_backend})
  list(GET backend 0 backend)
  if(team MATCHES "^c([0-9]+)g([0-9]+)$")
    set(options --cpu ${CMAKE_MATCH_1} --gpu ${CMAKE_MATCH_2} --gpu-backend ${backend})
    math(EXPR units "${CMAKE_MATCH_1} + ${CMAKE_MATCH_2}")
    set(label ${gpu_label})
  elseif(team MATCHES "^n([0-9]+)$")
    set(units ${CMAKE_MATCH_1})
    set(options -n ${units})
    set(label)
  else()
    message(FATAL_ERROR "'${team}' is no team: write n<n> or c<c>g<g>")
  endif()
  set(team_units ${units} PARENT_SCOPE)
  set(team_start $<TARGET_FILE:dartrun> ${options} PARENT_SCOPE)
  set(team_label ${label} PARENT_SCOPE)
endfunction()

# dash_add_team_test(<test> <team> <labels> <command>...)
#
# Adds the test <test>.<team>, in which dartrun starts the command.
function(dash_add_team_test test team labels)
  dash_read_team(${team})
  dash_add_test(${test}.${team} ${team_units} "${team_label};${labels}" ${team_start} ${ARGN})
endfunction()

# dash_give_turns_on_gpu(<test> <units>)
#
# No two such tests of several units run at the same time: units that wait for each other on one GPU take turns in time
# slices, which each other program lengthens. They begin before others, which run beside them, so that
# none of them remain for the end, when nothing else is left to run.
function(dash_give_turns_on_gpu test units)
  if(units GREATER 1)
    set_tests_properties(${test} PROPERTIES RESOURCE_LOCK gpu COST 100)
  endif()
endfunction()

# dash_add_cuda_test(<test> <team> <command>...)
#
# Adds the test <test>.<team> for a team with units on the GPUs of this machine.
function(dash_add_cuda_test test team)
  dash_read_team(${team} cuda)
  dash_add_test(${test}.${team} ${team_units} gpu ${team_start} ${ARGN})
  dash_give_turns_on_gpu(${test}.${team} ${team_units})
endfunction()

# dash_add_mpi_test(<test> mpi<n> <labels> <command>...): adds the test <test>.mpi<n> under mpirun.
function(dash_add_mpi_test test run labels)
  string(REPLACE mpi "" units ${run})
  dash_add_test(${test}.${run} ${units} "mpi;${labels}" ${MPIEXEC_EXECUTABLE} -n ${units} ${ARGN})
  dash_ignore_leaks(${test}.${run})
endfunction()

# dash_add_hosts_test(<test> h<hosts><team>.<transport> <labels> <command>...)
#
# Adds the test <test>.<run>, in which each of so many emulated hosts has the team. The transport
# namespaces stands for two hosts that have networks of their own, each with two units.
function(dash_add_hosts_test test run labels)
  string(REGEX MATCH "^h([0-9]+)([^.]+)\\.([a-z]+)$" match "${run}")
  set(hosts ${CMAKE_MATCH_1})
  set(team ${CMAKE_MATCH_2})
  set(transport ${CMAKE_MATCH_3})
  dash_read_team(${team})
  set(name ${test}.${run})
  math(EXPR units "${hosts} * ${team_units}")
  set(start ${MPIEXEC_EXECUTABLE} -n ${units})
  set(skipped_by)
  if(transport STREQUAL "namespaces")
    if(NOT run MATCHES "^h2n2[.]")
      message(FATAL_ERROR "namespaces.sh starts h2n2.namespaces only, not ${run}")
    endif()
    set(start ${PROJECT_SOURCE_DIR}/tests/launcher/namespaces.sh --plain)
    set(skipped_by SKIP_RETURN_CODE 77)
    set(transport auto)
    set(hosts 1)
  endif()
  dash_add_test(${name} ${units} "hosts;${labels}" ${start} ${ARGN})
  if(transport STREQUAL "tcp")
    set(transport auto)
    dash_set_environment(${name} OMPI_MCA_btl=tcp,self)
  endif()
  dash_set_environment(${name} DART_HOSTS_EMULATED=${hosts} DART_TRANSPORT=${transport})
  if(team MATCHES "^c([0-9]+)g([0-9]+)$")
    dash_set_environment(
      ${name} DART_CPU_UNITS=${CMAKE_MATCH_1} DART_GPU_UNITS=${CMAKE_MATCH_2}
      DART_GPU_BACKEND=emulated)
  endif()
  # Service threads and units share the cores here.
  math(EXPR timeout "4 * ${quick_timeout}")
  set_tests_properties(${name} PROPERTIES TIMEOUT ${timeout} ${skipped_by})
  dash_ignore_leaks(${name})
endfunction()

# dash_add_run_test(<test> <run> <labels> <command>...)
#
# Adds the test <test>.<run>, if this build can start such a run.
function(dash_add_run_test test run labels)
  if(run MATCHES "^(mpi|h)[0-9]")
    if(NOT DASH_HAVE_MPI)
      return()
    endif()
    if(run MATCHES "^mpi")
      dash_add_mpi_test(${test} ${run} "${labels}" ${ARGN})
    else()
      dash_add_hosts_test(${test} ${run} "${labels}" ${ARGN})
    endif()
  else()
    dash_add_team_test(${test} ${run} "${labels}" ${ARGN})
  endif()
endfunction()

# dash_read_tier(<source>)
#
# Reads the first line of a test file, which says in which tier its runs are:
#
#   // Tier: suite <run>...[; also <run>...][; sanitized <run>...]
#
# Every change must pass the runs of the suite. Of others, the file has those that all files of its
# folder have, and those behind "also"; they are tests with the label rest. The sanitized runs have the
# label sanitized. In files of single classes, which have no units, there are no runs to be named.
# Sets tier_suite, tier_also, tier_sanitized to the runs, and tier_words to the words that occur.
function(dash_read_tier source)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(STRINGS ${source} line LIMIT_COUNT 1)
  string(REPLACE "\\;" ";" line "${line}")  # file() escapes it
  if(NOT line MATCHES "^// Tier: suite[^;]*(; also [^;]+)?(; sanitized[^;]*)?$")
    message(
      FATAL_ERROR
        "${source} does not say which of its runs every change must pass; its first line must be "
        "like '// Tier: suite n3 c2g2; sanitized c2g2', see cmake/DashTests.cmake")
  endif()
  string(REGEX REPLACE "^// Tier: " "" line "${line}")
  string(REPLACE "; " ";" clauses "${line}")
  set(words)
  foreach(clause IN LISTS clauses)
    string(REPLACE " " ";" runs "${clause}")
    list(POP_FRONT runs word)
    list(APPEND words ${word})
    set(tier_${word} ${runs} PARENT_SCOPE)
  endforeach()
  foreach(word IN ITEMS suite also sanitized)
    if(NOT word IN_LIST words)
      set(tier_${word} "" PARENT_SCOPE)
    endif()
  endforeach()
  set(tier_words ${words} PARENT_SCOPE)
endfunction()

# dash_label_tiers(<variable> <run> <suite> <sanitized>): sets the variable to the labels of a run.
function(dash_label_tiers variable run suite sanitized)
  set(labels)
  if(NOT run IN_LIST suite)
    list(APPEND labels rest)
  endif()
  if(run IN_LIST sanitized)
    list(APPEND labels sanitized)
  endif()
  set(${variable} ${labels} PARENT_SCOPE)
endfunction()

# dash_optimise_as_test(<target>)
#
# Compiling takes half the time without optimisations that take long. The programs of examples/ and
# benchmarks/ are optimised like those of users.
function(dash_optimise_as_test target)
  if(DASH_OPTIMISE_PROGRAMS)
    target_compile_options(
      ${target} PRIVATE $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-Og>)
  endif()
endfunction()

# dash_optimise_long_test(<target>): for tests that compute for longer than compilers optimise them.
function(dash_optimise_long_test target)
  # What is precompiled is not optimised.
  set_target_properties(${target} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  target_compile_options(
    ${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O1> "SHELL:-include counted_expectations.h")
endfunction()

# The same for the code for the host in what nvcc compiles, of all targets in the including folder and
# those below it: nvcc takes this option only once. Kernels are optimised as ever. Where the tests run
# on GPUs, CPU units beside them do their part of fields and ranges that are large enough for a GPU.
if(DASH_TEST_GPU)
  set(optimised -O1)
else()
  set(optimised -O0)
endif()
string(REGEX REPLACE "-O[0-9]" ${optimised} CMAKE_CUDA_FLAGS_RELEASE "${CMAKE_CUDA_FLAGS_RELEASE}")

# dash_compile_as_test(<target>): also takes what dash_precompile_test_headers has compiled.
function(dash_compile_as_test target)
  dash_optimise_as_test(${target})
  target_precompile_headers(${target} REUSE_FROM test-main)
endfunction()

# dash_precompile_test_headers(<target>)
#
# Compiles GoogleTest, the counter of its expectations and what nearly all tests include of the
# standard library once, for all targets of dash_compile_as_test. No header of the library or the
# runtime is among them, so a change of one compiles few files; and angle brackets keep the path of
# this tree out, so clones share what ccache has.
function(dash_precompile_test_headers target)
  dash_optimise_as_test(${target})
  target_precompile_headers(
    ${target} PRIVATE
    <gtest/gtest.h> <counted_expectations.h>
    <algorithm> <array> <cstddef> <functional> <memory> <numeric> <random> <set> <sstream> <string>
    <thread> <type_traits> <utility> <vector>)
endfunction()

# dash_add_test_programs(<group> <folder> <library>...)
#
# Builds a GoogleTest program test-<group>-<file> of each <file>_test.cpp or <file>_test.cu in the
# folder and those below it, and sets <group>_files to the list of all <file>, and
# <group>_<file>_source to their sources. Names of files are unique in a group.
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
    set(${group}_${file}_source ${source} PARENT_SCOPE)
  endforeach()
  set(${group}_files ${files} PARENT_SCOPE)
endfunction()

# dash_add_spmd_tests(<group> <folder> LIBRARIES <target>... RUNS <run>...)
#
# Builds the programs of the folder and adds a test <group>.<file>.<run> for each of them and each
# run: those given here and those that the file names itself.
function(dash_add_spmd_tests group folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LIBRARIES;RUNS")
  dash_add_test_programs(${group} ${folder} ${arg_LIBRARIES})
  foreach(file IN LISTS ${group}_files)
    dash_read_tier(${${group}_${file}_source})
    set(runs ${arg_RUNS} ${tier_suite} ${tier_also} ${tier_sanitized})
    list(REMOVE_DUPLICATES runs)
    foreach(run IN LISTS runs)
      dash_label_tiers(tiers ${run} "${tier_suite}" "${tier_sanitized}")
      dash_add_run_test(
        ${group}.${file} ${run} "spmd;${group};${tiers}" $<TARGET_FILE:test-${group}-${file}>)
    endforeach()
  endforeach()
endfunction()
