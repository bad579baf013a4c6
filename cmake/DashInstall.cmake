# Installation in three parts, which are also the Debian packages of `cpack -G DEB`:
#
#   runtime      the libraries, the modules that need no CUDA, dartrun and dart-info
#   development  headers, the packages that find_package(dash) and pkg-config find, and the docs
#   cuda         the modules for units on CUDA GPUs
#
# All paths are relative to the files that name them, so an installation can be moved.

include(CMakePackageConfigHelpers)

# Unless the user chooses another one, the folder has not the name of the project: Debian has a shell
# of that name.
if("$CACHE{CMAKE_INSTALL_DOCDIR}" STREQUAL "")
  set(CMAKE_INSTALL_DOCDIR ${CMAKE_INSTALL_DATAROOTDIR}/doc/libdash)
endif()
set(dash_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dash)

install(
  TARGETS dart dash
  EXPORT dash-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(
  TARGETS dartrun dart-info
  EXPORT dash-targets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
foreach(module IN ITEMS dart-mpi dart-ib dash-hdf5 dash-hdf5-mpi)
  if(TARGET ${module})
    install(
      TARGETS ${module}
      LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
  endif()
endforeach()
if(TARGET dart-cuda)
  install(
    TARGETS dart-cuda dash-cuda
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT cuda)
  install(TARGETS dash-cuda-language dash-for-cuda EXPORT dash-targets)
endif()

install(
  DIRECTORY dart/include/ dash/include/ dash/compat/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  COMPONENT development
  FILES_MATCHING PATTERN "*.h")

# The pages refer to each other as in the repository.
install(
  FILES LICENSE README.md CHANGELOG.md CONTRIBUTING.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT development)
install(
  DIRECTORY docs
  DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT development
  FILES_MATCHING
  PATTERN "*.md"
  PATTERN "figures/*")
install(
  DIRECTORY examples
  DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT development
  PATTERN "__pycache__" EXCLUDE)
install(
  FILES tests/rxevm/README.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR}/tests/rxevm
  COMPONENT development)

install(
  EXPORT dash-targets
  NAMESPACE dash::
  DESTINATION ${dash_package_dir}
  COMPONENT development)
configure_package_config_file(
  cmake/dash-config.cmake.in ${PROJECT_BINARY_DIR}/dash-config.cmake
  INSTALL_DESTINATION ${dash_package_dir})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/dash-config-version.cmake COMPATIBILITY SameMajorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/dash-config.cmake ${PROJECT_BINARY_DIR}/dash-config-version.cmake
        cmake/DashCudaStandard.cmake
  DESTINATION ${dash_package_dir}
  COMPONENT development)

# For pkg-config.
set(dash_pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
  set(dash_pc_prefix ${CMAKE_INSTALL_PREFIX})
else()
  file(RELATIVE_PATH dash_pc_prefix /prefix/${dash_pc_folder} /prefix)
  string(REGEX REPLACE "/$" "" dash_pc_prefix "\${pcfiledir}/${dash_pc_prefix}")
endif()
foreach(folder IN ITEMS INCLUDEDIR LIBDIR)
  set(dash_pc_${folder} ${CMAKE_INSTALL_${folder}})
  if(NOT IS_ABSOLUTE ${CMAKE_INSTALL_${folder}})
    set(dash_pc_${folder} "\${prefix}/${CMAKE_INSTALL_${folder}}")
  endif()
endforeach()
set(dash_pc_flags -std=c++20)
if(DASH_ENABLE_ASSERTIONS)
  string(APPEND dash_pc_flags " -DDASH_ENABLE_ASSERTIONS")
endif()
configure_file(cmake/dash.pc.in ${PROJECT_BINARY_DIR}/dash.pc @ONLY)
configure_file(cmake/dash-dart.pc.in ${PROJECT_BINARY_DIR}/dash-dart.pc @ONLY)
install(
  FILES ${PROJECT_BINARY_DIR}/dash.pc ${PROJECT_BINARY_DIR}/dash-dart.pc
  DESTINATION ${dash_pc_folder}
  COMPONENT development)

# Only a project of its own makes packages.
if(PROJECT_IS_TOP_LEVEL)
  include(DashPackages)
endif()
