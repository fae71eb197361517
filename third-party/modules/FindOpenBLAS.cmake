# OpenBLAS with its C interface: target OpenBLAS::OpenBLAS.
find_path(OpenBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES openblas openblas-pthread
          DOC "Where the cblas.h of OpenBLAS is (Debian: libopenblas-dev)")
find_library(OpenBLAS_LIBRARY NAMES openblas PATH_SUFFIXES openblas-pthread DOC "The library openblas (Debian: libopenblas-dev)")
mark_as_advanced(OpenBLAS_INCLUDE_DIR OpenBLAS_LIBRARY)
find_file(OpenBLAS_CONFIG_HEADER openblas_config.h HINTS ${OpenBLAS_INCLUDE_DIR} NO_DEFAULT_PATH)
mark_as_advanced(OpenBLAS_CONFIG_HEADER)
if(OpenBLAS_CONFIG_HEADER)
  file(STRINGS ${OpenBLAS_CONFIG_HEADER} line REGEX "^#define OPENBLAS_VERSION ")
  string(REGEX MATCH "[0-9]+[.][0-9]+[.][0-9]+" OpenBLAS_VERSION "${line}")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OpenBLAS REQUIRED_VARS OpenBLAS_LIBRARY OpenBLAS_INCLUDE_DIR
                                  VERSION_VAR OpenBLAS_VERSION)
if(OpenBLAS_FOUND AND NOT TARGET OpenBLAS::OpenBLAS)
  add_library(OpenBLAS::OpenBLAS UNKNOWN IMPORTED)
  set_target_properties(OpenBLAS::OpenBLAS PROPERTIES IMPORTED_LOCATION ${OpenBLAS_LIBRARY}
                                                      INTERFACE_INCLUDE_DIRECTORIES ${OpenBLAS_INCLUDE_DIR})
endif()
