# The image reader and writer of stb, headers only: target Stb::Stb, and Stb_INCLUDE_DIR, which holds stb/stb_image.h.
find_path(Stb_INCLUDE_DIR stb/stb_image.h DOC "Where stb/stb_image.h is (Debian: libstb-dev)")
mark_as_advanced(Stb_INCLUDE_DIR)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Stb REQUIRED_VARS Stb_INCLUDE_DIR)
if(Stb_FOUND AND NOT TARGET Stb::Stb)
  add_library(Stb::Stb INTERFACE IMPORTED)
  target_include_directories(Stb::Stb SYSTEM INTERFACE ${Stb_INCLUDE_DIR})
endif()
