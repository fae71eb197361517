# find_package(PaddleLite) defines PaddleLite::light and, in a full package, PaddleLite::full; the
# suffix _static selects the archives. Installed as lib/cmake/PaddleLite/PaddleLiteConfig.cmake; the
# package may be moved.
get_filename_component(_lite_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include(CMakeFindDependencyMacro)
find_dependency(Threads)

foreach(_lite_kind light full)
  set(_lite_shared ${_lite_root}/cxx/lib/libpaddle_${_lite_kind}_api_shared${CMAKE_SHARED_LIBRARY_SUFFIX})
  set(_lite_static ${_lite_root}/cxx/lib/libpaddle_api_${_lite_kind}_bundled.a)
  if(EXISTS ${_lite_shared} AND NOT TARGET PaddleLite::${_lite_kind})
    add_library(PaddleLite::${_lite_kind} SHARED IMPORTED)
    set_target_properties(PaddleLite::${_lite_kind} PROPERTIES
                          IMPORTED_LOCATION ${_lite_shared}
                          INTERFACE_INCLUDE_DIRECTORIES ${_lite_root}/cxx/include)
    if(WIN32)
      set_target_properties(PaddleLite::${_lite_kind} PROPERTIES IMPORTED_IMPLIB
                            ${_lite_root}/cxx/lib/libpaddle_${_lite_kind}_api_shared.a)
    else()
      set_target_properties(PaddleLite::${_lite_kind} PROPERTIES
                            IMPORTED_SONAME libpaddle_${_lite_kind}_api_shared${CMAKE_SHARED_LIBRARY_SUFFIX})
    endif()
  endif()
  if(EXISTS ${_lite_static} AND NOT TARGET PaddleLite::${_lite_kind}_static)
    add_library(PaddleLite::${_lite_kind}_static STATIC IMPORTED)
    set_target_properties(PaddleLite::${_lite_kind}_static PROPERTIES
                          IMPORTED_LOCATION ${_lite_static}
                          INTERFACE_INCLUDE_DIRECTORIES ${_lite_root}/cxx/include
                          INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS}")
  endif()
  if(PaddleLite_FIND_REQUIRED_${_lite_kind} AND NOT TARGET PaddleLite::${_lite_kind})
    set(PaddleLite_FOUND FALSE)
    set(PaddleLite_NOT_FOUND_MESSAGE "${_lite_root} holds no ${_lite_kind} library")
  else()
    set(PaddleLite_${_lite_kind}_FOUND TRUE)
  endif()
endforeach()
foreach(_lite_kind ${PaddleLite_FIND_COMPONENTS})
  if(NOT _lite_kind MATCHES "^(light|full)$")
    set(PaddleLite_FOUND FALSE)
    set(PaddleLite_NOT_FOUND_MESSAGE "there is no component '${_lite_kind}': expected light or full")
  endif()
endforeach()
