# Debian packages: `cpack -G DEB` in the build folder, of what is built there.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME libdash)
set(CPACK_PACKAGE_CONTACT "The DASH project <https://www.dash-project.org>")
set(CPACK_PACKAGE_HOMEPAGE_URL https://www.dash-project.org)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_COMPONENTS_ALL runtime development)
if(TARGET dart-cuda)
  list(APPEND CPACK_COMPONENTS_ALL cuda)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libdash${dash_abi})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libdash-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_CUDA_PACKAGE_NAME libdash-cuda${dash_abi})
set(CPACK_DEBIAN_CUDA_PACKAGE_SECTION libs)
# The dependencies are the packages whose libraries are used here. The modules for CUDA contain
# its runtime, and load the driver's library if there is one.
find_program(DASH_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(DASH_SHLIBDEPS)
if(NOT DASH_SHLIBDEPS)
  message(STATUS "Debian packages would name no packages of the system: install dpkg-dev")
else()
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_GENERATE_SHLIBS ON)
endif()

include(CPack)
cpack_add_component(
  runtime
  DESCRIPTION "Distributed arrays and algorithms in C++20
 The libraries, the launcher dartrun, and dart-info, which shows what a machine offers.")
cpack_add_component(
  development
  DEPENDS runtime
  DESCRIPTION "Distributed arrays and algorithms in C++20 (development)
 Headers, packages for CMake and pkg-config, and the documentation.")
cpack_add_component(
  cuda
  DEPENDS runtime
  DESCRIPTION "Distributed arrays and algorithms in C++20 (CUDA)
 The modules by which units stand for CUDA GPUs.")
