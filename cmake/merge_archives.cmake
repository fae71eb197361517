# cmake -DAR=... -DARCHIVE=a.a "-DADD=b.a;c.a" -P merge_archives.cmake: adds the objects of the
# other archives to a.a.
set(script "OPEN ${ARCHIVE}\n")
foreach(archive ${ADD})
  string(APPEND script "ADDLIB ${archive}\n")
endforeach()
file(WRITE ${ARCHIVE}.mri "${script}SAVE\nEND\n")
execute_process(COMMAND ${AR} -M INPUT_FILE ${ARCHIVE}.mri RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${AR}: ${failed}")
endif()
file(REMOVE ${ARCHIVE}.mri)
