# Runs a benchmark and checks each line of its output.
#
#   cmake -D BENCH=<name> -P json_lines.cmake -- <command>...

cmake_minimum_required(VERSION 3.25)

set(command)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(DEFINED found_end)
    list(APPEND command "${CMAKE_ARGV${i}}")
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(found_end TRUE)
  endif()
endforeach()

execute_process(
  COMMAND ${command}
  OUTPUT_VARIABLE output
  RESULT_VARIABLE status)
message("${output}")
if(NOT status STREQUAL "0")
  message(FATAL_ERROR "${command} ended with ${status}")
endif()

# expect_type(<line> <field> <type>...): the field is there and has one of the types.
function(expect_type line field)
  string(JSON type ERROR_VARIABLE error TYPE "${line}" "${field}")
  if(error)
    message(FATAL_ERROR "${error}: ${line}")
  elseif(NOT type IN_LIST ARGN)
    message(FATAL_ERROR "${field} is a ${type}, not ${ARGN}: ${line}")
  endif()
endfunction()

string(STRIP "${output}" lines)
string(REPLACE "\n" ";" lines "${lines}")
if(NOT lines)
  message(FATAL_ERROR "no output")
endif()
foreach(line IN LISTS lines)
  expect_type("${line}" case STRING)
  expect_type("${line}" params OBJECT)
  expect_type("${line}" value NUMBER)
  expect_type("${line}" unit STRING)
  expect_type("${line}" baseline NUMBER NULL)
  expect_type("${line}" baseline_name STRING NULL)
  expect_type("${line}" ratio NUMBER NULL)
  expect_type("${line}" reach STRING NULL)
  expect_type("${line}" holds BOOLEAN NULL)
  expect_type("${line}" joules NUMBER NULL)
  expect_type("${line}" gpu_joules NUMBER NULL)
  string(JSON bench GET "${line}" bench)
  if(NOT bench STREQUAL BENCH)
    message(FATAL_ERROR "bench is ${bench}, not ${BENCH}: ${line}")
  endif()
endforeach()
