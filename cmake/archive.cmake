# Read by cpack for each kind of archive.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PACKAGING_INSTALL_PREFIX /opt/paddle-lite)
endif()
