# The libraries under their documented names and the package that holds them. Included by lite/CMakeLists.txt.

# Exports the public names alone. File name and SONAME are the same: the documented names carry no version.
function(lite_shared_library name)
  add_library(${name} SHARED $<TARGET_OBJECTS:lite_light> ${ARGN})
  target_link_libraries(${name} PRIVATE lite_compile_options)
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${CMAKE_SOURCE_DIR}/lite/api/exports.map
                                           LINKER_LANGUAGE CXX NO_SONAME OFF)
  target_link_options(${name} PRIVATE -Wl,--version-script=${CMAKE_SOURCE_DIR}/lite/api/exports.map
                      -Wl,--gc-sections -Wl,--as-needed -Wl,-z,relro -Wl,-z,now -Wl,--exclude-libs,ALL)
  if(NOT LITE_SANITIZE AND NOT LITE_WITH_FUZZER)
    target_link_options(${name} PRIVATE -Wl,-z,defs)
  endif()
endfunction()

lite_shared_library(paddle_light_api_shared)
add_library(paddle_api_light_bundled STATIC $<TARGET_OBJECTS:lite_light>)
set_target_properties(paddle_api_light_bundled PROPERTIES LINKER_LANGUAGE CXX)
add_custom_target(bundle_light_api DEPENDS paddle_api_light_bundled)
