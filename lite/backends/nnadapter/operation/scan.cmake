# cmake -DOUT_FILE=... -DROOT=<lite/backends/nnadapter> -P scan.cmake
#
# Writes the table of all operations: the codes of include/nnadapter/types.h, and the
# NNADAPTER_OPERATION(name) definitions of operation/*.cc.
cmake_minimum_required(VERSION 3.18)

set(defined)
file(GLOB sources ${ROOT}/operation/*.cc)
foreach(source ${sources})
  file(STRINGS ${source} lines REGEX "^NNADAPTER_OPERATION\\([A-Z0-9_]+\\) =")
  foreach(line ${lines})
    string(REGEX REPLACE "^NNADAPTER_OPERATION\\(([A-Z0-9_]+)\\).*" "\\1" name "${line}")
    if(name IN_LIST defined)
      message(FATAL_ERROR "${source}: operation ${name} has a second definition")
    endif()
    list(APPEND defined ${name})
  endforeach()
endforeach()

set(declarations "")
set(rows "")
set(inside FALSE)
set(count 0)
file(STRINGS ${ROOT}/include/nnadapter/types.h lines REGEX "^  NNADAPTER_[A-Z0-9_]+ = [0-9]+,|^} NNAdapter.*Code;")
set(names)
foreach(line ${lines})
  if(line MATCHES "^  NNADAPTER_([A-Z0-9_]+) = ([0-9]+)")
    list(APPEND names ${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
  elseif(line MATCHES "NNAdapterOperationCode")
    break()
  else()
    set(names) # of another enumeration
  endif()
endforeach()
while(names)
  list(POP_FRONT names name code)
  if(NOT code EQUAL count)
    message(FATAL_ERROR "types.h: operation ${name} has the code ${code}, expected ${count}: codes have no gaps")
  endif()
  math(EXPR count "${count} + 1")
  set(definition nullptr)
  if(name IN_LIST defined)
    list(REMOVE_ITEM defined ${name})
    string(APPEND declarations "extern const Definition kDefinition_${name};\n")
    set(definition "&kDefinition_${name}")
  endif()
  string(APPEND rows "    {NNADAPTER_${name}, \"${name}\", ${definition}},\n")
endwhile()
if(defined)
  message(FATAL_ERROR "operation/*.cc defines ${defined}, which types.h does not have")
endif()

file(WRITE ${OUT_FILE} "// Written by operation/scan.cmake.
#include \"lite/backends/nnadapter/operation/operation.h\"

namespace nnadapter::operation {

${declarations}
namespace {

const Entry kEntries[] = {
${rows}};

}  // namespace

const Entry* FindEntry(NNAdapterOperationType type) {
  return type >= 0 && type < ${count} ? &kEntries[type] : nullptr;
}

}  // namespace nnadapter::operation
")
