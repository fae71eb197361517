# JSON for Modern C++, headers only: target NlohmannJson::NlohmannJson. Headers of the build machine
# are also used in a cross build; the target names a link to only this folder, so that other headers
# of the build machine are not visible.
find_path(NlohmannJson_INCLUDE_DIR nlohmann/json.hpp PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH
          DOC "Where nlohmann/json.hpp is (Debian: nlohmann-json3-dev)")
mark_as_advanced(NlohmannJson_INCLUDE_DIR)
if(NlohmannJson_INCLUDE_DIR)
  # The numbers were in json.hpp itself before version 3.11.
  foreach(file detail/abi_macros.hpp json.hpp)
    if(NOT NlohmannJson_VERSION AND EXISTS ${NlohmannJson_INCLUDE_DIR}/nlohmann/${file})
      file(STRINGS ${NlohmannJson_INCLUDE_DIR}/nlohmann/${file} lines
           REGEX "^#define NLOHMANN_JSON_VERSION_(MAJOR|MINOR|PATCH) ")
      if(lines)
        string(REGEX REPLACE "[^0-9;]" "" numbers "${lines}")
        string(REPLACE ";" "." NlohmannJson_VERSION "${numbers}")
      endif()
    endif()
  endforeach()
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(NlohmannJson REQUIRED_VARS NlohmannJson_INCLUDE_DIR
                                  VERSION_VAR NlohmannJson_VERSION)
if(NlohmannJson_FOUND AND NOT TARGET NlohmannJson::NlohmannJson)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/json)
  file(CREATE_LINK ${NlohmannJson_INCLUDE_DIR}/nlohmann ${CMAKE_BINARY_DIR}/json/nlohmann SYMBOLIC)
  add_library(NlohmannJson::NlohmannJson INTERFACE IMPORTED)
  target_include_directories(NlohmannJson::NlohmannJson SYSTEM INTERFACE ${CMAKE_BINARY_DIR}/json)
endif()
