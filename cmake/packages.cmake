# lite_find_package(NAME arguments...): find_package with the oldest version that third-party/packages.txt allows.
set(LITE_PACKAGE_MANIFEST ${CMAKE_SOURCE_DIR}/third-party/packages.txt)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_SOURCE_DIR}/third-party/modules)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${LITE_PACKAGE_MANIFEST})

macro(lite_find_package name)
  file(STRINGS ${LITE_PACKAGE_MANIFEST} lite_package_line REGEX "^${name} *[|]")
  if(NOT lite_package_line MATCHES "^${name} *[|] *([^ |]+)")
    message(FATAL_ERROR "third-party/packages.txt has no line for ${name}")
  endif()
  string(REGEX REPLACE "^-$" "" lite_package_minimum "${CMAKE_MATCH_1}")
  find_package(${name} ${lite_package_minimum} ${ARGN})
endmacro()
