# The libraries under their documented names, and the package that contains them. Included by
# lite/CMakeLists.txt.

# --- libraries Only exports the public names. File name and SONAME are the same, because the
# documented names have no version.
function(lite_shared_library name)
  add_library(${name} SHARED)
  target_link_libraries(${name} PRIVATE ${ARGN})
  set(map ${CMAKE_SOURCE_DIR}/lite/api/exports.map)
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${map} LINKER_LANGUAGE CXX)
  # Neither linker has version scripts or the other options; what is not public is hidden all the same.
  if(APPLE)
    target_link_options(${name} PRIVATE -Wl,-dead_strip)
    # A program finds the library by its own run path, wherever the package is.
    set_target_properties(${name} PROPERTIES INSTALL_NAME_DIR "@rpath" BUILD_WITH_INSTALL_NAME_DIR ON)
    return()
  elseif(WIN32)
    target_link_options(${name} PRIVATE -Wl,--gc-sections $<$<OR:$<CONFIG:Release>,$<CONFIG:MinSizeRel>>:-s>)
    # zig does not look for lib*.dll.a.
    set_target_properties(${name} PROPERTIES PREFIX lib IMPORT_PREFIX lib IMPORT_SUFFIX .a)
    return()
  endif()
  target_link_options(
    ${name} PRIVATE -Wl,--version-script=${map} -Wl,--gc-sections -Wl,--as-needed -Wl,-z,relro -Wl,-z,now
    -Wl,-Bsymbolic-functions # calls of its own functions need no table entry each
    $<$<OR:$<CONFIG:Release>,$<CONFIG:MinSizeRel>>:-s>)
  if(LITE_BUILD_TAILOR) # the end of what relro protects is the end of a page, of 64 KB on ARM
    target_link_options(${name} PRIVATE -Wl,-z,norelro)
    if(LITE_WITH_LTO) # parts, compiled at the same time, would be larger
      target_link_options(${name} PRIVATE -flto-partition=one -ffunction-sections -fdata-sections)
    endif()
  endif()
  if(NOT LITE_SANITIZE AND NOT LITE_WITH_FUZZER)
    target_link_options(${name} PRIVATE -Wl,-z,defs)
  endif()
endfunction()

lite_shared_library(paddle_light_api_shared lite_light)
if(LITE_ON_TINY_PUBLISH AND NOT APPLE AND NOT WIN32) # for tools/size_report
  target_link_options(paddle_light_api_shared PRIVATE -Wl,-Map=$<TARGET_FILE:paddle_light_api_shared>.map)
endif()
add_library(paddle_api_light_bundled STATIC)
target_link_libraries(paddle_api_light_bundled PRIVATE lite_light)
set_target_properties(paddle_api_light_bundled PROPERTIES LINKER_LANGUAGE CXX)
add_custom_target(bundle_light_api DEPENDS paddle_api_light_bundled)
# lite_merge(ARCHIVE archive...): adds the contents of archives to that of the target.
function(lite_merge archive)
  add_custom_command(
    TARGET ${archive} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -DAR=${CMAKE_AR} -DARCHIVE=$<TARGET_FILE:${archive}> "-DADD=${ARGN}"
            -P ${CMAKE_SOURCE_DIR}/cmake/merge_archives.cmake
    VERBATIM)
endfunction()
set(lite_cuda_archives)
if(LITE_WITH_CUDA)
  set(lite_cuda_archives $<TARGET_FILE:lite_cuda> $<TARGET_FILE:CUDA::cudart_static>)
  lite_merge(paddle_api_light_bundled ${lite_cuda_archives})
endif()

if(LITE_WITH_FULL_API)
  lite_shared_library(paddle_full_api_shared lite_light lite_full)
  # The package includes the protobuf that the library was built with.
  set_target_properties(paddle_full_api_shared PROPERTIES
                        INSTALL_RPATH "$ORIGIN:$ORIGIN/../../third_party/protobuf/lib")
  add_library(paddle_api_full_bundled STATIC)
  target_link_libraries(paddle_api_full_bundled PRIVATE lite_light lite_full)
  set_target_properties(paddle_api_full_bundled PROPERTIES LINKER_LANGUAGE CXX)
  # One archive: with the generated protobuf classes and the protobuf runtime.
  find_library(LITE_PROTOBUF_STATIC NAMES libprotobuf-lite.a HINTS ${LITE_PROTOBUF_ROOT}/lib REQUIRED)
  lite_merge(paddle_api_full_bundled $<TARGET_FILE:lite_paddle_proto> ${LITE_PROTOBUF_STATIC} ${lite_cuda_archives})
  add_custom_target(bundle_full_api DEPENDS paddle_api_full_bundled)
endif()

# --- package
# inference_lite_lib for x86; with ARM kernels the system and the ABI follow.
set(LITE_PACKAGE_NAME inference_lite_lib)
if(LITE_WITH_ARM)
  set(lite_package_os armlinux)
  if(ARM_TARGET_OS)
    set(lite_package_os ${ARM_TARGET_OS})
  endif()
  set(lite_package_abi ${ARM_TARGET_ARCH_ABI})
  if(NOT lite_package_abi)
    set(lite_package_abi armv8)
    if(CMAKE_SIZEOF_VOID_P EQUAL 4)
      set(lite_package_abi armv7hf)
    endif()
  endif()
  string(APPEND LITE_PACKAGE_NAME .${lite_package_os}.${lite_package_abi})
  if(LITE_WITH_NNADAPTER)
    string(APPEND LITE_PACKAGE_NAME .nnadapter)
  endif()
endif()

# A new public header needs no edit here.
file(GLOB lite_public_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/lite/api/paddle_*.h
     ${CMAKE_SOURCE_DIR}/lite/core/paddle_*.h ${CMAKE_SOURCE_DIR}/lite/base/paddle_*.h)
# A header without its symbols would only fail at link time.
if(NOT LITE_WITH_CV)
  list(REMOVE_ITEM lite_public_headers ${CMAKE_SOURCE_DIR}/lite/api/paddle_image_preprocess.h)
endif()
if(NOT LITE_WITH_C_API)
  list(REMOVE_ITEM lite_public_headers ${CMAKE_SOURCE_DIR}/lite/api/paddle_c_api.h
       ${CMAKE_SOURCE_DIR}/lite/api/paddle_custom_op.h ${CMAKE_SOURCE_DIR}/lite/api/paddle_op_lite.h
       ${CMAKE_SOURCE_DIR}/lite/api/paddle_op_test.h
       ${CMAKE_SOURCE_DIR}/lite/api/paddle_pass.h ${CMAKE_SOURCE_DIR}/lite/api/paddle_pass_lite.h)
endif()
set(lite_version_header ${lite_generated}/include/paddle_lite_version.h)
configure_file(${CMAKE_SOURCE_DIR}/lite/api/paddle_lite_version.h.in ${lite_version_header} @ONLY)
set(lite_installed_targets paddle_light_api_shared)
if(LITE_WITH_FULL_API)
  list(APPEND lite_installed_targets paddle_full_api_shared paddle_api_full_bundled)
endif()
if(LITE_WITH_FULL_API OR LITE_WITH_STATIC_LIB)
  list(APPEND lite_installed_targets paddle_api_light_bundled)
endif()
if(LITE_WITH_NNADAPTER)
  # The runtime, and what a driver is built with.
  list(APPEND lite_installed_targets nnadapter nnadapter_core)
  install(DIRECTORY ${NNADAPTER_SOURCE_DIR}/include/nnadapter DESTINATION cxx/include)
endif()
install(TARGETS ${lite_installed_targets}
        LIBRARY DESTINATION cxx/lib ARCHIVE DESTINATION cxx/lib RUNTIME DESTINATION cxx/lib)
foreach(folder cxx/include demo/cxx/include)
  install(FILES ${lite_public_headers} ${lite_registry_headers} ${lite_version_header} DESTINATION ${folder})
endforeach()

# Programs of lite/tools that exist; only the full package has them.
set(lite_installed_programs)
foreach(program opt benchmark_bin test_model_bin paddle_code_generator lite_model_debug_tool lite_model_dump text_to_model)
  if(TARGET ${program})
    list(APPEND lite_installed_programs ${program})
    install(TARGETS ${program} RUNTIME DESTINATION bin OPTIONAL)
  endif()
endforeach()

set(lite_demo_filter)
if(NOT LITE_WITH_FULL_API)
  list(APPEND lite_demo_filter PATTERN "*_full" EXCLUDE PATTERN "quant_post_dynamic" EXCLUDE)
endif()
if(NOT LITE_WITH_JAVA)
  list(APPEND lite_demo_filter REGEX "/demo/java$" EXCLUDE)
endif()
if(NOT LITE_WITH_PYTHON)
  list(APPEND lite_demo_filter REGEX "/demo/python$" EXCLUDE)
endif()
install(DIRECTORY ${CMAKE_SOURCE_DIR}/lite/demo/ DESTINATION demo USE_SOURCE_PERMISSIONS PATTERN "__pycache__" EXCLUDE
        ${lite_demo_filter})

if(LITE_WITH_FULL_API)
  # What the full library and the programs need and machines may lack (the programs are at the same depth below the package), and
  # the flag library of the demos.
  set(lite_installed_opt)
  if(TARGET opt)
    set(lite_installed_opt $<TARGET_FILE:opt>)
  endif()
  install(
    CODE "
    set(programs \"${lite_installed_opt}\")
    if(NOT EXISTS \"\${programs}\")
      set(programs)
    endif()
    file(GET_RUNTIME_DEPENDENCIES LIBRARIES \"$<TARGET_FILE:paddle_full_api_shared>\" EXECUTABLES \${programs}
         PRE_INCLUDE_REGEXES \"libprotobuf|libglog|libgflags|libunwind|liblzma\" PRE_EXCLUDE_REGEXES \".*\"
         RESOLVED_DEPENDENCIES_VAR found)
    foreach(library \${found})
      set(folder glog)
      if(library MATCHES libprotobuf)
        set(folder protobuf)
      endif()
      file(INSTALL \${library} DESTINATION \"\${CMAKE_INSTALL_PREFIX}/third_party/\${folder}/lib\"
           TYPE SHARED_LIBRARY FOLLOW_SYMLINK_CHAIN)
    endforeach()")
  find_path(LITE_GFLAGS_INCLUDE gflags/gflags.h)
  find_library(LITE_GFLAGS_STATIC NAMES libgflags.a)
  if(LITE_GFLAGS_INCLUDE AND LITE_GFLAGS_STATIC)
    install(DIRECTORY ${LITE_GFLAGS_INCLUDE}/gflags DESTINATION third_party/gflags/include)
    install(FILES ${LITE_GFLAGS_STATIC} DESTINATION third_party/gflags/lib)
  endif()
endif()

include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/PaddleLiteConfigVersion.cmake
                                 COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_SOURCE_DIR}/cmake/PaddleLiteConfig.cmake ${CMAKE_BINARY_DIR}/PaddleLiteConfigVersion.cmake
        DESTINATION lib/cmake/PaddleLite)

# For pkg-config: paddle-lite, and paddle-lite-full in a full package.
set(lite_pc_name paddle-lite)
set(lite_pc_kind light)
set(lite_pc_text "light library: runs .nb models")
configure_file(${CMAKE_SOURCE_DIR}/cmake/paddle-lite.pc.in ${CMAKE_BINARY_DIR}/pkgconfig/paddle-lite.pc @ONLY)
if(LITE_WITH_FULL_API)
  set(lite_pc_name paddle-lite-full)
  set(lite_pc_kind full)
  set(lite_pc_text "full library: reads, optimises and runs Paddle models")
  configure_file(${CMAKE_SOURCE_DIR}/cmake/paddle-lite.pc.in ${CMAKE_BINARY_DIR}/pkgconfig/paddle-lite-full.pc @ONLY)
endif()
install(DIRECTORY ${CMAKE_BINARY_DIR}/pkgconfig DESTINATION lib)

# The licence, and the notices that go with what the package links or carries.
set(lite_notice "Lite ${PROJECT_VERSION}, Apache License 2.0; see LICENSE.\n\n")
set(lite_parts)
if(LITE_WITH_CUDA)
  list(APPEND lite_parts "cudart:The libraries of this package contain the CUDA runtime library")
else()
  string(APPEND lite_notice "The light library contains no third-party code.\n")
endif()
if(LITE_WITH_FULL_API)
  list(APPEND lite_parts
          "protobuf:libpaddle_api_full_bundled.a contains Protocol Buffers, libpaddle_full_api_shared.so and the Python module use the copy in this package"
          "gflags:bin uses gflags, third_party/gflags and third_party/glog have copies"
          "glog:bin uses glog, third_party/glog is a copy"
          "libunwind:glog uses libunwind on x86-64, third_party/glog has a copy there. It also has liblzma, which is in the public domain")
endif()
if(lite_parts)
  string(APPEND lite_notice "These parts of the package contain or use third-party code:\n")
  foreach(lite_part IN LISTS lite_parts)
    string(REGEX MATCH "^([^:]*):(.*)$" unused "${lite_part}")
    set(lite_licence ${CMAKE_SOURCE_DIR}/third-party/licences/${CMAKE_MATCH_1}.txt)
    set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${lite_licence})
    file(READ ${lite_licence} lite_text)
    string(APPEND lite_notice "\n==== ${CMAKE_MATCH_2}\n\n${lite_text}")
  endforeach()
else()
  string(APPEND lite_notice "The other parts of this package contain none either.\n")
endif()
file(WRITE ${CMAKE_BINARY_DIR}/NOTICE "${lite_notice}") # file(CONFIGURE) of CMake 3.18 refuses "<"
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_BINARY_DIR}/NOTICE DESTINATION .)

set(lite_installed_python)
if(TARGET paddlelite_wheel)
  set(lite_installed_python paddlelite_wheel)
endif()

# The same package as created by `cmake --install`, in the build folder, under the documented name.
add_custom_target(
  publish_inference
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${CMAKE_BINARY_DIR}/${LITE_PACKAGE_NAME}
  COMMAND ${CMAKE_COMMAND} --install ${CMAKE_BINARY_DIR} --prefix ${CMAKE_BINARY_DIR}/${LITE_PACKAGE_NAME}
  DEPENDS ${lite_installed_targets} ${lite_installed_programs} ${lite_installed_python}
  COMMENT "Publishing ${LITE_PACKAGE_NAME}"
  VERBATIM)

# --- archives: `cpack` in the build folder writes a .tar.gz (for Windows a .zip), and a .deb if the system is one of Debian's kind. The
# package has one folder for everything, in a .deb /opt/paddle-lite.
string(TOLOWER "${CMAKE_SYSTEM_NAME}" lite_system)
set(CPACK_PACKAGE_NAME paddle-lite)
set(CPACK_PACKAGE_VENDOR "Lite")
set(CPACK_PACKAGE_CONTACT "Lite <lite@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "runs trained PaddlePaddle models (${lite_pc_kind} library)")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(lite_archive_kind light)
if(LITE_WITH_FULL_API)
  set(lite_archive_kind full)
endif()
set(CPACK_PACKAGE_FILE_NAME
    paddle-lite-${lite_archive_kind}-${PROJECT_VERSION}-${lite_system}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_GENERATOR TGZ)
if(WIN32)
  set(CPACK_GENERATOR ZIP)
endif()
set(CPACK_STRIP_FILES OFF) # the archives are for linking
find_program(LITE_DPKG_DEB dpkg-deb)
if(LITE_DPKG_DEB AND CMAKE_SYSTEM_NAME STREQUAL Linux)
  list(APPEND CPACK_GENERATOR DEB)
endif()
set(lite_debian_x86_64 amd64)
set(lite_debian_aarch64 arm64)
set(lite_debian_arm armhf)
set(lite_debian_armv7 armhf)
set(lite_debian_armv7l armhf)
set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE ${lite_debian_${CMAKE_SYSTEM_PROCESSOR}})
set(CPACK_DEBIAN_PACKAGE_NAME paddle-lite-${lite_archive_kind})
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
# Debian's tool finds the packages that libraries and programs need. It does not know those of another processor.
if(CMAKE_CROSSCOMPILING)
  set(CPACK_LITE_OBJDUMP ${CMAKE_OBJDUMP})
  set(CPACK_LITE_BUILD ${CMAKE_BINARY_DIR})
else()
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX /)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_SOURCE_DIR}/cmake/archive.cmake)
include(CPack)
