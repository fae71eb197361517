# Included by the toolchain files of ARM, which set `lite_triplet`: checked code is compiled by clang, in less than half the time of
# g++, and linked by g++, which has the sanitizers' libraries for these targets.
if(LITE_SANITIZE)
  set(CMAKE_CXX_COMPILER clang++)
  set(CMAKE_CXX_COMPILER_TARGET ${lite_triplet})
  set(CMAKE_CXX_LINK_EXECUTABLE "${lite_triplet}-g++ <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
  if(lite_triplet MATCHES "^arm-")
    # At -O0, clang's allocator of registers finds too few for checks of 64-bit arithmetic.
    string(APPEND CMAKE_CXX_FLAGS_INIT " -mllvm -optimize-regalloc")
  endif()
  list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES LITE_SANITIZE)
endif()
