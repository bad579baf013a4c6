# Enables CUDA as a language if DASH_HAVE_CUDA is set.

# CMAKE_CUDA_ARCHITECTURES sets the GPUs for which code is compiled. The default is those of this
# machine; if there are none, compute capability 9.0 (H100, H200), whose code also runs on newer
# GPUs.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(dash_cuda_architectures 90)
  execute_process(COMMAND nvidia-smi --list-gpus OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE no_gpu)
  if(no_gpu STREQUAL "0")
    set(dash_cuda_architectures native)
  endif()
  set(CMAKE_CUDA_ARCHITECTURES ${dash_cuda_architectures} CACHE STRING "GPUs to compile for")
endif()
if(NOT DEFINED CMAKE_CUDA_HOST_COMPILER AND NOT DEFINED ENV{CUDAHOSTCXX})
  set(CMAKE_CUDA_HOST_COMPILER ${CMAKE_CXX_COMPILER})
endif()
if(NOT DEFINED CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  set(CMAKE_CUDA_COMPILER ${DASH_NVCC})
endif()
enable_language(CUDA)
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
  # CMake before 3.26 does not know that nvcc supports C++20.
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
endif()
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_EXTENSIONS OFF)

find_package(CUDAToolkit REQUIRED)

# Options for CUDA code that includes the library's headers, in addition to C++20.
add_library(dash-cuda-language INTERFACE)
add_library(dash::cuda-language ALIAS dash-cuda-language)
set_target_properties(dash-cuda-language PROPERTIES EXPORT_NAME cuda-language)
# A project that contains this one needs it, too; for the installed target, the package says so.
if(NOT PROJECT_IS_TOP_LEVEL)
  include(DashCudaStandard)
  add_library(dash-cuda-standard INTERFACE)
  dash_use_cuda_20(dash-cuda-standard)
  target_link_libraries(dash-cuda-language INTERFACE $<BUILD_INTERFACE:dash-cuda-standard>)
endif()
target_compile_options(
  dash-cuda-language
  INTERFACE "$<$<COMPILE_LANGUAGE:CUDA>:--extended-lambda;--expt-relaxed-constexpr>")
