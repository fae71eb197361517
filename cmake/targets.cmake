# Functions that turn a folder into a target. A new file needs no edit anywhere.

# Instruction-set files are named by suffix; only they get the flags. They must not include headers with
# ordinary inline functions (see docs/design/isa-dispatch.md).
set(LITE_ISA_FLAGS_avx2 -mavx2 -mfma -mf16c)
set(LITE_ISA_FLAGS_avx512 -mavx512f -mavx512bw -mavx512vl -mavx512dq -mfma -mavx2 -mprefer-vector-width=512)

function(lite_set_isa_flags)
  foreach(source ${ARGN})
    foreach(isa avx2 avx512)
      if(source MATCHES "_${isa}\\.cc$")
        set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${LITE_ISA_FLAGS_${isa}};-O3")
      endif()
    endforeach()
  endforeach()
endfunction()

# lite_objects(NAME folder...): an object library from the sources directly in the folders.
function(lite_objects name)
  set(sources)
  foreach(folder ${ARGN})
    file(GLOB folder_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cc)
    list(APPEND sources ${folder_sources})
  endforeach()
  lite_set_isa_flags(${sources})
  add_library(${name} OBJECT)
  target_sources(${name} PRIVATE ${sources})
  target_link_libraries(${name} PUBLIC lite_compile_options)
endfunction()
