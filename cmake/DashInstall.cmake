# Installation and the package that find_package(dash) finds.

include(CMakePackageConfigHelpers)

set(dash_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dash)

install(
  TARGETS dart dash
  EXPORT dash-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS dartrun dart-info EXPORT dash-targets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET dart-mpi)
  install(TARGETS dart-mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET dart-ib)
  install(TARGETS dart-ib LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET dash-hdf5)
  install(TARGETS dash-hdf5 LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET dart-cuda)
  install(TARGETS dart-cuda dash-cuda LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(TARGETS dash-cuda-language dash-for-cuda EXPORT dash-targets)
endif()

install(
  DIRECTORY dart/include/ dash/include/ dash/compat/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(EXPORT dash-targets NAMESPACE dash:: DESTINATION ${dash_package_dir})
configure_package_config_file(
  cmake/dash-config.cmake.in ${PROJECT_BINARY_DIR}/dash-config.cmake
  INSTALL_DESTINATION ${dash_package_dir})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/dash-config-version.cmake COMPATIBILITY SameMajorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/dash-config.cmake ${PROJECT_BINARY_DIR}/dash-config-version.cmake
  DESTINATION ${dash_package_dir})
