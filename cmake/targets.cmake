# Functions that turn a folder into a target. A new file needs no edit anywhere.

# Instruction-set files are named by suffix; only they get the flags, and full optimisation
# (LITE_ISA_OPTIMISATION) in every build that runs them. They must not include headers with ordinary inline functions (see
# docs/design/isa-dispatch.md). g++ 12 warns about undefined operands inside its own AVX-512 header
# (GCC bug 105593).
set(LITE_ISAS baseline avx2 avxvnni avx512 avx512vnni avx512bf16 amx neon vfpv4 fp16 dot i8mm)
set(LITE_ISA_FLAGS_baseline ${LITE_ISA_OPTIMISATION})
set(LITE_ISA_FLAGS_avx2 ${LITE_ISA_OPTIMISATION} -mavx2 -mfma -mf16c)
set(LITE_ISA_FLAGS_avx512 ${LITE_ISA_OPTIMISATION} -mavx512f -mavx512bw -mavx512vl -mavx512dq -mfma -mavx2
    "$<$<CXX_COMPILER_ID:GNU>:-mprefer-vector-width=512;-Wno-uninitialized;-Wno-maybe-uninitialized>")
set(LITE_ISA_FLAGS_avxvnni ${LITE_ISA_FLAGS_avx2} -mavxvnni)
set(LITE_ISA_FLAGS_avx512vnni ${LITE_ISA_FLAGS_avx512} -mavx512vnni)
set(LITE_ISA_FLAGS_avx512bf16 ${LITE_ISA_FLAGS_avx512} -mavx512bf16)
set(LITE_ISA_FLAGS_amx ${LITE_ISA_FLAGS_avx512bf16} -mamx-tile -mamx-int8 -mamx-bf16)

# Every AArch64 processor has NEON; on ARMv7 it is required. The first scheduling pass of GCC moves loads up until sums no
# longer fit into the registers. With its usual register allocation, the 5x16 tile spills and copies sums in the inner loop;
# other kernels are worse with the other one.
set(LITE_ISA_FLAGS_neon ${LITE_ISA_OPTIMISATION} $<$<CXX_COMPILER_ID:GNU>:-fno-schedule-insns>)
# Copies of RunRareTile for constant sizes would be a fifth of the tiles.
set(LITE_FILE_FLAGS_gemm_f32_neon $<$<CXX_COMPILER_ID:GNU>:-fira-algorithm=priority$<SEMICOLON>-fno-ipa-cp>)
set(LITE_FILE_FLAGS_gemm_f32_inorder_neon $<$<CXX_COMPILER_ID:GNU>:-fno-ipa-cp>)
set(LITE_FILE_FLAGS_gemm_f16_inorder_fp16 ${LITE_FILE_FLAGS_gemm_f32_inorder_neon})
set(LITE_FILE_FLAGS_gemm_f16_neon ${LITE_FILE_FLAGS_gemm_f32_neon})
set(LITE_FILE_FLAGS_gemm_f16_vfpv4 ${LITE_FILE_FLAGS_gemm_f32_neon})
set(LITE_ISA_FLAGS_vfpv4 ${LITE_ISA_FLAGS_neon})
set(LITE_ISA_FLAGS_fp16 ${LITE_ISA_FLAGS_neon})
set(LITE_ISA_FLAGS_dot ${LITE_ISA_FLAGS_neon})
set(LITE_ISA_FLAGS_i8mm ${LITE_ISA_FLAGS_neon})
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
  list(APPEND LITE_ISA_FLAGS_neon -mfpu=neon)
  list(APPEND LITE_ISA_FLAGS_vfpv4 -mfpu=neon-vfpv4 $<$<CXX_COMPILER_ID:GNU>:-mfp16-format=ieee>)
elseif(LITE_ZIG_TARGET) # its compiler takes names of processors, and features beside them
  list(APPEND LITE_ISA_FLAGS_fp16 -mcpu=generic+fullfp16)
  list(APPEND LITE_ISA_FLAGS_dot -mcpu=generic+dotprod)
  list(APPEND LITE_ISA_FLAGS_i8mm -mcpu=generic+dotprod+i8mm)
else() # files of the other sets are empty on ARMv7, those of vfpv4 on AArch64
  list(APPEND LITE_ISA_FLAGS_fp16 -march=armv8.2-a+fp16)
  list(APPEND LITE_ISA_FLAGS_dot -march=armv8.2-a+dotprod)
  list(APPEND LITE_ISA_FLAGS_i8mm -march=armv8.2-a+dotprod+i8mm)
endif()

# Under sanitizers the unrolled micro-kernels at -O3 take minutes each; accesses are still checked, by a call each instead of
# inline code, which compiles in a third of the time.
if(LITE_SANITIZE)
  foreach(isa ${LITE_ISAS})
    list(APPEND LITE_ISA_FLAGS_${isa} -O1 -fno-sanitize=undefined
         # The list of what has no counters is then unused.
         $<$<BOOL:${LITE_WITH_FUZZER}>:-fno-sanitize=fuzzer-no-link> $<$<BOOL:${LITE_WITH_FUZZER}>:-Wno-unused-command-line-argument>)
    if(LITE_SANITIZE MATCHES "address")
      list(APPEND LITE_ISA_FLAGS_${isa} $<$<CXX_COMPILER_ID:Clang>:-fsanitize-address-outline-instrumentation>)
    endif()
  endforeach()
endif()

# lite_tailor_micro_kernels(LIST): the files whose tables have a part of the micro-kernels get the set that opt has listed
# (lite/backends/cpu/micro_kernel_set.inc). An earlier opt lists none: the library has all.
function(lite_tailor_micro_kernels list_file)
  if(NOT EXISTS ${list_file})
    return()
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list_file})
  string(CONCAT set "{{false,<gemm_1>,<gemm_2>,<gemm_3>,<gemm_4>},{false,<planar_1>,<planar_2>,<planar_3>,<planar_4>},"
                    "{{<depthwise_3x3_s1>,<depthwise_3x3_s2>},{<depthwise_5x5_s1>,<depthwise_5x5_s2>}},"
                    "<winograd>,<weight8>,<functions>}")
  file(STRINGS ${list_file} names)
  foreach(name ${names})
    if(NOT set MATCHES "<${name}>")
      message(FATAL_ERROR "${list_file}: this version has no micro-kernels '${name}': convert the models with its opt")
    endif()
    string(REPLACE "<${name}>" true set "${set}")
  endforeach()
  if(NOT set MATCHES "<")
    return() # everything, as in a library that is not tailored
  endif()
  string(REGEX REPLACE "<[a-z0-9_]+>" false set "${set}")
  file(GLOB sources ${CMAKE_SOURCE_DIR}/lite/backends/arm/gemm_f*.cc ${CMAKE_SOURCE_DIR}/lite/backends/arm/depthwise_f*.cc
       ${CMAKE_SOURCE_DIR}/lite/backends/arm/vector_f*.cc ${CMAKE_SOURCE_DIR}/lite/backends/arm/kernel_tables.cc
       ${CMAKE_SOURCE_DIR}/lite/backends/cpu/conv_f32.cc)
  set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_DEFINITIONS "LITE_TAILORED_MICRO_KERNELS=${set}")
  set_property(SOURCE ${sources} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# lite_replace_unused(TARGET DIR): files that the models of the lists in DIR do not need, by what says so in their place.
function(lite_replace_unused target dir)
  set(unused model/naive_buffer/naive_format.cc) # the oldest form of .nb files: opt, which makes the lists, writes a later one
  file(STRINGS ${dir}/.tailored_kernels_list kernels REGEX "kFP16|fp16|bf16|w8|w16|dynamic")
  if(NOT kernels)
    list(APPEND unused runtime/half_precision.cc)
  endif()
  set(runs_blocks)
  file(STRINGS ${dir}/.tailored_ops_source_list headers)
  foreach(header ${headers})
    file(STRINGS ${CMAKE_SOURCE_DIR}/lite/operators/${header} block REGEX "sub_block[.]h")
    list(APPEND runs_blocks ${block})
  endforeach()
  if(NOT runs_blocks)
    list(APPEND unused runtime/inner_block.cc)
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${dir}/.tailored_kernels_list ${dir}/.tailored_ops_source_list)
  get_target_property(sources ${target} SOURCES)
  foreach(file ${unused})
    list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/lite/${file})
    get_filename_component(folder ${file} DIRECTORY)
    get_filename_component(name ${file} NAME)
    list(APPEND sources ${CMAKE_SOURCE_DIR}/lite/${folder}/absent/${name})
  endforeach()
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
endfunction()

function(lite_set_isa_flags)
  set(lite_no_lto)
  if(LITE_WITH_LTO) # the flags of a file are for that file
    set(lite_no_lto -fno-lto)
  endif()
  foreach(source ${ARGN})
    foreach(isa ${LITE_ISAS})
      if(source MATCHES "_${isa}\\.cc$")
        get_filename_component(name ${source} NAME_WE)
        set(flags ${LITE_ISA_FLAGS_${isa}} ${LITE_FILE_FLAGS_${name}} ${lite_no_lto})
        if(LITE_SANITIZE AND NOT name MATCHES "_f32_")
          # Whole networks run with the kernels for float. The others compile in a tenth of the time at -O0.
          list(APPEND flags -O0)
        endif()
        set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${flags}" SKIP_PRECOMPILE_HEADERS ON)
      endif()
    endforeach()
  endforeach()
endfunction()

# Standard headers that most files include. A file that needs one still names it: tools/check_includes looks.
set(LITE_PCH_HEADERS
    <algorithm> <cmath> <cstdint> <cstdio> <cstdlib> <cstring> <functional> <limits> <map> <memory> <set> <string>
    <string_view> <utility> <vector>)

# lite_precompile(TARGET header...): TARGET has these headers precompiled; OWNER: with the flags and the headers of OWNER.
function(lite_precompile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OWNER" "")
  if(NOT LITE_WITH_PCH)
    return()
  endif()
  if(arg_OWNER)
    target_precompile_headers(${target} REUSE_FROM ${arg_OWNER})
  else()
    target_precompile_headers(${target} PRIVATE ${arg_UNPARSED_ARGUMENTS})
  endif()
  # Without time stamps in them, clang's are the same in every build, so that ccache finds what uses them.
  target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endfunction()

# The larger a batch of LITE_WITH_UNITY, the less time all of them take together; small ones keep many cores busy.
set(lite_batch_size 8)
cmake_host_system_information(RESULT lite_cores QUERY NUMBER_OF_LOGICAL_CORES)
if(lite_cores LESS_EQUAL 4)
  set(lite_batch_size 32)
endif()

# lite_batches(TARGET): files of TARGET are compiled several at a time, where the build asks for it; those with flags of their
# own stay separate. Names in the anonymous namespaces of a folder must differ for it.
function(lite_batches target)
  if(LITE_WITH_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${lite_batch_size})
    # g++ takes an included .cc file for a header, and 12 warns of a std::variant whose vectors it has inlined.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage;-Wno-free-nonheap-object>)
  endif()
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
  lite_batches(${name})
endfunction()
