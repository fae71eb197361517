# Compiler settings as one interface target; no directory-wide flags.
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

if(LITE_WITH_X86 AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 11)
  message(FATAL_ERROR "g++ ${CMAKE_CXX_COMPILER_VERSION} has no AVX-VNNI and no AMX, which the kernels for x86 use: "
                      "set CMAKE_CXX_COMPILER to g++ 11 or later, or to clang++ 14 or later")
endif()

find_program(LITE_CCACHE ccache)
if(LITE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
                                  CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${LITE_CCACHE})
endif()

find_package(Threads REQUIRED)

add_library(lite_compile_options INTERFACE)
target_compile_features(lite_compile_options INTERFACE cxx_std_17)
# Warnings are errors where the tests are built: what a compiler warns of depends on its version and on the level of
# optimisation, and must not fail a user's build.
target_compile_options(
  lite_compile_options
  INTERFACE -Wall -Wextra $<$<BOOL:${LITE_WITH_TESTING}>:-Werror> -Wno-unused-parameter -fvisibility=hidden -fvisibility-inlines-hidden
            -fmacro-prefix-map=${CMAKE_SOURCE_DIR}/= -fmacro-prefix-map=../= -ffp-contract=off
            $<$<BOOL:${LITE_ON_TINY_PUBLISH}>:-ffunction-sections$<SEMICOLON>-fdata-sections>
            # g++ collects its garbage from 128 MB on, of which several files as one have more: a tenth of its time.
            $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>
            # Of other build types, too; the flags of MinSizeRel may be changed.
            $<$<AND:$<BOOL:${LITE_ON_TINY_PUBLISH}>,$<NOT:$<CONFIG:MinSizeRel>>>:-Os>)
target_compile_definitions(
  lite_compile_options INTERFACE $<$<BOOL:${LITE_WITH_LOG}>:LITE_WITH_LOG>
                                 $<$<BOOL:${LITE_WITH_EXCEPTION}>:LITE_WITH_EXCEPTION>)
if(NOT LITE_SANITIZE) # lite/base/simd.h; sanitizers look at single elements
  target_compile_definitions(lite_compile_options INTERFACE LITE_SIMD_LOOPS)
  # clang warns of such loops for which it has no vectors.
  target_compile_options(lite_compile_options INTERFACE -fopenmp-simd $<$<NOT:$<CXX_COMPILER_ID:GNU>>:-Wno-pass-failed>)
endif()
# Systems of 32 bits also open files whose size or number has more bits. Android has these calls from level 24 on only.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND CMAKE_SIZEOF_VOID_P EQUAL 4)
  target_compile_definitions(lite_compile_options INTERFACE _FILE_OFFSET_BITS=64)
endif()
target_include_directories(lite_compile_options INTERFACE ${CMAKE_SOURCE_DIR})
# Public headers include each other by flat name, as they are installed. Quote-only, so that they
# never shadow a system header.
foreach(folder base core api)
  target_compile_options(lite_compile_options INTERFACE "SHELL:-iquote ${CMAKE_SOURCE_DIR}/lite/${folder}")
endforeach()
target_link_libraries(lite_compile_options INTERFACE Threads::Threads)
if(LITE_SANITIZE)
  target_compile_options(lite_compile_options INTERFACE -fsanitize=${LITE_SANITIZE}
                                                        -fno-omit-frame-pointer
                                                        -fno-sanitize-recover=all)
  target_link_options(lite_compile_options INTERFACE -fsanitize=${LITE_SANITIZE})
  if(LITE_SANITIZE MATCHES "address" AND LITE_SANITIZE MATCHES "undefined")
    # The address sanitizer reports every access through such pointers; these two checks of the other take an eighth of the
    # time of compilation.
    target_compile_options(lite_compile_options INTERFACE -fno-sanitize=null,object-size)
  endif()
endif()
if(LITE_WITH_FUZZER)
  # The library's coverage counters (lite/CMakeLists.txt) tell the fuzzer which inputs reach new code.
  target_link_options(lite_compile_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
