# Cross compilation with the clang of the Python package ziglang, which brings the headers and libraries of its targets:
#   python3 -m pip install ziglang
#   cmake -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/zig.cmake -DLITE_ZIG_TARGET=x86_64-windows-gnu ...
# Targets: x86_64-linux-gnu.2.17 and aarch64-linux-gnu.2.17 (programs and modules for an old C library), x86_64-windows-gnu,
# aarch64-macos, x86_64-macos. The C++ library is clang's and linked in, so a C++ program that uses the libraries has to be
# compiled with zig too; the C interface and the Python module have no such limit.
set(LITE_ZIG_TARGET "" CACHE STRING "What to compile for: PROCESSOR-SYSTEM-ABI as zig names it")
set(LITE_ZIG_PYTHON python3 CACHE STRING "The Python that has the package ziglang")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES LITE_ZIG_TARGET LITE_ZIG_PYTHON)
if(NOT LITE_ZIG_TARGET MATCHES "^([a-z0-9_]+)-(linux|windows|macos)")
  message(FATAL_ERROR "LITE_ZIG_TARGET=${LITE_ZIG_TARGET}: expected a target such as aarch64-linux-gnu.2.17, "
                      "x86_64-windows-gnu or aarch64-macos")
endif()
set(lite_zig_system_linux Linux)
set(lite_zig_system_windows Windows)
set(lite_zig_system_macos Darwin)
set(CMAKE_SYSTEM_NAME ${lite_zig_system_${CMAKE_MATCH_2}})
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_MATCH_1})

# CMake calls each tool by one name. At -O0, which suites have, the compiler would check undefined behaviour, for which it has no
# library.
set(lite_zig_folder ${CMAKE_BINARY_DIR}/zig)
set(lite_zig_target ${LITE_ZIG_TARGET})
if(lite_zig_target MATCHES "-macos$") # otherwise a recent one; 11 is the first for ARM
  string(APPEND lite_zig_target .11.0)
endif()
foreach(tool c++ cc ar ranlib)
  set(arguments "")
  if(tool MATCHES "^c")
    set(arguments " -target ${lite_zig_target} -fno-sanitize=undefined")
  endif()
  set(script "#!/bin/sh\nexec ${LITE_ZIG_PYTHON} -m ziglang ${tool}${arguments} \"$@\"\n")
  set(old "")
  if(EXISTS ${lite_zig_folder}/${tool})
    file(READ ${lite_zig_folder}/${tool} old)
  endif()
  if(NOT old STREQUAL script)
    file(WRITE ${lite_zig_folder}/new/${tool} "${script}")
    file(COPY ${lite_zig_folder}/new/${tool} DESTINATION ${lite_zig_folder}
         FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  endif()
endforeach()
set(CMAKE_CXX_COMPILER ${lite_zig_folder}/c++)
set(CMAKE_C_COMPILER ${lite_zig_folder}/cc)
set(CMAKE_AR ${lite_zig_folder}/ar)
set(CMAKE_RANLIB ${lite_zig_folder}/ranlib)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
if(CMAKE_SYSTEM_NAME STREQUAL Windows)
  find_program(LITE_WINE wine64 PATHS /usr/lib/wine)
  if(LITE_WINE)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${LITE_WINE})
  endif()
elseif(CMAKE_SYSTEM_NAME STREQUAL Linux AND CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)
  set(CMAKE_CROSSCOMPILING_EMULATOR "qemu-aarch64;-cpu;max;-L;/usr/aarch64-linux-gnu")
endif()
