# dash_use_cuda_20(<interface target>)
#
# Code that links the target is compiled by nvcc as C++20. CMake before 3.26 does not know that nvcc can
# do so: there CMAKE_CUDA_STANDARD 20 has no effect, and nvcc compiles the standard that is its default.
function(dash_use_cuda_20 target)
  if(CMAKE_VERSION VERSION_LESS 3.26)
    set_property(
      TARGET ${target} APPEND
      PROPERTY INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-std=c++20>")
  else()
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_COMPILE_FEATURES cuda_std_20)
  endif()
endfunction()
